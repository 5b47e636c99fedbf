"""Search: words of any conversation, with what stands around them."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.talk.events import Asked, Edited, Pruned, Replied
from jupyter_ctx.store import Hit, Store
from jupyter_ctx.store.search import Search
from tests.store.test_store import Mask


@pytest.fixture(params=["index", "plain"])
def store(request, tmp_path, monkeypatch):
    """Open a store, with FTS5 and as where SQLite has none."""
    if request.param == "plain":
        monkeypatch.setattr(Search, "_begin", lambda _: False)
    opened = Store(tmp_path / "store.sqlite", Mask())
    yield opened
    opened.close()


def test_a_message_is_found_by_a_word_of_it(store):
    """Questions, edits and replies of all conversations; nothing else."""
    store.append("one", Asked("t1", "how do I pivot the sales table?"))
    store.append("one", Replied("t1", "r1", "Use pivot_table."))
    store.append("two", Edited("t1", "t2", "why is the PIVOT empty?"))
    store.append("two", Pruned("pivot"))

    hits = store.search("pivot")
    assert {(hit.conversation, hit.is_of_user) for hit in hits} == {
        ("one", True),
        ("one", False),
        ("two", True),
    }
    assert Hit("one", "how do I pivot the sales table?", is_of_user=True) in hits
    assert store.search("nowhere") == ()
    assert store.search("  ") == ()


def test_what_came_later_is_found_too(store):
    """The index is kept up, also with what another kernel wrote."""
    assert store.search("later") == ()
    other = Store(store.path, Mask())
    other.append("one", Asked("t1", "sooner or later"))
    other.close()

    assert [hit.excerpt for hit in store.search("later")] == ["sooner or later"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("请把数据按地区分组", "地区"),
        ('say "hi" AND (this', '"hi" AND'),
        ("a_long_column_name", "column"),
        ("100% of x*y -- NOT null", "x*y"),
    ],
)
def test_any_text_can_be_looked_for(store, text, wanted):
    """No sign is a command, and words without spaces around them are found."""
    store.append("one", Asked("t1", text))

    assert [hit.excerpt for hit in store.search(wanted)] == [text]


def test_a_long_message_shows_the_words_around(store):
    """Not its beginning, but the place that was found."""
    store.append("one", Asked("t1", "x " * 400 + "the needle here " + "y " * 400))
    (hit,) = store.search("needle")

    assert "the needle here" in hit.excerpt
    assert len(hit.excerpt) < 200
