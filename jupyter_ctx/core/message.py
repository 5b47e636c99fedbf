"""What goes to a model: messages with a role and text."""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal["system", "user", "assistant"]


class Message(msgspec.Struct, frozen=True):
    """One entry of the payload, as the provider receives it."""

    role: Role
    content: str
