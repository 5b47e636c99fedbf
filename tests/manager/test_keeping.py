"""Pins and drops of items: they belong to the conversation, whichever kernel runs."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.piece import AnchorId
from jupyter_ctx.manager.identity import Identity, Notebook
from jupyter_ctx.manager.keeping import Keeping
from jupyter_ctx.store import Place, Store
from tests.manager.desk import desk
from tests.store.test_store import Mask

SALES = AnchorId("var:sales")


@pytest.fixture
def path(tmp_path):
    """Give the file of a store."""
    return tmp_path / "store.sqlite"


def test_a_drop_holds_after_a_restart_and_in_its_conversation_alone(path):
    """Another kernel reads it from the log; another conversation has none of it."""
    with desk(Store(path, Mask())) as at:
        keeping = Keeping(at.manager)
        keeping.keeps.drop(SALES)
        keeping.keeps.pin(AnchorId("var:rate"))
        keeping.keeps.drop(AnchorId("error:3"))
        keeping.keeps.unpin(AnchorId("var:rate"))
        assert keeping.keeps.dropped == {SALES, "error:3"}
        identity = at.manager.conversation_id
    with desk(Store(path, Mask())) as at:
        keeping = Keeping(at.manager)
        at.manager.open(identity)
        assert (keeping.keeps.dropped, keeping.keeps.pinned) == ({SALES}, set())
        at.manager.reset()
        assert keeping.keeps.dropped == {SALES}
        at.manager.open("another")
        assert not keeping.keeps.dropped


def test_what_a_cell_dropped_holds_when_a_page_names_the_conversation(path):
    """No page had come yet when `%ctx drop` ran; what others had dropped stays away."""
    store = Store(path, Mask())
    with desk(store) as at:
        identity = Identity(at.manager, store, "alias")
        at.manager.open("alias")
        identity.keeping.keeps.drop(SALES)
        identity.greet(Notebook("", Place("", "a.ipynb")))
        assert at.manager.conversation_id != "alias"
        assert identity.keeping.keeps.dropped == {SALES}
        identity.go_on_with("another")
        assert not identity.keeping.keeps.dropped
