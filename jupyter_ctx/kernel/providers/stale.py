"""What is out of date, one line each, what matters here first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.marks import Stale, is_of_values, told
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.providers.edits import edits
from jupyter_ctx.kernel.providers.history import analyse

MARKS = AnchorId("stale:marks")
LINES = {Fidelity.SIGNATURE: 3, Fidelity.OUTLINE: 8, Fidelity.FULL: 24}
"""Marks told at each fidelity."""

APART = 3  # newest values told unasked that are older than what they were made from


class StaleProvider:
    """One piece for all marks that matter here."""

    name = "stale"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the marks, those of names in question and of the newest runs first.

        What was edited is offered as well, line by line.
        """
        history = analyse(wanted.state.executions)
        issue = history.at_issue(wanted)
        asked = wanted.mentions | issue
        yield from edits(wanted, asked)
        before = wanted.told.get(MARKS, "")
        # What is only older than a value further down is told to who asks for it, and
        # from then on: it does not hold less where nobody asks.
        apart = _apart(wanted.state.stale)
        due = [
            mark
            for mark in wanted.state.stale
            if not mark.in_order
            or _is_asked(mark, asked)
            or mark in apart
            or _line(mark) in before.split("\n")
        ]
        marks = sorted(due, key=lambda mark: _rank(mark, asked))
        if not marks:
            return
        chance = partial(history.weight, wanted=wanted, issue=issue)
        gains = [_gain(mark, asked, chance) for mark in marks]
        yield Piece(
            id=MARKS,
            kind="stale",
            source=self.name,
            ladder={
                level: _block(marks, most, before) for level, most in LINES.items()
            },
            gains={level: sum(gains[:most]) for level, most in LINES.items()},
            weight=0.3 if marks[0].in_order else 0.8,
            order=wanted.state.as_of_run + 1,
            why=f"{len(marks)} out of date",
        )


def _apart(marks: Sequence[Stale]) -> Sequence[Stale]:
    """Give the newest of those that look made from a value they never met.

    A later state of the same value, as a frame with one more column, misleads nobody.
    """
    found = [one for one in marks if one.in_order and one.is_replaced and one.names]
    return sorted(found, key=lambda one: one.run or 0)[-APART:]


def _is_asked(mark: Stale, asked: frozenset[str]) -> bool:
    return not asked.isdisjoint((*mark.names, *mark.of))


def _gain(mark: Stale, asked: frozenset[str], chance: Callable[[str], float]) -> float:
    """Value a mark; one that is only older counts as far as its names are needed."""
    if _is_asked(mark, asked):
        return 10.0
    return max(map(chance, mark.names), default=0.5) if mark.in_order else 3.0


def _rank(mark: Stale, asked: frozenset[str]) -> tuple[bool, bool, bool, int]:
    is_output = not is_of_values(mark)
    return not _is_asked(mark, asked), mark.in_order, is_output, -(mark.run or 0)


def _line(mark: Stale) -> str:
    return escape(told(mark))


def _block(marks: Sequence[Stale], shown: int, before: str) -> str:
    """Show the first of *marks*; in another order than *before* they are no news."""
    lines = [_line(mark) for mark in marks[:shown]]
    if len(marks) > shown:
        lines.append(f"... {len(marks) - shown} more")
    made = block("stale", "\n".join(lines))
    is_same = sorted(made.split("\n")) == sorted(before.split("\n"))
    return before if is_same else made
