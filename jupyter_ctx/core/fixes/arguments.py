"""Fixes for arguments that are missing, too many, or of another type."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import library
from jupyter_ctx.core.fixes.calls import called, calls, keyword, type_of, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.nothing import other

_TAKES = re.compile(
    r"([\w.]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+)"
)
_MISSING = re.compile(r"(\w+)\(\) missing \d+ required positional arguments?: (.+)")
_JSON = re.compile(r"Object of type (\w+) is not JSON serializable")
_ENCODERS = {
    "ndarray": "lambda v: v.tolist()",
    "Series": "lambda v: v.tolist()",
    "DataFrame": "lambda v: v.to_dict()",
    "set": "list",
    "frozenset": "list",
    "complex": "str",
}
_JOINED = ("DataFrame", "Series", "ndarray")
_NUMBERS = re.compile(r"(?:u?int|float|bool)(?:\d+|_)?")


def propose(case: Case) -> Iterator[Fix | None]:
    """Add what is missing, or make of an argument what the function takes."""
    message = case.report.evalue
    if found := _TAKES.search(message):
        extra = int(found[3]) - int(found[2])
        name = found[1].rpartition(".")[2]
        yield from _named(case, found[1], extra)
        yield from _method(case, name, extra)
        yield from _fewer(case, name, extra)
    elif found := _MISSING.search(message):
        yield from _missing(case, found[1], re.findall(r"'(\w+)'", found[2]))
    elif "expected str instance" in message and "sequence item" in message:
        yield from _joined(case)
    elif found := _JSON.search(message):
        yield from _serialised(case, found[1])
    elif message.startswith("write() argument must be str"):
        yield from _written(case)


def _method(case: Case, function: str, extra: int) -> Iterator[Fix | None]:
    """Give a method its missing `self`."""
    if extra != 1:
        return
    earlier = [other(case, run) for run in reversed(case.state.executions)]
    for there in (case, *(one for one in earlier if one is not None)):
        for cls in there.nodes(ast.ClassDef):
            for node in cls.body:
                if isinstance(node, ast.FunctionDef) and node.name == function:
                    yield _with_self(there, cls, node)
                    return


def _named(case: Case, function: str, extra: int) -> Iterator[Fix | None]:
    """Give by name what a function of a library takes by name alone."""
    last = function.rpartition(".")[2]
    for call in case.failing(ast.Call):
        if called(call) != last and last != "__init__":
            continue
        found = library.resolved(case, call.func) or library.function_named(function)
        used = {one.arg for one in call.keywords}
        free = [one for one in library.by_name_alone(found) if one not in used]
        late = call.args[-extra:]
        kind = type_of(case, call.args[0]) if call.args else ""
        if _are_columns(case, call):
            kind = "Series"
        if extra == len(call.args) - 1 and kind in _JOINED:
            text = f"[{', '.join(map(case.text, call.args))}]"
            span = (case.span(call.args[0])[0], case.span(call.args[-1])[1])
            why = [f"`{last}` takes one list", *case.live(call)]
            title = f"Give it one list: `{text}`"
            yield edit(case, title, [Edit(*span, text)], "likely", why)
        elif free and len(free) >= len(late) == extra:
            pairs = list(zip(late, free, strict=False))
            edits = [Edit(*case.span(n), f"{one}={case.text(n)}") for n, one in pairs]
            told = ", ".join(f"{one}={case.text(node)}" for node, one in pairs)
            why = [f"`{last}` takes by name alone: {', '.join(free[:8])}"]
            yield edit(case, f"Give it by name: `{told}`", edits, "likely", why)


def _are_columns(case: Case, call: ast.Call) -> bool:
    """Tell whether all that is given are names of columns of the frame."""
    holder = call.func.value if isinstance(call.func, ast.Attribute) else None
    summary = case.variable(holder.id) if isinstance(holder, ast.Name) else None
    fields = {one.name for one in summary.fields} if summary is not None else set()
    given = [n.value for n in call.args if isinstance(n, ast.Constant)]
    return len(given) == len(call.args) > 1 and fields.issuperset(map(str, given))


def _fewer(case: Case, function: str, extra: int) -> Iterator[Fix | None]:
    """Leave the arguments out that the function does not take."""
    for call in calls(case, function):
        if len(call.args) <= extra or call.keywords:
            continue
        start = case.span(call.args[-extra - 1])[1]
        edits = [Edit(start, case.span(call.args[-1])[1], "")]
        left = ", ".join(case.text(node) for node in call.args[-extra:])
        why = [case.report.evalue, *case.live(call)]
        yield edit(case, f"Leave out `{left}`", edits, "possible", why)


def _with_self(case: Case, cls: ast.ClassDef, node: ast.FunctionDef) -> Fix | None:
    first = node.args.args[0].arg if node.args.args else ""
    if first in ("self", "cls") or node.decorator_list:
        return None
    at = case.source.index("(", case.span(node)[0]) + 1
    text = "self, " if first else "self"
    why = [f"`{node.name}` of `{cls.name}` has no `self`, which it is called with"]
    title = f"Give `{node.name}` the parameter `self`"
    return edit(case, title, [Edit(at, at, text)], "likely", why)


def _missing(case: Case, function: str, names: list[str]) -> Iterator[Fix | None]:
    for call in calls(case, function):
        lacks_self = names == ["self"] or _is_class(case, call.func)
        if lacks_self and isinstance(call.func, ast.Attribute):
            yield from _instance(case, call.func)
        elif names and all(case.variable(name) is not None for name in names):
            option = ", ".join(f"{name}={name}" for name in names)
            why = case.live(*(ast.Name(name) for name in names))
            title = f"Give it the variable of that name: `{option}`"
            edits = [with_option(case, call, option)]
            yield edit(case, title, edits, "likely", why or [case.report.evalue])


def _is_class(case: Case, func: ast.expr) -> bool:
    """Tell whether a method is asked of a class, where an object is wanted."""
    holder = func.value if isinstance(func, ast.Attribute) else None
    summary = case.variable(holder.id) if isinstance(holder, ast.Name) else None
    return summary is not None and summary.kind == "class"


def _instance(case: Case, func: ast.Attribute) -> Iterator[Fix | None]:
    """Call the method on an object of the class, not on the class."""
    cls = func.value
    name = cls.id if isinstance(cls, ast.Name) else ""
    why = [f"`{name}` is the class; a method needs an object of it"]
    for summary in case.state.variables:
        if summary.type_name == name and summary.kind != "class":
            yield swap(case, cls, summary.name, "likely", why)
            break
    yield swap(case, cls, f"{name}()", "likely", why)


def _joined(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "join"):
        if len(call.args) == 1:
            text = f"map(str, {case.text(call.args[0])})"
            why = ["`join` takes text alone", *case.live(call.args[0])]
            yield swap(case, call.args[0], text, "likely", why)


def _serialised(case: Case, kind: str) -> Iterator[Fix | None]:
    for call in calls(case, "dumps", "dump"):
        if keyword(call, "default") is not None:
            continue
        encoder = _ENCODERS.get(kind, "str")
        if _NUMBERS.fullmatch(kind):
            encoder = "lambda v: v.item()"
        why = [f"JSON has no {kind}", *case.live(call)]
        title = f"Say how a {kind} is written: `default={encoder}`"
        edits = [with_option(case, call, f"default={encoder}")]
        yield edit(case, title, edits, "likely", why)


def _written(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "write"):
        if len(call.args) == 1 and called(call) == "write":
            text = f"str({case.text(call.args[0])})"
            why = ["`write` takes text alone", *case.live(call.args[0])]
            yield swap(case, call.args[0], text, "likely", why)
