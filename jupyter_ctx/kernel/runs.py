"""The log of executions: bounded, append-only, values alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from jupyter_ctx.core.cell import Execution, Output, Touch
from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.kernel.clip import clip
from jupyter_ctx.kernel.printed import Printed

if TYPE_CHECKING:
    from jupyter_ctx.kernel.pictures import Album

SOURCE_LIMIT = 100_000  # characters kept of one source
SOURCES_BYTES = 1_000_000  # of all sources; older runs are forgotten first
OUTPUT_LIMIT = 4_000  # characters kept of one output
OUTPUTS_OF_RUN = 20  # outputs kept of one run: the first and the last half
OUTPUTS_BYTES = 1_000_000  # of all outputs; those of older runs are dropped first
RUNS = 5_000  # kept at all
PARENTS = 200  # runs whose late output is still attributed

Kind = Literal["stream", "display_data", "execute_result", "error"]


class Captured(msgspec.Struct):
    """One output while it may still grow; *name* tells stdout from stderr."""

    kind: Kind
    mime: str
    printed: Printed
    name: str = ""
    size: int = 0
    picture: Picture | None = None

    def freeze(self) -> Output:
        """Give it as a value, as a terminal shows it in the end."""
        size = self.size or self.printed.size
        text = self.printed.text
        return Output(self.kind, text, self.mime, size, self.picture)


class Run(msgspec.Struct):
    """One execution while it runs and after; *key* tells which cell it was."""

    run: int
    source: str
    key: str
    execution_count: int | None = None
    cell_id: str | None = None
    status: Literal["ok", "error", "running"] = "running"
    outputs: list[Captured] = []
    inferred: bool = False
    touched: tuple[Touch, ...] | None = None

    @property
    def label(self) -> str:
        """How the cell is named to people and models: `In[3]` or `run 7`."""
        return Execution(self.run, "", self.execution_count).label

    def freeze(self) -> Execution:
        """Give it as a value."""
        return Execution(
            run=self.run,
            source=self.source,
            execution_count=self.execution_count,
            cell_id=self.cell_id,
            status=self.status,
            outputs=tuple(captured.freeze() for captured in list(self.outputs)),
            inferred=self.inferred,
            touched=self.touched,
        )


class RunLog:
    """All runs of this kernel session, oldest first, within fixed memory.

    Sources and outputs are added on any thread; each step is one operation on
    a list, so that a reader sees a run a little earlier or later, never broken.
    """

    def __init__(self) -> None:
        self._runs: list[Run] = []
        self._parents: dict[str, Run] = {}
        self._next = 1
        self._source_bytes = 0
        self._output_bytes = 0
        self._stripped = 0  # runs at the front whose outputs were dropped
        self._album: Album | None = None

    @property
    def album(self) -> Album:
        """The pixels of the newest pictures."""
        if self._album is None:
            # Loaded with the first picture.
            from jupyter_ctx.kernel.pictures import Album  # noqa: PLC0415

            self._album = Album()
        return self._album

    @property
    def newest(self) -> Run | None:
        """The run that began last."""
        return self._runs[-1] if self._runs else None

    def begin(
        self, source: str, *, cell_id: str | None = None, parent: str = ""
    ) -> Run:
        """Log that *source* starts; *parent* is the message that asked for it."""
        # A front end may put anything into the metadata of its message.
        cell_id = cell_id if type(cell_id) is str else None
        key = cell_id if cell_id is not None else f"source:{source[:SOURCE_LIMIT]}"
        run = Run(self._next, clip(source, SOURCE_LIMIT), key, cell_id=cell_id)
        self._next += 1
        self._runs.append(run)
        self._source_bytes += sys.getsizeof(run.source)
        if parent:
            self._parents[parent] = run
            if len(self._parents) > PARENTS:
                del self._parents[next(iter(self._parents))]
        self._shrink()
        return run

    def of_parent(self, parent: str) -> Run | None:
        """Find the run that the message *parent* asked for."""
        return self._parents.get(parent)

    def of_count(self, execution_count: int) -> Run | None:
        """Find the newest run with *execution_count*."""
        for run in reversed(self._runs):
            if run.execution_count == execution_count:
                return run
        return None

    def place(self, cells: Mapping[int, str]) -> None:
        """Note the cells of runs that came without one, by their numbers."""
        for run in self if cells else ():
            if run.cell_id is None:
                run.cell_id = cells.get(run.run)

    def write(self, run: Run, name: str, text: str) -> None:
        """Add printed *text* to *run*, joined with what was printed just before."""
        last = run.outputs[-1] if run.outputs else None
        if last is not None and last.kind == "error" and name == "stderr":
            return  # IPython prints some tracebacks: the error is known already
        if last is None or last.kind != "stream" or last.name != name:
            last = Captured("stream", "text/plain", Printed(OUTPUT_LIMIT), name)
            self._append(run, last)
        before = _bytes(last)
        last.printed.write(text)
        self._output_bytes += _bytes(last) - before
        self._shrink()

    def show(  # noqa: PLR0913 - each is a fact of the output
        self,
        run: Run,
        kind: Kind,
        mime: str,
        text: str,
        size: int,
        *,
        picture: Picture | None = None,
    ) -> None:
        """Add a displayed output to *run*."""
        captured = Captured(kind, mime, Printed(OUTPUT_LIMIT), "", size, picture)
        captured.printed.write(text)
        self._append(run, captured)
        self._output_bytes += _bytes(captured)
        self._shrink()

    def clear(self, run: Run) -> None:
        """Forget the outputs of *run*, as `clear_output` does."""
        self._output_bytes -= sum(map(_bytes, run.outputs))
        run.outputs = []

    def _append(self, run: Run, captured: Captured) -> None:
        if len(run.outputs) >= OUTPUTS_OF_RUN:
            middle = run.outputs.pop(OUTPUTS_OF_RUN // 2)
            self._output_bytes -= _bytes(middle)
        run.outputs.append(captured)

    def _shrink(self) -> None:
        while self._output_bytes > OUTPUTS_BYTES and self._stripped < len(self._runs):
            self.clear(self._runs[self._stripped])
            self._stripped += 1
        while len(self._runs) > 1 and (
            len(self._runs) > RUNS or self._source_bytes > SOURCES_BYTES
        ):
            gone = self._runs.pop(0)
            self.clear(gone)
            self._source_bytes -= sys.getsizeof(gone.source)
            self._stripped = max(0, self._stripped - 1)

    def __iter__(self) -> Iterator[Run]:
        """Go through the runs, oldest first; safe while others are added."""
        return iter(list(self._runs))

    @property
    def finished(self) -> int:
        """The number of the last run that is over; 0 before the first."""
        last = self.last
        return last.run if last is not None else 0

    @property
    def last(self) -> Run | None:
        """The newest run that is over; None before the first."""
        over = (run for run in reversed(self._runs) if run.status != "running")
        return next(over, None)


def _bytes(captured: Captured) -> int:
    return 200 + 2 * captured.printed.kept
