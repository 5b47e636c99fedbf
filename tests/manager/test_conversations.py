"""All conversations: listed, found, opened, begun anew, in and out of files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.conversations import Conversations
from jupyter_ctx.manager.identity import Identity, Notebook
from jupyter_ctx.store import Place, Store
from tests.manager.desk import Desk, desk
from tests.store.test_store import SECRET, Mask

HERE = Place("/", "here.ipynb")
THERE = Place("/", "there.ipynb")


@dataclass
class Kernel:
    """One kernel whose notebook is known."""

    at: Desk
    identity: Identity
    all: Conversations


@contextmanager
def kernel(path, place: Place = HERE, conversation: str = "") -> Iterator[Kernel]:
    """Start a kernel for the notebook at *place*."""
    store = Store(path, Mask())
    with desk(store) as at:
        at.gateway.reply("fine")
        identity = Identity(at.manager, store, "alias-of-" + place.path)
        identity.greet(Notebook(conversation, place))
        yield Kernel(at, identity, Conversations(at.manager, identity, Mask().mask))


@pytest.fixture
def path(tmp_path):
    """Name the store's file."""
    return tmp_path / "store.sqlite"


def titles(found) -> list[tuple[str, int, bool]]:
    """List what a list shows."""
    return [(one.title, one.turns, one.is_open) for one in found]


def test_a_new_conversation_begins_and_the_old_one_is_kept(path):
    """Both are listed, the newest first; the old one can be gone on with."""
    with kernel(path) as one:
        one.at.ask("how do I pivot?")
        one.at.ask("and then?")
        one.all.new()
        assert one.at.prompts() == []
        one.at.ask("a new task")
        assert one.at.sent() == [("user", "a new task")]
        listed = one.all.listed()

        assert titles(listed) == [
            ("a new task", 1, True),
            ("how do I pivot?", 2, False),
        ]
        assert listed[1].path == "here.ipynb"
        told = one.all.open(listed[1].id)
        assert told == '"how do I pivot?" is open, with 2 turns.'
        one.at.ask("third")
        assert [text for role, text in one.at.sent() if role == "user"] == [
            "how do I pivot?",
            "and then?",
            "third",
        ]


def test_the_notebook_has_the_opened_conversation_from_then_on(path):
    """A page that comes, or a kernel alone, finds it again."""
    with kernel(path) as one:
        one.at.ask("old")
        fresh = one.all.new()
        one.at.ask("new")
    with kernel(path, conversation=fresh) as again:
        assert again.at.prompts() == ["new"]
    store = Store(path, Mask())
    assert store.link("alias-of-here.ipynb") == fresh
    assert store.seen_at(HERE) == fresh
    store.close()


def test_what_this_kernel_asked_is_of_this_kernel_when_it_is_opened_again(path):
    """The kernel did not restart between, so nothing that ran before is gone."""
    with kernel(path) as one:
        one.at.ask("first")
        first = one.at.manager.conversation_id
        one.all.new()
        assert not one.at.manager.is_resumed
        one.at.ask("second")
        one.all.open(first)

        assert one.at.prompts() == ["first"]
        assert not one.at.manager.is_resumed
    with kernel(path, conversation=first) as two:
        assert two.at.manager.is_resumed


def test_an_import_is_no_restart(path):
    """Nothing that ran before is gone: the kernel is as it was."""
    with kernel(path) as one:
        one.at.ask("first")
        text = one.all.export("json").text
        one.all.import_(text)

        assert one.at.prompts() == ["first"]
        assert not one.at.manager.is_resumed
    with kernel(path, conversation=one.at.manager.conversation_id) as two:
        assert two.at.manager.is_resumed


def test_the_conversation_of_another_notebook_is_copied(path):
    """Neither notebook changes under the other."""
    with kernel(path, THERE) as there:
        there.at.ask("theirs")
        theirs = there.at.manager.conversation_id
    with kernel(path) as here:
        told = here.all.open(theirs)
        here.at.ask("mine")

        assert told.startswith('A copy of "theirs" is open here')
        assert here.at.prompts() == ["theirs", "mine"]
    with kernel(path, THERE, theirs) as there:
        assert there.at.prompts() == ["theirs"]


def test_all_conversations_are_searched(path):
    """The result shows the words around, and which conversation it is."""
    with kernel(path, THERE) as there:
        there.at.ask("the answer to pivoting is elsewhere")
    with kernel(path) as here:
        here.at.ask("hello")
        (hit,) = here.all.search("pivot")

        assert hit.excerpt == "the answer to pivoting is elsewhere"
        assert hit.path == "there.ipynb"
        assert here.all.search("nothing like it") == ()


def test_what_is_not_there_cannot_be_opened(path):
    """The sentence says where the list is."""
    with kernel(path) as one, pytest.raises(ConversationError, match="lists them"):
        one.all.open("gone")


def test_an_export_comes_back_as_a_conversation_of_its_own(path):
    """The notebook goes on from the file; what was before is kept."""
    with kernel(path) as one:
        one.at.ask("first")
        made = one.all.export("markdown")
        one.at.ask("second")
        told = one.all.import_(made.text)
        assert told.startswith("1 turn was read")
        one.at.ask("third")

        assert one.at.sent() == [
            ("user", "first"),
            ("assistant", "fine"),
            ("user", "third"),
        ]
        assert titles(one.all.listed()) == [("first", 2, True), ("first", 2, False)]


def test_no_secret_is_in_a_file_and_none_comes_in_by_one(path):
    """Also one that was not known when it was told; imports are masked like asks."""
    known: list[str] = []

    def mask(text: str) -> str:
        for secret in known:
            text = text.replace(secret, "<masked>")
        return text

    with kernel(path) as one:
        one.at.ask("why is pass1234 wrong?")
        known.append("pass1234")
        late = Conversations(one.at.manager, one.identity, mask)
        for form in ("markdown", "json", "notebook"):
            assert "pass1234" not in late.export(form).text
        late.import_(f'[{{"role": "user", "content": "my key is {SECRET}"}}]')
        assert one.at.prompts() == ["my key is <masked rule=test>"]


def test_there_is_nothing_to_export_before_the_first_message(path):
    """A sentence, no empty file."""
    with kernel(path) as one, pytest.raises(ConversationError, match="no message"):
        one.all.export("json")
