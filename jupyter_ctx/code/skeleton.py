"""Source at lower fidelity: control flow and signatures instead of bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from jupyter_ctx.code import script
from jupyter_ctx.code.bodies import Renderer, flow, heads
from jupyter_ctx.code.chunks import chunks
from jupyter_ctx.code.excerpt import Lines, Outline
from jupyter_ctx.code.gist import bare_lines, ends
from jupyter_ctx.code.magics import blank, language
from jupyter_ctx.code.parsing import parse

CACHED = 1_024  # sources whose outlines are remembered

Detail = Literal["flow", "heads"]
"""`flow` keeps the control flow in bodies, `heads` signatures and state alone."""


def skeleton(source: str, written_in: str = "") -> str:
    """Keep headers, control flow, returns, state and short right-hand sides.

    The rest of a body becomes `...` with its number of lines, its place and the
    names it binds and calls. Imports, types and the fields of classes stay as
    written. Never longer than *source*; never raises, however broken the code is.
    """
    return outline(source, "flow", written_in).text


def signatures(source: str, written_in: str = "") -> str:
    """Keep imports, `def` and `class` lines, constants, dynamic expressions.

    Never longer than *source*; never raises.
    """
    return outline(source, "heads", written_in).text


def elided(source: str, span: str, written_in: str = "") -> str | None:
    """Give the lines that an outline of *source* calls *span* (`@12`), as written.

    None if no outline leaves out a span of that name. Where the two outlines leave
    out different lines from the same one on, it is the longer run.
    """
    details: tuple[Detail, Detail] = ("flow", "heads")
    found = [
        left.last
        for detail in details
        for left in outline(source, detail, written_in).spans
        if left.id == span
    ]
    if not found:
        return None
    lines = source.split("\n")
    return "\n".join(lines[int(span[1:]) - 1 : max(found)])


@lru_cache(maxsize=CACHED)
def outline(source: str, detail: Detail, written_in: str = "") -> Outline:
    """Render *source*, in the language of its cell magic where none is given."""
    clean = source.encode("utf-8", "replace").decode("utf-8")
    written_in = written_in or language(clean)
    lines = Lines(clean.split("\n"))
    try:
        lines, text = _rendered(clean, detail, written_in)
    except RecursionError:
        lines = Lines(clean.split("\n"))
        text = list(ends(lines))
    joined = "\n".join(text)
    if len(joined) >= len(clean):
        return Outline(clean)
    return Outline(joined, tuple(lines.cut))


def _rendered(source: str, detail: Detail, written_in: str) -> tuple[Lines, list[str]]:
    if written_in == "python":
        return _python(source, flow if detail == "flow" else heads)
    lines = Lines(source.split("\n"))
    if written_in in script.LANGUAGES:
        render = script.flow if detail == "flow" else script.heads
        return lines, list(render(source, written_in, lines))
    return lines, list(ends(lines))


def _python(source: str, render: Renderer) -> tuple[Lines, list[str]]:
    """Render what parses from the tree, and ruins by the look of their lines."""
    lines = Lines(source.split("\n"))
    tree = parse(source)  # most sources need no blanking
    if tree is None:
        python = blank(source)
        tree = parse(python)
        if tree is None:
            return lines, list(_by_chunk(python, lines, render))
    return lines, list(render(tree.body, lines))


def _by_chunk(python: str, lines: Lines, render: Renderer) -> Iterator[str]:
    for first, part in chunks(python):
        tree = parse("\n".join(part))
        own = Lines(lines.lines[first - 1 : first - 1 + len(part)], first - 1)
        shown: Iterable[str] = bare_lines(own)
        if tree is not None:
            shown = render(tree.body, own)
        yield from shown
        lines.cut += own.cut
