"""Which screen a turn gets: a notebook's output, a terminal, or plain lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jupyter_ctx.core.talk.conversation import Turn
from jupyter_ctx.ui.screen import NotebookScreen, TerminalScreen
from jupyter_ctx.ui.terminal import front

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session
    from jupyter_ctx.ui.terminal.screen import PaintedScreen

    AnyScreen = NotebookScreen | TerminalScreen | PaintedScreen


def screen_of(
    session: Session, turn: Turn, note: str = "", *, can_ask: bool = True
) -> AnyScreen:
    """Make the screen for *turn*, as fits who shows what this process prints.

    *can_ask* tells that a list to choose from may be drawn in a terminal.
    """
    keep = session.config.on_interrupt == "keep"
    if session.is_kernel and not front.is_console(request_of(session)):
        return NotebookScreen(session, turn.id, note=note, keep=keep)
    if not session.is_kernel and not front.is_painted():
        return TerminalScreen(session.manager, turn.id, note=note, keep=keep)
    # rich is loaded with the first reply that it paints.
    from jupyter_ctx.ui.terminal.screen import painted  # noqa: PLC0415

    can_ask = can_ask and session.config.widgets
    return painted(session, turn.id, note, can_ask=can_ask)


def request_of(session: Session) -> Mapping[str, Any]:
    """Give the request that runs, as the front end sent it; empty in a terminal."""
    get = getattr(session.shell, "get_parent", None)
    parent = get() if get is not None else {}
    return parent if isinstance(parent, dict) else {}
