"""Long conversations, written where the kernels of a test look for them."""

from __future__ import annotations

import uuid

from jupyter_ctx.core.talk.events import Asked, Event, Replied
from jupyter_ctx.store import Store
from tests.browser.lab import Lab
from tests.browser.sidebar import Sidebar

WORDS = "Of the trees in the northern park forty are oaks and eleven are elms. "
CODE = "```python\ntrees = 51\ntrees + {n}\n```\n"


class Plain:
    """Hides nothing: there is no secret in these conversations."""

    def mask(self, text: str) -> str:
        """Give *text* as it is."""
        return text


def write_talk(lab: Lab, turns: int, title: str) -> None:
    """Write a conversation of *turns* questions, the first of which is *title*."""
    events: list[Event] = []
    parent = reply = ""
    for n in range(turns):
        turn, after, reply = uuid.uuid4().hex, reply, uuid.uuid4().hex
        prompt = title if n == 0 else f"Question {n + 1}?"
        text = f"Answer {n + 1}. {WORDS * (1 + n % 7)}\n\n" + (
            CODE.format(n=n) if n % 5 == 0 else ""
        )
        asked = Asked(turn, prompt, parent, door="sidebar", after=after, at=1e9 + n)
        events += (
            asked,
            Replied(turn, reply, text, model="my-llm", tokens=90, budget=900),
        )
        parent = turn
    path = lab.folder / "data" / "jupyter_ctx" / "conversations.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    store = Store(path, Plain())
    store.add_all(uuid.uuid4().hex, tuple(events))
    store.close()


def open_talk(sidebar: Sidebar, title: str) -> None:
    """Let the notebook go on with the conversation *title*, as by its list."""
    sidebar.notebook.command("jupyter-ctx:conversations")
    part = sidebar.part("Conversations")
    # The newest comes first: a test may be run more than once.
    part.get_by_role("button", name=title).first.click()
