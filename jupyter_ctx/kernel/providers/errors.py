"""The open error: message, frames and the locals it used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import AT_ISSUE
from jupyter_ctx.core.engine.render import COLUMNS_SHOWN, error
from jupyter_ctx.core.engine.tags import block
from jupyter_ctx.core.fixes.near import near
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.kernel.providers.history import analyse

MEMBERS = 40.0  # gain of the first members of a group, more than any old cell's
OLDER = 0.8  # the chance that the newest error beside the one at issue is needed
WORTH = 6.0  # of it, where it is
REMEMBERED = 64  # errors whose names are compared once

_MISSED = ("name", "attribute", "key", "filename")


class ErrorProvider:
    """One piece for the error at issue, and one for each other that is unresolved."""

    name = "errors"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the open error beside the question; one line is its floor."""
        report = wanted.state.error
        yield from map(_older, _others(wanted))
        if report is None:
            return
        levels = (Fidelity.SIGNATURE, Fidelity.OUTLINE, Fidelity.FULL)
        told = _nearest(report)
        yield Piece(
            id=AnchorId(f"error:{report.run or 0}"),
            kind="error",
            source=self.name,
            ladder={Fidelity.NAME: block("error", error(told, Fidelity.NAME))}
            | {
                level: block("error", error(told, level), type=report.ename)
                for level in levels
            },
            gains=_gains(report),
            weight=AT_ISSUE,
            # After every cell, also the one that failed: the tail keeps this order.
            order=wanted.state.as_of_run + 1,
            tail=True,
            why="the open error",
        )


def _others(wanted: Wanted) -> Iterator[tuple[int, Execution, ErrorReport]]:
    """Give the other cells whose last run failed, as far as the page has them."""
    state = wanted.state
    at_issue = state.error.run if state.error is not None else None
    page = state.document
    last = {one.run: one for one in analyse(state.executions).executions}
    for age, report in enumerate(reversed(state.failures)):
        ran = last.get(report.run or 0)
        if ran is None or report.run == at_issue:
            continue
        if page is None or ran.cell_id is None or page.find(ran.cell_id) is not None:
            yield age, ran, report


def _older(other: tuple[int, Execution, ErrorReport]) -> Piece:
    age, ran, report = other
    text = error(report, Fidelity.SIGNATURE)
    told = {"of": ran.label, "status": "failed_earlier"}
    weight = OLDER / (1 + age)
    return Piece(
        id=AnchorId(f"error:{report.run}"),
        kind="error",
        source=ErrorProvider.name,
        ladder={Fidelity.SIGNATURE: block("error", text, **told)},
        gains={Fidelity.SIGNATURE: WORTH * weight},
        weight=weight,
        order=ran.run,
        why="an error that no later run has cleared",
    )


def _nearest(report: ErrorReport) -> ErrorReport:
    """Put the names like the missed one before the rest, which may be thousands.

    Where a name was missed nothing else is told: the roster has all that are alive.
    """
    named = report.names
    wanted = next((named[fact] for fact in _MISSED if named.get(fact)), "")
    if "filename" in named:
        wanted = wanted.rpartition("/")[2]
    found = _like(wanted, report.candidates)
    if report.ename not in ("NameError", "UnboundLocalError"):
        is_long = len(report.candidates) > COLUMNS_SHOWN
        rest = report.candidates
        found = tuple(dict.fromkeys([*found, *rest])) if is_long else rest
    children = tuple(map(_nearest, report.children))
    return replace(report, candidates=found, children=children)


@lru_cache(maxsize=REMEMBERED)
def _like(wanted: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name, _ in near(wanted, names)) if wanted else ()


def _gains(report: ErrorReport) -> dict[Fidelity, float]:
    # A group says nothing of itself: its members are the error.
    more = MEMBERS if report.children else 0.0
    return {
        level: 8.0 + level + (more if level >= Fidelity.OUTLINE else 0.0)
        for level in Fidelity
    }
