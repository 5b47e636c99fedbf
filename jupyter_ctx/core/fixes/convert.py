"""Fixes for text and numbers that cannot be turned into what was wanted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import calls, keyword, type_of, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top

_TO_FLOAT = re.compile(r"could not convert string to float: '(.*)'")
_TO_INT = re.compile(r"invalid literal for int\(\) with base 10: '(.*)'")
_CODE = re.compile(r"Unknown format code '(\w)' for object of type '(\w+)'")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_UNIT = re.compile(r"\s*[-+]?\d+(?:\.\d+)?(\s*)([^\W\d]{1,12}|°[CF]?)\.?\s*")
_SIGNS = (",", "$", "€", "£", "%", " ")  # around the digits of printed numbers


def propose(case: Case) -> Iterator[Fix | None]:
    """Clean the text, go through float, or make missing values of the rest."""
    message = case.report.evalue
    if found := _TO_FLOAT.search(message):
        yield from _called(case, "float", found[1])
        yield from _column(case, found[1])
    elif found := _TO_INT.search(message):
        yield from _called(case, "int", found[1])
        yield from _column(case, found[1])
    elif message.startswith("Unable to parse string"):
        yield from _coerced(case)
    elif message.startswith("Cannot convert non-finite values"):
        yield from _with_missing(case)
    elif found := _CODE.search(message):
        yield _formatted(case, found[1], found[2])


def _called(case: Case, function: str, text: str) -> Iterator[Fix | None]:
    for call in calls(case, function):
        if len(call.args) != 1:
            continue
        argument = call.args[0]
        why = [f"the text is {text!r}", *case.live(argument)]
        written = case.text(argument)
        cleaning = _cleaning(text)
        whole = cleaning is not None and "." in text and function == "int"
        if cleaning is not None:
            inner = f"{written}{cleaning}"
            inner = f"float({inner})" if whole else inner
            yield swap(case, argument, inner, "likely", why)
        elif not text.strip():
            new = f'{written} or "0"' if function == "int" else f'{written} or "nan"'
            yield swap(case, argument, new, "possible", why)


def _cleaning(text: str) -> str | None:
    """Give the calls that leave the digits of *text* alone; None if none do."""
    present = [sign for sign in _SIGNS if sign in text]
    plain = text
    for sign in present:
        plain = plain.replace(sign, "")
    if not _NUMBER.fullmatch(plain.strip()):
        return _without_unit(text)
    return "".join(f'.replace("{sign}", "")' for sign in present)


def _without_unit(text: str) -> str | None:
    """Give the call that leaves the number of `42 kg` alone; None if it is none."""
    found = _UNIT.fullmatch(text)
    if found is None:
        return None
    is_sloppy = text != text.strip() or text.endswith(".")
    spaced, plain = ".split()[0]", f'.removesuffix("{found[2]}")'
    return spaced if found[1] else None if is_sloppy else plain


def _column(case: Case, text: str) -> Iterator[Fix | None]:
    """Convert a whole column, with what cannot be converted missing."""
    for call in calls(case, "astype"):
        is_mapping = bool(call.args) and isinstance(call.args[0], ast.Dict)
        if not isinstance(call.func, ast.Attribute) or is_mapping:
            continue
        owner = case.text(call.func.value)
        why = [f"one of the values is {text!r}", *case.live(call.func.value)]
        cleaning = _cleaning(text)
        if cleaning:
            new = f"{owner}{_of_column(cleaning)}"
            yield swap(case, call.func.value, new, "likely", why)
        pandas = case.module("pandas") or "pd"
        edits = [
            Edit(*case.span(call), f'{pandas}.to_numeric({owner}, errors="coerce")')
        ]
        if not case.module("pandas"):
            edits.append(at_top(case, "import pandas as pd"))
        title = "Make missing values of what is no number"
        yield edit(case, title, edits, "possible" if cleaning else "likely", why)
    for call in calls(case, "fit", "fit_transform"):
        yield _encoded(case, call, text)


def _of_column(cleaning: str) -> str:
    """Write for a whole column what cleans one text."""
    cleaning = cleaning.replace("[0]", ".str[0]").replace(".split", ".str.split")
    for method in (".replace", ".removesuffix"):
        cleaning = cleaning.replace(method, f".str{method}")
    return cleaning


def _encoded(case: Case, call: ast.Call, text: str) -> Fix | None:
    """Make numbers of the text columns that a model is fitted to."""
    pandas = case.module("pandas")
    if not pandas or not call.args:
        return None
    table = call.args[0]
    taken = isinstance(table, ast.Subscript) and isinstance(table.slice, ast.List)
    frame = table.value if taken and isinstance(table, ast.Subscript) else table
    if type_of(case, frame) != "DataFrame":
        return None
    why = [f"a model takes numbers; one value is {text!r}", *case.live(table)]
    new = f"{pandas}.get_dummies({case.text(table)})"
    return swap(case, call.args[0], new, "possible", why)


def _coerced(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "to_numeric"):
        given = keyword(call, "errors")
        change = with_option(case, call, 'errors="coerce"')
        if given is not None:
            change = Edit(*case.span(given.value), '"coerce"')
        why = [case.report.evalue, *case.live(call)]
        title = "Make missing values of what is no number"
        yield edit(case, title, [change], "likely", why)


def _with_missing(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "astype"):
        if not call.args or not isinstance(call.func, ast.Attribute):
            continue
        why = ["integers of numpy have no missing value; `Int64` of pandas has"]
        why += case.live(call)
        yield swap(case, call.args[0], '"Int64"', "likely", why)
        owner = call.func.value
        text = f"{case.text(owner)}.fillna(0)"
        yield swap(case, owner, text, "possible", why)


def _formatted(case: Case, code: str, kind: str) -> Fix | None:
    """Change the code of the format, or the value for it, in the failing line."""
    start = sum(len(line) + 1 for line in case.source.split("\n")[: case.line - 1])
    line = case.source.split("\n")[case.line - 1]
    found = re.search(rf"\{{([^{{}}:]*):([^{{}}]*){code}\}}", line)
    if found is None:
        return None
    why = [f"the value is of type {kind}, which `{code}` does not format"]
    if kind == "float" and code in "dxb":
        edits = [
            Edit(start + found.start(2), start + found.end() - 1, f"{found[2]}.0f")
        ]
        return edit(case, "Format the number with `.0f`", edits, "likely", why)
    if kind != "str" or not found[1]:
        return None
    function = "int" if code in "dxb" else "float"
    text = f"{function}({found[1]})"
    edits = [Edit(start + found.start(1), start + found.end(1), text)]
    return edit(case, f"Make a number of it: `{text}`", edits, "possible", why)
