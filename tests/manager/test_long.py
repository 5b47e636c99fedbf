"""Long conversations: what a look at them costs grows with what is new in them."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.secrets import masking
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk import view
from jupyter_ctx.core.talk.events import Asked, Replied
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
