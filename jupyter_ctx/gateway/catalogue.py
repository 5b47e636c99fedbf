"""Sizes of known models, from the price list in litellm's wheel, read as data."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import msgspec

FILE = "model_prices_and_context_window_backup.json"

# A few entries hold text where a number belongs.
_Number: TypeAlias = int | float | str | None


class _Entry(msgspec.Struct, frozen=True):
    """What is read of an entry; the prices would cost the kernel ten megabytes."""

    max_input_tokens: _Number = None
    max_output_tokens: _Number = None
    max_tokens: _Number = None
    supports_function_calling: bool | str | None = None
    supports_vision: bool | str | None = None


class Sizes(msgspec.Struct, frozen=True):
    """Window and longest answer in tokens, 0 where unknown; what else is known."""

    window: int = 0
    output: int = 0
    tools: bool = False
    vision: bool = False


@lru_cache(maxsize=64)
def sizes(model: str) -> Sizes:
    """Look *model* up by its full name, then without its provider."""
    models = _models()
    entry = models.get(model) or models.get(model.split("/", 1)[-1]) or _Entry()
    return Sizes(
        window=_size(entry.max_input_tokens) or _size(entry.max_tokens),
        output=_size(entry.max_output_tokens) or _size(entry.max_tokens),
        tools=entry.supports_function_calling is True,
        vision=entry.supports_vision is True,
    )


def _size(value: _Number) -> int:
    return int(value) if isinstance(value, (int, float)) and value > 0 else 0


@lru_cache(maxsize=1)
def _models() -> dict[str, _Entry]:
    # 3.5 MB of JSON, read once and only if a model is configured by name.
    found = importlib.util.find_spec("litellm")
    for folder in (found.submodule_search_locations or ()) if found else ():
        try:
            raw = (Path(folder) / FILE).read_bytes()
            return msgspec.json.decode(raw, type=dict[str, _Entry])
        except (OSError, msgspec.MsgspecError):
            continue
    return {}
