"""Fixes for text in another encoding, and for what is nearly JSON."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.calls import called, calls, keyword, owner, with_option
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, swap
from jupyter_ctx.core.fixes.name_error import at_top

_BYTE = re.compile(
    r"'([\w-]+)' codec can't decode byte 0x([0-9a-f]{2}) in position (\d+)"
)
_READERS = ("open", "read_csv", "read_table", "read_text", "read_json", "loadtxt")
_NOT_IN_CP1252 = ("81", "8d", "8f", "90", "9d")
_MARKS = ("ff", "fe")  # how UTF-16 begins


def propose(case: Case) -> Iterator[Fix | None]:
    """Name the encoding, or read what the text really is."""
    if case.report.ename == "JSONDecodeError":
        yield from _json(case)
        return
    if case.report.ename == "UnicodeEncodeError":
        yield from _encoded(case)
        return
    found = _BYTE.search(case.report.evalue)
    if found is not None:
        yield from _decoded(case, found[1], found[2], int(found[3]))


def _encodings(codec: str, byte: str, position: int) -> list[str]:
    if codec == "ascii":
        return ["utf-8", "cp1252"]
    if position == 0 and byte in _MARKS:
        return ["utf-16", "latin-1"]
    return ["latin-1"] if byte in _NOT_IN_CP1252 else ["cp1252", "latin-1"]


def _decoded(case: Case, codec: str, byte: str, position: int) -> Iterator[Fix | None]:
    readers = list(calls(case, *_READERS, "decode"))
    if not readers:
        # A file is read some lines after it was opened.
        readers = [c for c in case.nodes(ast.Call) if called(c) in _READERS]
    why = [f"byte 0x{byte} at position {position} is no {codec}"]
    for call in readers[:1]:
        for at, encoding in enumerate(_encodings(codec, byte, position)):
            level: Certainty = "possible" if at else "likely"
            change = _named(case, call, encoding)
            yield edit(case, f"Read it as {encoding}", [change], level, why)


def _encoded(case: Case) -> Iterator[Fix | None]:
    """Write text as UTF-8, which has all signs."""
    writers = list(calls(case, "open", "write_text", "encode", "to_csv"))
    writers = writers or [c for c in case.nodes(ast.Call) if called(c) == "open"]
    for call in writers[:1]:
        given = keyword(call, "encoding")
        change = with_option(case, call, 'encoding="utf-8"')
        if given is not None:
            change = Edit(*case.span(given.value), '"utf-8"')
        elif called(call) == "encode" and call.args:
            change = Edit(*case.span(call.args[0]), '"utf-8"')
        why = [case.report.evalue[:200], "UTF-8 has all signs"]
        yield edit(case, "Write it as UTF-8", [change], "likely", why)


def _named(case: Case, call: ast.Call, encoding: str) -> Edit:
    given = keyword(call, "encoding")
    node = given.value if given is not None else None
    if node is None and called(call) == "decode" and call.args:
        node = call.args[0]
    if node is not None:
        return Edit(*case.span(node), f'"{encoding}"')
    name = f'"{encoding}"' if called(call) == "decode" else f'encoding="{encoding}"'
    return with_option(case, call, name)


def _json(case: Case) -> Iterator[Fix | None]:
    message = case.report.evalue
    for call in calls(case, "loads", "load"):
        if not call.args:
            continue
        argument, module = case.text(call.args[0]), owner(call)
        if "enclosed in double quotes" in message and called(call) == "loads":
            why = ["JSON has double quotes; this is written as Python"]
            text = f"ast.literal_eval({argument})"
            edits = [Edit(*case.span(call), text)]
            if not case.module("ast"):
                edits.append(at_top(case, "import ast"))
            why += case.live(call.args[0])
            yield edit(case, f"Read it as Python: `{text}`", edits, "likely", why)
        elif message.startswith("Extra data") and module is not None:
            lines = argument if called(call) == "load" else f"{argument}.splitlines()"
            loads = f"{case.text(module)}.loads(line)"
            text = f"[{loads} for line in {lines} if line.strip()]"
            why = ["after the first value there is more: each line is JSON"]
            yield swap(case, call, text, "likely", [*why, *case.live(call.args[0])])
