"""Panels: which buttons stand beside a reply, and when they go.

Everything here runs on the main thread: in the magic, in a click, or on the
kernel's loop. Labels are plain text; model text never enters an HTML widget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.forms import form_of
from jupyter_ctx.core.talk.view import Shown, thread
from jupyter_ctx.errors import CtxError
from jupyter_ctx.ui.buttons import Act, Panel, StopPanel, TurnPanel
from jupyter_ctx.ui.hearing import heard
from jupyter_ctx.ui.screen import EMPTY, NotebookScreen

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

MOST = 20  # panels alive at once; older ones are taken down


class Panels:
    """One panel for each screen; a new one closes the old one's widgets."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._open: dict[str, Panel] = {}
        self._drafts: dict[TurnId, str] = {}  # questions half written, oldest first

    def show(self, screen: NotebookScreen) -> None:
        """Show the buttons that the screen's last turn allows now."""
        last = self._last(screen)
        if last is not None and last.is_live and not self._session.has_page:
            return  # a click could not be heard before the reply has ended
        self._close(screen)
        if last is None or last.is_cut:
            if screen.has_panel:
                screen.place_panel(EMPTY)
            return
        self._close_others(last.turn)
        panel = self._panel(screen, last)
        self._open[screen.panel_id] = panel
        while len(self._open) > MOST:
            self._take_down(next(iter(self._open)))
        screen.place_panel(panel.bundle())

    def _panel(self, screen: NotebookScreen, last: Shown) -> Panel:
        if last.is_live:
            return StopPanel(last.turn, lambda: self._stop(last.turn))
        turn = self._session.manager.conversation.turn(last.turn)
        choices = turn.reply.choices if turn.reply is not None else ()
        form = form_of(choices, self._session.config.choice_form)
        made = TurnPanel(turn, lambda act: self._act(screen, act), form)
        draft = self._drafts.pop(turn.id, "")
        if draft:
            made.open_editor(draft)
        return made

    def _stop(self, turn: TurnId) -> None:
        """Stop *turn*; a page with our extension does it without this detour."""
        for ticket in self._session.manager.running():
            if ticket.turn == turn:
                self._session.manager.stop(ticket)

    def renew(self, screen: NotebookScreen) -> None:
        """Show the panel anew after its turn has changed; others are left alone."""
        if screen.has_panel and not screen.is_polled:
            self.show(screen)

    def remove(self, screen: NotebookScreen) -> None:
        """Take the panel of *screen* down: its selection is made."""
        self._close(screen)
        if screen.has_panel:
            screen.place_panel(EMPTY)

    def close(self) -> None:
        """Take every panel down."""
        for panel_id in list(self._open):
            self._take_down(panel_id)

    def _close(self, screen: NotebookScreen) -> None:
        self._take_down(screen.panel_id)

    def _take_down(self, panel_id: str) -> None:
        """Free a panel; what was being written in it waits for the next of its turn."""
        panel = self._open.pop(panel_id, None)
        if panel is None:
            return
        if panel.draft:
            self._drafts.pop(panel.turn_id, None)
            self._drafts[panel.turn_id] = panel.draft
            while len(self._drafts) > MOST:
                self._drafts.pop(next(iter(self._drafts)))
        panel.close()

    def _close_others(self, turn: TurnId) -> None:
        """Free the buttons of an earlier run of the cell: its output is gone."""
        for panel_id, panel in list(self._open.items()):
            if panel.turn_id == turn:
                self._take_down(panel_id)

    def _last(self, screen: NotebookScreen) -> Shown | None:
        conversation = self._session.manager.conversation
        if screen.root not in conversation.turns:
            return None  # another conversation is open now
        return self._session.manager.shown(thread(conversation, screen.root)[-1])

    def _act(self, screen: NotebookScreen, act: Act) -> None:
        """Run a click; what it raises or prints is shown in the cell, never lost."""
        panel = self._open.get(screen.panel_id)
        if panel is None or panel.is_used:
            return  # a second click, or one from a view that is out of date
        panel.lock()
        screen.say("")
        with heard() as printed:
            failure = _failure(act, self._session)
        told = " ".join([*"".join(printed).split(), *failure.split()])
        if told:
            screen.say(told)
        if failure:
            self.show(screen)


def _failure(act: Act, session: Session) -> str:
    """Do *act*; give a sentence if it does not work, else nothing."""
    try:
        act(session)
    except CtxError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - shown, so that nothing is lost
        return f"This did not work ({type(error).__name__}: {error})."
    return ""
