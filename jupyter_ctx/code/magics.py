"""Cells with IPython syntax as plain Python of the same lines."""

from __future__ import annotations

import re

# Cell magics whose body is Python of this kernel.
PYTHON_MAGICS = frozenset(
    {"time", "timeit", "capture", "prun", "memit", "mprun", "python", "python3", "py"}
)
_LANGUAGES = {
    "bash": "bash",
    "sh": "bash",
    "script": "bash",
    "cmd": "bash",
    "sql": "sql",
    "bigquery": "sql",
    "html": "html",
    "HTML": "html",
    "svg": "html",
    "SVG": "html",
    "js": "javascript",
    "javascript": "javascript",
    "markdown": "markdown",
    "latex": "latex",
    "R": "r",
    "julia": "julia",
    "ruby": "ruby",
    "perl": "perl",
    "writefile": "text",
    "file": "text",
    "assist": "text",
}
_CELL_MAGIC = re.compile(r"^%%(\w+)(.*)$")
_RUNS_CODE = re.compile(
    r"^(\s*)%{1,2}(?:time|timeit|prun|memit)\b((?:\s+-\w+(?:\s+[\d.]+)?)*)\s*(.*)$"
)
_ASSIGNED = re.compile(r"^(\s*[\w.\[\]'\", ]+?\s*)=\s*[!%].*$")
_MAGIC = re.compile(r"^(\s*)(?:[%!,;/]|\?{1,2}\s*[\w.%*]+\s*$)")
_HELP = re.compile(r"^(\s*)%{0,2}[\w.*]+\s*\?{1,2}\s*;?\s*$")


def language(source: str) -> str:
    """Name the language of a cell by its cell magic; `python` without one."""
    magic = _cell_magic(source)
    if magic is None or magic[1] in PYTHON_MAGICS:
        return "python"
    return _LANGUAGES.get(magic[1], "text")


def cell_magic(source: str) -> tuple[str, str] | None:
    """Give name and arguments of the cell magic, or None."""
    magic = _cell_magic(source)
    return None if magic is None else (magic[1], magic[2].strip())


def blank(source: str) -> str:
    """Replace IPython syntax so that Python parses; lines stay where they are.

    `%time x = f()` keeps `x = f()`, `x = !ls` becomes `x = None`, other magics,
    shell lines and `?` become `pass`; a cell of another language becomes blank
    lines. What was valid Python already is returned unchanged.
    """
    if "%" not in source and "!" not in source and "?" not in source:
        return source
    if _cell_magic(source) is not None and language(source) != "python":
        return "\n" * source.count("\n")
    return "\n".join(_blank_lines(source.split("\n")))


def _cell_magic(source: str) -> re.Match[str] | None:
    first = next((line for line in source.split("\n") if line.strip()), "")
    return _CELL_MAGIC.match(first)


def _blank_lines(lines: list[str]) -> list[str]:
    result: list[str] = []
    quote = ""  # the triple quote that is open: its lines are text, not magics
    depth = 0  # open brackets: a `%` there is an operator
    continues = False  # the line before ended in a backslash
    for line in lines:
        inside = bool(quote) or depth > 0 or continues
        kept = line if inside else _blank_line(line)
        result.append(kept)
        quote, depth = _scan(kept, quote, depth)
        continues = kept.endswith("\\")
    return result


def _blank_line(line: str) -> str:
    if (run := _RUNS_CODE.match(line)) is not None:
        body = run[3].strip()
        return run[1] + (body or "pass") if not line.lstrip().startswith("%%") else ""
    if line.startswith("%%"):
        return ""
    if (assigned := _ASSIGNED.match(line)) is not None:
        return f"{assigned[1]}= None"
    if (magic := _MAGIC.match(line) or _HELP.match(line)) is not None:
        return f"{magic[1]}pass"
    return line


_TOKEN = re.compile(
    r"\"\"\"|'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#.*|[()\[\]{}]"
)


def _scan(line: str, quote: str, depth: int) -> tuple[str, int]:
    """Follow triple quotes and brackets through *line*."""
    position = 0
    while position < len(line):
        if quote:
            end = line.find(quote, position)
            if end < 0:
                return quote, depth
            position, quote = end + 3, ""
            continue
        token = _TOKEN.search(line, position)
        if token is None:
            break
        position = token.end()
        text = token[0]
        if text in ('"""', "'''"):
            quote = text
        elif text in "([{":
            depth += 1
        elif text in ")]}":
            depth = max(0, depth - 1)
    return quote, depth
