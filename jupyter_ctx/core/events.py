"""What happened in a conversation, as it is written to the log.

Ids are plain strings here: a log is read from disk, and what it names may be
missing. Fields are only ever added, each with a default, so that old logs load.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from jupyter_ctx.core.choice import Choice


class Logged(msgspec.Struct, frozen=True, tag_field="event"):
    """The base of all events; the tag names the verb."""


class Asked(Logged, frozen=True, tag="asked"):
    """A prompt was put after *parent* (empty: at the beginning).

    *after* is the reply of *parent* that it follows, empty where none was there.
    """

    turn: str
    prompt: str
    parent: str = ""
    for_user: bool = False
    door: str = "magic"
    key: str = ""
    model: str = ""
    after: str = ""


class Edited(Logged, frozen=True, tag="edited"):
    """*prompt* was asked in place of *old*, which stays on its own branch."""

    old: str
    turn: str
    prompt: str
    model: str = ""


class Replied(Logged, frozen=True, tag="replied"):
    """A reply to *turn* ended, one way or another."""

    turn: str
    reply: str
    text: str
    status: Literal["complete", "cancelled", "failed", "length"] = "complete"
    question: str = ""
    choices: tuple[Choice, ...] = ()
    failure: str = ""
    model: str = ""
    tokens: int = 0
    budget: int = 0
    notices: tuple[str, ...] = ()
    cached: int = 0


class Selected(Logged, frozen=True, tag="selected"):
    """The user picked *choice* of *reply*; only the first pick counts."""

    turn: str
    reply: str
    choice: str


class Regenerated(Logged, frozen=True, tag="regenerated"):
    """Another reply to *turn* was asked for; what followed left the view."""

    turn: str


class Deleted(Logged, frozen=True, tag="deleted"):
    """*turn* and what followed left the view."""

    turn: str


class Switched(Logged, frozen=True, tag="switched"):
    """The branch that ends in *turn* was chosen, with *reply* as its current one."""

    turn: str
    reply: str = ""


class Reset(Logged, frozen=True, tag="reset"):
    """The user started over: nothing is shown or sent any more."""


class Undone(Logged, frozen=True, tag="undone"):
    """The last edit, regeneration, deletion, switch or reset was taken back."""


Event: TypeAlias = (
    Asked
    | Edited
    | Replied
    | Selected
    | Regenerated
    | Deleted
    | Switched
    | Reset
    | Undone
)
