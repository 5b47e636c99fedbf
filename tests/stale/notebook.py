"""A notebook that people edit and run, over a kernel of the tests."""

from __future__ import annotations

import re

from jupyter_ctx.core.stale import Stale, Written, stale
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.recorder import Recorder
from tests.kernel.recording import recording

_STEP = re.compile(r"(\w+)(?: < (\w+))?\s?([:~-]) ?(.*)", re.DOTALL)


class Notebook:
    """Cells in their order, as written now, with the recorder that saw them run."""

    def __init__(self) -> None:
        self.cells: dict[str, str] = {}
        self.ran: set[str] = set()
        self.recorder: Recorder
        self.restart()

    def restart(self) -> None:
        """Run on in a new kernel; the notebook stays."""
        self._shell, self.recorder = recording()

    def take(self, step: str) -> None:
        """Do one step of a scenario."""
        if step == "restart":
            self.restart()
            return
        found = _STEP.fullmatch(step)
        assert found is not None, step
        cell, above, verb, source = found.groups()
        if verb == "-":
            del self.cells[cell]
        elif verb == "~":
            self.cells[cell] = source
        else:
            self.run(cell, source, above)

    def run(self, cell: str, source: str = "", above: str | None = None) -> None:
        """Write *source* into *cell*, in front of *above* if it is new, and run it."""
        if above is not None:
            rest = {name: self.cells.pop(name) for name in _from(self.cells, above)}
            self.cells |= {cell: source, **rest}
        self.cells[cell] = source or self.cells[cell]
        self.ran.add(cell)
        self._shell.run_cell(self.cells[cell], cell_id=cell)

    def state(self) -> KernelState:
        """Ask as a question does."""
        return self.recorder.state()

    def marks(self, *, document: bool = True) -> tuple[Stale, ...]:
        """Give the marks that stand now."""
        state = self.state()
        written = Written(self.cells, frozenset(self.ran)) if document else None
        runs = {summary.name: summary.run for summary in state.variables}
        return stale(state.executions, runs, written)


def _from(cells: dict[str, str], above: str) -> list[str]:
    names = list(cells)
    return names[names.index(above) :]


def told(mark: Stale, cells: dict[int, str]) -> str:
    """Write *mark* as the scenarios do; *cells* names the cell of each run."""
    names, of = ", ".join(mark.names), " ".join(mark.of)
    text = f"{'~' * mark.in_order}{mark.cell_id}[{names}] {mark.reason}"
    by = f" by {cells[mark.by_run]}" if mark.by_run is not None else ""
    return f"{text} {of}{by}".rstrip()
