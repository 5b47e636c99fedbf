"""What is out of date, and why: made from a source or value that has changed since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.made import edited_in, made_from
from jupyter_ctx.core.engine.marks import Reason, Stale, Written
from jupyter_ctx.core.versions import Reading, Replay, Version, replay, source_digests

__all__ = ["Stale", "Written", "stale"]


def stale(
    executions: Sequence[Execution],
    runs: Mapping[str, int | None],
    written: Written | None = None,
) -> tuple[Stale, ...]:
    """Mark what is out of date after *executions*, in the order of the runs.

    *runs* are the live names with the run that bound each, None where it was no
    cell. Without *written* nobody knows what was edited or deleted, and cells
    stand in the order in which they ran first.
    """
    notebook = _Notebook(replay(executions), runs, written)
    found = [*notebook.flow(), *notebook.text()]
    return tuple(sorted(found, key=lambda mark: mark.run or 0))


class _Notebook:
    """The last run of each cell, among all the others."""

    def __init__(
        self, seen: Replay, runs: Mapping[str, int | None], written: Written | None
    ) -> None:
        self.seen = seen
        self.written = written
        self.last: dict[str, Reading] = {}
        self.first: dict[str, int] = {}
        self.by_run = {one.execution.run: one for one in seen.readings}
        for reading in seen.readings:
            self.last[reading.key] = reading
            self.first.setdefault(reading.key, reading.execution.run)
        order = [*(written.sources if written is not None else ()), *self.first]
        self.position = {key: at for at, key in enumerate(dict.fromkeys(order))}
        self.writers: dict[str, list[str]] = defaultdict(list)
        for key in sorted(self.last, key=self.position.__getitem__):
            for name in self.last[key].writes:
                self.writers[name].append(key)
        # Names that begin with an underscore live as well, but nobody lists them.
        private = {n: v.bound for n, v in seen.now.items() if n.startswith("_")}
        self.alive = frozenset({**private, **runs})
        self.live: dict[int, list[str]] = defaultdict(list)
        for name, run in {**private, **runs}.items():
            if run is not None:
                self.live[run].append(name)
        self.out_of_date: set[tuple[int, str]] = set()  # names of runs, as far as found
        self.now = dict(seen.now)
        for name, run in runs.items():
            if run is None and self._was_seen(name):
                # Bound outside of any cell: another value than any cell has read.
                self.now[name] = Version(-1, -1)

    def _was_seen(self, name: str) -> bool:
        """Tell whether the kernel saw a run bind *name*; else None means unknown."""
        version = self.seen.now.get(name)
        writer = self.by_run.get(version.bound) if version is not None else None
        return writer is not None and not writer.execution.inferred

    # Marks of the dataflow.

    def flow(self) -> Iterator[Stale]:
        """Mark runs whose inputs are not what they were, and those made from them."""
        judged = [one for one in self.seen.readings if self._counts(one)]
        size = -1
        while size != len(self.out_of_date):
            # A run can be out of date for one that came later and made the same.
            size = len(self.out_of_date)
            marks = [mark for reading in judged for mark in self._of_run(reading)]
        yield from marks

    def _counts(self, reading: Reading) -> bool:
        """Tell whether the run made what its cell shows, or a name still holds."""
        if self._is_gone(reading):
            return False
        last = self.last[reading.key]
        is_left = last.execution.status == "error" and self.live[reading.execution.run]
        return last is reading or bool(is_left)

    def _of_run(self, reading: Reading) -> list[Stale]:
        marks = [*self._of_reading(reading)] or [*self._through(reading)]
        run = reading.execution.run
        for mark in marks:
            if not mark.in_order:
                late = made_from(reading, reading.writes, mark.of)
                self.out_of_date.update((run, name) for name in late)
        return marks

    def _is_gone(self, reading: Reading) -> bool:
        """Tell whether the cell cannot be run again: it has a mark of its own."""
        cell = reading.execution.cell_id
        if self.written is None or cell is None:
            return False
        return cell not in self.written.sources

    def _of_reading(self, reading: Reading) -> Iterator[Stale]:
        groups: dict[tuple[Reason, int, bool], list[str]] = {}
        for name, read in reading.reads.items():
            found = self._judge(reading, name, read)
            if found is not None:
                groups.setdefault(found, []).append(name)
        for (reason, by, in_order), of in groups.items():
            if self._counts_for(reading, of):
                yield self._mark(reading, reason, of, by, in_order=in_order)

    def _counts_for(self, reading: Reading, of: Sequence[str]) -> bool:
        """Tell whether anything is left of what the run has made from names *of*."""
        is_shown = bool(reading.execution.outputs) or not self._made(reading)
        return is_shown or bool(made_from(reading, self._left(reading), of))

    def _left(self, reading: Reading) -> Iterator[str]:
        """Give the names that hold what the run made, or changed in place."""
        run = reading.execution.run
        live = self.live[run]
        yield from live
        for name, left in reading.writes.items():
            if name not in live and left is not None and left.bound != run:
                yield name

    def _judge(
        self, reading: Reading, name: str, read: Version | None
    ) -> tuple[Reason, int, bool] | None:
        """Tell what happened to *name* since, which run did it, and in which order."""
        now = self.now.get(name)
        run = reading.execution.run
        if now is None or (read is not None and now.written == read.written):
            return None
        if reading.execution.status == "error" or read is None:
            is_missed = read is None and now.bound > run and _missed(reading, name)
            return (
                ("early", now.bound, self._is_below(now, reading))
                if is_missed
                else None
            )
        if name in reading.writes:
            return self._judge_own(reading, name, read, now)
        if read.digest and read.digest in (now.digest, self._said(name, now)):
            return None
        return self._judge_change(reading, name, read, now)

    def _judge_own(
        self, reading: Reading, name: str, read: Version, now: Version
    ) -> tuple[Reason, int, bool] | None:
        """Tell what happened to a name that the run has written as well."""
        run, by = reading.execution.run, self._key(now.written)
        if by == reading.key and now.written > run:
            # A later run that failed has written it: other names hold what was.
            is_same = _is_left(reading, name, now)
            return None if is_same else ("rebound", now.written, False)
        is_lost = now.bound > run and self._key(now.bound) in read.lineage
        return ("undone", now.bound, False) if is_lost else None

    def _is_below(self, now: Version, reading: Reading) -> bool:
        """Tell whether the notebook binds the value only after the cell."""
        place = self.position.get(self._key(now.bound), 0)
        return self.written is not None and place > self.position[reading.key]

    def _said(self, name: str, now: Version) -> str:
        """Give what the source says of a value, to compare with one nobody saw."""
        writer = self.by_run.get(now.written)
        return source_digests(writer.execution.source).get(name, "") if writer else ""

    def _judge_change(
        self, reading: Reading, name: str, read: Version, now: Version
    ) -> tuple[Reason, int, bool] | None:
        if now.bound == read.bound:
            if self._is_shared(reading, now):
                return None
            return "changed", now.written, self._in_order(reading, name, read)
        above = self._writer_above(reading, name)
        is_new = above is not None and self.first[above] > reading.execution.run
        if self.written is not None and is_new and above == self._key(now.bound):
            return "early", now.bound, False
        return "rebound", now.bound, self._in_order(reading, name, read)

    def _is_shared(self, reading: Reading, now: Version) -> bool:
        """Tell whether the run only gave the object one more name, or a view of it."""
        others = [self.now[n] for n in reading.writes if n in self.now]
        return any(
            other.written == now.written
            and (other.digest == now.digest or other.bound != other.written)
            for other in others
        )

    def _in_order(self, reading: Reading, name: str, read: Version) -> bool:
        """Tell whether a run from the top would read here what the run has read."""
        above = self._writer_above(reading, name)
        if above is None or (self.last[above].execution.run, name) in self.out_of_date:
            return False
        return _is_left(self.last[above], name, read)

    def _writer_above(self, reading: Reading, name: str) -> str | None:
        """Find the cell whose value a run from the top would read here."""
        place = self.position[reading.key]
        above = [key for key in self.writers[name] if self.position[key] < place]
        return above[-1] if above else None

    def _through(self, reading: Reading) -> Iterator[Stale]:
        if reading.execution.status == "error":
            return  # nobody knows how far it came, and what it read
        groups: dict[int, list[str]] = {}
        for name, read in reading.reads.items():
            by = self._maker(name, read) if read is not None else -1
            if (by, name) in self.out_of_date and by != reading.execution.run:
                groups.setdefault(by, []).append(name)
        for by, of in groups.items():
            if self._counts_for(reading, of):
                yield self._mark(reading, "input", of, by)

    def _maker(self, name: str, read: Version) -> int:
        """Find the last run that has made what was *read*."""
        last = self.last.get(self._key(read.written))
        if last is not None and _is_left(last, name, read):
            return last.execution.run
        return read.written

    def _key(self, run: int) -> str:
        return self.by_run[run].key if run in self.by_run else ""

    def _mark(
        self,
        reading: Reading,
        reason: Reason,
        of: Sequence[str] = (),
        by: int = -1,
        *,
        in_order: bool = False,
    ) -> Stale:
        made = self._plain(reading, reason, made_from(reading, self._made(reading), of))
        other = self.by_run.get(by)
        return msgspec.structs.replace(
            made,
            of=tuple(of),
            by=other.execution.label if other is not None else "",
            by_run=by if other is not None else None,
            in_order=in_order,
            is_replaced=all(self._is_replaced(reading, name) for name in of),
        )

    def _is_replaced(self, reading: Reading, name: str) -> bool:
        """Tell whether the value of *name* now was not made from the one read."""
        read, now = reading.reads.get(name), self.now.get(name)
        return read is None or now is None or not read.lineage <= now.lineage

    def _made(self, reading: Reading) -> list[str]:
        """Give the live names that the run made from what it read.

        Imports never are; functions and classes only where it made nothing else.
        """
        binds = names(reading.execution.source).binds
        kinds = {binding.name: binding.kind for binding in binds}
        live = self.live[reading.execution.run]
        made = [name for name in live if kinds.get(name) != "import"]
        values = [name for name in made if kinds.get(name) not in ("def", "class")]
        return values or made

    def _is_stuck(self, last: Reading) -> bool:
        """Tell whether a cell that failed would fail again: nothing has changed."""
        cell = last.execution.cell_id or ""
        sources = self.written.sources if self.written is not None else {}
        is_edited = not _same(sources.get(cell, ""), last.execution.source)
        if _ended(last) != "failed" or (cell in sources and is_edited):
            return False
        return all(self.now.get(name) == read for name, read in last.reads.items())

    def _plain(self, reading: Reading, reason: Reason, names: Iterable[str]) -> Stale:
        execution, last = reading.execution, self.last[reading.key]
        return Stale(
            reason,
            execution.label,
            tuple(names),
            run=execution.run,
            cell_id=execution.cell_id,
            after=_ended(last) if last is not reading else "",
            is_stuck=last is not reading and self._is_stuck(last),
        )

    # Marks of the text, where the document is known.

    def text(self) -> Iterator[Stale]:
        """Mark runs whose cell was edited or deleted, and cells of a dead kernel."""
        if self.written is None:
            return
        for reading in self.seen.readings:
            mark = self._of_text(reading, self.written)
            if mark is not None:
                yield mark
        yield from self._of_dead_kernel(self.written)

    def _of_text(self, reading: Reading, written: Written) -> Stale | None:
        execution, bound = reading.execution, self.live[reading.execution.run]
        if execution.cell_id is None:
            return None
        if self._is_gone(reading):
            if self._is_elsewhere(execution.source):
                return None
            orphans = [name for name in bound if not self._is_imported(name)]
            return self._plain(reading, "deleted", orphans) if orphans else None
        text = written.sources[execution.cell_id]
        is_same = _same(text, execution.source)
        return None if is_same else self._of_edit(reading, text, bound)

    def _of_edit(
        self, reading: Reading, text: str, bound: Sequence[str]
    ) -> Stale | None:
        """Mark what the cell, edited to *text*, would make otherwise."""
        last = self.last[reading.key]
        other = edited_in(reading.execution.source, text, bound)
        if last is not reading and (not other or last.is_open):
            return None  # nothing is left of it, or `import *` has bound it again
        return self._plain(reading, "edited", other)

    def _is_elsewhere(self, source: str) -> bool:
        """Tell whether the lines stand in another cell: pasted, or merged into it."""
        assert self.written is not None  # noqa: S101 - asked where it is known
        lines = f"\n{source.strip()}\n"
        return any(lines in f"\n{one}\n" for one in self.written.sources.values())

    def _is_imported(self, name: str) -> bool:
        """Tell whether a cell that is there imports *name* as well."""
        assert self.written is not None  # noqa: S101 - asked where it is known
        return any(
            binding.name == name and binding.kind == "import"
            for key in self.writers[name]
            if key in self.written.sources
            for binding in names(self.last[key].execution.source).binds
        )

    def _of_dead_kernel(self, written: Written) -> Iterator[Stale]:
        sources = {reading.execution.source for reading in self.seen.readings}
        for cell, source in written.sources.items():
            if cell not in written.ran or cell in self.last or source in sources:
                continue
            bound = dict.fromkeys(b.name for b in names(source).binds)
            dead = tuple(name for name in bound if name not in self.alive)
            if dead:
                yield Stale("restarted", "", dead, cell_id=cell)


def _is_left(reading: Reading, name: str, read: Version) -> bool:
    """Tell whether the run has left under *name* what was *read*, or its equal."""
    left = reading.writes.get(name)
    if left is None:
        return False
    is_equal = bool(read.digest) and left.digest == read.digest
    return is_equal or left.written == read.written


def _ended(reading: Reading) -> Literal["", "failed", "was interrupted"]:
    """Tell how a run ended that did not end well."""
    if reading.execution.status != "error":
        return ""
    errors = [out.text for out in reading.execution.outputs if out.kind == "error"]
    is_stopped = any(text.startswith("KeyboardInterrupt") for text in errors)
    return "was interrupted" if is_stopped else "failed"


def _missed(reading: Reading, name: str) -> bool:
    """Tell whether the run failed because *name* was not there."""
    errors = [out.text for out in reading.execution.outputs if out.kind == "error"]
    return any(text.startswith(f"NameError: name '{name}'") for text in errors)


def _same(written: str, ran: str) -> bool:
    """Tell whether two sources differ by white space at the ends alone."""
    return written.strip() == ran.strip()
