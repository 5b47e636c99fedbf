"""Executed cells, word for word, the newest first in value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from jupyter_ctx.code.skeleton import skeleton
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.engine.relevance import AT_ISSUE
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.place import here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.kernel.providers.foreign import foreign
from jupyter_ctx.kernel.providers.history import (
    History,
    analyse,
    as_alive,
    cell_anchor,
)
from jupyter_ctx.kernel.providers.lines import alone, excerpt, mark

WORD_FOR_WORD = 0.008  # what a character of the newest cell is worth as written
SPOKEN = 1.0  # what is added where the prompt names what the cell binds
OUTLINED = 0.3  # of that worth, for the skeleton of a cell
RENDERED = 200  # newest cells that are offered
REMEMBERED = 1_024  # cells whose texts are kept: those of about five requests

_LABEL = re.compile(r"# (?:In\[|run )\d|^# state$", re.MULTILINE)


class CellProvider:
    """The last run of each cell as source; the cell at issue goes to the tail."""

    name = "cells"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the newest cells, and the failing one with its line marked."""
        history = as_alive(analyse(wanted.state.executions), wanted.state)
        newest = list(enumerate(history.executions))[-RENDERED:]
        state = wanted.state
        alive = None if state.is_static else frozenset(v.name for v in state.variables)
        failed = wanted.state.error.run if wanted.state.error else None
        place = here(wanted.state)
        focused = place.execution if place is not None else None
        for index, execution in reversed(newest):
            # The cell where the user is has a provider of its own.
            is_focused = focused is not None and focused.run == execution.run
            if not execution.source.strip() or is_focused:
                continue
            if execution.run == failed and wanted.state.error is not None:
                yield _at_issue(execution, wanted.state.error)
            else:
                requires = _superseded(history, index, alive)
                gone = _deleted(history, index, alive)
                yield _piece(history, index, requires, gone, wanted.mentions)
                yield from foreign(execution, wanted.mentions, self.name)


def _piece(
    history: History,
    index: int,
    requires: tuple[str, ...],
    deleted: tuple[str, ...],
    spoken: frozenset[str],
) -> Piece:
    execution = history.executions[index]
    age = len(history.executions) - 1 - index
    weight = 1.0 / (1 + age) ** 0.8
    bound = history.analysed[index].binds
    is_spoken = bool(spoken) and any(one.name in spoken for one in bound)
    gain = WORD_FOR_WORD * weight * len(execution.source) + SPOKEN * is_spoken
    language, status = execution.language.lower(), _tag(execution)["status"]
    gone = f"{', '.join(deleted)} deleted since" if deleted else ""
    return Piece(
        id=cell_anchor(execution),
        kind="cell",
        source=CellProvider.name,
        ladder=_ladder(execution.source, language, execution.label, status, gone),
        gains={Fidelity.OUTLINE: gain * OUTLINED, Fidelity.FULL: gain},
        requires=requires,
        weight=weight,
        order=execution.run,
        why=_why(age),
    )


def _why(age: int) -> str:
    """Say how many runs ago a cell ran; 0 for the newest one."""
    if age == 0:
        return "the newest run"
    return f"{age:,} runs ago" if age > 1 else "1 run ago"


@lru_cache(maxsize=REMEMBERED)
def _ladder(
    source: str, language: str, label: str, status: str | None, gone: str
) -> dict[Fidelity, str]:
    """Give the texts of a cell, for all requests the same: nobody may change them.

    *gone* tells which of its names are alive no more.
    """
    full = escape(source)
    outline = escape(skeleton(source, language))
    ladder = {Fidelity.FULL: _labelled(full, label, status, None, gone)}
    if len(outline) < 0.8 * len(full):
        ladder[Fidelity.OUTLINE] = _labelled(outline, label, status, "outline", gone)
    return ladder


def _labelled(
    text: str, label: str, status: str | None, shown: str | None, gone: str
) -> str:
    """Put the cell's label behind its last line, and a gap between it and the next.

    A line of its own above each cell costs a model .05 to .1 nats a token: it then
    expects such a line. Only what has to be known before the source is read has one.
    A source that holds such a label gets a block of its own.
    """
    if _LABEL.search(text):
        told = {"id": label, "status": status, "shown": shown, "gone": gone or None}
        return block("cell", text, **told)
    body = text.strip("\n").rstrip()
    said = [status, shown, f"({gone})" if gone else None]
    if any(said):
        return f"{' '.join(filter(None, ['#', label, *said]))}\n{body}\n"
    return f"{body}  # {label}\n"


def _tag(execution: Execution) -> dict[str, str | None]:
    return {"id": execution.label, "status": execution.ending or None}


def _superseded(
    history: History, index: int, alive: frozenset[str] | None
) -> tuple[str, ...]:
    """Name what a cell binds or deletes and a later one binds, while it is *alive*."""
    run, found = history.executions[index].run, history.analysed[index]
    names = {*[binding.name for binding in found.binds], *found.deletes}
    later = {n for n in names if _bound_in(history, n) > run}
    if alive is not None:
        # What it deleted and is alive was bound later, by whatever code.
        later = (later | {*found.deletes}) & alive
    return tuple(sorted(later))


def _bound_in(history: History, name: str) -> int:
    bound = history.bound.get(name)
    return bound.execution.run if bound is not None else 0


def _deleted(
    history: History, index: int, alive: frozenset[str] | None
) -> tuple[str, ...]:
    """Name what a cell binds and that is no more: its source would belie that."""
    names = dict.fromkeys([one.name for one in history.analysed[index].binds])
    if alive is not None and alive.issuperset(names):
        return ()
    touched = history.executions[index].touched or ()
    # Of what the cell was seen to bind, the kernel tells whether it lives.
    seen = (
        {one.name for one in touched if one.kind == "bound"}
        if alive is not None
        else set()
    )
    return tuple(
        name
        for name in names
        if name not in (alive or ())
        and (
            (name not in history.bound and history.deleted.get(name, -1) > index)
            or (name in seen and not name.startswith("_"))
        )
    )


def _at_issue(execution: Execution, report: ErrorReport) -> Piece:
    tag = _tag(execution)
    line = _failing_line(execution, report)
    marked = mark(execution.source, line)
    ladder = {
        Fidelity.NAME: block("cell", escape(alone(marked, line)), **tag, shown="line"),
        Fidelity.SIGNATURE: block(
            "cell", escape(excerpt(marked, line)), **tag, shown="excerpt"
        ),
        Fidelity.FULL: block("cell", escape(marked), **tag),
    }
    return Piece(
        id=cell_anchor(execution),
        kind="cell",
        source=CellProvider.name,
        ladder=ladder,
        gains={Fidelity.NAME: 6.0, Fidelity.SIGNATURE: 8.0, Fidelity.FULL: 10.0},
        weight=AT_ISSUE,
        order=execution.run,
        tail=True,
        why="the cell at issue: it raised the open error",
    )


def _failing_line(execution: Execution, report: ErrorReport) -> int | None:
    own = [
        frame.line
        for frame in report.frames
        if frame.is_user and frame.cell_run == execution.run
    ]
    return own[0] if own else None
