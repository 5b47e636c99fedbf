"""Fixes for frames that are joined by columns which one of them does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import calls, keyword, owner, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit
from jupyter_ctx.core.fixes.near import near
from jupyter_ctx.core.variable import Field, Summary

PAIR = 2


def propose(case: Case) -> Iterator[Fix | None]:
    """Name the column of each side: alike by name, then by type and values."""
    for call in calls(case, "merge"):
        sides = _sides(case, call)
        if len(sides) < PAIR:
            continue
        left, right = sides
        given = keyword(call, "on")
        if given is None and not keyword(call, "left_on"):
            for one, two in _pairs(left, right)[:2]:
                option = f"left_on={one!r}, right_on={two!r}"
                edits = [with_option(case, call, option)]
                yield _told(case, left, right, option, edits)
        elif given is not None and isinstance(given.value, ast.Constant):
            name = str(given.value.value)
            for option in _one_sided(left, right, name):
                edits = [Edit(*case.span(given), option)]
                yield _told(case, left, right, option, edits)


def _sides(case: Case, call: ast.Call) -> list[Summary]:
    holder = owner(call)
    nodes = [*([holder] if holder is not None else []), *call.args]
    found = [case.variable(n.id) for n in nodes if isinstance(n, ast.Name)]
    return [one for one in found if one is not None and one.kind == "frame"][:PAIR]


def _told(
    case: Case, left: Summary, right: Summary, option: str, edits: list[Edit]
) -> Fix | None:
    names = [", ".join(field.name for field in one.fields) for one in (left, right)]
    why = [f"`{left.name}` has {names[0]}", f"`{right.name}` has {names[1]}"]
    return edit(case, f"Join by `{option}`", edits, "likely", why)


def _pairs(left: Summary, right: Summary) -> list[tuple[str, str]]:
    """Pair columns of like name, then of the same type and values, the best first."""
    names = [field.name for field in right.fields]
    like = [(f.name, two) for f in left.fields for two, _ in near(f.name, names)[:1]]
    same = [
        (one.name, two.name)
        for one in left.fields
        for two in right.fields
        if one.dtype == two.dtype
    ]
    alike = [
        (one.name, two.name)
        for one in left.fields
        for two in right.fields
        if one.dtype == two.dtype and one.sample == two.sample
    ]
    return list(dict.fromkeys([*like, *alike, *same]))


def _one_sided(left: Summary, right: Summary, name: str) -> list[str]:
    """Write the options where one side alone has the column *name*."""
    lefts, rights = _named(left), _named(right)
    if name in lefts and name not in rights:
        found = _partners(lefts[name], right)
        return [f"left_on={name!r}, right_on={one!r}" for one in found]
    if name in rights and name not in lefts:
        found = _partners(rights[name], left)
        return [f"left_on={one!r}, right_on={name!r}" for one in found]
    return []


def _named(one: Summary) -> dict[str, Field]:
    return {field.name: field for field in one.fields}


def _partners(field: Field, other: Summary) -> list[str]:
    like = [name for name, _ in near(field.name, _named(other))]
    parts = set(field.name.casefold().split("_"))
    related = [n for n in _named(other) if parts & set(n.casefold().split("_"))]
    same = [two.name for two in other.fields if two.dtype == field.dtype]
    return list(dict.fromkeys([*like, *related, *same]))[:2]
