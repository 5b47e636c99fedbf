"""How probably the next answer needs a name: measured decay, mentions, errors.

The formula is a logistic fit on the next cells of real notebooks (docs: the
README's "How it is built"): the chance falls as a power of the number of
cells since the name was last touched, imports slower than the rest, and grows with
how often it was used. Names of loops and plots, and those bound anew often, are
needed less.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from jupyter_ctx.code.defuse import Names

MENTIONED = 0.9  # the prompt names it: rarely in vain
MENTIONED_FLOOR = 0.6  # it names a constant in words, "max rows"
AT_ISSUE = 1.0  # the failing cell or frame reads it
UNTRACED = 0.02  # no cell touches it

_WORD = re.compile(r"[^\W\d]\w*")
_LEAST = 3  # characters of a constant that prompts may name in words
_PLOT = re.compile(
    r"\b(?:add_axes|add_subplot|axes|bar|colorbar|figure|gca|gcf|hist|imshow|legend"
    r"|plot|scatter|subplots?|twinx)\("
)


class Trace(msgspec.Struct):
    """Where a name was bound and touched, counted in executions from 0.

    *rebound* counts the later executions that bound it anew.
    """

    bound: int = -1
    touched: int = -1
    uses: int = 0
    is_import: bool = False
    is_definition: bool = False
    is_loop: bool = False
    is_plot: bool = False
    rebound: int = 0


@lru_cache(maxsize=2_048)
def words(text: str) -> frozenset[str]:
    """Give the identifiers in *text*, for mentions."""
    return frozenset(_WORD.findall(text))


def is_spoken(name: str, mentions: frozenset[str]) -> bool:
    """Tell whether *mentions* hold the constant *name* in words: "max rows".

    Other names are left out: prompts are full of words like theirs.
    """
    if not name.isupper() or len(name) < _LEAST:
        return False
    joined, parts = _parts(name)
    said = _folded(mentions)
    return joined in said or parts <= said


@lru_cache(maxsize=16_384)
def _parts(name: str) -> tuple[str, frozenset[str]]:
    parts = [part.casefold() for part in name.split("_") if part]
    return "".join(parts), frozenset(parts)


@lru_cache(maxsize=4)
def _folded(mentions: frozenset[str]) -> frozenset[str]:
    plain = [word.casefold() for word in mentions]
    return frozenset([*plain, *[word.replace("_", "") for word in plain]])


def trace(executed: Sequence[Names]) -> dict[str, Trace]:
    """Follow every name through the *executed* cells, oldest first."""
    traces: dict[str, Trace] = {}
    for index, names in enumerate(executed):
        for name in _touched(names):
            entry = traces.setdefault(name, Trace())
            entry.touched = index
            entry.uses += 1
        for binding in names.binds:
            known = traces.get(binding.name)
            entry = known or traces.setdefault(binding.name, Trace())
            entry.rebound += known is not None and known.bound not in (-1, index)
            entry.is_loop = binding.kind in ("for", "with")
            entry.is_plot = _is_plot(binding.statement)
            entry.bound = entry.touched = index
            entry.is_import = binding.kind == "import"
            entry.is_definition = binding.kind in ("def", "class")
    return traces


@lru_cache(maxsize=4_096)
def _is_plot(statement: str) -> bool:
    return _PLOT.search(statement) is not None


def _touched(names: Names) -> Iterable[str]:
    yield from dict.fromkeys(names.uses)
    yield from dict.fromkeys(name for name, _ in names.mutates)


def need(entry: Trace | None, executions: int) -> float:
    """Estimate the chance (0 to 1) that the next cell needs the traced name."""
    if entry is None or entry.touched < 0:
        return UNTRACED
    age = max(0, executions - 1 - entry.touched)
    bound_age = max(0, executions - 1 - entry.bound) if entry.bound >= 0 else age
    logit = (
        -0.73
        - _decay(entry) * math.log1p(age)
        + 0.88 * math.log1p(entry.uses)
        - 0.41 * entry.is_import
        - 0.30 * entry.is_definition
        - 1.91 * entry.is_loop
        - 1.08 * entry.is_plot
        - 0.45 * math.log1p(bound_age)
        - 0.66 * math.log1p(entry.rebound)
    )
    return 1 / (1 + math.exp(-logit))


def _decay(entry: Trace) -> float:
    if entry.is_import:
        return 0.61
    return 0.74 if entry.is_definition else 1.29
