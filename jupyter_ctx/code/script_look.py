"""TypeScript and JavaScript without a grammar: by the look and indent of lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jupyter_ctx.code.excerpt import indent_of
from jupyter_ctx.code.rows import Marks

_IMPORT = re.compile(r"\s*(?:import\b(?!\s*\()|export\s*(?:type\s*)?[*{])")
_IMPORT_END = re.compile(r".*(?:[\"'];?\s*(?://.*)?|\}\s*;?)\Z")
_TYPE = re.compile(
    r"\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:const\s+)?"
    r"(?:interface|type|enum)\s+[\w$]+"
)
_FLOW = re.compile(
    r"\s*(?:\}\s*)?(?:if|else|for|while|do|switch|case|default|try|catch|finally|"
    r"return|throw|break|continue|yield|await|with)\b|.*\bawait\b|.*\byield\b"
)
_HEAD = re.compile(
    r"\s*(?:export\b|(?:abstract\s+)?class\b|(?:async\s+)?function\b|@\w|namespace\b|"
    r"module\b|(?:public|private|protected|static|readonly|async|get|set|constructor)\b"
    r"|[\w$]+\s*\([^;]*\{\s*\Z)|.*=>\s*\{\s*\Z"
)
_ALWAYS = re.compile(r".*(?:\brequire\(|\bimport\(|\bprocess\.env\b|\bimport\.meta\b)")
_END = re.compile(r"\s*[\])}]")


def marks(lines: Sequence[str], *, is_flow: bool) -> Marks:
    """Mark imports, types, headers and ends; with *is_flow* also control flow."""
    made = Marks(lines)
    row = 0
    while row < len(lines):
        line = lines[row]
        last = row
        if _IMPORT.match(line):
            last = _end_of_import(lines, row)
        elif _TYPE.match(line):
            last = _end_of_block(lines, row)
        if last > row or _is_telling(line, is_flow=is_flow):
            made.keep(row, last)
        row = last + 1
    _mark_docs(made, lines)
    return made


def _mark_docs(made: Marks, lines: Sequence[str]) -> None:
    """Mark the JSDoc that stands right above a marked line."""
    is_below = False
    for row in range(len(lines) - 1, -1, -1):
        text = lines[row].lstrip()
        if is_below and text.startswith("*"):
            made.keep(row, row)
        elif is_below and text.startswith("/**"):
            made.keep(row, row)
            is_below = False
        else:
            is_below = bool(made.rows[row])


def _is_telling(line: str, *, is_flow: bool) -> bool:
    patterns = [_IMPORT, _TYPE, _HEAD, _ALWAYS, _END]
    if is_flow:
        patterns.append(_FLOW)
    is_top = line[:1].strip() and not line.startswith(("/", "*"))
    return bool(is_top) or any(pattern.match(line) for pattern in patterns)


def _end_of_import(lines: Sequence[str], row: int) -> int:
    """Find the last line of an import or of a list of exports."""
    for last in range(row, min(row + 60, len(lines))):
        if _IMPORT_END.match(lines[last]):
            return last
    return row


def _end_of_block(lines: Sequence[str], row: int) -> int:
    """Find where a type ends: before the next line that is not indented more."""
    indent = len(indent_of(lines[row]))
    last = row
    for below in range(row + 1, len(lines)):
        line = lines[below]
        if line.strip() and len(indent_of(line)) <= indent:
            return below if _END.match(line) else last
        last = below if line.strip() else last
    return last
