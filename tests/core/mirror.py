"""A second, simpler conversation: plain lists that the real one must agree with."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

from jupyter_ctx.core.talk.events import (
    Asked,
    Deleted,
    Edited,
    Event,
    Regenerated,
    Replied,
    Reset,
    Undone,
)

Saved = tuple[list[str], str, tuple[str, str]]


@dataclass
class Mirror:
    """Does what a user does, and keeps what the model may then be sent.

    Prompts and replies are numbered texts, so that each is found nowhere else.
    """

    events: list[Event] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    prompts: dict[str, str] = field(default_factory=dict)
    replies: dict[str, tuple[str, str]] = field(default_factory=dict)
    undo: list[Saved] = field(default_factory=list)

    def do(self, verb: str, place: int) -> None:
        """Do *verb*, on the turn at *place* of the view if it needs one."""
        fresh = f"t{len(self.events)}"
        turn = self.shown[place % len(self.shown)] if self.shown else ""
        if verb == "ask":
            parent = self.shown[-1] if self.shown else ""
            self.events.append(Asked(fresh, self._prompt(fresh), parent))
            self.shown = [*self.shown, fresh]
        elif verb == "undo":
            self._undo()
        elif verb == "reset":
            self._save()
            self.events.append(Reset())
            self.shown = []
        elif turn:
            self._change(verb, turn, fresh)

    def payload(self) -> list[tuple[str, str]]:
        """Write the messages that are due, merged where one side speaks twice."""
        found: list[tuple[str, str]] = []
        for turn in self.shown:
            status, text = self.replies.get(turn, ("open", ""))
            if status == "failed":
                continue
            due = [("user", self.prompts[turn])]
            due += [("assistant", text)] if status in ("complete", "length") else []
            for role, content in due:
                if found and found[-1][0] == role:
                    content = f"{found.pop()[1]}\n\n{content}"  # noqa: PLW2901
                found.append((role, content))
        return found

    def _change(self, verb: str, turn: str, fresh: str) -> None:
        at = self.shown.index(turn)
        if verb == "delete":
            self._save()
            self.events.append(Deleted(turn))
            self.shown = self.shown[:at]
        elif verb == "edit":
            self._save()
            self.events.append(Edited(turn, fresh, self._prompt(fresh)))
            self.shown = [*self.shown[:at], fresh]
        elif verb == "regenerate":
            self._save(turn)
            self.events.append(Regenerated(turn))
            self.shown = self.shown[: at + 1]
        else:
            text = f"reply {fresh}"
            self.events.append(Replied(turn, fresh, text, verb))  # type: ignore[arg-type]
            self.replies[turn] = (verb, text)

    def _prompt(self, turn: str) -> str:
        self.prompts[turn] = f"prompt {turn}"
        return self.prompts[turn]

    def _save(self, turn: str = "") -> None:
        self.undo.append((self.shown, turn, self.replies.get(turn, ("open", ""))))

    def _undo(self) -> None:
        self.events.append(Undone())
        if self.undo:
            self.shown, turn, reply = self.undo.pop()
            if turn:
                self.replies[turn] = reply


VERBS = (
    *("ask", "ask", "complete", "complete", "length", "cancelled", "failed"),
    *("edit", "regenerate", "delete", "undo", "reset"),
)


def actions() -> st.SearchStrategy[Mirror]:
    """Draw what users do, up to 30 things in a row."""
    verbs = st.tuples(st.sampled_from(VERBS), st.integers(0, 9))
    return st.lists(verbs, max_size=30).map(_done)


def _done(drawn: list[tuple[str, int]]) -> Mirror:
    mirror = Mirror()
    for verb, place in drawn:
        mirror.do(verb, place)
    return mirror
