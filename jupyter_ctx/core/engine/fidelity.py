"""How much of an anchored thing is shown."""

from __future__ import annotations

from enum import IntEnum


class Fidelity(IntEnum):
    """The rungs of a ladder, from the floor upwards."""

    NAME = 0
    SIGNATURE = 1
    OUTLINE = 2
    FULL = 3


# Python 3.11 looks a member up ten times as slowly as a name: for hot loops.
NAME, SIGNATURE, OUTLINE, FULL = Fidelity
