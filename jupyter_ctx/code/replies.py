"""The code in a reply: fenced blocks out of Markdown, exactly as written."""

from __future__ import annotations

import ast
import re
import warnings

import msgspec

from jupyter_ctx.code.magics import blank

PYTHON = frozenset({"", "python", "py", "python3", "ipython", "ipython3", "pycon"})

_OPEN = re.compile(r"^( {0,3})(`{3,}|~{3,})[ \t]*([^`\n]*?)[ \t]*$")


class Block(msgspec.Struct, frozen=True):
    """A fenced block; *complete* is false where its closing fence is missing."""

    language: str
    source: str
    complete: bool


def blocks(markdown: str) -> tuple[Block, ...]:
    """Find the fenced blocks of *markdown*, by the rules of CommonMark.

    A block ends at a fence of the same sign, at least as long, alone on its
    line: so fences inside strings and longer fences around shorter ones are text.
    """
    found: list[Block] = []
    opened: re.Match[str] | None = None
    body: list[str] = []
    for line in markdown.split("\n"):
        if opened is None:
            opened = _OPEN.match(line)
            body = []
        elif _closes(line, opened[2]):
            found.append(_block(opened, body, complete=True))
            opened = None
        else:
            body.append(_dedent(line, len(opened[1])))
    if opened is not None:
        found.append(_block(opened, body, complete=False))
    return tuple(found)


def _closes(line: str, fence: str) -> bool:
    text = line.strip()
    indent = len(line) - len(line.lstrip(" "))
    return indent <= 3 and len(text) >= len(fence) and set(text) == {fence[0]}  # noqa: PLR2004 - CommonMark's number


def _dedent(line: str, width: int) -> str:
    lead = len(line) - len(line.lstrip(" "))
    return line[min(lead, width) :]


def _block(opened: re.Match[str], body: list[str], *, complete: bool) -> Block:
    info = opened[3].split()
    language = info[0].strip("{}.").lower() if info else ""
    return Block(language, "\n".join(body), complete)


def insertable(markdown: str) -> tuple[str, ...]:
    """Give the Python sources of a finished reply that may be inserted.

    Complete Python blocks; a reply without any fence counts only if it compiles.
    """
    found = blocks(markdown)
    if found:
        return tuple(
            block.source
            for block in found
            if block.complete and block.language in PYTHON and block.source.strip()
        )
    text = markdown.strip("\n")
    return (text,) if _is_code(text) else ()


def _is_code(text: str) -> bool:
    """Tell code from prose: one bare word parses as Python too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(blank(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(
        not (
            isinstance(node, ast.Expr)
            and isinstance(node.value, (ast.Name, ast.Constant, ast.Tuple))
        )
        for node in tree.body
    )
