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

_PROPOSERS: dict[str, tuple[str, ...]] = {
    "NameError": ("beginning", "members", "name_error", "exports"),
    "UnboundLocalError": ("unbound",),
    "KeyError": ("key_error", "lost_keys", "merging", "formatting"),
    "ModuleNotFoundError": ("import_error",),
    "ImportError": ("import_error", "exports"),
    "AttributeError": ("attribute_error", "keywords", "results"),
    "InvalidIndexError": ("lost_keys",),
    "TypeError": (
        "columns",
        "takes",
        "collecting",
        "results",
        "truth",
        "arrays",
        "numbers",
        "keywords",
        "arguments",
        "misuse",
        "sequences",
        "shapes",
        "type_error",
        "formatting",
        "tables",
    ),
    "FileNotFoundError": ("file_error",),
    "FileExistsError": ("file_error",),
    "UnsupportedOperation": ("file_error",),
    "UnicodeEncodeError": ("decoding",),
    "OSError": ("styles", "file_error"),
    "IndexError": ("positions", "arrays", "arithmetic", "formatting"),
    "ZeroDivisionError": ("arithmetic",),
    "RuntimeError": ("growing",),
    "RecursionError": ("growing",),
    "UnicodeDecodeError": ("decoding",),
    "UFuncTypeError": ("arrays",),
    "_UFuncNoLoopError": ("arrays",),
    "_UFuncOutputCastingError": ("arrays",),
    "UFuncNoLoopError": ("arrays",),
    "UFuncOutputCastingError": ("arrays",),
    "DateParseError": ("dates",),
    "MergeError": ("merging",),
    "JSONDecodeError": ("decoding",),
    "SyntaxError": ("syntax",),
    "IndentationError": ("syntax",),
    "TabError": ("syntax",),
    "AxisError": ("shapes",),
    "IntCastingNaNError": ("convert",),
    "NotFittedError": ("learning",),
    "ParserError": ("tables",),
    "ArrowNotImplementedError": ("tables",),
    "UndefinedVariableError": ("tables",),
    "ChainedAssignmentError": ("tables",),
    "SettingWithCopyError": ("tables",),
    "ValueError": (
        "truth",
        "arrays",
        "unpack",
        "convert",
        "dates",
        "shapes",
        "tables",
        "learning",
        "twins",
        "formatting",
        "absent",
    ),
}
"""The modules that propose for each kind; loaded with the first such error."""
_ANY = ("columns", "takes", "typed", "options")


def propose(
    report: ErrorReport, state: KernelState, tried: Collection[str] = ()
) -> tuple[Fix, ...]:
    """Propose patches for *report*, the best first; never raises.

    Every patched source parses, none is equal to another or to one of *tried*:
    those were applied before, and it failed again.
    """
    case = case_of(recalled(report, state), state)
    kinds = (*_PROPOSERS.get(report.ename, ()), *_ANY)
    if state.stale:
        # Any error may come of a value that is out of date.
        kinds = ("stale_state", *kinds)
    found = [fix for kind in kinds for fix in _found(kind, case)]
    used = {source.strip() for source in tried}
    unique: dict[str, Fix] = {}
    for fix in found:
        if fix.source.strip() in used:
            continue
        known = unique.setdefault(fix.id, fix)
        if WEIGHTS[fix.certainty] < WEIGHTS[known.certainty]:
            unique[fix.id] = fix
    ranked = sorted(unique.values(), key=lambda fix: WEIGHTS[fix.certainty])
    return tuple(ranked[:MOST])


def _found(kind: str, case: Case) -> list[Fix]:
    module = import_module(f"jupyter_ctx.core.fixes.{kind}")
    proposer: Callable[[Case], Iterator[Fix | None]] = module.propose
    try:
        return [fix for fix in proposer(case) if fix is not None]
    except (RecursionError, ValueError, IndexError):
        # A source stranger than any seen: no fix is better than a second error.
        return []
