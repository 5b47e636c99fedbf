"""Long conversations: what a look at them costs grows with what is new in them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.secrets import masking
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk import conversation, view
from jupyter_ctx.core.talk.events import Asked, Replied
from jupyter_ctx.core.talk.tree import Growing
from jupyter_ctx.manager.condensing.sentences import DUE
from jupyter_ctx.manager.services import Occasion
from jupyter_ctx.store import Store
from jupyter_ctx.tokens import TokenCounter
from tests.manager import talking
from tests.manager.talking import WINDOW, talk
from tests.store.test_store import Mask

TURNS = 300


def long_talk(turns: int = TURNS) -> Store:
    """Write a conversation of *turns* questions, each with a reply of its own."""
    store = Store(None, Mask())
    before = ""
    for n in range(turns):
        turn, reply = f"turn{n}", f"Reply {n}. " + "It is what it is and so on. " * 12
        store.add_all(
            "one",
            (
                Asked(turn, f"Question {n}?", before, door="sidebar"),
                Replied(turn, f"reply{n}", reply, model="m", tokens=9, budget=90),
            ),
        )
        before = turn
    return store


class Spy:
    """Counts the texts that are masked."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def mask(self, text: str) -> str:
        """Give *text* as it is."""
        self.seen.append(text)
        return text


@pytest.fixture
def small(monkeypatch):
    """Let what is remembered usually be less than one long conversation."""
    monkeypatch.setattr(view, "TURNS", 8)
    monkeypatch.setattr(view, "_entries", {})
    monkeypatch.setattr(masking, "CACHED", 8)


@pytest.mark.usefixtures("small")
def test_the_next_message_is_counted_again_for_what_is_new_of_it(monkeypatch):
    """A second draft has neither turns read, nor texts masked or counted anew."""
    spy, counted, read = Spy(), [], []
    counter = TokenCounter("spy", lambda text: counted.append(text) or 5, exact=True)
    made = view._turn
    monkeypatch.setattr(talking, "Mask", lambda: spy)
    monkeypatch.setattr(talking, "counter_for", lambda _: counter)
    monkeypatch.setattr(view, "_turn", lambda *of: read.append(of) or made(*of))

    with talk(store=long_talk()) as at:
        occasion = Occasion(KernelState(), WINDOW)
        at.manager.preview("A first draft", occasion)
        first = len(read), len(spy.seen), len(counted)
        for log in (read, spy.seen, counted):
            log.clear()
        at.manager.preview("A second draft", occasion)

    assert min(first) >= TURNS
    assert read == []
    assert set(spy.seen) == {"A second draft"}
    assert all("second draft" in text for text in counted)


def test_a_log_is_read_without_copies_of_what_was_read_before(monkeypatch):
    """Each turn is put in place where it is; later ones leave the value unchanged."""
    copied = []

    class Counted(Growing):
        def copy(self):
            copied.append(len(self))
            return dict(self)

    monkeypatch.setattr(conversation, "Growing", Counted)
    events = long_talk().events("one")

    read = conversation.fold(events)
    later = read.apply(Asked("more", "And more?", read.tip))

    assert copied == []
    assert type(read.turns) is dict
    assert [turn.id for turn in read.branch()] == [f"turn{n}" for n in range(TURNS)]
    assert [turn.id for turn in later.branch()][-1] == "more"


@pytest.mark.usefixtures("small")
def test_that_older_turns_are_due_is_told_by_the_newest_alone(monkeypatch):
    """What is masked for the notice depends on the window, not on the conversation."""
    spies = []
    for turns in (TURNS, 2 * TURNS):
        spies.append(Spy())
        monkeypatch.setattr(talking, "Mask", lambda: spies[-1])
        with talk(store=long_talk(turns)) as at:
            assert at.manager.compaction.due(WINDOW) == (DUE,)

    few, many = (len(spy.seen) for spy in spies)
    assert few <= many <= few + 2
    assert many < 2 * TURNS


def test_the_notice_is_the_same_whatever_window_answers():
    """Where the newest messages do not tell, all of them do."""
    with talk(store=long_talk(40)) as at:
        for budget in (600, 1_000, 2_000, 4_000, 6_000, 20_000):
            profile = replace(WINDOW, window=budget + 2_048, budget=budget)
            told = at.manager.compaction.due(profile)
            whole = at.manager.preview("", Occasion(KernelState(), profile)).notices
            assert told == tuple(one for one in whole if one == DUE), budget


def test_a_page_that_comes_back_has_read_what_is_new_alone():
    """Another kernel's turns are read; those that are known stay the same objects."""
    store = long_talk()
    with talk(store=store) as at:
        before = at.manager.conversation
        at.manager.reload()
        same = at.manager.conversation
        store.append("one", Asked("other", "From elsewhere?", before.tip))
        at.manager.reload()
        after = at.manager.conversation

    assert same is before
    assert [turn.id for turn in after.branch()] == [*before.turns, "other"]
    assert all(after.turns[one] is before.turns[one] for one in before.turns)
