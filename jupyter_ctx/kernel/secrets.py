"""Values seen under a name that promises a secret, found again where they are printed.

The masker knows a secret by its shape or by the name beside it. A password in a
column has no shape, and printed alone no name; but the describer has seen it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

if TYPE_CHECKING:
    from jupyter_ctx.core.cell import Execution
    from jupyter_ctx.core.document import Cell, Document
    from jupyter_ctx.core.report import ErrorReport, Frame
    from jupyter_ctx.core.state import KernelState
    from jupyter_ctx.core.variable import Summary

KEPT = 500  # values remembered, the newest
SHORTEST = 6  # characters; shorter ones are found everywhere by chance
WORD = 12  # characters from which letters alone are no ordinary word
SHOWN = 40  # characters by which a long value is known, since tables cut them


class Masks(Protocol):
    """What the recorder asks of a masker of secrets."""

    def mask_value(self, name: str, value: str) -> str:
        """Replace secrets in the text *value* of the variable *name*."""
        ...


class Covering:
    """Masks texts by their shape and, first, what *cover* knows by its value."""

    def __init__(self, mask: Callable[[str], str], cover: Callable[[str], str]) -> None:
        self._mask = mask
        self._cover = cover

    def mask(self, text: str) -> str:
        """Replace the secrets in *text*."""
        return self._mask(self._cover(text))


class Secrets:
    """What to look for, by value; main thread only, but for `cover`."""

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

    def heads(self) -> frozenset[str]:
        """Give how each value begins, as every text that tells it holds it."""
        return frozenset(value[:SHOWN] for value in self._patterns)

    def cover_text(self, text: str) -> str:
        """Put the placeholders into one *text*."""
        return _Cover(list(self._patterns.items())).text(text)

    def cover(self, state: KernelState) -> KernelState:
        """Put the placeholders wherever *state* tells such a value.

        Of sources only whole literals are replaced: their words are the user's.
        """
        found = list(self._patterns.items())
        return _Cover(found).state(state) if found else state


_Pattern = tuple[str, tuple[re.Pattern[str], str]]


class _Cover:
    """Replaces the values of *patterns* in one state."""

    def __init__(self, patterns: list[_Pattern]) -> None:
        self._patterns = patterns

    def state(self, state: KernelState) -> KernelState:
        """Give *state* without the values."""
        document = state.document
        return replace(
            state,
            executions=tuple(map(self._execution, state.executions)),
            variables=self._variables(state.variables),
            error=self._report(state.error) if state.error else None,
            failures=tuple(map(self._report, state.failures)),
            document=self._document(document) if document else None,
        )

    def text(self, text: str) -> str:
        """Give *text* without the values."""
        for value, (pattern, placeholder) in self._patterns:
            if value[:SHOWN] in text:
                text = pattern.sub(placeholder, text)
        return text

    def _source(self, source: str) -> str:
        for value, (_, placeholder) in self._patterns:
            for quote in ("'", '"') if value in source else ():
                source = source.replace(
                    f"{quote}{value}{quote}", f"{quote}{placeholder}{quote}"
                )
        return source

    def _execution(self, execution: Execution) -> Execution:
        outputs = tuple(
            replace(output, text=self.text(output.text)) for output in execution.outputs
        )
        source = self._source(execution.source)
        return replace(execution, source=source, outputs=outputs)

    def _variables(self, variables: tuple[Summary, ...]) -> tuple[Summary, ...]:
        """Cover *variables*: where there are thousands, few of them hold a secret."""
        told = "\0".join(text for one in variables for text in _texts(one))
        met = [one for one in self._patterns if one[0][:SHOWN] in told]
        return tuple(map(_Cover(met).summary, variables)) if met else variables

    def summary(self, summary: Summary) -> Summary:
        """Cover one variable, but for its own name."""
        fields = tuple(
            replace(one, name=self.text(one.name), sample=self.text(one.sample))
            for one in summary.fields
        )
        return replace(
            summary,
            shape=self.text(summary.shape),
            value=self.text(summary.value),
            fields=fields,
            rows=tuple(map(self.text, summary.rows)),
            signature=self.text(summary.signature),
            detail=self.text(summary.detail),
        )

    def _report(self, report: ErrorReport) -> ErrorReport:
        return report.rewritten(self.text, self._frame)

    def _frame(self, frame: Frame) -> Frame:
        told = tuple(replace(one, line=self.text(one.line)) for one in frame.locals)
        return replace(frame, source=self._source(frame.source), locals=told)

    def _document(self, document: Document) -> Document:
        return replace(document, cells=tuple(map(self._cell, document.cells)))

    def _cell(self, cell: Cell) -> Cell:
        outputs = tuple(
            replace(
                output,
                text=self.text(output.text),
                evalue=self.text(output.evalue),
                traceback=tuple(map(self.text, output.traceback)),
            )
            for output in cell.outputs
        )
        return replace(cell, source=self._source(cell.source), outputs=outputs)


def _texts(summary: Summary) -> Iterator[str]:
    yield from (summary.shape, summary.value, summary.signature, summary.detail)
    yield from summary.rows
    for one in summary.fields:
        yield from (one.name, one.sample)


def _pattern(value: str) -> re.Pattern[str]:
    if len(value) > SHOWN:
        return re.compile(rf"{re.escape(value[:SHOWN])}\S*")
    if len(value) >= WORD and not value.isalpha():
        return re.compile(re.escape(value))  # no ordinary word holds it
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])")
