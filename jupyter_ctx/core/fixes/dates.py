"""Fixes for dates that do not have the format they are read with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import datetime

from jupyter_ctx.core.fixes.calls import calls, keyword, value, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.key_error import quoted

_MESSAGE = re.compile(
    r"""time data ['"](.*?)['"] (?:does not|doesn't) match format ['"](.*?)['"]"""
)
_DAYS = ("%Y-%m-%d", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y", "%Y/%m/%d")
_SHORT = ("%d.%m.%Y", "%Y%m%d", "%d/%m/%y", "%m/%d/%y", "%d %b %Y", "%d %B %Y")
_WORDS = ("%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%d-%b-%Y", "%d-%b-%y", "%Y-%m", "%Y")
_TIMES = ("", " %H:%M:%S", " %H:%M", "T%H:%M:%S", " %H:%M:%S.%f", "T%H:%M:%S.%f")
_ZONES = ("", "%z")


def propose(case: Case) -> Iterator[Fix | None]:
    """Write the format that the text has, or let pandas find it."""
    message = case.report.evalue
    found = _MESSAGE.search(message)
    if message.startswith(("unconverted data", "Invalid isoformat")):
        yield from _read(case)
    if found is None:
        return
    text, wrong = found[1], found[2]
    literals = [node for node in case.nodes(ast.Constant) if node.value == wrong]
    formats = fitting(text)
    for right in formats[:3]:
        certainty: Certainty = "likely" if len(formats) == 1 else "possible"
        if right == formats[0] and len(formats) > 1:
            certainty = "likely"
        edits = [Edit(*case.span(n), quoted(right, case.text(n))) for n in literals]
        why = [f"the text is {text!r}, as `{right}` reads it"]
        yield edit(case, f"Read the dates as `{right}`", edits, certainty, why)
    yield from _mixed(case, text, is_given=bool(literals))


def _read(case: Case) -> Iterator[Fix | None]:
    """Read a known text by the format that it has."""
    for call in calls(case, "strptime", "fromisoformat"):
        text = value(case, call.args[0]) if call.args else None
        formats = fitting(text) if isinstance(text, str) else []
        if not formats or not isinstance(call.func, ast.Attribute):
            continue
        holder, read = case.text(call.func.value), case.text(call.args[0])
        new = f"{holder}.strptime({read}, {formats[0]!r})"
        why = [f"the text is {text!r}, as `{formats[0]}` reads it"]
        yield swap(case, call, new, "likely", [*why, *case.live(call)])


def fitting(text: str) -> list[str]:
    """List the formats that read *text*, the usual ones first."""
    days = [*_DAYS, *_SHORT, *_WORDS]
    all_ = [f"{day}{time}{zone}" for time in _TIMES for day in days for zone in _ZONES]
    return [one for one in all_ if _reads(text, one)]


def _reads(text: str, form: str) -> bool:
    try:
        datetime.strptime(text, form)  # noqa: DTZ007 - only whether it can be read
    except ValueError:
        return False
    return True


def _mixed(case: Case, text: str, *, is_given: bool) -> Iterator[Fix | None]:
    for call in calls(case, "to_datetime"):
        given = keyword(call, "format")
        change = with_option(case, call, 'format="mixed"')
        if given is not None:
            change = Edit(*case.span(given.value), '"mixed"')
        why = [f"one of the texts is {text!r}"]
        level: Certainty = "possible" if is_given else "likely"
        yield edit(case, "Read each text by its own format", [change], level, why)
