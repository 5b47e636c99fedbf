"""Which next cells are scored: half of them far into their notebook."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import msgspec

from jupyter_ctx.bench.cases import Case

LONG = 2_000  # tokens of code before a cell that make it one of a long notebook
LEAST_TRUTH = 40  # characters of a cell; fewer are told by one name


class Picked(msgspec.Struct, frozen=True):
    """A case and *before*, the tokens of code that come before it."""

    case: Case
    before: int

    @property
    def is_long(self) -> bool:
        """Whether much code comes before."""
        return self.before >= LONG


def pick(
    found: Iterable[Case], most: int, count: Callable[[str], int]
) -> tuple[Picked, ...]:
    """Take at most *most* cases, half of them long, from as many notebooks as can be.

    The same notebooks give the same cases, and fewer are the first of more. Where
    one half has too few, the other fills up.
    """
    halves: dict[bool, list[Picked]] = {True: [], False: []}
    for one in _in_turn([case for case in found if len(case.truth) >= LEAST_TRUTH]):
        picked = Picked(one, count(_code(one)))
        half = halves[picked.is_long]
        if len(half) < most:
            half.append(picked)
        if all(len(full) >= (most + 1) // 2 for full in halves.values()):
            break
    return _alternating(halves[True], halves[False])[:most]


def _in_turn(found: Sequence[Case]) -> list[Case]:
    """Order by turns: one cell of every notebook, then a second of each."""
    by_notebook: dict[str, list[Case]] = defaultdict(list)
    for case in sorted(found, key=_dice):
        by_notebook[case.notebook].append(case)
    turns = [
        (turn, _dice(case), case)
        for cases in by_notebook.values()
        for turn, case in enumerate(cases)
    ]
    return [case for _, _, case in sorted(turns, key=lambda item: item[:2])]


def _dice(case: Case) -> str:
    return hashlib.sha256(f"{case.notebook}\n{case.number}".encode()).hexdigest()


def _code(case: Case) -> str:
    return "\n".join(c["source"] for c in case.cells if c["cell_type"] == "code")


def _alternating(long: Sequence[Picked], short: Sequence[Picked]) -> tuple[Picked, ...]:
    pairs = zip(long, short, strict=False)
    both = [one for pair in pairs for one in pair]
    rest = min(len(long), len(short))
    return (*both, *long[rest:], *short[rest:])
