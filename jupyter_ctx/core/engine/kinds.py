"""What each kind of request is given, and how its answer must look.

Which providers, at which weight, in which order: the table is read from left to right.
The weight of a provider is the factor on what its pieces are worth; 0 leaves it out,
but for those of `NEEDED`, which keep `LEAST`;
the order of the rows is the order in which blocks that belong to no run stand in the
context. A provider that has no row, as that of another package, counts as `others`.

`c.JupyterCtx.request_kinds` changes all of it, kind by kind: factors by provider,
`"order"` for the providers that come first, `"answer"` for the form of the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

import msgspec

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.planning.reading import FORM
from jupyter_ctx.core.provider import RequestKind
from jupyter_ctx.errors import SettingError

KINDS: tuple[RequestKind, ...] = get_args(RequestKind)

# fmt: off
_TABLE = """
              ask  fix  edit explain complete plan rename
environment   1    1    1    1       1        1    1
project       1    0.5  0.5  1       0        1.5  0.5
changes       1    1.5  1    0.7     0.5      1    0.5
files         1    1    1    1.2     0.5      1.2  1
enclosed      1    1    1    1       1        1    1
symbols       1    1    1    1.2     0.5      2    3
others        1    1    1    1       0        1    1
document      1    0.3  0.7  1       0.5      1.5  0.7
cells         1    1    1    1       1        1    1
variables     1    1    1    1       1        1    1
outputs       1    0.7  0.5  1       0        0.5  0
stale         1    1    1    1       1        1    1
errors        1    1    1    1       0.5      1    0.5
focus         1    1    1    1       1        1    1
"""
# fmt: on
ANSWERS: Mapping[str, str] = {
    "ask": "",
    "fix": (
        "Answer with exactly one ```{language} block: the whole of {cell}, corrected "
        "and without our marks, ready to replace it. Then say in one sentence what was "
        "wrong."
    ),
    "edit": (
        "Answer with exactly one ```{language} block: the whole of {cell} as it shall "
        "be, without our marks, ready to replace it. Then say in one sentence what is "
        "different."
    ),
    "explain": (
        "Explain in short sentences what it does or what went wrong, then why, by the "
        "names and values at hand. Change no code unless asked."
    ),
    "complete": (
        "Answer with exactly one ```{language} block that holds what comes at the "
        "cursor of {cell} and nothing that stands there."
    ),
    "plan": FORM,
    "rename": (
        "List `old -> new`, a line for each name. Then give one ```{language} block "
        "for each cell or file that changes, named above it, and say what you could "
        "not see."
    ),
}
"""How an answer must look; empty leaves it to the model. *{cell}* is the cell at issue;
what speaks of it is not said where there is none."""

ORDER, ANSWER = "order", "answer"
"""Keys of a row beside the providers."""

NEEDED = frozenset({"cells", "variables", "errors", "focus", "stale"})
"""Providers that make the floor: their weight can be set, but counts as `LEAST`."""

LEAST = 0.1  # what a smaller weight of a needed provider counts as

OTHERS = "others"
BEFORE = -100  # order of the first block that belongs to no run

Weights = Mapping[str, Mapping[str, float]]
"""Factors by kind of request, then by provider."""


def _read(table: str) -> dict[str, dict[str, float]]:
    head, *rows = [line.split() for line in table.strip().split("\n")]
    return {
        kind: {row[0]: float(row[1 + column]) for row in rows}
        for column, kind in enumerate(head)
    }


DEFAULTS: Weights = _read(_TABLE)


def table(overrides: Mapping[str, Mapping[str, object]]) -> Weights:
    """Give the table with what the user set; `{"fix": {"document": 0}}`.

    Raises:
        SettingError: A kind is not known, what is set for it is no dictionary, a factor
            is no number from 0 on, or an order no list of providers.

    """
    made = {kind: dict(row) for kind, row in DEFAULTS.items()}
    for kind, row in overrides.items():
        _check(kind, row)
        for provider, factor in row.items():
            if provider not in (ORDER, ANSWER):
                made[kind][provider] = _factor(kind, provider, factor)
        if ORDER in row:
            made[kind] = _ordered(kind, made[kind], row[ORDER])
    return made


def answers(overrides: Mapping[str, Mapping[str, object]]) -> Mapping[str, str]:
    """Give the form of answers with what the user set; `{"plan": {"answer": "…"}}`.

    Raises:
        SettingError: A kind is not known, what is set for it is no dictionary, or the
            form of an answer no text.

    """
    made: dict[str, str] = {**ANSWERS}
    for kind, row in overrides.items():
        _check(kind, row)
        answer = row.get(ANSWER, made[kind])
        if not isinstance(answer, str):
            msg = (
                f"The answer of {kind!r} is {answer!r}. Say in a text how it must look."
            )
            raise SettingError(msg)
        made[kind] = answer
    return made


def doubts(
    overrides: Mapping[str, Mapping[str, object]], others: Iterable[str] = ()
) -> tuple[str, ...]:
    """Say what of a sound table has no effect; *others* are providers of packages."""
    told: list[str] = []
    for kind, row in overrides.items():
        for provider, factor in row.items():
            if provider in NEEDED and factor == 0:
                told.append(
                    f"{provider!r} is never left out: its weight for {kind!r} counts "
                    f"as {LEAST}. 0 leaves out any other provider."
                )
            elif provider not in (*DEFAULTS[kind], ORDER, ANSWER, *others):
                told.append(
                    f"There is no provider {provider!r} to weigh for {kind!r}. "
                    f"Use one of {', '.join(DEFAULTS['ask'])}."
                )
    return tuple(told)


def _check(kind: str, row: object) -> None:
    if not isinstance(row, Mapping):
        msg = (
            f"What is set for {kind!r} is {row!r}. Use a dictionary of factors by "
            "provider, as in {'outputs': 0}."
        )
        raise SettingError(msg)
    if kind not in KINDS:
        msg = f"There is no kind of request {kind!r}. Use one of {', '.join(KINDS)}."
        raise SettingError(msg)


def _factor(kind: str, provider: str, factor: object) -> float:
    if not isinstance(factor, int | float) or not 0 <= factor <= MOST:
        msg = (
            f"The weight of {provider!r} for {kind!r} is {factor!r}. "
            f"Use a number from 0 (leave out) to {MOST}."
        )
        raise SettingError(msg)
    return float(factor)


def _ordered(kind: str, row: dict[str, float], first: object) -> dict[str, float]:
    """Put the providers in *first* before all others."""
    names = [*first] if isinstance(first, list | tuple) else []
    if not names or any(one not in row for one in names):
        msg = (
            f"The order of {kind!r} is {first!r}. Use a list of providers, "
            f"of {', '.join(row)}."
        )
        raise SettingError(msg)
    return {one: row[one] for one in dict.fromkeys([*names, *row])}


MOST = 10  # largest factor


def factor_of(weights: Weights, kind: RequestKind, provider: str) -> float:
    """Give the factor of *provider*; what makes the floor has more than 0."""
    row = weights[kind]
    factor = row.get(provider, row[OTHERS])
    return max(factor, LEAST) if provider in NEEDED else factor


def weighed(
    pieces: Iterable[Piece], factor: float, provider: str, row_of: Mapping[str, float]
) -> list[Piece]:
    """Give *pieces* worth *factor* times as much, in the order of the kind's row."""
    rows = list(row_of)
    row = rows.index(provider if provider in rows else OTHERS)
    return [_weighed(piece, factor, BEFORE + row) for piece in pieces]


def _weighed(piece: Piece, factor: float, order: int) -> Piece:
    if factor == 1 and piece.order >= 0:
        return piece
    return msgspec.structs.replace(
        piece,
        gains=_times(piece.gains, factor),
        beside_gains=_times(piece.beside_gains, factor),
        order=piece.order if piece.order >= 0 else order,
    )


def _times(gains: Mapping[Fidelity, float], factor: float) -> dict[Fidelity, float]:
    return {level: gain * factor for level, gain in gains.items()}
