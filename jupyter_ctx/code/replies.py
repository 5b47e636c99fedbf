"""The code in a reply: fenced blocks out of Markdown, exactly as written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

import msgspec

from jupyter_ctx.code.magics import Quotes, blank
from jupyter_ctx.code.parsing import parse

PYTHON = frozenset(("python", "py", "python3", "ipython", "ipython3", "pycon"))
"""Languages of blocks that may be inserted into a notebook of Python."""

_OPEN = re.compile(
    r"([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)"
    r"(`{3,}(?=[^`\n]*$)|~{3,})[ \t]*([^\n]*?)[ \t]*$"
)
_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
_INDENT = 4  # columns: a fence indented that much more is text (CommonMark)


class Block(msgspec.Struct, frozen=True):
    """A fenced block; *complete* is false where its closing fence is missing."""

    language: str
    source: str
    complete: bool


def blocks(markdown: str) -> tuple[Block, ...]:
    """Find the fenced blocks of *markdown*, by the rules of CommonMark.

    A block ends at a fence of the same sign, at least as long, alone on its
    line: so fences inside strings and longer fences around shorter ones are
    text; so is, in Python, a fence inside a string of several lines. A fence
    may be indented or follow the mark of a list item.
    """
    return tuple(_blocks(markdown.replace("\r\n", "\n").split("\n")))


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    index = 0
    while index < len(lines):
        opened = _OPEN.match(lines[index])
        index += 1
        if opened is None:
            continue
        end = _end(lines, index, opened)
        width = len(opened[1])
        body = "\n".join(_dedent(line, width) for line in lines[index:end])
        yield Block(_language(opened[3]), body, complete=end < len(lines))
        index = end + 1


def _end(lines: Sequence[str], start: int, opened: re.Match[str]) -> int:
    """Find the line of the closing fence, or the number of lines."""
    is_python = _language(opened[3]) in PYTHON
    quotes = Quotes()
    first = len(lines)
    for index in range(start, len(lines)):
        if _closes(lines[index], opened):
            if not (is_python and quotes.closing):
                return index
            first = min(first, index)
        quotes.follow(lines[index])
    return first


def _closes(line: str, opened: re.Match[str]) -> bool:
    text = line.strip()
    fence = opened[2]
    indent = len(line) - len(line.lstrip())
    return (
        indent < len(opened[1]) + _INDENT
        and len(text) >= len(fence)
        and set(text) == {fence[0]}
    )


def _dedent(line: str, width: int) -> str:
    lead = len(line) - len(line.lstrip())
    return line[min(lead, width) :]


def _language(info: str) -> str:
    words = re.split(r"[\s,{}:=]+", info.strip().lstrip("{."), maxsplit=1)
    return words[0].strip(".").lower()


def insertable(markdown: str) -> tuple[str, ...]:
    """Give the Python sources of a finished reply that may be inserted.

    Complete blocks that say they are Python; complete blocks of no language and
    replies without any fence count only if they are Python.
    """
    found = blocks(markdown)
    if not found:
        text = markdown.strip("\n")
        return (text,) if _is_code(text) else ()
    return tuple(
        _without_prompts(block.source)
        for block in found
        if block.complete and block.source.strip() and _is_python(block)
    )


def _is_python(block: Block) -> bool:
    if block.language:
        return block.language in PYTHON
    return _is_code(_without_prompts(block.source))


def _without_prompts(source: str) -> str:
    """Keep what was typed after `>>>`, where a block is a transcript."""
    lines = source.split("\n")
    if not source.lstrip().startswith(">>> "):
        return source
    return "\n".join(line[4:] for line in lines if _PROMPT.match(line))


def _is_code(text: str) -> bool:
    """Tell code from prose: a bare word or title parses as Python too."""
    tree = parse(blank(text))
    return tree is not None and any(not _is_prose(node) for node in tree.body)


def _is_prose(node: ast.stmt) -> bool:
    if isinstance(node, ast.AnnAssign):  # `Note: this`
        return node.value is None
    acting = (ast.Call, ast.Subscript, ast.Attribute, ast.Await)
    return isinstance(node, ast.Expr) and not any(
        isinstance(inner, acting) for inner in ast.walk(node.value)
    )
