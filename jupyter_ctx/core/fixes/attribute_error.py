"""Fixes for an attribute that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import attributes, borrowed, frames, known, nothing, tables
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit
from jupyter_ctx.core.fixes.near import begun, certainty, near

_OF_TYPE = re.compile(r"'([\w.]+)' object has no attribute '(\w+)'")
_OF_MODULE = re.compile(r"module '([\w.]+)' has no attribute '(\w+)'")
_OF_CLASS = re.compile(r"type object '([\w.]+)' has no attribute '(\w+)'")


def propose(case: Case) -> Iterator[Fix | None]:
    """Follow a removal, mend the spelling, or take back a lost value."""
    if " accessor with " in case.report.evalue:
        yield from tables.accessor(case)
        return
    owner, attribute = missing(case)
    nodes = _places(case, owner, attribute)
    if not attribute or not nodes:
        return
    if owner == "NoneType":
        yield from nothing.propose(case, nodes)
        return
    yield from frames.propose(case, owner, nodes)
    yield from attributes.propose(case, owner, nodes)
    yield from _succeeded(case, owner, attribute, nodes)
    yield from borrowed.propose(case, owner, nodes)
    yield from _respelt(case, owner, attribute, nodes)
    yield from borrowed.elsewhere(case, owner, nodes)


def missing(case: Case) -> tuple[str, str]:
    """Tell the type or module that was asked, and for which attribute."""
    for pattern in (_OF_MODULE, _OF_TYPE, _OF_CLASS):
        found = pattern.search(case.report.evalue)
        if found:
            return found[1], found[2]
    named = case.report.names
    owner = named.get("module") or named.get("obj_type", "")
    return owner, named.get("attribute", "")


def _places(case: Case, owner: str, attribute: str) -> list[ast.Attribute]:
    """Find the failing attribute, and where else the cell asks the same of it."""
    failing = [
        node
        for node in case.failing(ast.Attribute)
        if node.attr == attribute and _may_be(case, node.value, owner)
    ]
    owners = {ast.unparse(node.value) for node in failing}
    return failing + [
        node
        for node in case.nodes(ast.Attribute)
        if node.attr == attribute
        and node not in failing
        and isinstance(node.ctx, ast.Load)
        and ast.unparse(node.value) in owners
    ]


def _may_be(case: Case, node: ast.expr, owner: str) -> bool:
    """Tell whether *node* can be the *owner* that has no such attribute."""
    if not isinstance(node, ast.Name) or case.frame is None:
        return True
    if case.frame.function != "<module>":
        return True  # a local may hide the live variable
    summary = case.variable(node.id)
    if summary is None or summary.kind == "class":
        return True
    return owner.rpartition(".")[2] in (
        summary.type_name,
        summary.module.rpartition(".")[2],
    )


def _succeeded(
    case: Case, owner: str, attribute: str, nodes: list[ast.Attribute]
) -> Iterator[Fix | None]:
    new = known.successor(owner, attribute)
    if not new:
        return
    if new.startswith("="):
        edits = [Edit(*case.span(node), new[1:]) for node in nodes]
    else:
        edits = [named(case, node, new) for node in nodes]
    shown = new.lstrip("=")
    why = [f"`{owner}` has no `{attribute}`; `{shown}` does the same"]
    title = f"Write `{shown}` instead of `{case.text(nodes[0])}`"
    if not new.startswith("="):
        title = f"Write `{shown}` instead of `{attribute}`"
    yield edit(case, title, edits, "likely", why)


def named(case: Case, node: ast.Attribute, new: str) -> Edit:
    """Give the edit that asks for *new* instead of the attribute of *node*."""
    end = case.span(node)[1]
    return Edit(end - len(node.attr), end, new)


def _respelt(
    case: Case, owner: str, attribute: str, nodes: list[ast.Attribute]
) -> Iterator[Fix | None]:
    names = case.report.candidates
    found = near(attribute, names) or begun(attribute, names)
    for other, _ in found:
        level = certainty(other, found)
        if other.isidentifier():
            edits = [named(case, node, other) for node in nodes]
        else:
            # A column whose name is no attribute.
            edits = [_subscript(case, node, other) for node in nodes]
        why = [f"`{owner}` has `{other}`, not `{attribute}`"]
        title = f"Write `{other}` instead of `{attribute}`"
        yield edit(case, title, edits, level, why)


def _subscript(case: Case, node: ast.Attribute, column: str) -> Edit:
    start, end = case.span(node)
    return Edit(start, end, f"{case.text(node.value)}[{column!r}]")
