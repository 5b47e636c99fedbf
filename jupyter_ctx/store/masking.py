"""Secrets in events: hidden in every text before it is kept."""

from __future__ import annotations

from typing import Protocol, TypeVar

import msgspec

from jupyter_ctx.core.talk.events import Event
from jupyter_ctx.core.utf8 import sendable

NO_TEXT = frozenset(
    (
        *("turn", "turns", "reply", "parent", "after", "kept", "old", "choice", "id"),
        *("key", "cell", "compaction", "instruction", "plan", "base", "original"),
        *("door", "model", "status", "form", "by", "privacy", "variant", "kind"),
        *("change", "scope", "verdict"),
    )
)
"""Fields that hold ids, names of models and words of ours. Any other text is masked,
so that a field which comes later is masked too."""

E = TypeVar("E", bound=Event)


class Masks(Protocol):
    """What the store asks of a masker of secrets."""

    def mask(self, text: str) -> str:
        """Replace the secrets in *text*."""
        ...


def masked(event: E, masker: Masks) -> E:
    """Give *event* with the secrets in its free texts masked; ids stay."""
    return _struct(event, masker)


S = TypeVar("S", bound=msgspec.Struct)


def _struct(value: S, masker: Masks) -> S:
    changes = {
        name: made
        for name in value.__struct_fields__
        if name not in NO_TEXT
        and (made := _value(before := getattr(value, name), masker)) is not before
    }
    return msgspec.structs.replace(value, **changes) if changes else value


def _value(value: object, masker: Masks) -> object:
    if isinstance(value, str):
        return masker.mask(sendable(value)) if value else value
    if isinstance(value, tuple) and value:
        return tuple(_value(one, masker) for one in value)
    if isinstance(value, dict) and value:
        return {key: _value(one, masker) for key, one in value.items()}
    if isinstance(value, msgspec.Struct):
        return _struct(value, masker)
    return value
