"""Source at lower fidelity: control flow and signatures instead of bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from jupyter_ctx.code import look, script
from jupyter_ctx.code.bodies import Renderer, flow, heads
from jupyter_ctx.code.chunks import chunks
from jupyter_ctx.code.excerpt import Lines, Outline
from jupyter_ctx.code.gist import bare_lines, ends
from jupyter_ctx.code.magics import blank, language
from jupyter_ctx.code.parsing import parse

STATEMENTS = 500  # of one line
CACHED = 1_024  # sources whose outlines are remembered

Detail = Literal["flow", "heads"]
"""`flow` keeps the control flow in bodies, `heads` signatures and state alone."""


def skeleton(source: str, written_in: str = "", before: int = 0) -> str:
    """Keep headers, control flow, returns, state and short right-hand sides.

    The rest of a body becomes `...` with its number of lines, its place and the
    names it binds and calls. Imports, types and the fields of classes stay as
    written. Never longer than *source*; never raises, however broken the code is.
    Places count from the line behind *before*, of a part of a cell or a file.
    """
    return outline(source, "flow", written_in, before).text


def signatures(source: str, written_in: str = "") -> str:
    """Keep imports, `def` and `class` lines, constants, dynamic expressions.

    Never longer than *source*; never raises.
    """
    return outline(source, "heads", written_in).text


def elided(
    source: str, span: str, detail: Detail = "flow", written_in: str = ""
) -> str | None:
    """Give the lines that the outline of *source* calls *span* (`@12`), as written.

    None if that outline leaves out no span of this name.
    """
    for left in outline(source, detail, written_in).spans:
        if left.id == span:
            return "\n".join(source.split("\n")[left.first - 1 : left.last])
    return None


@lru_cache(maxsize=CACHED)
def outline(
    source: str, detail: Detail, written_in: str = "", before: int = 0
) -> Outline:
    """Render *source*, in the language of its cell magic where none is given.

    *before* is the number of lines that stand above it in its cell or file.
    """
    clean = source.encode("utf-8", "replace").decode("utf-8")
    written_in = written_in or language(clean)
    lines = Lines(clean.split("\n"), before)
    try:
        text = _rendered(clean, detail, written_in, lines)
    except RecursionError:
        lines = Lines(clean.split("\n"), before)
        text = list(ends(lines))
    joined = "\n".join(text)
    if len(joined) >= len(clean):
        return Outline(clean)
    return Outline(joined, tuple(lines.cut))


def _rendered(source: str, detail: Detail, written_in: str, lines: Lines) -> list[str]:
    is_flow = detail == "flow"
    if any(line.count(";") > STATEMENTS for line in lines.lines):
        return list(ends(lines))  # nobody wrote it so
    if written_in == "python":
        return list(_python(source, flow if is_flow else heads, lines))
    if written_in in script.LANGUAGES:
        render = script.flow if is_flow else script.heads
        return list(render(source, written_in, lines))
    if written_in in look.LANGUAGES:
        return list((look.flow if is_flow else look.heads)(written_in, lines))
    return list(ends(lines))


def _python(source: str, render: Renderer, lines: Lines) -> Iterable[str]:
    """Render what parses from the tree, and ruins by the look of their lines."""
    tree = parse(source)  # most sources need no blanking
    if tree is None:
        python = blank(source)
        tree = parse(python)
        if tree is None:
            return _by_chunk(python, lines, render)
    return render(tree.body, lines)


def _by_chunk(python: str, lines: Lines, render: Renderer) -> Iterator[str]:
    for first, part in chunks(python):
        tree = parse("\n".join(part))
        inside = lines.lines[first - 1 : first - 1 + len(part)]
        own = Lines(inside, lines.before + first - 1)
        yield from bare_lines(own) if tree is None else render(tree.body, own)
        lines.cut += own.cut
