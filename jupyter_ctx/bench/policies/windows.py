"""Windows: the newest cells, head and tail, all of it cut, names alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jupyter_ctx.bench.policies.request import Request, output_text
from jupyter_ctx.code.defuse import names

LEAST_CUT = 30  # tokens of a cell's end that are worth keeping
HEAD_SHARE = 0.2  # of the budget, for the beginning of the notebook


def newest(request: Request) -> str:
    """Send the newest code cells word for word, the oldest of them cut."""
    return fill([cell["source"] for cell in request.code], request, request.budget)


def newest_with_outputs(request: Request) -> str:
    """Send the newest code cells with what they printed."""
    return fill(list(map(_with_output, request.code)), request, request.budget)


def head_and_tail(request: Request) -> str:
    """Send the first fifth and the newest rest, as agents cut long texts."""
    blocks = [cell["source"] for cell in request.code]
    whole = "\n\n".join(blocks)
    if request.count(whole) <= request.budget:
        return whole
    head = request.head(whole, int(HEAD_SHARE * request.budget))
    room = request.budget - request.count(head) - 4
    return f"{head}\n...\n{fill(blocks, request, room)}"


def whole(request: Request) -> str:
    """Send every source from the top, cut at the end of the budget."""
    return request.head("\n\n".join(cell["source"] for cell in request.code))


def names_only(request: Request) -> str:
    """Send what is bound, the newest first, without what it is."""
    order: dict[str, None] = {}
    for cell in request.code:
        found = names(cell["source"])
        for name in (*found.uses, *(binding.name for binding in found.binds)):
            if name in order or name not in found.uses:
                order.pop(name, None)
                order[name] = None
    return request.head(f"Names defined: {', '.join(reversed(order))}")


def fill(blocks: Sequence[str], request: Request, room: int) -> str:
    """Join the newest *blocks* within *room* tokens; the end of one more if it pays."""
    kept: list[str] = []
    used = 0
    for block in reversed(blocks):
        tokens = request.count(block) + 1
        if used + tokens > room:
            if room - used > LEAST_CUT:
                kept.insert(0, request.tail(block, room - used - 1))
            break
        kept.insert(0, block)
        used += tokens
    return "\n\n".join(kept)


def _with_output(cell: Mapping[str, Any]) -> str:
    printed = output_text(cell)
    source = str(cell["source"])
    return f"{source}\n# Output:\n{printed}" if printed.strip() else source
