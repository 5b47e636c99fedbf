"""Fixes for arrays, series and frames that were asked whether they are true."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from jupyter_ctx.core.fixes.calls import grouped, type_of
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap

MESSAGE = "The truth value of a"
_WHY = "each element has its own truth, so Python cannot choose"
_FRAMES = ("DataFrame", "Series")


def propose(case: Case) -> Iterator[Fix | None]:
    """Combine element by element, or ask for any or all of the elements."""
    if MESSAGE not in case.report.evalue:
        return
    tests = list(_tests(case))
    asked = [id(test) for test in tests]
    for node in case.failing(ast.expr):
        if id(node) not in asked:
            yield _each(case, node)
    for test in tests:
        yield from _asked(case, test)


def _each(case: Case, node: ast.expr) -> Fix | None:
    """Write a connective so that it works on each element."""
    if isinstance(node, ast.BoolOp):
        return _combined(case, node)
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return _parted(case, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        text = f"~({case.text(node.operand)})"
        return swap(case, node, text, "likely", [_WHY, *case.live(node)])
    return None


def _combined(case: Case, node: ast.BoolOp) -> Fix | None:
    is_and = isinstance(node.op, ast.And)
    sign, word = ("&", "and") if is_and else ("|", "or")
    text = f" {sign} ".join(f"({case.text(value)})" for value in node.values)
    title = f"Combine element by element with `{sign}` instead of `{word}`"
    edits = [Edit(*case.span(node), text)]
    return edit(case, title, edits, "likely", [_WHY, *case.live(node)])


def _parted(case: Case, node: ast.Compare) -> Fix | None:
    """Write `1 < a < 3` as two comparisons."""
    terms = [node.left, *node.comparators]
    gaps = [
        case.source[case.span(left)[1] : case.span(right)[0]]
        for left, right in pairwise(terms)
    ]
    parts = [
        f"({case.text(left)}{gap}{case.text(right)})"
        for (left, right), gap in zip(pairwise(terms), gaps, strict=True)
    ]
    return swap(case, node, " & ".join(parts), "likely", [_WHY, *case.live(node)])


def _tests(case: Case) -> Iterator[ast.expr]:
    """Find the tests of the failing `if`, `while`, `assert` or conditional."""
    for node in case.nodes(ast.stmt):
        if isinstance(node, ast.If | ast.While | ast.Assert):
            first, last = node.test.lineno, node.test.end_lineno or node.test.lineno
            if first <= case.line <= last:
                yield node.test
    for choice in case.failing(ast.IfExp):
        yield choice.test


def _asked(case: Case, test: ast.expr) -> Iterator[Fix | None]:
    why = [_WHY, *case.live(test)]
    if isinstance(test, ast.Name) and type_of(case, test) in _FRAMES:
        text = f"not {test.id}.empty"
        yield swap(case, test, text, "likely", why)
    word = "not " if _is_negated(test) else ""
    inner = test.operand if isinstance(test, ast.UnaryOp) and word else test
    joined = _joined(case, inner) or grouped(case, inner)
    for method in ("any", "all"):
        text = f"{word}{joined}.{method}()"
        title = f"Ask whether {method} of the elements {_is_are(method)} true"
        edits = [Edit(*case.span(test), text)]
        yield edit(case, title, edits, "likely", why)


def _is_negated(test: ast.expr) -> bool:
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _joined(case: Case, test: ast.expr) -> str:
    """Write the `and` of a test element by element."""
    if not isinstance(test, ast.BoolOp):
        return ""
    sign = " & " if isinstance(test.op, ast.And) else " | "
    return f"({sign.join(f'({case.text(value)})' for value in test.values)})"


def _is_are(method: str) -> str:
    return "is" if method == "any" else "are"
