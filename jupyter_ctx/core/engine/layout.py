"""The layout: placed texts as blocks, definitions before their use.

Imports and lines of state first, in execution order, then cells word for word;
a cell that stands before a line stays before it. Last what stands at the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from jupyter_ctx.core.engine.selection import Placed, Selection
from jupyter_ctx.core.engine.tags import block, escape

BETWEEN = "# state"
"""The header of lines of state that stand between cells."""

_PLAIN_IMPORT = re.compile(r"import ([\w.]+(?: as \w+)?)")
_FROM_IMPORT = re.compile(
    r"from ([\w.]+) import (\w+(?: as \w+)?(?:, \w+(?: as \w+)?)*)"
)

_FACTS = re.compile(r"(\w+(?:, \w+)*): (.+)")


def lay_out(selection: Selection) -> str:
    """Join the placed texts: state and cells in execution order, live facts, tail."""
    body = [item for item in selection.placed if _is_body(item)]
    imports = [item for item in body if item.piece.kind == "import"]
    printed = [item.text for item in body if item.piece.kind == "output"]
    rest = [item for item in body if item.piece.kind not in ("import", "output")]
    head = merge_imports([item.text for item in imports])
    beside = [item for item in selection.placed if item.is_beside]
    # What a value is comes before its rows.
    beside.sort(key=lambda item: (item.piece.order, item.piece.kind == "card"))
    live = merge_facts([item.text for item in beside])
    tail = [item.text for item in selection.placed if item.piece.tail]
    parts = [selection.roster, *_runs(head, rest), *printed]
    if live:
        parts.append(block("live", escape("\n".join(live))))
    parts += [text if _is_block(text) else text + "\n" for text in tail]
    text = "".join(parts)
    return f"{text}\n" if text else ""


def merge_imports(statements: Sequence[str]) -> list[str]:
    """Join import statements as Python allows: one line, and one for each module.

    Whatever has another form stays a line of its own.
    """
    plain: dict[str, None] = {}
    named: dict[str, dict[str, None]] = {}
    other: list[str] = []
    for statement in statements:
        if found := _PLAIN_IMPORT.fullmatch(statement):
            plain[found[1]] = None
        elif found := _FROM_IMPORT.fullmatch(statement):
            named.setdefault(found[1], {}).update(dict.fromkeys(found[2].split(", ")))
        else:
            other.append(statement)
    lines = [f"import {', '.join(plain)}"] if plain else []
    lines += [f"from {name} import {', '.join(what)}" for name, what in named.items()]
    return lines + other


def merge_facts(lines: Iterable[str]) -> list[str]:
    """Tell once what several names are: `a: int`, `b: int` become `a, b: int`.

    Of lines that are not next to each other only those are merged that tell a
    name's facts and nothing else.
    """
    names: dict[str, list[str]] = {}
    for line in lines:
        found = _FACTS.fullmatch(line)
        if found:
            names.setdefault(found[2], []).append(found[1])
        else:
            names[f"\n{line}"] = [line]
    return [
        which[0] if told.startswith("\n") else f"{', '.join(which)}: {told}"
        for told, which in names.items()
    ]


def _once(texts: Sequence[str]) -> list[str]:
    """Drop lines that another line tells with more: `a = b()` before `a = b()  # T`."""
    parts = [text.split("\n") for text in texts]
    told = {
        line.rsplit("  # ", 1)[0] for part in parts for line in part if "  # " in line
    }
    left = ["\n".join(one for one in part if one not in told) for part in parts]
    return [text for text in left if text]


def _is_body(item: Placed) -> bool:
    return not item.is_beside and not item.piece.tail


def _runs(head: list[str], items: Iterable[Placed]) -> Iterator[str]:
    """Group what follows each other: lines of state, cells, blocks of their own.

    State stands in a block of its own before the cells, and under a header between.
    """
    tag, lines = "state", head
    for kind, group in groupby(items, key=_tag):
        texts = [item.text for item in group]
        if not kind or (kind == "cells" and tag == "state"):
            yield from _joined(tag, lines)
            tag, lines = kind or "state", []
        if not kind:
            yield from texts
            continue
        if kind == "state":
            texts = merge_facts(_once(texts))
            texts = [BETWEEN, *texts, ""] if tag == "cells" else texts
        lines = [*lines, *texts]
    yield from _joined(tag, lines)


def _joined(tag: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        # A namespace holds names of any form, `</state>` too.
        yield block(tag, escape("\n".join(lines)))


def _is_block(text: str) -> bool:
    return text.startswith("<") and text.endswith(">\n")


def _tag(item: Placed) -> str:
    if _is_block(item.text):
        return ""
    return "cells" if item.piece.kind == "cell" else "state"
