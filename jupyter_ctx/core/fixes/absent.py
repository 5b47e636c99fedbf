"""Fixes for elements that a list, a text or a population does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import calls, keyword, owner, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Edit, Fix, edit, swap


def propose(case: Case) -> Iterator[Fix | None]:
    """Ask first whether it is there, or ask for fewer."""
    message = case.report.evalue
    if "not in list" in message or "x not in" in message:
        yield from _removed(case)
        yield from _placed(case)
    elif message == "substring not found":
        yield from _sought(case)
    elif message.startswith("Sample larger than population"):
        yield from _sampled(case)
    elif message.startswith("Cannot take a larger sample"):
        yield from _sampled_frame(case)
    elif "empty sequence" in message or "iterable argument is empty" in message:
        yield from _largest(case)


def _removed(case: Case) -> Iterator[Fix | None]:
    for statement in case.failing(ast.Expr):
        call = statement.value
        if not isinstance(call, ast.Call) or not call.args:
            continue
        holder = owner(call)
        if holder is None or call not in list(calls(case, "remove")):
            continue
        wanted, name = case.text(call.args[0]), case.text(holder)
        indent = " " * statement.col_offset
        text = f"if {wanted} in {name}:\n{indent}    {case.text(call)}"
        why = [f"`{name}` does not hold it", *case.live(call)]
        title = f"Remove it only if `{name}` has it"
        edits = [Edit(*case.span(statement), text)]
        yield edit(case, title, edits, "likely", why)


def _placed(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "index"):
        holder = owner(call)
        if holder is not None and len(call.args) == 1:
            wanted, name = case.text(call.args[0]), case.text(holder)
            text = f"({case.text(call)} if {wanted} in {name} else None)"
            why = [f"`{name}` does not hold it", *case.live(call)]
            yield swap(case, call, text, "possible", why)


def _sought(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "index", "rindex"):
        if isinstance(call.func, ast.Attribute):
            method = "find" if call.func.attr == "index" else "rfind"
            end = case.span(call.func)[1]
            edits = [Edit(end - len(call.func.attr), end, method)]
            why = [f"`{method}` gives -1 where `{call.func.attr}` fails"]
            title = f"Use `{method}`, which gives -1 if it is not there"
            yield edit(case, title, edits, "likely", [*why, *case.live(call)])


def _sampled(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "sample"):
        if len(call.args) > 1:
            many, size = case.text(call.args[0]), case.text(call.args[1])
            why = [f"`{many}` has fewer than {size}", *case.live(call)]
            yield swap(case, call.args[1], f"min({size}, len({many}))", "likely", why)


def _sampled_frame(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "sample"):
        number = keyword(call, "n")
        sizes = [number.value] if number is not None else call.args
        holder = owner(call)
        if not sizes or holder is None:
            continue
        size = sizes[0]
        why = [f"`{case.text(holder)}` has fewer rows", *case.live(holder)]
        text = f"min({case.text(size)}, len({case.text(holder)}))"
        yield swap(case, size, text, "likely", why)
        title = "Let rows be drawn more than once: `replace=True`"
        edits = [with_option(case, call, "replace=True")]
        yield edit(case, title, edits, "possible", why)


def _largest(case: Case) -> Iterator[Fix | None]:
    for call in calls(case, "max", "min"):
        if len(call.args) == 1 and keyword(call, "default") is None:
            why = ["there is no element to choose from", *case.live(call)]
            title = "Give None where there is no element: `default=None`"
            edits = [with_option(case, call, "default=None")]
            yield edit(case, title, edits, "possible", why)
