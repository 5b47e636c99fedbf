"""Which names of a run are made from what has changed, by their statements."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from jupyter_ctx.code.makings import Making, makings
from jupyter_ctx.core.versions import Reading


def made_from(
    reading: Reading, made: Iterable[str], of: Collection[str]
) -> tuple[str, ...]:
    """Give those of *made* for which one of the names *of* counts, or may count."""
    known = makings(reading.execution.source)
    if known is None:
        return tuple(made)
    return tuple(
        name for name in made if name not in known or _counts(known[name], reading, of)
    )


def _counts(making: Making, reading: Reading, of: Collection[str]) -> bool:
    """Tell whether one *of* is an input, or is read by a function that is one."""
    through = [reading.through.get(name, frozenset()) for name in making.inputs]
    return not making.inputs.union(*through).isdisjoint(of)


def edited_in(ran: str, written: str, bound: Iterable[str]) -> tuple[str, ...]:
    """Give those of *bound* that the source as *written* would make otherwise."""
    before, now = makings(ran), makings(written)
    if before is None or now is None:
        return tuple(bound)
    return tuple(
        name
        for name in bound
        if name not in before or name not in now or before[name].by != now[name].by
    )
