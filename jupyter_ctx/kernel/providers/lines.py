"""Lines of a cell: the failing one marked, and an excerpt around one."""

from __future__ import annotations

from jupyter_ctx.code.excerpt import Span
from jupyter_ctx.core.engine.render import one_line

AROUND = 3  # lines kept on each side in an excerpt
ALONE_LIMIT = 80  # characters of a line that stands by itself
LINE_LIMIT = 300  # characters of a line in an excerpt
FIX_MARK = "  # <- raised here"


def mark(source: str, line: int | None) -> str:
    """Mark *line* of *source*, from 1, as the one that raised the error."""
    lines = source.split("\n")
    if line is None or not 1 <= line <= len(lines):
        return source
    lines[line - 1] += FIX_MARK
    return "\n".join(lines)


def alone(source: str, line: int | None) -> str:
    """Give *line* by itself, without its indent: what the smallest context holds."""
    lines = source.split("\n")
    return one_line(lines[min(max(1, line or 1), len(lines)) - 1], ALONE_LIMIT)


def excerpt(source: str, line: int | None) -> str:
    """Give what stands around *line*; the lines above and below are named."""
    lines = source.split("\n")
    middle = min(max(1, line or 1), len(lines)) - 1
    low, high = max(0, middle - AROUND), min(len(lines), middle + AROUND + 1)
    shown = [
        text if len(text) <= LINE_LIMIT else one_line(text, LINE_LIMIT)
        for text in lines[low:high]
    ]
    above = [f"# ... {Span(1, low).told}"] if low else []
    below = [f"# ... {Span(high + 1, len(lines)).told}"] if high < len(lines) else []
    return "\n".join([*above, *shown, *below])
