"""What happened in a conversation, as it is written to the log.

Ids are plain strings here: a log is read from disk, and what it names may be
missing. Fields are only ever added, each with a default, so that old logs load.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from jupyter_ctx.core.privacy import Level
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.enclosed import Enclosed
from jupyter_ctx.core.talk.spent import NOTHING, Spent


class Logged(msgspec.Struct, frozen=True, tag_field="event"):
    """The base of all events; the tag names the verb."""


class Asked(Logged, frozen=True, tag="asked"):
    """A prompt was put after *parent* (empty: at the beginning).

    *after* is the reply of *parent* that it follows, empty where none was there; *at*
    the time in seconds since the epoch, 0 in old logs.
    """

    turn: str
    prompt: str
    parent: str = ""
    for_user: bool = False
    door: str = "magic"
    key: str = ""
    model: str = ""
    after: str = ""
    at: float = 0.0
    enclosed: tuple[Enclosed, ...] = ()


class Edited(Logged, frozen=True, tag="edited"):
    """*prompt* was asked in place of *old*, which stays on its own branch."""

    old: str
    turn: str
    prompt: str
    model: str = ""
    at: float = 0.0


class Replied(Logged, frozen=True, tag="replied"):
    """A reply to *turn* ended, one way or another.

    *tokens* of *budget* is our own count of what was sent, *spent* what the model
    reports of it.
    """

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
    spent: Spent = NOTHING


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


class Pruned(Logged, frozen=True, tag="pruned"):
    """*turn* is not sent any more, though it stays where it is; or is sent again."""

    turn: str
    is_hidden: bool = True


class Pinned(Logged, frozen=True, tag="pinned"):
    """*turn* stays word for word whatever is compacted; or no longer does."""

    turn: str
    is_pinned: bool = True


KeepWay = Literal["pin", "drop", "free"]
"""What the user wants of an item of the context."""


class Kept(Logged, frozen=True, tag="kept"):
    """The user pinned or dropped *item* of the context, or freed it again.

    An item that is a run is known by its *cell*: runs are counted anew in each kernel.
    """

    item: str
    way: KeepWay = "free"
    cell: str = ""


class Part(msgspec.Struct, frozen=True):
    """What some turns in a row were condensed to, made from their own words.

    *turns* are the ids of each with its reply, *sections* the text below each heading.
    *privacy* is the level at which it was made; at a stricter one it is not sent.
    """

    turns: tuple[tuple[str, str], ...]
    sections: tuple[str, ...]
    privacy: Level = "everything"


Form = Literal["nine", "five", "note", "lines", "window", "importance"]
"""How old turns are condensed: in sections by a model, as the note, in lines by
code, or by leaving them out (the last two)."""


class Shortened(msgspec.Struct, frozen=True):
    """What a pinned *turn* is sent as where it is too long: *user* and *reply*."""

    turn: str
    user: str
    reply: str = ""


class Compacted(Logged, frozen=True, tag="compacted"):
    """The turns up to *turn* with its *reply* were condensed to *text*.

    It holds as long as *turn* with *reply* is on the branch and none of what it
    consumed was pruned or shown again since. *parts* are those that were made for it;
    older ones are in the compactions before. *kept* are turns that are sent word for
    word all the same. *before* and *after* are the tokens of the turns that are sent.
    *keep* is what the user wants kept word for word; *privacy* the level at which it
    was made; *tokens* what the calls of a model for it took and gave. *shortened* are
    pinned turns without their middle, *unkept* pinned turns that there was no room for.
    """

    compaction: str
    turn: str
    reply: str
    text: str = ""
    form: Form = "nine"
    parts: tuple[Part, ...] = ()
    kept: tuple[str, ...] = ()
    before: int = 0
    after: int = 0
    by: Literal["limit", "user", "overflow"] = "limit"
    model: str = ""
    notices: tuple[str, ...] = ()
    keep: str = ""
    privacy: Level = "everything"
    tokens: int = 0
    spent: Spent = NOTHING
    shortened: tuple[Shortened, ...] = ()
    unkept: tuple[str, ...] = ()


class Restored(Logged, frozen=True, tag="restored"):
    """*compaction* was taken back: its turns are sent as they were."""

    compaction: str


class Trimmed(Logged, frozen=True, tag="trimmed"):
    """Bulky parts of the turns up to *turn* became one-line stubs."""

    turn: str


class Noted(Logged, frozen=True, tag="noted"):
    """The memory note was brought up to *turn* with its *reply*.

    *parts* are those that were made for it; *privacy* and *tokens* as of a compaction.
    """

    turn: str
    reply: str
    text: str
    model: str = ""
    parts: tuple[Part, ...] = ()
    privacy: Level = "everything"
    tokens: int = 0
    spent: Spent = NOTHING


class Instructed(Logged, frozen=True, tag="instructed"):
    """The user gave a standing instruction, word for word *text*.

    It was said in *turn*, or is empty where it was added by hand.
    """

    instruction: str
    text: str
    turn: str = ""


class Lifted(Logged, frozen=True, tag="lifted"):
    """A standing instruction holds no more: by hand, or by what was said in *turn*."""

    instruction: str
    turn: str = ""


class Splice(msgspec.Struct, frozen=True):
    """The lines from *first* on, up to and without *last*, become *text*.

    Lines count from 0; *text* has no newline at its end; no lines where *is_gone*.
    """

    first: int
    last: int
    text: str
    is_gone: bool = False


Verdict = Literal["proposed", "confirmed", "changing", "rejected", "stopped", "done"]
"""What becomes of a plan."""

StepStatus = Literal[
    "waiting", "offered", "applied", "skipped", "changing", "failed", "restored"
]
"""What becomes of a step."""


class PlanStep(msgspec.Struct, frozen=True):
    """One thing that a plan changes: *what* happens to *target*.

    *target* is the label of a cell or a path; *cell* its id where there is one.
    """

    target: str
    what: str
    kind: Literal["cell", "file", "new cell", "new file"] = "cell"
    cell: str = ""


class Planned(Logged, frozen=True, tag="planned"):
    """The *reply* to *turn* is a plan, in the place of an earlier one of this id.

    *old* becomes *new* in a rename; in an addition *new* comes to stand beside *old*.
    *scope* tells if only names, or only strings and attributes, are meant; *checks*
    are cells and tests to run at the end. *project* is a hash of the project's folder.
    """

    plan: str
    turn: str
    reply: str
    goal: str
    steps: tuple[PlanStep, ...] = ()
    change: Literal["", "rename", "add"] = ""
    old: tuple[str, ...] = ()
    new: str = ""
    scope: Literal["any", "names", "values"] = "any"
    checks: tuple[str, ...] = ()
    project: str = ""


class PlanJudged(Logged, frozen=True, tag="plan_judged"):
    """The user said by *turn* what becomes of a plan; empty: by a command."""

    plan: str
    verdict: Verdict
    turn: str = ""


class Stepped(Logged, frozen=True, tag="stepped"):
    """A step of a plan, counted from 0, came further by *turn*.

    An offered one has the *edits* for a text whose hash is *base*; what was written to
    a file has the hash *after*, and its original is kept under *original*.
    """

    plan: str
    step: int
    status: StepStatus
    turn: str = ""
    base: str = ""
    edits: tuple[Splice, ...] = ()
    after: str = ""
    original: str = ""
    note: str = ""


class PlanChecked(Logged, frozen=True, tag="plan_checked"):
    """The checks of a plan were looked at by *turn*; *note* tells what failed."""

    plan: str
    turn: str
    passed: bool
    note: str = ""


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
    | Pruned
    | Pinned
    | Kept
    | Compacted
    | Restored
    | Trimmed
    | Noted
    | Planned
    | PlanJudged
    | Stepped
    | PlanChecked
    | Instructed
    | Lifted
    | Reset
    | Undone
)
