"""Fixes for models and transformers of scikit-learn."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import (
    before_statement,
    called,
    calls,
    keyword,
    owner,
    type_of,
    with_option,
)
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.nothing import other

_NOT_FITTED = re.compile(r"This (\w+) instance is not fitted yet")
_METHODS = ("fit", "predict", "transform", "fit_transform", "predict_proba", "score")
_PAIRS = (("X_train", "y_train"), ("x_train", "y_train"), ("X", "y"), ("x", "y"))


def propose(case: Case) -> Iterator[Fix | None]:
    """Give a column the shape of a table, fit first, or keep the known columns."""
    message = case.report.evalue
    if "Expected 2D array, got" in message:
        yield from _as_table(case)
    elif message.startswith("Found unknown categories"):
        yield from _tolerant(case)
    elif "feature names should match" in message:
        yield from _ordered(case)
    elif found := _NOT_FITTED.search(message):
        yield from _fitted(case, found[1])
    elif message.startswith("Found input variables with inconsistent numbers"):
        yield from _as_long(case)
    elif "contains NaN" in message:
        yield from _filled(case)


def _as_table(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, *_METHODS):
        if not call.args:
            continue
        node = call.args[0]
        text, kind = case.text(node), type_of(case, node)
        why = ["a model wants rows and columns", *case.live(node)]
        if isinstance(node, ast.List):
            if called(call) in ("fit", "fit_transform"):
                yield swap(case, node, f"[[v] for v in {text}]", "likely", why)
            yield swap(case, node, f"[{text}]", "likely", why)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            column = f"{case.text(node.value)}[[{case.text(node.slice)}]]"
            yield swap(case, node, column, "likely", why)
        elif kind == "Series":
            yield swap(case, node, f"{text}.to_frame()", "likely", why)
        elif kind == "list":
            yield swap(case, node, f"[[v] for v in {text}]", "likely", why)
        else:
            yield swap(case, node, f"{text}.reshape(-1, 1)", "likely", why)


def _as_long(case: Case) -> Iterator[Fix | None]:
    """Cut both inputs alike, where one of them is cut."""
    for call in calls(case, *_METHODS):
        sides = call.args[:2]
        cuts = [n.slice for n in sides if isinstance(n, ast.Subscript)]
        whole = [n for n in sides if not isinstance(n, ast.Subscript)]
        if len(cuts) == len(whole) == 1 and isinstance(cuts[0], ast.Slice):
            text = f"{case.text(whole[0])}[{ast.unparse(cuts[0])}]"
            why = [case.report.evalue, *case.live(*sides)]
            yield swap(case, whole[0], text, "likely", why)


def _places(case: Case, *names: str) -> Iterator[tuple[Case, ast.Call]]:
    """Find the calls of *names* in this cell, then in the earlier ones."""
    earlier = [other(case, run) for run in reversed(case.state.executions)]
    for there in (case, *(one for one in earlier if one is not None)):
        for call in there.nodes(ast.Call):
            if called(call) in names:
                yield there, call


def _tolerant(case: Case) -> Iterator[Fix | None]:
    for there, call in _places(case, "OneHotEncoder"):
        given = keyword(call, "handle_unknown")
        change = with_option(there, call, 'handle_unknown="ignore"')
        if given is not None:
            change = Edit(*there.span(given.value), '"ignore"')
        why = [case.report.evalue, f"{there.label} makes the encoder"]
        title = "Let the encoder give zeros for what it has not seen"
        yield edit(there, title, [change], "likely", why)
        return


def _ordered(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, *_METHODS):
        holder = owner(call)
        if holder is not None and call.args:
            model = case.text(holder)
            text = f"{case.text(call.args[0])}[{model}.feature_names_in_]"
            first = case.report.evalue.split("\n", 1)[0]
            why = [first, f"`{model}` remembers its columns", *case.live(call)]
            yield swap(case, call.args[0], text, "likely", why)


def _fitted(case: Case, kind: str) -> Iterator[Fix | None]:
    for call in calls(case, "transform", "predict", "predict_proba", "score"):
        holder = owner(call)
        if holder is None:
            continue
        why = [f"`{case.text(holder)}` is a {kind} that was not fitted"]
        if called(call) == "transform" and isinstance(call.func, ast.Attribute):
            end = case.span(call.func)[1]
            edits = [Edit(end - len("transform"), end, "fit_transform")]
            yield edit(case, "Fit and transform at once", edits, "likely", why)
            continue
        for inputs, target in _PAIRS:
            if case.variable(inputs) is not None and case.variable(target) is not None:
                line = f"{case.text(holder)}.fit({inputs}, {target})"
                facts = [*why, *case.live(ast.Name(inputs), ast.Name(target))]
                title = f"Fit it first: `{line}`"
                edits = [before_statement(case, line)]
                yield edit(case, title, edits, "likely", facts)
                break


def _filled(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, *_METHODS):
        kind = type_of(case, call.args[0]) if call.args else ""
        if kind in ("DataFrame", "ndarray"):
            name = case.text(call.args[0])
            why = [case.report.evalue.split("\n", 1)[0], *case.live(call.args[0])]
            text = f"{name}.fillna({name}.mean(numeric_only=True))"
            if kind == "ndarray":
                text = f"{case.module('numpy') or 'np'}.nan_to_num({name})"
            yield swap(case, call.args[0], text, "possible", why)
