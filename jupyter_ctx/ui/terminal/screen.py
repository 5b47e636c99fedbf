"""The screen of a terminal: a reply is painted as it grows, then one may choose."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jupyter_ctx.core.talk.choice import CANCEL, Choice
from jupyter_ctx.core.talk.conversation import Reply, TurnId
from jupyter_ctx.core.talk.forms import form_of
from jupyter_ctx.core.talk.view import Shown
from jupyter_ctx.manager import Manager
from jupyter_ctx.ui import page
from jupyter_ctx.ui.markdown import plain
from jupyter_ctx.ui.screen import shown_turns
from jupyter_ctx.ui.terminal.front import can_pick
from jupyter_ctx.ui.terminal.paint import Painter

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

HELP = (
    "%assist regen, edit TEXT or delete changes the last message; undo takes it back."
)
_helped: list[bool] = []  # once a process is enough

Offer = Callable[[Painter, Reply], Choice | None]
"""Lets the user choose; None where nothing was chosen here."""


class PaintedScreen:
    """Prints the reply with style as it grows, and its end once."""

    def __init__(
        self,
        manager: Manager,
        root: TurnId,
        painter: Painter,
        offer: Offer,
        *,
        keep: bool,
    ) -> None:
        self.root = root
        self.is_polled = True
        self._manager = manager
        self._painter = painter
        self._offer = offer
        self._keep = keep
        self._is_done = False

    def refresh(self) -> None:
        """Print what is new; after the end nothing more."""
        if self._is_done:
            return
        shown = self._manager.shown(self.root)
        if shown.is_live:
            self._painter.grow(plain(shown.live_text))
            self._painter.say(f"... {shown.activity or 'waiting'}, Ctrl-C stops")
            return
        self._is_done = True
        for number, turn in enumerate(shown_turns(self._manager, self.root)):
            self._end(turn, is_first=not number)
        if not _helped:
            _helped.append(True)
            self._painter.note(HELP)
        self._painter.close()

    def offer(self) -> Choice | None:
        """Let the user choose from what the last reply offers, if it does."""
        reply = shown_turns(self._manager, self.root)[-1].reply
        if reply is None or not reply.choices or reply.selected:
            return None
        return self._offer(self._painter, reply)

    def _end(self, shown: Shown, *, is_first: bool) -> None:
        reply = shown.reply
        if reply is None:
            self._painter.note(page.NO_REPLY)
            return
        if is_first:
            self._painter.grow(plain(reply.text), is_done=True)
        else:
            self._painter.follow(plain(reply.text))
        for line in reply.notices:
            self._painter.note(line)
        ending = page.ending(reply, keep=self._keep)
        if ending:
            self._painter.note(ending, "bold")
        self._painter.note(f"[{page.header(shown, reply)}]")


def painted(
    session: Session, root: TurnId, note: str, *, can_ask: bool
) -> PaintedScreen:
    """Make the screen of the terminal, or of a console, that *session* prints to.

    *note* stands above it; *can_ask* that a list may be drawn.
    """
    painter = Painter(sys.stdout, is_far=session.is_kernel)
    if note:
        painter.note(note)
    offer: Offer = offer_text
    if session.is_kernel:
        offer = offer_line(session.shell)
    elif can_ask and can_pick():
        offer = offer_list
    keep = session.config.on_interrupt == "keep"
    return PaintedScreen(session.manager, root, painter, offer, keep=keep)


def offer_list(painter: Painter, reply: Reply) -> Choice | None:
    """Let the user pick from a list in this terminal; what became of it is printed."""
    # Only a terminal with choices draws a list.
    from jupyter_ctx.ui.terminal.picker import pick  # noqa: PLC0415

    labels = [one.label for one in reply.choices]
    primary = (n for n, one in enumerate(reply.choices) if one.variant == "primary")
    number = pick(reply.question, labels, next(primary, 0))
    if number is not None:
        choice = reply.choices[number]
    elif form_of(reply.choices) == "modal":
        choice = CANCEL
    else:
        offer_text(painter, reply)
        return None
    question = f"{reply.question} " if reply.question else ""
    painter.note(f"{question}Selected: {choice.label}", "bold")
    painter.close()
    return choice


def offer_text(painter: Painter, reply: Reply) -> None:
    """Print the options with their numbers, and how to pick one."""
    painter.note(page.plain_options(reply), "default")
    painter.close()


def offer_line(shell: Any) -> Offer:  # noqa: ANN401 - of any front end
    """Print the options, and write what picks one into the next line of *shell*.

    Nobody is waited for: whether a far front end answers `input()` is not known.
    """

    def offer(painter: Painter, reply: Reply) -> None:
        offer_text(painter, reply)
        primary = (n for n, c in enumerate(reply.choices, 1) if c.variant == "primary")
        shell.set_next_input(f"%assist pick {next(primary, 1)}", replace=False)

    return offer
