"""All proposers by kind of error, and the order of what they propose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from importlib import import_module

from jupyter_ctx.core.fixes.case import Case, case_of
from jupyter_ctx.core.fixes.fix import WEIGHTS, Fix
from jupyter_ctx.core.fixes.recall import recalled
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState

MOST = 6  # fixes offered

_PROPOSERS = {
    "NameError": "name_error",
    "KeyError": "key_error",
    "ModuleNotFoundError": "import_error",
    "ImportError": "import_error",
    "AttributeError": "attribute_error",
    "TypeError": "type_error",
    "FileNotFoundError": "file_error",
    "IndexError": "arithmetic",
    "ZeroDivisionError": "arithmetic",
}
"""The module that proposes for each kind; loaded with the first such error."""


def propose(
    report: ErrorReport, state: KernelState, tried: Collection[str] = ()
) -> tuple[Fix, ...]:
    """Propose patches for *report*, the best first; never raises.

    Every patched source parses, none is equal to another or to one of *tried*:
    those were applied before, and it failed again.
    """
    kind = _PROPOSERS.get(report.ename)
    if kind is None:
        return ()
    module = import_module(f"jupyter_ctx.core.fixes.{kind}")
    proposer: Callable[[Case], Iterator[Fix | None]] = module.propose
    try:
        case = case_of(recalled(report, state), state)
        found = [fix for fix in proposer(case) if fix is not None]
    except (RecursionError, ValueError, IndexError):
        # A source stranger than any seen: no fix is better than a second error.
        return ()
    used = {source.strip() for source in tried}
    unique: dict[str, Fix] = {}
    for fix in found:
        if fix.source.strip() in used:
            continue
        unique.setdefault(fix.id, fix)
    ranked = sorted(unique.values(), key=lambda fix: WEIGHTS[fix.certainty])
    return tuple(ranked[:MOST])
