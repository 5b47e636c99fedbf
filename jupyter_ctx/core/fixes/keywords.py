"""Fixes for arguments that a function does not have by that name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import known, library
from jupyter_ctx.core.fixes.calls import called, owner, without
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.near import CLOSE, SURE, certainty, near

_UNEXPECTED = re.compile(
    r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'"
    r"(?:\. Did you mean '(\w+)')?"
)
_INVALID = re.compile(r"'(\w+)' is an invalid keyword argument for (\w+)\(\)")
_WEAK = frozenset(("n", "is", "max", "min", "num", "no"))  # words of any argument
LISTED = 12  # arguments told
SHORT = 3  # letters of a name that can be an abbreviation
_PARAMETER = re.compile(r"[^\W\d]\w*(?=\s*(?:[:=,)]|$))")


def propose(case: Case) -> Iterator[Fix | None]:
    """Follow a removal, mend the name from the signature, or leave it out."""
    message = case.report.evalue
    if not case.source:
        return
    if found := _UNEXPECTED.search(message):
        function, wrong, meant = found.groups(default="")
    elif found := _INVALID.search(message):
        function, wrong, meant = found[2], found[1], ""
    else:
        return
    yield from _succeeded(case, function, wrong)
    yield from _keyword(case, function, wrong, meant)


def _succeeded(case: Case, function: str, wrong: str) -> Iterator[Fix | None]:
    """Write what does today what the argument did."""
    name = function.removesuffix(".__init__").rpartition(".")[2]
    for call in case.failing(ast.Call):
        for node in call.keywords:
            if node.arg != wrong:
                continue
            value = ast.unparse(node.value).strip("'\"")
            new = known.argument(name, wrong, value)
            why = [f"`{name}` has no `{wrong}` any more"]
            if new.startswith("."):
                holder = owner(call)
                text = f"{case.text(holder)}{new}" if holder is not None else ""
                yield swap(case, call, text, "likely", why) if text else None
            elif new.endswith("="):
                new = f"{new}{case.text(node.value)}"
                yield swap(case, node, new, "likely", why)
            elif new:
                yield swap(case, node, new, "likely", why)


def _keyword(case: Case, function: str, wrong: str, meant: str) -> Iterator[Fix | None]:
    places = [node for node in case.failing(ast.keyword) if node.arg == wrong]
    last = function.rpartition(".")[2]
    name = function.partition(".")[0] if last == "__init__" else last
    parameters = _parameters(case, name)
    is_own = bool(parameters)
    parameters = parameters or _of_library(case, function)
    places = places or [n for n in case.nodes(ast.keyword) if n.arg == wrong]
    given = {node.arg for call in case.failing(ast.Call) for node in call.keywords}
    free = [one for one in parameters if one not in given]
    found = near(wrong, free) or _related(wrong, free)
    found = found or (((meant, SURE),) if meant else ())
    if not parameters and not found:
        found = _well_known(wrong, name)
    for other, _ in found:
        level = certainty(other, found)
        if level == "certain" and not is_own:
            level = "likely"
        starts = [case.span(node)[0] for node in places]
        edits = [Edit(start, start + len(wrong), other) for start in starts]
        title = f"Write `{other}=` instead of `{wrong}=`"
        why = [f"`{name}` takes: {', '.join(parameters[:LISTED]) or other}"]
        yield edit(case, title, edits, level, why)
    for node in places:
        title = f"Leave out `{case.text(node)}`"
        why = [f"`{name}` has no argument `{wrong}`"]
        yield edit(case, title, [without(case, node)], "possible", why)


def _of_library(case: Case, function: str) -> list[str]:
    """List the arguments of a function of a library, from its own signature."""
    last = function.rpartition(".")[2]
    own = library.named(library.function_named(function))
    for call in case.failing(ast.Call):
        if called(call) == last or last in ("__init__", "set"):
            names = library.named(library.resolved(case, call.func))
            if names:
                # A plot hands on to the lines that it makes what it does not know.
                return [*names, *own] if last == "set" else names
    return own


def _related(wrong: str, names: list[str]) -> tuple[tuple[str, float], ...]:
    """Find arguments that have the words of *wrong* or begin with it, or it with them.

    `epochs` for `n_epochs`, `ascend` for `ascending`, `sparse` for `sparse_output`.
    """
    words = set(wrong.casefold().split("_"))
    parts = [set(one.casefold().split("_")) for one in names]
    sharing = [n for n, has in zip(names, parts, strict=True) if words & has - _WEAK]
    begun = [n for n in names if n.startswith(wrong) or wrong.startswith(n)]
    ended = [n for n in names if n.endswith(wrong) and len(wrong) > SHORT]
    whole = [n for n, has in zip(names, parts, strict=True) if words <= has]
    best = [one for one in begun if len(one) >= SHORT] or whole or ended or sharing
    level = SURE if len(best) == 1 else CLOSE
    return tuple((one, level) for one in sorted(best, key=len)[:2])


def _well_known(wrong: str, function: str) -> tuple[tuple[str, float], ...]:
    """Find the argument of a library whose signature is not at hand."""
    names = known.keywords(function)
    begun = [(one, SURE) for one in names if one.startswith(f"{wrong}_")]
    return near(wrong, names) or tuple(begun[:1])


def _parameters(case: Case, name: str) -> list[str]:
    summary = case.variable(name)
    if summary is None:
        return []
    made = [field.dtype for field in summary.fields if field.name == "__init__"]
    signature = made[0] if summary.kind == "class" and made else summary.signature
    inside = signature.partition("(")[2].rpartition(")")[0]
    found = dict.fromkeys(_PARAMETER.findall(inside + ","))
    return [one for one in found if one not in ("self", "None", "True", "False")]
