"""The notebook as its page shows it: cells in order, saved outputs, a cursor."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import msgspec

Kind = Literal["code", "markdown", "raw"]


class SavedOutput(msgspec.Struct, frozen=True):
    """One output in the document, its text bounded; *ename* and so on of an error."""

    kind: Literal["stream", "display_data", "execute_result", "error"]
    text: str = ""
    mime: str = "text/plain"
    ename: str = ""
    evalue: str = ""
    traceback: tuple[str, ...] = ()
    size: int = 0


class Cell(msgspec.Struct, frozen=True):
    """One cell as it stands in the document now, run or not, edited since or not."""

    id: str
    kind: Kind
    source: str
    execution_count: int | None = None
    outputs: tuple[SavedOutput, ...] = ()

    @property
    def error(self) -> SavedOutput | None:
        """The error that its last run ended with, if the output is still there."""
        errors = [output for output in self.outputs if output.kind == "error"]
        return errors[-1] if errors else None


class Document(msgspec.Struct, frozen=True):
    """All cells in order; *language* is that of the code, empty for Python."""

    cells: tuple[Cell, ...] = ()
    language: str = ""

    def find(self, cell_id: str) -> Cell | None:
        """Give the cell with *cell_id*, None where it is not there (any more)."""
        return next((cell for cell in self.cells if cell.id == cell_id), None)


class Focus(msgspec.Struct, frozen=True):
    """Where the user was when asking.

    *line* and *column* count from 0 inside the source of *cell*.
    """

    cell: str
    line: int = 0
    column: int = 0
    selection: str = ""


def changed(
    document: Document,
    cells: Iterable[Cell],
    order: Sequence[str] | None = None,
    *,
    same_outputs: Collection[str] = (),
) -> Document:
    """Give *document* with *cells* as they are now, in the new *order*.

    Cells that *order* does not name are gone; without one nothing moved, and
    cells never seen before stand at the end. Of the ids in *same_outputs* the
    outputs stay as they were.
    """
    known = {cell.id: cell for cell in document.cells}
    for cell in cells:
        before = known.get(cell.id)
        if before is not None and cell.id in same_outputs:
            known[cell.id] = msgspec.structs.replace(cell, outputs=before.outputs)
        else:
            known[cell.id] = cell
    ids = known if order is None else dict.fromkeys(order)
    ordered = tuple(known[one] for one in ids if one in known)
    return msgspec.structs.replace(document, cells=ordered)
