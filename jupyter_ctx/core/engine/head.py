"""The head of a request: rules, memory files and standing instructions, in full view.

It is the system message, made anew for every request and touched by no compaction.
It changes when one of its sources does, and with nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from jupyter_ctx.core.engine.tags import block, escape

MEMORY_SHARE = 0.2  # of the budget, for all memory files
INSTRUCTIONS_SHARE = 0.1  # of the budget
SIGNS_PER_TOKEN = 16  # more than any text has; what is beyond is not worth counting
MEMORY_LEGEND = (
    "<memory> is what the user wrote for you in the project's files: follow it, "
    "the first over the later ones."
)
INSTRUCTIONS_LEGEND = (
    "<instructions> are what the user told you to do from now on: follow all of them "
    "in every answer, the last over the earlier ones."
)

_BLOCK = re.compile(
    r"^<(?P<tag>memory|instructions)(?: path=(?P<path>\S+))?>\n.*?^</(?P=tag)>$",
    re.MULTILINE | re.DOTALL,
)

Count = Callable[[str], int]


class Remembered(msgspec.Struct, frozen=True):
    """The text of one memory file, under its *path* in the project."""

    path: str
    text: str


class Head(msgspec.Struct, frozen=True):
    """The system message; *notices* say what of its sources did not fit.

    *files* are paths with the tokens of what is sent of each.
    """

    text: str
    notices: tuple[str, ...] = ()
    files: tuple[tuple[str, int], ...] = ()


def head(
    rules: str,
    files: Sequence[Remembered],
    instructions: Sequence[str],
    budget: int,
    count: Count,
) -> Head:
    """Put *rules* first, then what fits of *files* and *instructions*, word for word.

    *budget* is that of the whole request in tokens. Tag-like text inside is escaped.
    """
    blocks, notices, sizes = _memory(files, int(budget * MEMORY_SHARE), count)
    told, untold = _instructions(instructions, int(budget * INSTRUCTIONS_SHARE), count)
    parts = [rules]
    if blocks:
        parts.append(f"{MEMORY_LEGEND}\n{''.join(blocks)}".rstrip("\n"))
    if told:
        parts.append(f"{INSTRUCTIONS_LEGEND}\n{told}")
    return Head("\n".join(parts), (*notices, *untold), tuple(sizes))


def parts(text: str) -> list[tuple[str, str]]:
    """Find what stands below the rules in a head: `memory:PATH`, `instructions`."""
    return [
        (f"memory:{found['path']}" if found["path"] else "instructions", found[0])
        for found in _BLOCK.finditer(text)
    ]


def _memory(
    files: Sequence[Remembered], room: int, count: Count
) -> tuple[list[str], list[str], list[tuple[str, int]]]:
    """Give the nearest files whole, then the beginning of one, then none."""
    blocks: list[str] = []
    notices: list[str] = []
    sizes: list[tuple[str, int]] = []
    for file in files:
        if not file.text.strip():
            continue
        made, left = _fitted(file, room, count)
        if left:
            notices.append(
                f"{file.path} does not fit its share of the budget: {left} of its "
                "lines are not sent. Shorten it, or raise the budget."
            )
        if made:
            tokens = count(made)
            room -= tokens
            blocks.append(made)
            sizes.append((file.path, tokens))
    return blocks, notices, sizes


def _fitted(file: Remembered, room: int, count: Count) -> tuple[str, int]:
    """Give the block of *file* in *room* tokens, and how many lines it lacks."""
    lines = escape(file.text.strip("\n")).split("\n")
    if len(file.text) <= max(room, 0) * SIGNS_PER_TOKEN:
        whole = block("memory", "\n".join(lines), path=file.path)
        if count(whole) <= room:
            return whole, 0
    low, high = 0, len(lines) - 1
    while low < high:
        middle = (low + high + 1) // 2
        is_near = sum(map(len, lines[:middle])) <= room * SIGNS_PER_TOKEN
        if is_near and count(_cut(file, lines, middle)) <= room:
            low = middle
        else:
            high = middle - 1
    return (_cut(file, lines, low) if low else ""), len(lines) - low


def _cut(file: Remembered, lines: Sequence[str], kept: int) -> str:
    left = len(lines) - kept
    marked = [*lines[:kept], f"[{left} more lines of this file are not shown]"]
    return block("memory", "\n".join(marked), path=file.path)


def _instructions(
    given: Sequence[str], room: int, count: Count
) -> tuple[str, tuple[str, ...]]:
    """Give all in their order; where they do not fit, the oldest are left out."""
    for start in range(len(given)):
        lines = [f"- {_one_line(text)}" for text in given[start:]]
        made = block("instructions", "\n".join(lines)).rstrip("\n")
        if count(made) <= room:
            return made, _untold(start)
    return "", _untold(len(given))


def _one_line(text: str) -> str:
    return escape(text).strip().replace("\n", "\n  ")


def _untold(left: int) -> tuple[str, ...]:
    if not left:
        return ()
    told = (
        f"Standing instructions that are not sent, since they do not fit: {left}, the "
        "oldest. %ctx instructions lists them and removes what is not needed."
    )
    return (told,)
