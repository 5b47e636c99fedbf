"""The buttons of a panel, from core ipywidgets controls only.

Everything here runs on the main thread: in the magic, in a click, or on the
kernel's loop. Labels are plain text; model text never enters an HTML widget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import ipywidgets

from jupyter_ctx.core.talk.choice import CANCEL, Choice
from jupyter_ctx.core.talk.conversation import Turn, TurnId
from jupyter_ctx.core.talk.forms import Form
from jupyter_ctx.ui.markdown import plain
from jupyter_ctx.ui.screen import EMPTY, WIDGET

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

Act = Callable[["Session"], object]
"""What a click does."""

KEYS_CLASS = "jupyter-ctx-keys"  # our labextension keeps the notebook's keys away
STOP_CLASS = "jupyter-ctx-stop"  # and takes clicks on this to the sidebar's door
TURN_CLASS = "jupyter-ctx-turn-"
ACT_CLASS = "jupyter-ctx-act"  # after a click on it the page takes no other
LIST_CLASS = "jupyter-ctx-list"  # Enter and a double click confirm its option
CONFIRM_CLASS = "jupyter-ctx-confirm-list"
EDIT_CLASS = "jupyter-ctx-edit"  # the page moves the focus into what it opens
EDITOR_CLASS = "jupyter-ctx-editor"  # Escape in it closes, Ctrl+Enter sends
SEND_CLASS = "jupyter-ctx-send"
CLOSE_CLASS = "jupyter-ctx-close"
REQUIRED_CLASS = "jupyter-ctx-required"  # Escape in it is its Cancel
CANCEL_CLASS = "jupyter-ctx-cancel"
REQUIRED = "Nothing goes on without an answer:"


class Panel:
    """Widgets that are shown, locked and freed as one."""

    box: Any

    def __init__(self, turn_id: TurnId) -> None:
        self.is_used = False
        self.turn_id = turn_id
        self._made: list[Any] = []
        self._clicked: Any = None

    def bundle(self) -> dict[str, Any]:
        """Give the MIME bundle that shows the panel; the text is beside it."""
        return {
            **EMPTY,
            WIDGET: {
                "version_major": 2,
                "version_minor": 0,
                "model_id": self.box.model_id,
            },
        }

    @property
    def draft(self) -> str:
        """What is being written in it and was not sent; empty for nothing."""
        return ""

    def lock(self) -> None:
        """Disable every control: one selection a message."""
        self.is_used = True
        for widget in self._made:
            if hasattr(type(widget), "disabled"):
                widget.disabled = True
        if self._clicked is not None:
            self._clicked.icon = "spinner"

    def close(self) -> None:
        """Free every widget, layouts and styles too."""
        for widget in self._made:
            for part in ("layout", "style"):
                inner = getattr(widget, part, None)
                if inner is not None:
                    inner.close()
            widget.close()
        self._made.clear()
        self._clicked = None

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
        button.on_click(lambda it: self._click(it, clicked))
        return button

    def _click(self, button: Any, clicked: Callable[[], None]) -> None:  # noqa: ANN401
        self._clicked = button
        clicked()

    def _act(self, *arguments: Any, **more: Any) -> Any:  # noqa: ANN401 - as above
        """Make a button that does something once, after which the panel is another."""
        button = self._button(*arguments, **more)
        button.add_class(ACT_CLASS)
        return button


class StopPanel(Panel):
    """One button while a reply to a turn is being made."""

    def __init__(self, turn: TurnId, stop: Callable[[], None]) -> None:
        super().__init__(turn)
        self.box = self._button("Stop", stop, hint="End this reply", icon="stop")
        for name in (KEYS_CLASS, STOP_CLASS, f"{TURN_CLASS}{turn}"):
            self.box.add_class(name)


class TurnPanel(Panel):
    """The widgets of one turn: choices, then edit, regenerate and delete."""

    def __init__(
        self, turn: Turn, run: Callable[[Act], None], form: Form = "buttons"
    ) -> None:
        super().__init__(turn.id)
        self.turn = turn
        self._run = run
        reply = turn.reply
        choices = reply.choices if reply is not None and not reply.selected else ()
        made = {"buttons": self._group, "listbox": self._list, "modal": self._required}
        # Screen readers name the list by what is asked.
        self._question = reply.question if reply is not None else ""
        rows = [made[form](choices)] if choices else []
        rows.append(self._row(self._controls()))
        self._editor = self._row([])
        self._editor.add_class(EDITOR_CLASS)
        self._text: Any = None
        self._fields: list[Any] = []
        self.box = self._keep(ipywidgets.VBox([*rows, self._editor]))
        self.box.add_class(KEYS_CLASS)

    def _group(self, choices: Sequence[Choice]) -> Any:  # noqa: ANN401 - as above
        return self._row([self._choice(choice) for choice in choices])

    def _list(self, choices: Sequence[Choice]) -> Any:  # noqa: ANN401 - as above
        """Make a list and the button that confirms: a list tells each step in it."""
        numbered = [(f"{n}. {plain(c.label)}", n) for n, c in enumerate(choices, 1)]
        primary = (n for n, c in enumerate(choices, 1) if c.variant == "primary")
        listed = self._keep(
            ipywidgets.Select(
                options=numbered,
                value=next(primary, 1),
                rows=len(numbered),
                description=plain(self._question) or "Choices",
                style={"description_width": "initial"},
                layout=ipywidgets.Layout(
                    width="auto", max_width="100%", flex_flow="column"
                ),
            )
        )
        listed.add_class(LIST_CLASS)
        confirm = self._act(
            "Select", lambda: self._take(choices[listed.value - 1]), style="primary"
        )
        confirm.add_class(CONFIRM_CLASS)
        return self._row([listed, confirm])

    def _required(self, choices: Sequence[Choice]) -> Any:  # noqa: ANN401 - as above
        """Make a box that can be cancelled, too: a kernel cannot open a dialog."""
        cancel = self._act(
            CANCEL.label, lambda: self._take(CANCEL), hint="Select nothing of it"
        )
        cancel.add_class(CANCEL_CLASS)
        told = self._keep(ipywidgets.Label(REQUIRED))
        row = self._row([*map(self._choice, choices), cancel])
        box = self._keep(ipywidgets.VBox([told, row]))
        box.add_class(REQUIRED_CLASS)
        return box

    def _choice(self, choice: Choice) -> Any:  # noqa: ANN401 - as above
        style = "primary" if choice.variant == "primary" else ""
        return self._act(choice.label, lambda: self._take(choice), style=style)

    def _take(self, choice: Choice) -> None:
        self._run(lambda session: _choose(session, self.turn, choice))

    def _controls(self) -> list[Any]:
        turn = self.turn
        controls = [
            self._act(
                "Regenerate",
                lambda: self._run(lambda session: _regenerate(session, turn)),
                hint="Ask again on the same context",
                icon="refresh",
            ),
            self._act(
                "Delete",
                lambda: self._run(lambda session: _delete(session, turn)),
                hint="Take this message and what follows out (undo: %assist undo)",
                icon="trash",
            ),
        ]
        if not turn.for_user:  # a selection was not written by the user
            controls.insert(1, self._edit_button())
        return controls

    def _edit_button(self) -> Any:  # noqa: ANN401 - as above
        button = self._button(
            "Edit",
            self._toggle_editor,
            hint="Change the question; what follows it is cut",
            icon="pencil",
        )
        button.add_class(EDIT_CLASS)
        return button

    @property
    def draft(self) -> str:
        """The changed question that was not sent; empty for none."""
        is_open = self._text is not None and self._editor.children
        text = str(self._text.value) if is_open else ""
        return text if text.strip() and text != self.turn.prompt else ""

    def open_editor(self, text: str) -> None:
        """Show the field for another question, with *text* in it."""
        layout = ipywidgets.Layout(width="100%", height="5em")
        if self._text is None:
            self._text = self._keep(
                ipywidgets.Textarea(
                    description="Question",
                    tooltip="The question that is asked instead",
                    layout=layout,
                )
            )
            send = self._act("Ask this instead", self._send, style="primary")
            send.add_class(SEND_CLASS)
            close = self._button("Cancel", self._toggle_editor, hint="Ask nothing")
            close.add_class(CLOSE_CLASS)
            self._fields = [self._text, send, close]
        self._text.value = text
        self._editor.children = self._fields

    def _toggle_editor(self) -> None:
        if self._editor.children:
            self._editor.children = []
        else:
            self.open_editor(str(getattr(self._text, "value", self.turn.prompt)))

    def _send(self) -> None:
        self._run(self._ask_instead)

    def _ask_instead(self, session: Session) -> None:
        _edit(session, self.turn, self._text.value)
        self._text = None  # it is sent: nothing is left to hand over


def _choose(session: Session, turn: Turn, choice: Choice) -> None:
    occasion = session.occasion(choice.value, door="click")
    # A click on a stale panel must not select from a newer reply.
    session.manager.choose(turn.id, choice.id, occasion, turn.current or None)


def _regenerate(session: Session, turn: Turn) -> None:
    occasion = session.occasion(turn.prompt, door="click", key=turn.key)
    session.manager.regenerate(turn.id, occasion)


def _edit(session: Session, turn: Turn, text: str) -> None:
    occasion = session.occasion(text, door="click", key=turn.key)
    session.manager.edit(turn.id, text, occasion)


def _delete(session: Session, turn: Turn) -> None:
    session.manager.delete(turn.id)
