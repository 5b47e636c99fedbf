"""What goes to a model: messages with a role and text."""

from __future__ import annotations

from typing import Literal

import msgspec

from jupyter_ctx.core.pictures.picture import Attached

Role = Literal["system", "user", "assistant"]


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the payload, as the provider receives it; pictures come first."""

    role: Role
    content: str
    pictures: tuple[Attached, ...] = ()
