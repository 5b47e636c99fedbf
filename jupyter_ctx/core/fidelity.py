"""How much of an anchored thing is shown."""

from __future__ import annotations

from enum import IntEnum


class Fidelity(IntEnum):
    """The rungs of a ladder, from the floor upwards."""

    NAME = 0
    SIGNATURE = 1
    OUTLINE = 2
    FULL = 3
