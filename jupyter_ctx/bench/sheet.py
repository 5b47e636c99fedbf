"""What a model says or did, as lines in columns and as one page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:80rem;margin:2rem auto;"
    "padding:0 1rem}table{border-collapse:collapse;margin:1rem 0}"
    "td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ddd}"
    "td:first-child,th:first-child{text-align:left}"
)


def columns(lines: Sequence[Sequence[str]]) -> str:
    """Draw *lines* of equal length below each other; the first column to the left."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if place == 0 else text.rjust(width)
            for place, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def row(texts: Sequence[str], tag: str = "td") -> str:
    """Give a row of an HTML table."""
    return f"<tr>{''.join(f'<{tag}>{escape(text)}</{tag}>' for text in texts)}</tr>"


def sheet(name: str, heading: str, told: str, body: str) -> str:
    """Give one page: the option's *name* as title, what is *told*, then *body*."""
    return (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        f"<title>jupyter ctx bench {name}</title><style>{_STYLE}</style>"
        f"<h1>{escape(heading)}</h1><p>{escape(told)}</p>{body}</html>"
    )
