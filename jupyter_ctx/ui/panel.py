"""Panels: buttons beside a reply, from core ipywidgets controls only.

Everything here runs on the main thread: in the magic, in a click, or on the
kernel's loop. Labels are plain text; model text never enters an HTML widget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import ipywidgets

from jupyter_ctx.core.choice import Choice
from jupyter_ctx.core.conversation import Turn, TurnId
from jupyter_ctx.core.view import thread
from jupyter_ctx.errors import CtxError
from jupyter_ctx.ui.markdown import plain
from jupyter_ctx.ui.screen import NotebookScreen, Screens

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

# What a click does; an id says which turn the cell shows afterwards.
_Act = Callable[["Session"], TurnId | None]

KEYS_CLASS = "jupyter-ctx-keys"  # our labextension keeps the notebook's keys away
EMPTY = {"text/plain": ""}
MOST = 20  # panels alive at once; older ones are taken down


class Panels:
    """One panel for each screen; a new one closes the old one's widgets."""

    def __init__(self, session: Session, screens: Screens) -> None:
        self._session = session
        self._screens = screens
        self._open: dict[str, _Panel] = {}

    def show(self, screen: NotebookScreen, *, is_new: bool) -> None:
        """Show the buttons that the screen's last turn allows now."""
        self._close(screen)
        turn = self._turn(screen)
        if turn is None:
            if not is_new:
                screen.place_panel(EMPTY)
            return
        self._close_others(turn)
        panel = _Panel(turn, lambda act: self._act(screen, act))
        self._open[screen.panel_id] = panel
        while len(self._open) > MOST:
            self._open.pop(next(iter(self._open))).close()
        screen.place_panel(panel.bundle(), update=not is_new)

    def renew(self, screen: NotebookScreen) -> None:
        """Show the panel anew after its turn has ended; others are left alone."""
        if screen.has_panel and not screen.is_polled:
            self.show(screen, is_new=False)

    def remove(self, screen: NotebookScreen) -> None:
        """Take the panel of *screen* down: its selection is made."""
        self._close(screen)
        if screen.has_panel:
            screen.place_panel(EMPTY)

    def close(self) -> None:
        """Take every panel down."""
        for panel in self._open.values():
            panel.close()
        self._open.clear()

    def _close(self, screen: NotebookScreen) -> None:
        panel = self._open.pop(screen.panel_id, None)
        if panel is not None:
            panel.close()

    def _close_others(self, turn: Turn) -> None:
        """Free the buttons of an earlier run of the cell: its output is gone."""
        for panel_id, panel in list(self._open.items()):
            if panel.turn.id == turn.id:
                self._open.pop(panel_id).close()

    def _turn(self, screen: NotebookScreen) -> Turn | None:
        conversation = self._session.manager.conversation
        ids = thread(conversation, screen.root)
        if not ids:
            return None
        shown = self._session.manager.shown(ids[-1])
        return None if shown.is_live or shown.is_cut else conversation.turn(ids[-1])

    def _on_branch(self) -> set[TurnId]:
        return {turn.id for turn in self._session.manager.conversation.branch()}

    def _act(self, screen: NotebookScreen, act: _Act) -> None:
        """Run a click; whatever it raises is shown in the cell, never lost."""
        panel = self._open.get(screen.panel_id)
        if panel is None or panel.is_used:
            return  # a second click, or one from a view that is out of date
        panel.lock()
        screen.say("")
        try:
            asked = act(self._session)
            if asked is not None and screen.root not in self._on_branch():
                # An edited question is a new turn: this cell shows it from now on.
                screen.root = asked
                self._screens.add(screen)
                screen.refresh()
        except CtxError as error:
            screen.say(str(error))
            self.show(screen, is_new=False)
        except Exception as error:  # noqa: BLE001 - shown, so that nothing is lost
            screen.say(f"This did not work ({type(error).__name__}: {error}).")
            self.show(screen, is_new=False)


class _Panel:
    """The widgets of one turn: choices, then edit, regenerate and delete."""

    def __init__(self, turn: Turn, run: Callable[[_Act], None]) -> None:
        self.is_used = False
        self.turn = turn
        self._run = run
        self._made: list[Any] = []
        reply = turn.reply
        choices = reply.choices if reply is not None and not reply.selected else ()
        rows = [self._row([self._choice(choice) for choice in choices])]
        rows.append(self._row(self._controls()))
        self._editor = self._row([])
        self._box = self._keep(
            ipywidgets.VBox([row for row in rows if row.children] + [self._editor])
        )
        self._box.add_class(KEYS_CLASS)

    def bundle(self) -> dict[str, Any]:
        """Give the MIME bundle that shows the panel; the text is beside it."""
        return {
            "application/vnd.jupyter.widget-view+json": {
                "version_major": 2,
                "version_minor": 0,
                "model_id": self._box.model_id,
            },
            "text/plain": "",
        }

    def lock(self) -> None:
        """Disable every control: one selection a message."""
        self.is_used = True
        for widget in self._made:
            if hasattr(type(widget), "disabled"):
                widget.disabled = True

    def close(self) -> None:
        """Free every widget, layouts and styles too."""
        for widget in self._made:
            for part in ("layout", "style"):
                inner = getattr(widget, part, None)
                if inner is not None:
                    inner.close()
            widget.close()
        self._made.clear()

    def _keep(self, widget: Any) -> Any:  # noqa: ANN401 - ipywidgets has no types
        self._made.append(widget)
        return widget

    def _row(self, children: list[Any]) -> Any:  # noqa: ANN401 - as above
        layout = ipywidgets.Layout(flex_flow="row wrap")
        return self._keep(ipywidgets.HBox(children, layout=layout))

    def _button(
        self,
        label: str,
        clicked: Callable[[], None],
        *,
        hint: str = "",
        icon: str = "",
        style: str = "",
    ) -> Any:  # noqa: ANN401 - as above
        layout = ipywidgets.Layout(width="auto", max_width="100%")
        button = self._keep(
            ipywidgets.Button(
                description=plain(label),
                tooltip=plain(hint or label),
                icon=icon,
                button_style=style,
                layout=layout,
            )
        )
        button.on_click(lambda _: clicked())
        return button

    def _choice(self, choice: Choice) -> Any:  # noqa: ANN401 - as above
        style = "primary" if choice.variant == "primary" else ""
        return self._button(
            choice.label,
            lambda: self._run(lambda session: _choose(session, self.turn, choice)),
            style=style,
        )

    def _controls(self) -> list[Any]:
        turn = self.turn
        return [
            self._button(
                "Regenerate",
                lambda: self._run(lambda session: _regenerate(session, turn)),
                hint="Ask again on the same context",
                icon="refresh",
            ),
            self._button(
                "Edit",
                self._open_editor,
                hint="Change the question; what follows it is cut",
                icon="pencil",
            ),
            self._button(
                "Delete",
                lambda: self._run(lambda session: _delete(session, turn)),
                hint="Take this message and what follows out (undo: %assist undo)",
                icon="trash",
            ),
        ]

    def _open_editor(self) -> None:
        if self._editor.children:
            return
        layout = ipywidgets.Layout(width="100%", height="5em")
        text = self._keep(ipywidgets.Textarea(value=self.turn.prompt, layout=layout))
        send = self._button(
            "Ask this instead",
            lambda: self._run(lambda s: _edit(s, self.turn, text.value)),
            style="primary",
        )
        self._editor.children = [text, send]


def _choose(session: Session, turn: Turn, choice: Choice) -> None:
    occasion = session.occasion(choice.value, door="click")
    # A click on a stale panel must not select from a newer reply.
    session.manager.choose(turn.id, choice.id, occasion, turn.current or None)


def _regenerate(session: Session, turn: Turn) -> None:
    occasion = session.occasion(turn.prompt, door="click", key=turn.key)
    session.manager.regenerate(turn.id, occasion)


def _edit(session: Session, turn: Turn, text: str) -> TurnId:
    occasion = session.occasion(text, door="click", key=turn.key)
    return session.manager.edit(turn.id, text, occasion).turn


def _delete(session: Session, turn: Turn) -> None:
    session.manager.delete(turn.id)
