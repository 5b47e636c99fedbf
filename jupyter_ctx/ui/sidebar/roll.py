"""The roll: the live names as rows, of which a page is sent what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

import msgspec

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.keeps import Keeps
from jupyter_ctx.core.engine.render import one_line
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.errors import AnchorError
from jupyter_ctx.protocol import messages, values
from jupyter_ctx.protocol.messages import Done, Request, Variables
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.stale import sentence

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

VALUE_LIMIT = 120  # characters of a value in its row
LEAST_SECRET = 8  # characters of a value that may be one
NAMES_SHOWN = 8  # columns or keys that stand in place of a value
COLUMNS_SENT = 2_000  # columns that are told at once; beyond, they are counted


class Facts(msgspec.Struct, frozen=True):
    """What a row is made of beside the describer's summary."""

    changed: int | None = None
    cell: str = ""
    label: str = ""
    stale: str = ""
    kept: values.Kept = ""


Told: TypeAlias = dict[str, tuple[Summary, Facts]]
MakesRow: TypeAlias = Callable[[Summary, Facts], values.Variable]


class _Seen(msgspec.Struct):
    """What a page was told, None for nothing yet, and as of which run."""

    rows: Told | None = None
    run: int = -1


class Roll:
    """Knows what each page has seen; works on the sidebar's thread alone.

    What it costs to make and send rows depends on what changed, not on how many
    names there are: only looking for it does.
    """

    def __init__(self, session: Session, changed: Callable[[], None]) -> None:
        self._session = session
        self._changed = changed
        self._seen: WeakKeyDictionary[Connection, _Seen] = WeakKeyDictionary()
        self.acts: dict[type[Request], Callable[[Connection, Any], Done]] = {
            messages.WatchVariables: self._watch,
            messages.Columns: self._columns,
        }

    def is_due(self, connection: Connection) -> bool:
        """Tell whether the page watches, and a cell ran since the last look."""
        seen = self._seen.get(connection)
        return seen is not None and seen.run != self._session.glance()[0]

    def tell(
        self, connection: Connection, state: KernelState, *, anew: bool = False
    ) -> None:
        """Send what changed since the last time or with *anew* all, if it watches."""
        seen = self._seen.get(connection)
        if seen is None:
            return
        before = None if anew else seen.rows
        now = facts_of(state, self._session.desk.keeps)
        seen.rows, seen.run = now, state.as_of_run
        event = news(before, now, self._row)
        if event is not None:
            connection.send(msgspec.structs.replace(event, run=state.as_of_run))

    def _watch(self, connection: Connection, wanted: messages.WatchVariables) -> Done:
        self._seen.pop(connection, None)
        if wanted.is_on:
            self._seen[connection] = _Seen()
            self._changed()
        return Done()

    def _columns(self, connection: Connection, wanted: messages.Columns) -> Done:
        seen = self._seen.get(connection)
        known = seen.rows.get(wanted.name) if seen is not None and seen.rows else None
        if known is None:
            raise AnchorError(wanted.name, where="the list of variables")
        mask, (summary, _) = self._session.mask, known
        columns = tuple(
            values.Column(
                sendable(field.name), field.dtype, field.nulls, sendable(field.sample)
            )
            for field in summary.fields[:COLUMNS_SENT]
        )
        connection.send(
            messages.ColumnsShown(
                request_id=wanted.id,
                name=wanted.name,
                columns=columns,
                total=len(summary.fields),
                rows=tuple(mask(sendable(row)) for row in summary.rows),
            )
        )
        return Done()

    def _row(self, summary: Summary, facts: Facts) -> values.Variable:
        value = value_of(summary)
        if len(value) >= LEAST_SECRET:
            # Masked where it was described; what was learnt since is masked here.
            value = self._session.mask(value)
        return values.Variable(
            name=sendable(summary.name),
            type=sendable(summary.type_name),
            kind=summary.kind,
            size=summary.shape,
            value=value,
            run=summary.run,
            changed=facts.changed,
            cell=facts.cell,
            label=facts.label,
            stale=facts.stale,
            kept=facts.kept,
            columns=len(summary.fields),
        )


def news(before: Told | None, now: Told, row: MakesRow) -> Variables | None:
    """Give what a page that was told *before* must be sent; None for nothing.

    Only what differs becomes a *row*.
    """
    if before is None:
        rows = tuple(row(*one) for one in now.values())
        return Variables(changed=rows, is_all=True, total=len(now))
    fresh = [one for name, one in now.items() if _differs(before.get(name), one)]
    gone = tuple(name for name in before if name not in now)
    if not fresh and not gone:
        return None
    rows = tuple(row(*one) for one in fresh)
    return Variables(changed=rows, gone=gone, total=len(now))


def facts_of(state: KernelState, keeps: Keeps) -> Told:
    """Gather what is known of each live name of *state*."""
    runs = {one.run: (one.cell_id or "", one.label) for one in state.executions}
    changed, stale = changed_in(state.executions), _stale(state)
    return {
        one.name: (
            one,
            Facts(
                _newer(changed.get(one.name), one.run),
                *runs.get(one.run or 0, ("", "")),
                stale.get(one.name, ""),
                _kept(one.name, keeps),
            ),
        )
        for one in state.variables
    }


def changed_in(executions: Iterable[Execution]) -> dict[str, int]:
    """Tell for each name in which run it was bound, or changed in place, last."""
    last: dict[str, int] = {}
    for execution in executions:
        for touch in execution.touched or ():
            if touch.kind == "deleted":
                last.pop(touch.name, None)
            else:
                last[touch.name] = execution.run
    return last


def value_of(summary: Summary) -> str:
    """Say in one line what is in it: its value, first row, columns, or what it does."""
    names = ", ".join(field.name for field in summary.fields[:NAMES_SHOWN])
    more = ", …" if len(summary.fields) > NAMES_SHOWN else ""
    told = (
        summary.value
        or summary.signature
        or (f"{names}{more}" if names else "")
        or next(iter(summary.rows), "")
        or summary.detail
        or summary.doc
        or (summary.module if summary.kind == "module" else "")
    )
    return sendable(one_line(told, VALUE_LIMIT))


def _differs(before: tuple[Summary, Facts] | None, now: tuple[Summary, Facts]) -> bool:
    if before is None:
        return True
    # A summary that was not made anew is the same object: most are.
    is_same = before[0] is now[0] or before[0] == now[0]
    return not is_same or before[1] != now[1]


def _newer(changed: int | None, run: int | None) -> int | None:
    known = [one for one in (changed, run) if one is not None]
    return max(known, default=None)


def _stale(state: KernelState) -> Mapping[str, str]:
    marks = [mark for mark in state.stale if not mark.in_order]
    return {name: sentence(mark) for mark in reversed(marks) for name in mark.names}


def _kept(name: str, keeps: Keeps) -> values.Kept:
    anchor = f"var:{name}"
    if anchor in keeps.pinned:
        return "pinned"
    return "dropped" if anchor in keeps.dropped else ""
