"""The list in a terminal: `prompt_toolkit` draws it, reads keys and restores all."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys as Key
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import create_output
from prompt_toolkit.styles import Style

from jupyter_ctx.ui.markdown import plain
from jupyter_ctx.ui.terminal.keys import Keys
from jupyter_ctx.ui.terminal.options import Options, options

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

ESCAPE_WAIT = 0.3  # seconds in which a sequence that is split must go on
HINT = "Up/Down or a digit: move; letters: filter; Enter: select; Esc: cancel"
NONE = "  nothing holds that; Backspace takes it back"

_STYLE = Style.from_dict({"question": "bold", "current": "bold", "hint": "italic"})
_MOVES: tuple[tuple[str, Callable[[Options], Options]], ...] = (
    ("up", lambda now: now.move(-1)),
    ("down", lambda now: now.move(1)),
    ("c-p", lambda now: now.move(-1)),
    ("c-n", lambda now: now.move(1)),
    ("s-tab", lambda now: now.move(-1)),
    ("tab", lambda now: now.move(1)),
    ("home", Options.first),
    ("end", Options.last),
    ("pageup", Options.first),
    ("pagedown", Options.last),
    ("backspace", Options.erase),
)


def pick(question: str, labels: Sequence[str], at: int = 0) -> int | None:
    """Let the user pick one of *labels*; gives its number from 0.

    None where it was cancelled, by Escape or Ctrl-C. The screen is as before then,
    and the terminal too, whatever happens.
    """
    lines = [" ".join(plain(label).split()) for label in labels]
    picker = _Picker(plain(question), lines, at)
    return picker.run(_input(), _output())


class _Picker:
    def __init__(self, question: str, labels: Sequence[str], at: int) -> None:
        self._question = question
        self._now = options(labels, at)

    def run(self, source: Input, output: Output) -> int | None:
        """Show the list until something is picked, or nothing shall be."""
        app: Application[int | None] = Application(
            layout=self._layout(),
            key_bindings=self._bindings(),
            style=_STYLE,
            erase_when_done=True,
            input=source,
            output=output,
        )
        app.ttimeoutlen = app.timeoutlen = ESCAPE_WAIT
        # In a cell with `await` a loop runs here already.
        return app.run(in_thread=_is_in_loop())

    def _layout(self) -> Layout:
        listed = FormattedTextControl(self._rows, focusable=True, show_cursor=False)
        body, head, foot = map(
            _window,
            (
                listed,
                FormattedTextControl(self._head),
                FormattedTextControl([("class:hint", HINT)]),
            ),
        )
        return Layout(HSplit([head, body, foot]), focused_element=body)

    def _head(self) -> StyleAndTextTuples:
        typed = f" [{self._now.filter}]" if self._now.is_filtering else ""
        return [("class:question", f"{self._question or 'Select:'}{typed}")]

    def _rows(self) -> StyleAndTextTuples:
        now, rows = self._now, list[Any]()
        for number in now.shown:
            is_here = number == now.current
            if is_here:
                rows.append(("[SetCursorPosition]", ""))
            text = f"{'>' if is_here else ' '} {number + 1}. {now.labels[number]}\n"
            rows.append(("class:current" if is_here else "", text))
        return rows or [("", f"{NONE}\n")]

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key, act in _MOVES:
            bindings.add(key)(self._doing(act))
        bindings.add("enter")(self._confirm)
        bindings.add("c-j")(self._confirm)
        for key in ("escape", "c-c", "c-d", "c-g", "<sigint>"):
            bindings.add(key)(lambda event: event.app.exit(result=None))
        bindings.add(Key.BracketedPaste)(
            lambda event: self._put(self._now.paste(event.data))
        )
        bindings.add(Key.Any)(self._type)
        return bindings

    def _doing(self, act: Callable[[Options], Options]) -> Callable[[Any], None]:
        return lambda _: self._put(act(self._now))

    def _put(self, now: Options) -> None:
        self._now = now

    def _confirm(self, event: KeyPressEvent) -> None:
        if self._now.current is not None:
            event.app.exit(result=self._now.current)

    def _type(self, event: KeyPressEvent) -> None:
        key = event.key_sequence[0].key
        if not isinstance(key, Key) and key.isprintable():
            self._put(self._now.type(key))


def _window(control: FormattedTextControl) -> Window:
    return Window(control, wrap_lines=True, dont_extend_height=True)


class _Parser:
    """Brings what is read into classic form, then lets `prompt_toolkit` parse it."""

    def __init__(self, parser: Any) -> None:  # noqa: ANN401 - of any platform
        self._parser = parser
        self._keys = Keys()

    def feed(self, data: str) -> None:
        """Take *data* in."""
        self._parser.feed(self._keys.feed(data))

    def flush(self) -> None:
        """Take what was held back as it is: nothing follows."""
        self._parser.feed(self._keys.flush())
        self._parser.flush()

    def feed_and_flush(self, data: str) -> None:
        """Take *data* in, after which nothing follows."""
        self.feed(data)
        self.flush()


def _input() -> Input:
    source = create_input()
    parser = getattr(source, "vt100_parser", None)
    if parser is not None:
        source.vt100_parser = _Parser(parser)  # type: ignore[attr-defined]
    return source


def _output() -> Output:
    output = create_output(stdout=sys.stdout)
    # Terminals that do not tell the cursor's place would be waited for.
    output.enable_cpr = False  # type: ignore[attr-defined]
    return output


def _is_in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
