"""Which conversation a notebook gets, and that nothing that was asked is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.manager.identity import Identity, Notebook, begin
from jupyter_ctx.store import Place, Store
from tests.manager.desk import Desk, desk
from tests.store.test_store import Mask

ALIAS = "hash-of-the-path"
HERE = Place("/", "here.ipynb")
THERE = Place("/", "there.ipynb")


class Kernel(msgspec.Struct):
    """One kernel session with its manager, on the store of all."""

    at: Desk
    identity: Identity

    @property
    def id(self) -> str:
        """The id of the conversation that is open."""
        return self.at.manager.conversation_id

    def greet(self, conversation: str = "", place: Place = HERE) -> str:
        """Let a page of the notebook say Hello; give the other place."""
        return self.identity.greet(Notebook(conversation, place))


@pytest.fixture
def path(tmp_path):
    """Name the store's file."""
    return tmp_path / "store.sqlite"


@contextmanager
def kernel(path, alias: str = ALIAS) -> Iterator[Kernel]:
    """Start a kernel session; it ends with the block."""
    store = Store(path, Mask())
    with desk(store) as at:
        at.manager.open(begin(store, alias))
        at.gateway.reply("fine")
        yield Kernel(at, Identity(at.manager, store, alias))


def kept(path, conversation: str) -> list[str]:
    """Read the prompts of a conversation's branch from the file."""
    store = Store(path, Mask())
    found = [turn.prompt for turn in fold(store.events(conversation)).branch()]
    store.close()
    return found


def test_the_id_in_the_notebook_wins(path):
    """A page that brings an id gets that conversation, whatever the kernel had."""
    with kernel(path) as first:
        first.greet("x")
        first.at.ask("one")
    with kernel(path, alias="other") as second:
        second.greet("x")

        assert second.at.prompts() == ["one"]
        assert second.at.manager.is_resumed


def test_a_kernel_alone_finds_the_conversation_of_its_notebook(path):
    """What a page opened once is found by the kernel's own name for the notebook."""
    with kernel(path) as first:
        first.greet("x")
        first.at.ask("one")
    with kernel(path) as second:
        assert (second.id, second.at.prompts()) == ("x", ["one"])


def test_what_was_asked_before_hello_joins_the_notebooks_conversation(path):
    """Turns, replies and selections stand at its tip, in order, with their ids."""
    with kernel(path, alias="other") as first:
        first.greet("x")
        first.at.ask("old")
    with kernel(path) as second:
        second.at.gateway.reply("fine")
        one = second.at.ask("one")
        two = second.at.ask("two")
        second.at.ended(second.at.manager.regenerate(two, second.at.occasion()))
        replies = second.at.manager.conversation.turn(two).replies
        second.greet("x")
        branch = second.at.manager.conversation.branch()

        assert [turn.prompt for turn in branch] == ["old", "one", "two"]
        assert [turn.id for turn in branch[1:]] == [one, two]
        assert branch[2].replies == replies
        assert branch[2].current == replies[-1].id
        second.at.ask("three")
    assert kept(path, "x") == ["old", "one", "two", "three"]
    assert kept(path, ALIAS) == ["one", "two"]


def test_a_cell_that_asks_as_the_page_arrives_is_not_cancelled(path):
    """Another conversation is opened between the question and its reply."""
    with kernel(path) as one:
        one.at.ask("first")
        one.at.gateway.reply("te", "al", held=True)
        ticket = one.at.start("what colour?")
        one.at.manager.open("another")
        one.at.gateway.release()

        turn = one.at.ended(ticket)
        assert one.at.reply(turn).text == "teal"
    assert kept(path, "another") == ["what colour?"]


def test_a_reply_that_is_being_made_goes_on_in_the_notebooks_conversation(path):
    """Hello in the middle of an answer costs nothing of it."""
    with kernel(path) as one:
        one.at.ask("first")
        one.at.gateway.reply("te", "al", held=True)
        ticket = one.at.start("which?")
        one.greet("x")
        one.at.gateway.release()
        turn = one.at.ended(ticket)

        assert one.id == "x"
        assert one.at.reply(turn).text == "teal"
        assert one.at.reply(turn).status == "complete"
    assert kept(path, "x") == ["first", "which?"]


def test_a_new_notebook_does_not_get_what_had_its_name_before(path):
    """A deleted notebook's conversation does not come back in a new one (A14)."""
    with kernel(path) as first:
        first.greet()
        first.at.ask("secret of another notebook", key="old-cell")
        old = first.id
    with kernel(path) as second:
        second.greet()
        second.identity.judge(["new-cell"])

        assert second.id not in (old, ALIAS)
        assert second.at.prompts() == []


def test_a_notebook_that_was_not_saved_is_known_by_its_cells(path):
    """Its id is lost with the page, but the ids of its cells tell the conversation."""
    with kernel(path) as first:
        first.greet()
        first.at.ask("one", key="cell-1")
        old = first.id
    with kernel(path, alias="") as second:
        second.greet()
        assert second.at.prompts() == []
        assert second.identity.judge(["cell-0", "cell-1"])

        assert (second.id, second.at.prompts()) == (old, ["one"])


def test_cells_part_from_a_stranger_that_the_kernel_took_for_its_own(path):
    """A new notebook asked first and told its cells later: only its turns stay."""
    with kernel(path) as first:
        first.greet()
        first.at.ask("stranger", key="old-cell")
        old = first.id
    with kernel(path) as second:
        second.at.ask("mine", key="new-cell")
        second.greet()
        assert second.identity.judge(["new-cell"])

        assert second.at.prompts() == ["mine"]
        assert second.id != old


def test_what_a_kernel_alone_was_asked_stays_under_a_new_id(path):
    """The first Hello of a notebook without an id keeps all that it shows."""
    with kernel(path) as one:
        one.at.ask("one", key="c")
        one.greet()
        first = one.id
        one.greet()

        assert (one.id, one.at.prompts()) == (first, ["one"])
        assert first != ALIAS


def test_a_copy_of_a_notebook_gets_a_copy_of_the_conversation(path):
    """From then on the two go apart."""
    with kernel(path) as first:
        first.greet("x")
        first.at.ask("one")
    with kernel(path, alias="copy") as second:
        assert second.greet("x", THERE) == HERE.path
        second.identity.settle(is_copy=True)
        second.at.ask("two")
        copy = second.id

        assert second.greet(copy, THERE) == ""
    assert kept(path, "x") == ["one"]
    assert kept(path, copy) == ["one", "two"]


def test_a_moved_notebook_keeps_its_conversation(path):
    """Where it is no copy the new place is kept and asked about no more."""
    with kernel(path) as first:
        first.greet("x")
    with kernel(path, alias="moved") as second:
        assert second.greet("x", THERE) == HERE.path
        second.identity.settle(is_copy=False)

        assert second.id == "x"
        assert second.greet("x", THERE) == ""


def test_a_renamed_notebook_leaves_its_old_name_free(path):
    """A kernel of a new notebook under the old name does not find the conversation."""
    with kernel(path) as first:
        first.greet("x")
        first.at.ask("one")
        first.identity.move(THERE.path)
    with kernel(path) as second:
        assert second.at.prompts() == []
    with kernel(path, alias="renamed") as third:
        assert third.greet("x", THERE) == ""


def test_a_kernel_that_goes_to_another_notebook_takes_nothing_along(path):
    """The second notebook on one kernel starts with an empty conversation."""
    with kernel(path) as one:
        one.greet()
        first = one.id
        one.at.ask("of the first", key="c")
        one.at.gateway.reply("made for the first", held=True)
        one.at.start("and still being made")
        one.greet("", THERE)
        assert one.at.prompts() == []
        one.at.start("of the second")
        one.greet("y", THERE)

        assert one.at.prompts() == []
    assert kept(path, first) == ["of the first", "and still being made"]


def test_what_another_kernel_wrote_is_seen_at_the_next_hello(path):
    """A companion kernel and the notebook's own share one log."""
    with kernel(path) as first, kernel(path, alias="companion") as second:
        first.greet("x")
        second.greet("x")
        second.at.ask("asked of the companion")
        first.greet("x")

        assert first.at.prompts() == ["asked of the companion"]
