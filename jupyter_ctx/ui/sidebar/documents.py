"""What the page tells of its document, as values of the core."""

from __future__ import annotations

from collections.abc import Iterable

from jupyter_ctx.core.document import Cell, Document, Focus, SavedOutput, changed
from jupyter_ctx.core.talk.enclosed import Enclosed
from jupyter_ctx.protocol import composing, values
from jupyter_ctx.protocol.messages import DocumentChanged


def unread(language: str) -> Document:
    """Give the document of which the page has told no cell yet."""
    name = language.strip().lower()
    return Document(language="" if name in ("python", "ipython") else name)


def updated(document: Document, change: DocumentChanged) -> Document:
    """Give *document* as it is after *change*."""
    same = {cell.id for cell in change.cells if cell.outputs is None}
    return changed(document, map(_cell, change.cells), change.order, same_outputs=same)


def place(focus: values.Focus | None) -> Focus | None:
    """Give where the user was, None where the page did not say."""
    if focus is None:
        return None
    return Focus(focus.cell, focus.line, focus.column, focus.selection)


def _cell(cell: values.DocumentCell) -> Cell:
    return Cell(
        id=cell.id,
        kind=cell.kind,
        source=cell.source,
        execution_count=cell.execution_count,
        outputs=tuple(map(_output, cell.outputs or ())),
    )


def _output(output: values.DocumentOutput) -> SavedOutput:
    return SavedOutput(
        kind=output.kind,
        text=output.text,
        mime=output.mime,
        ename=output.ename,
        evalue=output.evalue,
        traceback=output.traceback,
        size=output.size,
    )


def enclosed(given: Iterable[composing.Enclosed]) -> tuple[Enclosed, ...]:
    """Read what a page says of what it enclosed."""
    return tuple(Enclosed(one.key, one.name, one.mime, one.size) for one in given)
