"""What asking a provider costs, so that the dear ones are asked last."""

from __future__ import annotations

from typing import Literal

from jupyter_ctx.core.provider import Provider

Cost = Literal["memory", "disk", "process"]
"""`memory` works on the state alone; `disk` reads files; `process` starts one."""

COSTS: tuple[Cost, ...] = ("memory", "disk", "process")


def cost_of(provider: Provider) -> Cost:
    """Give what *provider* says in `cost`; one that says nothing costs memory."""
    said = getattr(provider, "cost", "memory")
    return said if said in COSTS else "process"
