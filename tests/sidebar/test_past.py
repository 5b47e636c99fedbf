"""What a page asks of the conversation as a whole, over a real manager and store."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.conversations import Conversations
from jupyter_ctx.manager.identity import Identity, Notebook
from jupyter_ctx.manager.instructions import StandingInstructions
from jupyter_ctx.manager.pruning import Pruning
from jupyter_ctx.protocol import messages
from jupyter_ctx.protocol.codec import read_event
from jupyter_ctx.store import Place, Store
from jupyter_ctx.ui.sidebar.compacting import Compacting
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.history import history
from jupyter_ctx.ui.sidebar.past import Past
from tests.manager.desk import WAIT, desk
from tests.manager.talking import is_summary, talk
from tests.store.test_store import SECRET, Mask


class FakeComm:
    """A comm that keeps what is sent."""

    comm_id = "1"

    def __init__(self) -> None:
        self.sent: list[dict] = []

    def send(self, data) -> None:
        """Keep *data*."""
        self.sent.append(data)

    def close(self) -> None:
        """End it."""


class Page:
    """One page that sends requests and keeps what it is told."""

    def __init__(self, manager, identity=None) -> None:
        self.manager = manager
        self.comm = FakeComm()
        self.connection = Connection(self.comm)
        self.rings = 0
        self.session = SimpleNamespace(
            manager=manager,
            version="test",
            pruning=Pruning(manager),
            standing=StandingInstructions(manager),
            memory=(SimpleNamespace(own="JUPYTER_CTX.md", files=()), None),
            conversations=Conversations(manager, identity, Mask().mask)
            if identity
            else None,
        )
        self.acts = Past(self.session).acts
        self.compacting = Compacting(self.session, self._ring)

    def _ring(self) -> None:
        self.rings += 1

    def asks(self, request) -> str:
        """Send *request*; give what its end says."""
        return self.acts[type(request)](self.connection, request).note

    @property
    def told(self) -> list[messages.Event]:
        """What the page was sent."""
        return [read_event(data) for data in self.comm.sent]


@pytest.fixture
def page():
    """Open a page of a notebook in which two things were asked."""
    store = Store(None, Mask())
    with desk(store) as at:
        at.gateway.reply("fine")
        identity = Identity(at.manager, store, "alias")
        identity.greet(Notebook("", Place("/", "here.ipynb")))
        made = Page(at.manager, identity)
        made.at = at
        at.ask("first")
        at.ask("second")
        yield made


def ids(page) -> list[str]:
    """List the turns of the branch."""
    return [turn.id for turn in page.manager.conversation.branch()]


def test_hide_show_pin_and_unpin_say_what_they_did(page):
    """Each is one event, and one sentence."""
    turn = ids(page)[0]
    said = [
        page.asks(messages.Prune(id="1", turn=turn)),
        page.asks(messages.Prune(id="2", turn=turn, is_hidden=False)),
        page.asks(messages.Pin(id="3", turn=turn)),
    ]

    assert said == [
        "It stays here, but is not sent any more.",
        "It is sent again.",
        "Pinned: it stays word for word, whatever is summarised.",
    ]
    assert page.manager.conversation.condensed.pinned == {turn}
    page.asks(messages.Pin(id="4", turn=turn, is_pinned=False))
    assert page.manager.conversation.condensed.pinned == frozenset()


def test_a_turn_that_left_the_branch_cannot_be_hidden(page):
    """A click on a stale view changes nothing."""
    turn = ids(page)[1]
    page.manager.delete(turn)

    with pytest.raises(ConversationError):
        page.asks(messages.Prune(id="1", turn=turn))
    assert page.manager.conversation.condensed.pruned == frozenset()


def test_an_instruction_is_added_and_lifted(page):
    """The chip comes and goes with what is sent."""
    page.asks(messages.Instruct(id="1", text=" use polars "))
    (told,) = history(page.manager.conversation).instructions
    assert told.text == "use polars"

    page.asks(messages.Lift(id="2", instruction=told.id))
    assert history(page.manager.conversation).instructions == ()
    with pytest.raises(ConversationError):
        page.asks(messages.Lift(id="3", instruction=told.id))


def test_clear_can_be_undone_and_keeps_instructions(page):
    """A new task, the same rules."""
    page.asks(messages.Instruct(id="1", text="use polars"))

    note = page.asks(messages.Clear(id="2"))

    assert note.startswith("A new task: 2 messages left the view;")
    assert ids(page) == []
    assert len(history(page.manager.conversation).instructions) == 1
    page.manager.undo()
    assert len(ids(page)) == 2


def test_a_new_conversation_is_told_to_the_page_and_the_old_one_listed(page):
    """The id comes with the request's own, so that the notebook takes it over."""
    old = page.manager.conversation_id
    page.asks(messages.NewConversation(id="n"))
    (welcome,) = page.told
    assert (welcome.request_id, welcome.conversation) == (
        "n",
        page.manager.conversation_id,
    )
    assert welcome.conversation != old

    page.asks(messages.ListConversations(id="l"))
    (item,) = page.told[-1].items
    assert (item.id, item.title, item.turns, item.is_open) == (old, "first", 2, False)
    page.asks(messages.OpenConversation(id="o", conversation=old))
    assert page.manager.conversation_id == old
    assert page.told[-1].conversation == old


def test_a_search_names_each_conversation_once(page):
    """The best place of each is enough to know it again."""
    page.asks(messages.ListConversations(id="l", text="fine"))

    assert [item.id for item in page.told[-1].items] == [page.manager.conversation_id]
    page.asks(messages.ListConversations(id="m", text="nowhere"))
    assert page.told[-1].items == ()


def test_an_export_is_masked_and_comes_back_by_import(page):
    """What a file holds is what was said, secrets hidden."""
    page.at.ask(f"my key is {SECRET}")
    page.asks(messages.Export(id="e", form="json"))
    file = page.told[-1]
    assert SECRET not in file.text
    assert file.name.endswith(".json")
    old = page.manager.conversation_id

    page.asks(messages.Import(id="i", name=file.name, text=file.text))

    assert page.manager.conversation_id != old
    prompts = [turn.prompt for turn in page.manager.conversation.branch()]
    assert prompts[:2] == ["first", "second"]
    assert page.told[-1].conversation == page.manager.conversation_id


def ended(page) -> list[messages.Event]:
    """Wait for a compaction; give what the page is told of it."""
    end = time.monotonic() + WAIT
    while page.rings == 0:
        assert time.monotonic() < end
        time.sleep(0.002)
    page.rings = 0
    return [event for _, event in page.compacting.ended()]


@pytest.fixture
def long():
    """Open a page of a conversation that is long enough to be condensed."""
    with talk() as at:
        at.talk(8)
        at.rest()
        made = Page(at.manager)
        made.at = at
        made.connection.hello = messages.Hello(
            id="h", major=1, minor=2, version="test", page="p"
        )
        made.session.occasion = lambda _, **more: at.occasion(door=more["door"])
        yield made


def test_a_preview_changes_nothing_and_the_compaction_does_what_it_showed(long):
    """Both end when the assist thread is done; undo brings the messages back."""
    before = long.manager.conversation
    long.compacting.begin(
        long.connection,
        messages.Compact(id="p", keep="topic_3 matters", is_preview=True),
    )
    preview, done = ended(long)

    assert (preview.request_id, done.request_id) == ("p", "p")
    assert long.manager.conversation is before
    made = preview.compaction
    assert made.count > 0
    assert made.after < made.before <= preview.room or preview.room == 0
    assert "topic_3 matters" in made.text
    assert len(preview.kept) == 8 - made.count

    long.compacting.begin(
        long.connection, messages.Compact(id="c", keep="topic_3 matters")
    )
    (done,) = ended(long)
    assert done.note.startswith("Condensed: ")
    held = history(long.manager.conversation).compaction
    assert (held.text, held.count) == (made.text, made.count)

    long.compacting.undo(long.connection, messages.UndoCompact(id="u"))
    assert history(long.manager.conversation).compaction is None


def test_stop_ends_a_compaction_as_cancelled_and_nothing_changes(long):
    """Cancel in the dialog, while the model still writes."""
    at = long.at
    at.gateway.held.add(len(at.gateway.calls))
    long.compacting.begin(long.connection, messages.Compact(id="c"))
    end = time.monotonic() + WAIT
    while not (at.gateway.calls and is_summary(at.gateway.calls[-1])):
        assert time.monotonic() < end
        time.sleep(0.002)

    long.compacting.stop()

    assert ended(long) == [messages.Cancelled(request_id="c")]
    assert history(long.manager.conversation).compaction is None


def test_nothing_to_condense_is_told_in_one_sentence(page):
    """A short conversation is refused, not harmed."""
    page.session.occasion = lambda _, **__: page.at.occasion(door="preview")
    page.connection.hello = messages.Hello(
        id="h", major=1, minor=2, version="test", page="p"
    )

    page.compacting.begin(page.connection, messages.Compact(id="c", is_preview=True))

    (failed,) = ended(page)
    assert failed.message.startswith("There is nothing to condense:")
    with pytest.raises(ConversationError):
        page.compacting.undo(page.connection, messages.UndoCompact(id="u"))
