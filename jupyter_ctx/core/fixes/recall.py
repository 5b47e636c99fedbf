"""What an error looked for in vain, where only its saved text is left of it."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

import msgspec

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary

Facts = tuple[dict[str, str], tuple[str, ...]]

_NAME = re.compile(r"name '([^']+)' is not defined")
_ATTRIBUTE = re.compile(r"'([\w.]+)' object has no attribute '(\w+)'")
_IMPORTED = re.compile(
    r"cannot import name '([^']+)' from (?:partially \w+ module )?'([^']+)'"
)
_HOLDERS = ("frame", "series", "container")


def recalled(report: ErrorReport, state: KernelState) -> ErrorReport:
    """Add to an inferred *report* what message, code and live values still tell.

    A report made from the exception itself knows better and stays as it is.
    """
    if not report.inferred or report.names or report.candidates:
        return report
    found = _facts(report, state)
    return msgspec.structs.replace(report, names=found[0], candidates=found[1])


def _facts(report: ErrorReport, state: KernelState) -> Facts:
    if report.ename == "KeyError":
        return _key(report, state)
    if told := _NAME.search(report.evalue):
        return {"name": told[1]}, _alive(state)
    if told := _ATTRIBUTE.search(report.evalue):
        facts = {"obj_type": told[1], "attribute": told[2]}
        return facts, _attributes(told[1], state)
    if told := _IMPORTED.search(report.evalue):
        return {"name": told[1], "module": told[2]}, ()
    return {}, ()


def _alive(state: KernelState) -> tuple[str, ...]:
    """List the names that live, or without a kernel those that the code binds."""
    if not state.is_static:
        return tuple(summary.name for summary in state.variables)
    bound = (
        binding.name
        for execution in state.executions
        if not execution.language
        for binding in names(execution.source).binds
    )
    return tuple(dict.fromkeys(bound))


def _attributes(type_name: str, state: KernelState) -> tuple[str, ...]:
    """List columns of the frames of that type, and what built-in types have."""
    columns = [
        field.name
        for summary in state.variables
        if summary.kind == "frame" and summary.type_name == type_name
        for field in summary.fields
    ]
    builtin = getattr(builtins, type_name, None)
    own = dir(builtin) if isinstance(builtin, type) else ()
    return (*columns, *(name for name in own if not name.startswith("_")))


def _key(report: ErrorReport, state: KernelState) -> Facts:
    facts = {"key": _literal(report.evalue)}
    lines = [frame.source for frame in report.frames if frame.is_user]
    for summary in _subscripted(lines[-1] if lines else "", state):
        facts |= {"object": summary.name, "obj_type": summary.type_name}
        return facts, tuple(field.name for field in summary.fields)
    return facts, ()


def _literal(text: str) -> str:
    """Give the key as the report of a live error would: a text without quotes."""
    try:
        return str(ast.literal_eval(text))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _subscripted(line: str, state: KernelState) -> Iterator[Summary]:
    """Find the live frames and containers that *line* takes something from."""
    text = line.strip()
    tree = parse(f"{text} pass" if text.endswith(":") else text)
    found = ast.walk(tree) if tree is not None else ()
    owners = {
        node.value.id
        for node in found
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
    }
    for summary in state.variables:
        if summary.name in owners and summary.kind in _HOLDERS and summary.fields:
            yield summary
