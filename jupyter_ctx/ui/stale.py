"""What is out of date in words for people: cell by cell, why, and what to do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from jupyter_ctx.code.again import once_more
from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.marks import NAMES_SHOWN, Stale
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.protocol.values import StaleCell

OLDER = "A run of the notebook from the top leaves it as it is."
OLDER_ABOVE = (
    "A run of the notebook from the top makes it anew: {} above is out of date."
)
BY_HAND = "Run its cell again."


def rows(state: KernelState) -> tuple[StaleCell, ...]:
    """Gather the marks of *state* by cell, in the order of the notebook."""
    if not state.stale:
        return ()
    return _Notebook(state).rows()


def due(cells: Iterable[StaleCell]) -> list[StaleCell]:
    """Give those that running cells again would change."""
    return [cell for cell in cells if not (cell.is_older or cell.is_lost)]


def sentence(mark: Stale) -> str:
    """Say why in one sentence without a full stop, names in backticks."""
    it = _listed(mark.names) if mark.names else "its output"
    is_one = len(mark.names) < 2  # noqa: PLR2004 - one name, or none: the output
    made = f"{it} {'was' if is_one else 'were'} made from"
    lives = "lives on, but its" if is_one else "live on, but their"
    of, by = _listed(mark.of), _by(mark)
    them = "it" if len(mark.of) == 1 else "them"
    text = {
        "edited": f"edited since it ran{_old(mark)}",
        "deleted": f"{it} {lives} cell is no longer in the notebook",
        "rebound": f"{made} {of} before {by} bound {them} anew",
        "changed": f"{made} {of} before {by} changed {them} in place",
        "early": f"it ran before {by} bound {of}",
        "undone": f"what it did to {of} was lost when {by} bound {them} anew",
        "input": f"{made} {of} of {by}, which is out of date",
        "restarted": "it ran in the previous kernel only",
    }[mark.reason]
    again = f"; its last run {mark.after}" if mark.after else ""
    return text[0].upper() + text[1:] + again


def _old(mark: Stale) -> str:
    come = "comes" if len(mark.names) == 1 else "come"
    return f"; {_listed(mark.names)} {come} from its older text" if mark.names else ""


def _by(mark: Stale) -> str:
    return mark.by or "something outside of the cells"


def _listed(found: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in found[:NAMES_SHOWN])
    hidden = len(found) - NAMES_SHOWN
    return f"{shown} and {hidden} more" if hidden > 0 else shown


class _Case(msgspec.Struct):
    """One cell with its marks; *source* is None where the notebook has no such cell."""

    key: str
    marks: list[Stale]
    source: str | None

    @property
    def cell(self) -> str:
        return self.marks[0].cell_id or ""

    @property
    def label(self) -> str:
        return self.marks[-1].label

    @property
    def is_older(self) -> bool:
        return all(mark.in_order for mark in self.marks)

    @property
    def makes(self) -> set[str]:
        """The live names that a new run would make or change."""
        if self.is_older or self.has("deleted"):
            return set()
        undone = [mark.of for mark in self.marks if mark.reason == "undone"]
        return {name for mark in self.marks for name in mark.names}.union(*undone)

    @property
    def edited(self) -> list[str]:
        """The names that an older text of the cell has made."""
        marks = [mark for mark in self.marks if mark.reason == "edited"]
        return [name for mark in marks for name in mark.names]

    def has(self, reason: str) -> bool:
        return any(mark.reason == reason for mark in self.marks)


class _Notebook:
    """The cells that are out of date among all that is known."""

    def __init__(self, state: KernelState) -> None:
        self.sources = _sources(state)
        self.alive = {summary.name for summary in state.variables}
        self.alive |= _private(state.executions)
        self.binders: dict[str, list[str]] = defaultdict(list)
        for key, source in self.sources.items():
            for name in _bound([source]):
                self.binders[name].append(key)
        self.bound = {*self.binders} | _bound(one.source for one in state.executions)
        groups: dict[str, list[Stale]] = {}
        for mark in state.stale:
            groups.setdefault(_key(mark), []).append(mark)
        self.place = {cell: at for at, cell in enumerate(self.sources)}
        last = len(self.place)
        in_order = sorted(groups, key=lambda key: self.place.get(key, last))
        self.cases = {
            key: _Case(key, groups[key], self.sources.get(key)) for key in in_order
        }
        self.executions = state.executions
        self.makers: dict[str, list[str]] = defaultdict(list)
        for key, case in self.cases.items():
            for name in case.makes:
                self.makers[name].append(key)
        self.by_run = {
            mark.run: key for key, case in self.cases.items() for mark in case.marks
        }
        self.advice = {key: self._advice(case) for key, case in self.cases.items()}

    def rows(self) -> tuple[StaleCell, ...]:
        after = {key: self._after(case) for key, case in self.cases.items()}
        self._pass_on(after)
        return tuple(
            _row(case, self.advice[key], after[key]) for key, case in self.cases.items()
        )

    def _advice(self, case: _Case) -> str:
        """Say what to do where running the cell again is not certain to help."""
        if case.has("deleted"):
            return self._without_cell(case)
        if case.is_older:
            above = self._due_above(case)
            return OLDER_ABOVE.format(above.label) if above is not None else OLDER
        if case.source is None:
            return BY_HAND
        return self._against(case, case.source)

    def _due_above(self, case: _Case) -> _Case | None:
        """Find a cell that is due and makes what a run from the top would read here."""
        for name in dict.fromkeys(name for mark in case.marks for name in mark.of):
            above = self.cases.get(self._above(name, case))
            if above is not None and not above.is_older:
                return above
        return None

    def _above(self, name: str, case: _Case) -> str:
        """Find the cell above whose value of *name* a run from the top would read."""
        end = self.place.get(case.key, 0)
        found = (key for key in self.binders[name] if self.place[key] < end)
        return max(found, key=self.place.__getitem__, default="")

    def _without_cell(self, case: _Case) -> str:
        found = dict.fromkeys(name for mark in case.marks for name in mark.names)
        gone = [name for name in found if not self._elsewhere(name, case)]
        if not gone:
            return _made_by_another([*found])
        them = "the name" if len(gone) == 1 else "the names"
        let_go = f"let {them} go: `del {', '.join(gone)}`"
        return f"Bring the cell back with undo, or {let_go}."

    def _elsewhere(self, name: str, case: _Case) -> str:
        """Find another cell of the notebook that binds *name*, as it is written."""
        return next((key for key in self.binders[name] if key != case.key), "")

    def _against(self, case: _Case, source: str) -> str:
        if not names(source).is_parsed:
            return "It has a syntax error; mend it first."
        dropped = self._dropped(case, source)
        if dropped:
            return dropped
        if any(mark.is_stuck for mark in case.marks):
            return "Its last run failed; mend it or what it reads first."
        fresh = {n for mark in case.marks if mark.reason == "undone" for n in mark.of}
        changed = sorted(once_more(source) - fresh - self._missing(source))
        if changed:
            maker = self._fresh(changed[0])
            first = f"; run {maker} first" if maker else ""
            return f"It would change {_listed(changed)} once more{first}."
        lost = sorted(name for name in self._missing(source) if not self._maker(name))
        return self._lost(lost, case) if lost else ""

    def _lost(self, lost: Sequence[str], case: _Case) -> str:
        """Say what to do about names that nothing holds and no listed cell makes."""
        are = "is" if len(lost) == 1 else "are"
        text = f"It reads {_listed(lost)}, which {are} not there"
        makers: dict[str, list[str]] = defaultdict(list)
        for name in lost:
            makers[self._elsewhere(name, case)].append(name)
        if "" in makers:
            return f"{text} any more."
        ran = {one.cell_id: one.label for one in self.executions if one.cell_id}
        cells = (
            ran.get(key, f"the cell that makes {_listed(made)}")
            for key, made in makers.items()
        )
        return f"{text}; run {' and '.join(cells)} first."

    def _dropped(self, case: _Case, source: str) -> str:
        """Say what to do with names that only the older text of the cell has made."""
        dropped = [name for name in case.edited if name not in _bound([source])]
        others = [name for name in dropped if self._elsewhere(name, case)]
        if others:
            return _made_by_another(others)
        if dropped:
            return f"It makes {_listed(dropped)} no more: `del {', '.join(dropped)}`."
        return ""

    def _missing(self, source: str) -> set[str]:
        """Give the names that the cell reads, some cell binds, and nothing holds."""
        return (set(names(source).uses) & self.bound) - self.alive

    def _maker(self, name: str) -> str:
        """Find a cell in the list that binds *name*."""
        for key, case in self.cases.items():
            if case.source is not None and name in _bound([case.source]):
                return key
        return ""

    def _fresh(self, name: str) -> str:
        """Find the last run that made *name* without reading it."""
        for one in reversed(self.executions):
            if name in _bound([one.source]) and name not in once_more(one.source):
                return one.label
        return ""

    def _after(self, case: _Case) -> tuple[str, ...]:
        """Give the other cells that make or change what this one reads."""
        inputs = [
            self.by_run[mark.by_run]
            for mark in case.marks
            if mark.reason == "input" and mark.by_run in self.by_run
        ]
        read = names(case.source).uses if case.source is not None else ()
        made = [key for name in read for key in self.makers.get(name, ())]
        above = [self._above(name, case) for name in read]
        made += [key for key in above if key in self.cases and self._is_due(key)]
        missing = self._missing(case.source) if case.source is not None else set()
        lost = [self._maker(name) for name in sorted(missing)]
        found = dict.fromkeys([*inputs, *made, *filter(None, lost)])
        return tuple(key for key in found if key != case.key)

    def _is_due(self, key: str) -> bool:
        case = self.cases[key]
        return not case.is_older and not case.has("restarted")

    def _pass_on(self, after: Mapping[str, tuple[str, ...]]) -> None:
        """Let what waits for a cell that cannot simply run wait for that."""
        is_done = False
        while not is_done:
            is_done = True
            for key, others in after.items():
                blocked = [one for one in others if self.advice[one]]
                if blocked and not self.advice[key]:
                    label = self.cases[blocked[0]].label or "the cell it reads from"
                    self.advice[key] = f"First bring {label} up to date."
                    is_done = False


def _made_by_another(found: Sequence[str]) -> str:
    return f"Another cell makes {_listed(found)} now: run that one first."


def _row(case: _Case, advice: str, after: tuple[str, ...]) -> StaleCell:
    told = [mark for mark in case.marks if not mark.in_order] or case.marks
    live = dict.fromkeys(name for mark in case.marks for name in mark.names)
    return StaleCell(
        key=case.key,
        cell=case.cell if case.source is not None else "",
        label=case.label,
        names=tuple(live),
        reasons=tuple(dict.fromkeys(map(sentence, told))),
        can_run=not advice,
        after=after if not advice else (),
        advice=advice,
        is_older=case.is_older,
        is_lost=all(mark.reason == "restarted" for mark in case.marks),
    )


def _key(mark: Stale) -> str:
    return mark.cell_id or f"run:{mark.run}"


def _sources(state: KernelState) -> dict[str, str]:
    """Give the source of each code cell: as written, or without a page as it ran."""
    if state.document is not None:
        cells = state.document.cells
        return {cell.id: cell.source for cell in cells if cell.kind == "code"}
    return {one.cell_id: one.source for one in state.executions if one.cell_id}


def _private(executions: Iterable[Execution]) -> set[str]:
    """Give the names alive that begin with an underscore: nobody describes them."""
    found: set[str] = set()
    for one in executions:
        if one.touched is None:
            found |= _bound([one.source])
        for touch in one.touched or ():
            (found.discard if touch.kind == "deleted" else found.add)(touch.name)
    return {name for name in found if name.startswith("_")}


def _bound(sources: Iterable[str]) -> set[str]:
    return {binding.name for one in sources for binding in names(one).binds}
