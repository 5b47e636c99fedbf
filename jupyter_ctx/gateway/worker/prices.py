"""What an answer cost: by the provider's own word, else by litellm's price list."""

from __future__ import annotations

from typing import Any

import litellm

from jupyter_ctx.gateway.gateway import Usage


def usage_of(told: Any, model: str) -> Usage:  # noqa: ANN401 - litellm's own type
    """Give what the provider *told*, with its price for *model*, if it has a known one.

    The list comes with litellm and is never fetched. Without a *model* none is looked
    up: behind an address of one's own may be whatever has that name.
    """
    details = getattr(told, "prompt_tokens_details", None)
    cached = getattr(details, "cached_tokens", None)
    if cached is None:  # as Anthropic itself names it
        cached = getattr(told, "cache_read_input_tokens", None)
    stated = _stated(told)
    return Usage(
        prompt_tokens=told.prompt_tokens,
        completion_tokens=told.completion_tokens,
        cached_tokens=cached,
        cost=stated if stated is not None else _listed(told, model),
    )


def _stated(told: Any) -> float | None:  # noqa: ANN401 - litellm's own type
    cost = getattr(told, "cost", None)
    if isinstance(cost, bool) or not isinstance(cost, (int, float)):
        return None
    return float(cost) if cost >= 0 else None


def _listed(told: Any, model: str) -> float | None:  # noqa: ANN401 - litellm's own type
    if not model:
        return None
    try:
        return float(sum(litellm.cost_per_token(model=model, usage_object=told)))
    except Exception:  # noqa: BLE001 - of many types: not in the list, no price in it
        return None
