"""What a model's tokens cost, from the price list in litellm's wheel, read as data."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from jupyter_ctx.gateway.catalogue import FILE
from jupyter_ctx.gateway.gateway import Profile

MILLION = 1_000_000


class Price(msgspec.Struct, frozen=True):
    """US dollars for a million tokens, None where not known.

    *cached* is for those of a request that the provider has in its cache.
    """

    input: float | None = None
    cached: float | None = None
    output: float | None = None


UNKNOWN = Price()
FREE = Price(0.0, 0.0, 0.0)


def price_of(profile: Profile) -> Price:
    """Give the price of who answers; what runs in our own worker is free."""
    if profile.is_embedded or profile.is_model_free:
        return FREE
    return price(profile.model)


@lru_cache(maxsize=64)
def price(model: str) -> Price:
    """Look *model* up by its full name, then without its provider."""
    found = _entry(model) or _entry(model.split("/", 1)[-1])
    return Price(
        input=_million(found, "input_cost_per_token"),
        cached=_million(found, "cache_read_input_token_cost"),
        output=_million(found, "output_cost_per_token"),
    )


def _million(entry: Mapping[str, object], field: str) -> float | None:
    found = entry.get(field)
    if not isinstance(found, (int, float)):
        return None
    return round(found * MILLION, 6)


def _entry(model: str) -> Mapping[str, object]:
    """Read the one entry of *model*: all of them would cost ten megabytes."""
    found = importlib.util.find_spec("litellm")
    for folder in (found.submodule_search_locations or ()) if found else ():
        try:
            raw = (Path(folder) / FILE).read_text("utf-8")
            # Keys of the outermost object are those that stand on four spaces.
            start = raw.find(f"\n    {json.dumps(model)}: {{")
            if start < 0:
                continue
            entry, _ = json.JSONDecoder().raw_decode(raw, raw.index("{", start))
        except (OSError, ValueError):
            continue
        return entry if isinstance(entry, dict) else {}
    return {}
