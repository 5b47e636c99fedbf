"""Runs notebooks in a real kernel and compares what is said with what happened."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.live.kernel import LiveKernel
from tests.truth.notebooks import Source

TRACER = "__import__('tests.truth.tracer', fromlist=['_'])"
CELL_TIME = 60  # seconds for one cell
NOTEBOOK_FAILURES = 8  # errors after which the rest of a notebook is left

ALTER = {
    "int": ("{x} = {x} + {k}", ""),
    "float": ("{x} = {x} * 2 + {k}", ""),
    "str": ("{x} = {x} + '!{k}'", ""),
    "list": ("{x} = {x} + ['new{k}']", "{x}.append('new{k}')"),
    "dict": ("{x} = dict({x}, new{k}=1)", "{x}['new{k}'] = 1"),
    "set": ("{x} = {x} | {{'new{k}'}}", "{x}.add('new{k}')"),
    "DataFrame": ("{x} = {x}.assign(new{k}=1)", "{x}['new{k}'] = 1"),
    "Series": ("{x} = {x}.rename('new{k}')", "{x}.name = 'new{k}'"),
    "ndarray": ("{x} = {x}[:-1].copy()", "{x}.flat[0] = {x}.flat[0] + {k}"),
}
"""How a value of each type is replaced, and how it is changed in place."""

Mark = dict[str, Any]


@dataclass
class Figures:
    """What was counted, and examples of what was wrong."""

    notebooks: int = 0
    cells: int = 0
    failed: int = 0
    names: int = 0
    undescribed: list[str] = field(default_factory=list)
    unbound: list[str] = field(default_factory=list)
    differs_by_object: list[str] = field(default_factory=list)
    marks_now: list[str] = field(default_factory=list)
    marks_in_order: int = 0
    untrue: list[str] = field(default_factory=list)
    planted: dict[str, int] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    new_marks: int = 0
    alarms: list[str] = field(default_factory=list)

    def count(self, table: dict[str, int], kind: str) -> None:
        """Add one to *kind*."""
        table[kind] = table.get(kind, 0) + 1

    def lines(self) -> Iterator[str]:
        """Tell all figures."""
        yield f"notebooks {self.notebooks}, cells {self.cells}, failed {self.failed}"
        yield f"live names {self.names}: not described {len(self.undescribed)}"
        yield _share("binding run right", self.names, self.unbound)
        yield _share("the same by identity alone", self.names, self.differs_by_object)
        yield (
            f"marks after a run from the top: {len(self.marks_now)}, in order "
            f"{self.marks_in_order}, of all these untrue {len(self.untrue)}"
        )
        for kind, planted in sorted(self.planted.items()):
            yield f"  planted by {kind}: found {self.found.get(kind, 0)} of {planted}"
        planted, found = sum(self.planted.values()), sum(self.found.values())
        yield f"planted {planted}, found {found} = {found / max(1, planted):.4f}"
        false = len(self.alarms)
        share = false / max(1, self.new_marks)
        yield f"new marks {self.new_marks}, false alarms {false} = {share:.4f}"


def _share(what: str, all_: int, wrong: list[str]) -> str:
    return (
        f"{what}: {all_ - len(wrong)} of {all_} = {1 - len(wrong) / max(1, all_):.4f}"
    )


class Campaign:
    """Runs notebooks one after the other and gathers the figures."""

    def __init__(self, seed: int = 0, plants: int = 8) -> None:
        self.figures = Figures()
        self.plants = plants
        self.random = random.Random(seed)

    def run(self, source: Source) -> None:
        """Run one notebook from the top, then plant changes."""
        env = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
        with LiveKernel(env=env) as kernel:
            session = Session(kernel, source)
            session.run_all()
            self.figures.notebooks += 1
            self.figures.cells += len(session.ran)
            self.figures.failed += session.failures
            self._look(session)
            self._baseline(session)
            for _ in range(self.plants):
                self._plant(session)

    def _look(self, session: Session) -> None:
        truth, types = session.truth(), session.value("types()")
        moved = session.truth("moved")
        said, bare = session.value("bindings()"), session.value("bare()")
        for name, kind in types.items():
            self.figures.names += 1
            where = f"{session.name}: {name}"
            told, cell = said.get(name, ("", None))
            if told not in (kind, bare[name]):  # only its type: no time for more yet
                self.figures.undescribed.append(f"{where} is {kind}, said {told!r}")
            if cell != truth.get(name):
                line = f"{where} bound by {truth.get(name)}, said {cell}"
                self.figures.unbound.append(line)
            if cell != moved.get(name):
                self.figures.differs_by_object.append(where)

    def _baseline(self, session: Session) -> None:
        session.marks = session.ask_marks()
        for mark in session.marks:
            text = f"{session.name}: {shown(mark)}"
            self.figures.marks_in_order += mark["in_order"]
            if not mark["in_order"]:
                self.figures.marks_now.append(text)
            if not session.is_true(mark):
                self.figures.untrue.append(text)

    def _plant(self, session: Session) -> None:
        plant = session.plan(self.random)
        if plant is None:
            return
        before = {pair for mark in session.marks for pair in _pairs(mark)}
        hashes = session.value("hashes()")
        session.do(plant)
        marks = session.ask_marks()
        marked = {m["cell_id"] for m in marks}
        judge = Judge(session, plant, hashes, {cell for cell, _ in before})
        for cell in judge.expected():
            self.figures.count(self.figures.planted, plant.kind)
            if cell in marked:
                self.figures.count(self.figures.found, plant.kind)
            else:
                self.figures.missed.append(f"{session.name}: {plant} in {cell}")
        new = [m for m in marks if not _pairs(m) <= before]
        self.figures.new_marks += len(new)
        allowed = judge.allowed()
        for mark in new:
            if mark["cell_id"] not in allowed and not judge.is_undone(mark):
                line = f"{session.name}: {plant}: {shown(mark)}"
                self.figures.alarms.append(line)
        session.undo(plant)
        session.marks = session.ask_marks()


def _pairs(mark: Mark) -> set[tuple[str, str]]:
    return {(mark["cell_id"], name) for name in mark["of"] or [mark["reason"]]}


def shown(mark: Mark) -> str:
    """Write *mark* in one line."""
    return (
        f"{mark['cell_id']}{mark['names']} {mark['reason']} {mark['of']} "
        f"by {mark['by']} {'in order' if mark['in_order'] else ''}"
    )


@dataclass(frozen=True)
class Plant:
    """One thing done to the notebook: to *cell*, about *name*, with *source*."""

    kind: str
    cell: str
    name: str = ""
    source: str = ""


class Session:
    """One notebook in one kernel, with the trace of every cell that ran."""

    def __init__(self, kernel: LiveKernel, source: Source) -> None:
        self.kernel, self.name = kernel, source.name
        self.cells = {f"c{n}": text for n, text in enumerate(source.cells)}
        self.ran: list[str] = []
        self.failures = 0
        self.failed: set[str] = set()
        self.fresh = 0
        self.marks: list[Mark] = []
        if source.folder is not None:
            work = kernel.home / "work"
            if source.folder.is_dir():
                shutil.copytree(source.folder, work)
            work.mkdir(exist_ok=True)
            kernel.run("import os as _os; _os.chdir('work')", silent=True)
        kernel.run(f"{TRACER}.install()", silent=True)

    def value(self, call: str) -> Any:
        """Ask the tracer."""
        return self.kernel.value(f"{TRACER}.{call}")

    def run_all(self) -> None:
        """Run every cell from the top."""
        for cell in list(self.cells):
            if self.failures > NOTEBOOK_FAILURES:
                del self.cells[cell]
            else:
                self.run(cell)

    def run(self, cell: str) -> None:
        """Run *cell* as it is written, traced."""
        self.kernel.run(f"{TRACER}.begin()", silent=True)
        ran = self.kernel.run(self.cells[cell], cell_id=cell, timeout=CELL_TIME)
        self.kernel.run(f"{TRACER}.end()", silent=True)
        self.ran.append(cell)
        self.failures += ran.status != "ok"
        (self.failed.discard if ran.status == "ok" else self.failed.add)(cell)

    def traces(self) -> list[tuple[str, dict[str, set[str]]]]:
        """Give the trace of each run with its cell."""
        found = self.value("traces()")
        sets = [{f: set(names) for f, names in one.items()} for one in found]
        return list(zip(self.ran, sets, strict=True))

    def truth(self, kind: str = "stores") -> dict[str, str]:
        """Tell which cell bound each name last."""
        bound: dict[str, str] = {}
        for cell, trace in self.traces():
            bound |= dict.fromkeys(trace[kind], cell)
        return bound

    def last(self) -> dict[str, dict[str, set[str]]]:
        """Give the trace of the last run of each cell."""
        return dict(self.traces())

    def ask_marks(self) -> list[Mark]:
        """Give the marks that stand now."""
        found: list[Mark] = self.value(f"marks({self.cells!r}, {self.ran!r})")
        return found

    def is_true(self, mark: Mark) -> bool:
        """Tell whether the cell read what it is said to have read."""
        trace = self.last().get(mark["cell_id"])
        if trace is None or not mark["of"]:
            return True
        read = trace["loads"] | trace["through"]
        return any(name in read for name in mark["of"])

    # Changes that are planted.

    def plan(self, random: random.Random) -> Plant | None:
        """Think of something that people do."""
        types = self.value("types()")
        last = self.last()
        bound = [
            (cell, name)
            for cell, trace in last.items()
            for name in sorted(trace["stores"] & types.keys())
            if types[name] in ALTER and self.truth()[name] == cell
            if cell in self.cells and not self.cells[cell].lstrip().startswith("%%")
        ]
        kinds = ("edit", "delete", "again", "rerun", "rerun", "bind", "change", "look")
        kind = random.choice(kinds)
        if not bound:
            return None
        cell, name = random.choice(bound)
        return self._planned(kind, cell, name, types[name])

    def _planned(self, kind: str, cell: str, name: str, type_name: str) -> Plant | None:
        self.fresh += 1
        alter = [text.format(x=name, k=self.fresh) for text in ALTER[type_name]]
        anew, in_place = alter
        if kind == "edit":
            return Plant(kind, cell, name, self.cells[cell] + "\n# edited")
        if kind == "delete":
            return Plant(kind, cell, name)
        if kind == "rerun":
            return Plant(kind, cell, name, f"{self.cells[cell]}\n{anew}")
        new = f"new{self.fresh}"
        if kind == "again":  # an equal value, another object
            source = f"{name} = __import__('copy').deepcopy({name})"
            return Plant(kind, new, name, source)
        if kind == "look":
            return Plant(kind, new, name, f"type({name})")
        source = in_place if kind == "change" and in_place else anew
        return Plant("change" if source == in_place else "bind", new, name, source)

    def do(self, plant: Plant) -> None:
        """Carry out *plant*."""
        self.old = dict(self.cells)
        if plant.kind == "delete":
            del self.cells[plant.cell]
            return
        self.cells[plant.cell] = plant.source
        if plant.kind != "edit":
            self.run(plant.cell)

    def undo(self, plant: Plant) -> None:
        """Take back what was done to the text alone."""
        if plant.kind in ("edit", "delete"):
            self.cells = self.old


class Judge:
    """Says from traces and hashes alone which cells must and may be marked."""

    def __init__(
        self,
        session: Session,
        plant: Plant,
        hashes: dict[str, str],
        marked: set[str],
    ) -> None:
        self.session, self.plant = session, plant
        after = session.value("hashes()")
        self.changed = {
            name
            for name in hashes.keys() & after.keys()
            if hashes[name] != after[name] and "?" not in (hashes[name], after[name])
        }
        self.unsure = {n for n in after if "?" in (after[n], hashes.get(n, "?"))}
        self.marked = marked
        self.traces = session.traces()
        self.last = dict(self.traces)

    def expected(self) -> list[str]:
        """Give the cells whose input is not what they read, or whose text is not."""
        if self.plant.kind == "edit":
            return [self.plant.cell]
        if self.plant.kind == "delete":
            return [self.plant.cell]
        if self.plant.kind in ("again", "look"):
            return []
        changed = {self.plant.name} & self.changed
        return [cell for cell in self._readers(changed) if self._reads_last(cell)]

    def _reads_last(self, cell: str) -> bool:
        """Tell whether the cell read the value that was there before the plant."""
        name = self.plant.name
        written = [c for c, t in self.traces[:-1] if name in t["stores"]]
        order = [c for c, _ in self.traces[:-1]]
        return bool(written) and order[::-1].index(cell) < order[::-1].index(
            written[-1]
        )

    def _readers(self, names: set[str]) -> list[str]:
        found = []
        for cell, trace in self.last.items():
            is_own = (
                bool((trace["stores"] | trace["changed"]) & names)
                or cell == self.plant.cell
            )
            if trace["loads"] & names and not is_own and self._is_well(cell):
                found.append(cell)
        return found

    def _is_well(self, cell: str) -> bool:
        return cell in self.session.cells and cell not in self.session.failed

    def is_undone(self, mark: Mark) -> bool:
        """Tell whether the plant bound anew what the cell had changed."""
        own = self.last[mark["cell_id"]]
        anew = (
            self.last[self.plant.cell]["stores"] if self.plant.cell in self.last else ()
        )
        written = own["stores"] | own["changed"]
        return mark["reason"] == "undone" and set(mark["of"]) <= written & set(anew)

    def allowed(self) -> set[str]:
        """Give all cells that may be marked: what they read may have changed."""
        if self.plant.kind in ("edit", "delete"):
            return {self.plant.cell}
        dirty = set(self.changed)
        if self.plant.kind not in ("again", "look"):
            dirty |= self.unsure | {self.plant.name}
        cells: set[str] = set()
        size = -1
        while size != len(cells):
            size = len(cells)
            for cell, trace in self.last.items():
                if (trace["loads"] | trace["through"]) & dirty:
                    cells.add(cell)
                    dirty |= trace["stores"] | trace["changed"]
        # A new cell that reads what was out of date before is so itself.
        made = [self.last[cell] for cell in self.marked if cell in self.last]
        old = {name for trace in made for name in trace["stores"] | trace["changed"]}
        return cells | ({self.plant.cell} if self.plant.name in old else set())
