"""The magics: thin, so that loading the extension costs next to nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from IPython.core.inputtransformer2 import EscapedCommand, HelpEnd
from IPython.core.magic import no_var_expand

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from jupyter_ctx.ui.assist import Assist
    from jupyter_ctx.ui.context import ContextCommand
    from jupyter_ctx.ui.session import Session

NAMES = ("assist", "ctx")
SLASHED = (
    "clear", "compact", "export", "help", "instructions", "memory", "model", "plan",
    "profile", "reset", "usage",
)  # fmt: skip
"""What a question can be that is a command, as in the sidebar: `/clear`."""


class Question(EscapedCommand):
    """Keeps `%assist what is x?` a question, which IPython takes for `x?`.

    `%assist?` stays a question about the magic itself.
    """

    priority = HelpEnd.priority - 1

    @classmethod
    def find(cls, tokens_by_line: list[list[Any]]) -> Question | None:
        """Find the first line of ours that ends with a question mark."""
        for line in tokens_by_line:
            told = [one for one in line if one.string.strip()]
            sign, name, *words = [one.string for one in told] + ["", ""]
            is_ours = sign == "%" and name in NAMES
            if is_ours and told[-1].string == "?" and {*words} - {"?", ""}:
                return cls(told[0].start)
        return None


class Doors:
    """Holds the doors behind the magics; they are made at their first use."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._assist: Assist | None = None
        self._context: ContextCommand | None = None

    @no_var_expand
    def assist(self, line: str, cell: str | None = None) -> None:
        """Ask the assistant; see `%assist --help`."""
        command = _slashed(line if cell is None else cell)
        if command and not (cell and line.strip()):
            self._run_slashed(command)
            return
        if self._assist is None:
            # The door brings manager, store and screens along.
            from jupyter_ctx.errors import CtxError  # noqa: PLC0415
            from jupyter_ctx.ui.assist import Assist  # noqa: PLC0415

            try:
                self._assist = Assist(self._session)
            except CtxError as error:
                # A setting that the manager needs cannot be used.
                sys.stdout.write(f"{error}\n")
                return
        self._assist.run(line, cell)

    def _run_slashed(self, command: str) -> None:
        name, _, rest = command.partition(" ")
        if name == "plan":
            self.assist("--plan", rest)
        elif name == "compact" and rest.strip() and not rest.strip().startswith("--"):
            self.ctx(f"compact --keep {rest}")
        else:
            self.ctx(command)

    @no_var_expand
    def ctx(self, line: str, cell: str | None = None) -> None:
        """Show what would be sent, start over, find faults; see `%ctx help`."""
        if self._context is None:
            from jupyter_ctx.ui.context import ContextCommand  # noqa: PLC0415

            self._context = ContextCommand(self._session)
        self._context.run(line, cell)

    def close(self) -> None:
        """Take panels and screens down."""
        if self._assist is not None:
            self._assist.close()


def _slashed(text: str) -> str:
    """Give the command that *text* is, as the sidebar takes them: `/clear`."""
    told = text.strip()
    word = told[1:].split(maxsplit=1)[:1] if told.startswith("/") else []
    is_one = bool(word) and word[0] in SLASHED and "\n" not in told
    return told[1:] if is_one else ""


def register(shell: InteractiveShell, session: Session) -> Doors:
    """Register `%assist`, `%%assist` and `%ctx` in *shell*."""
    doors = Doors(session)
    add: Any = shell.register_magic_function  # IPython declares it as a method
    add(doors.assist, "line_cell", "assist")
    add(doors.ctx, "line_cell", "ctx")
    shell.input_transformer_manager.token_transformers.append(Question)
    return doors


def unregister(shell: InteractiveShell) -> None:
    """Take the magics out of *shell*."""
    for kind in ("line", "cell"):
        for name in NAMES:
            shell.magics_manager.magics[kind].pop(name, None)
    known = shell.input_transformer_manager.token_transformers
    known[:] = [one for one in known if one is not Question]
