"""Values seen under a name that promises a secret, found again where they are printed.

The masker knows a secret by its shape or by the name beside it. A password in a
column has no shape, and printed alone no name; but the describer has seen it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

if TYPE_CHECKING:
    from jupyter_ctx.core.cell import Execution
    from jupyter_ctx.core.document import Cell, Document
    from jupyter_ctx.core.report import ErrorReport
    from jupyter_ctx.core.state import KernelState

KEPT = 500  # values remembered, the newest
SHORTEST = 6  # characters; shorter ones are found everywhere by chance
WORD = 12  # characters from which letters alone are no ordinary word
SHOWN = 40  # characters by which a long value is known, since tables cut them


class Masks(Protocol):
    """What the recorder asks of a masker of secrets."""

    def mask_value(self, name: str, value: str) -> str:
        """Replace secrets in the text *value* of the variable *name*."""
        ...


class Secrets:
    """What to look for in outputs, by value; main thread only, but for `cover`."""

    def __init__(self) -> None:
        self._patterns: dict[str, tuple[re.Pattern[str], str]] = {}

    def note(self, value: str, masked: str) -> None:
        """Remember *value* if all of it was *masked*."""
        if not masked.startswith("<masked ") or masked.find(">") != len(masked) - 1:
            return
        bare = value.strip().strip("'\"")
        is_word = bare.isalpha() and len(bare) < WORD
        if len(bare) < SHORTEST or is_word or bare in self._patterns:
            return
        known = {**self._patterns, bare: (_pattern(bare), masked)}
        while len(known) > KEPT:
            del known[next(iter(known))]
        self._patterns = known

    def cover(self, state: KernelState) -> KernelState:
        """Put the placeholders into the outputs and error messages of *state*."""
        if not self._patterns:
            return state
        document = state.document
        return replace(
            state,
            executions=tuple(map(self._execution, state.executions)),
            error=self._report(state.error) if state.error else None,
            failures=tuple(map(self._report, state.failures)),
            document=self._document(document) if document else None,
        )

    def _text(self, text: str) -> str:
        for value, (pattern, placeholder) in self._patterns.items():
            if value[:SHOWN] in text:
                text = pattern.sub(placeholder, text)
        return text

    def _execution(self, execution: Execution) -> Execution:
        outputs = tuple(
            replace(output, text=self._text(output.text))
            for output in execution.outputs
        )
        return replace(execution, outputs=outputs)

    def _report(self, report: ErrorReport) -> ErrorReport:
        return replace(report, evalue=self._text(report.evalue))

    def _document(self, document: Document) -> Document:
        return replace(document, cells=tuple(map(self._cell, document.cells)))

    def _cell(self, cell: Cell) -> Cell:
        outputs = tuple(
            replace(
                output,
                text=self._text(output.text),
                evalue=self._text(output.evalue),
                traceback=tuple(map(self._text, output.traceback)),
            )
            for output in cell.outputs
        )
        return replace(cell, outputs=outputs)


def _pattern(value: str) -> re.Pattern[str]:
    if len(value) > SHOWN:
        return re.compile(rf"{re.escape(value[:SHOWN])}\S*")
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])")
