"""A kernel state without secrets, masked before anything is cut; what was masked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.document import Cell, Document, Focus, SavedOutput
from jupyter_ctx.core.report import ErrorReport, Frame, Local
from jupyter_ctx.core.secrets.redact import PLACEHOLDER
from jupyter_ctx.core.state import KernelState

Mask = Callable[[str], str]

CACHED = 4_096  # texts whose masked form is remembered


class StateMasker:
    """Masks sources, outputs, errors and the document of a state; each text once.

    Variables are masked where they are described. Texts are masked before any
    rendering cuts them, since half a key is no longer recognised as one.
    """

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._most = CACHED
        self._known: dict[str, str] = {}

    def __call__(self, state: KernelState) -> KernelState:
        """Give *state* with every secret in code, outputs and errors replaced."""
        return msgspec.structs.replace(
            state,
            executions=tuple(map(self._execution, state.executions)),
            error=self._report(state.error) if state.error else None,
            failures=tuple(map(self._report, state.failures)),
            document=self._document(state.document) if state.document else None,
            focus=self._focus(state.focus) if state.focus else None,
        )

    def text(self, text: str) -> str:
        """Mask one *text*, remembered by its content."""
        if text not in self._known:
            if len(self._known) >= self._most:
                self._known.clear()
            masked = self._mask(text)
            # Not a copy of it: of most texts there is nothing to hide.
            self._known[text] = text if masked == text else masked
        return self._known[text]

    def hold(self, texts: int) -> None:
        """Remember at least so many *texts*, if they are more than is usual."""
        self._most = max(CACHED, texts)

    def forget(self) -> None:
        """Mask every text anew, since there are more secrets."""
        self._known.clear()

    def _execution(self, execution: Execution) -> Execution:
        return msgspec.structs.replace(
            execution,
            source=self.text(execution.source),
            outputs=tuple(map(self._output, execution.outputs)),
        )

    def _output(self, output: Output) -> Output:
        return msgspec.structs.replace(output, text=self.text(output.text))

    def _report(self, report: ErrorReport) -> ErrorReport:
        return report.rewritten(self.text, self._frame)

    def _frame(self, frame: Frame) -> Frame:
        return msgspec.structs.replace(
            frame,
            source=self.text(frame.source),
            locals=tuple(Local(one.name, self.text(one.line)) for one in frame.locals),
        )

    def _document(self, document: Document) -> Document:
        cells = tuple(map(self._cell, document.cells))
        return msgspec.structs.replace(document, cells=cells)

    def _cell(self, cell: Cell) -> Cell:
        return msgspec.structs.replace(
            cell,
            source=self.text(cell.source),
            outputs=tuple(map(self._saved, cell.outputs)),
        )

    def _saved(self, output: SavedOutput) -> SavedOutput:
        return msgspec.structs.replace(
            output,
            text=self.text(output.text),
            evalue=self.text(output.evalue),
            traceback=tuple(map(self.text, output.traceback)),
        )

    def _focus(self, focus: Focus) -> Focus:
        return msgspec.structs.replace(focus, selection=self.text(focus.selection))


def masked_in(texts: Iterable[str]) -> tuple[str, ...]:
    """Name the secrets that stand masked in *texts*, each once: `KEY (openai-key)`."""
    found = (match[0] for text in texts for match in PLACEHOLDER.finditer(text))
    return tuple(dict.fromkeys(map(_secret, found)))


def _secret(placeholder: str) -> str:
    words = dict(word.split("=", 1) for word in placeholder.strip("<>").split()[1:])
    name = words.get("name", "")
    return f"{name} ({words['rule']})" if name else words["rule"]
