"""Errors as values: what went wrong, where, and with which locals."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Local(msgspec.Struct, frozen=True):
    """A local variable that the failing line used: one line says what it is."""

    name: str
    line: str


class Frame(msgspec.Struct, frozen=True):
    """One level of a traceback.

    *where* names it for people: `In[5]`, `helpers.py`, `pandas/core/frame.py`;
    *line* is 1-based inside the cell or file; *source* the failing line's text.
    *defined* is the label of the cell that defines *function*, for user frames.
    *repeated* counts how often the frame cycle that ends here was folded.
    *is_quoted* tells that the error itself quotes *source*: it is a line of no cell
    and no file, and may be data.
    """

    where: str
    line: int
    function: str
    source: str
    is_user: bool
    cell_run: int | None = None
    defined: str = ""
    locals: tuple[Local, ...] = ()
    repeated: int = 0
    is_quoted: bool = False


class ErrorReport(msgspec.Struct, frozen=True):
    """An exception as values, innermost frame last.

    *cause* is what it was raised from (`raise … from`), *context* what was being
    handled; at most one of the two is set. *children* are the members of an
    exception group. *folded* counts the library frames that were left out.
    *names* holds machine-readable facts of the exception: `name`, `obj_type`,
    `key`, `attribute`, `module`, `filename`, whichever apply; *candidates* the
    names that do exist where the missing one was looked for (attributes of the
    type, keys, columns, names of a module). *cell_id* names the cell whose saved
    output told it, where the kernel did not.
    """

    ename: str
    evalue: str
    frames: tuple[Frame, ...] = ()
    notes: tuple[str, ...] = ()
    cause: ErrorReport | None = None
    context: ErrorReport | None = None
    children: tuple[ErrorReport, ...] = ()
    folded: int = 0
    run: int | None = None
    names: dict[str, str] = {}
    candidates: tuple[str, ...] = ()
    inferred: bool = False
    cell_id: str = ""

    def rewritten(
        self, text: Callable[[str], str], frame: Callable[[Frame], Frame]
    ) -> ErrorReport:
        """Give the report with *text* applied to all it says, *frame* to its frames.

        Chains and groups are rewritten too, so that nothing of an error is missed.
        """
        return msgspec.structs.replace(
            self,
            evalue=text(self.evalue),
            frames=tuple(map(frame, self.frames)),
            notes=tuple(map(text, self.notes)),
            cause=self.cause.rewritten(text, frame) if self.cause else None,
            context=self.context.rewritten(text, frame) if self.context else None,
            children=tuple(one.rewritten(text, frame) for one in self.children),
            names={key: text(value) for key, value in self.names.items()},
            candidates=tuple(map(text, self.candidates)),
        )

    @property
    def headline(self) -> str:
        """`Type: first line of the message` that is not blank."""
        first = self.evalue.strip().split("\n", 1)[0].strip()
        return f"{self.ename}: {first}" if first else self.ename
