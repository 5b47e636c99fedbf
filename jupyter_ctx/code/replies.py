"""The code in a reply: fenced blocks out of Markdown, exactly as written."""

from __future__ import annotations

import ast
import re

import msgspec

from jupyter_ctx.code.fences import PYTHON, parts
from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")


class Block(msgspec.Struct, frozen=True):
    """A fenced block; *complete* is false where its closing fence is missing."""

    language: str
    source: str
    complete: bool


def blocks(markdown: str) -> tuple[Block, ...]:
    """Find the fenced blocks of *markdown*, see `fences.parts`."""
    return tuple(
        Block(part.language, part.body.removesuffix("\n"), part.closed)
        for part in parts(markdown.replace("\r\n", "\n"))
        if part.is_fence
    )


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
