"""Every event of the kernel side.

Events carry the id of the request that caused them (empty for news) and a number
that rises by one with each event of a connection: a gap asks for `Resync`.
Unknown fields are ignored, so that a newer side may add some.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from jupyter_ctx.protocol.composing import Completion, Met, Timing
from jupyter_ctx.protocol.setup import Outranked, Step
from jupyter_ctx.protocol.values import (
    Column,
    Compaction,
    Instruction,
    Item,
    KernelFacts,
    LastRequest,
    MemoryFile,
    Message,
    Model,
    Option,
    Plan,
    Rung,
    Saved,
    Spent,
    StaleCell,
    Turn,
    Variable,
)


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", rename="camel"
):
    """The base of what the kernel side sends."""

    seq: int = 0
    request_id: str = ""


class Welcome(Event, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `Hello`.

    *conversation* is what the page writes into the notebook's metadata at the
    first turn. *other_path* is where this conversation was last seen, if that is
    another place: the page finds out whether it is a copy, and sends `Settle`.
    """

    major: int
    minor: int
    version: str
    conversation: str
    other_path: str = ""


class Transcript(Event, frozen=True, kw_only=True, tag="transcript"):
    """The branch; *can_undo* names the verb that `Undo` would take back.

    *before* counts the turns at its beginning that a page with a `Hello.page_size`
    is not sent before it asks for them by `Older`. With *after* the page keeps what
    it has up to that turn, and *turns* follow it.
    """

    conversation: str
    turns: tuple[Turn, ...]
    can_undo: str = ""
    before: int = 0
    after: str = ""


class OlderTurns(Event, frozen=True, kw_only=True, tag="older_turns"):
    """The answer to `Older`: *turns* stand just before those that the page has.

    *before* counts those that it still has not.
    """

    turns: tuple[Turn, ...]
    before: int = 0


class TurnChanged(Event, frozen=True, kw_only=True, tag="turn_changed"):
    """One turn of the branch as it is now."""

    turn: Turn


class ReplyDelta(Event, frozen=True, kw_only=True, tag="reply_delta"):
    """Text to append to the live reply of *turn*."""

    turn: str
    reply: str
    text: str = ""
    reasoning: str = ""
    activity: str = ""


class Status(Event, frozen=True, kw_only=True, tag="status"):
    """Who answers and how the kernel is; *notices* are sentences for the user.

    *outranked* are the settings of this page that do not count.
    """

    model: Model
    kernel: KernelFacts
    options: tuple[Option, ...] = ()
    notices: tuple[str, ...] = ()
    outranked: tuple[Outranked, ...] = ()


class StaleChanged(Event, frozen=True, kw_only=True, tag="stale_changed"):
    """Which cells are out of date has changed.

    *cells* are new or other than before, *gone* the keys of those that are not out
    of date any more; with *is_all* there are no others than *cells*.
    """

    cells: tuple[StaleCell, ...] = ()
    gone: tuple[str, ...] = ()
    is_all: bool = False


class Context(Event, frozen=True, kw_only=True, tag="context"):
    """What a `Preview` would send, item by item.

    *masked* names the secrets that are masked in it. The tokens of the items and
    *between* are all its *tokens*: frames of messages, tags, and lines that are
    joined make the rest. *tools* are sent beside them. *price* is that of a million
    tokens in US dollars, *cached_price* of those that a cache holds, *output_price* of
    those of an answer, null where not known. *last* is null before the first request
    of this kernel.
    *met* says what became of what the prompt mentions.
    """

    tokens: int
    budget: int
    model: str
    is_exact: bool = True
    items: tuple[Item, ...] = ()
    left_out: tuple[Item, ...] = ()
    messages: tuple[Message, ...] = ()
    masked: tuple[str, ...] = ()
    between: int = 0
    tools: int = 0
    price: float | None = None
    cached_price: float | None = None
    output_price: float | None = None
    last: LastRequest | None = None
    timings: tuple[Timing, ...] = ()
    notices: tuple[str, ...] = ()
    met: tuple[Met, ...] = ()


class Completions(Event, frozen=True, kw_only=True, tag="completions"):
    """The answer to `Complete`, the likeliest first."""

    text: str
    items: tuple[Completion, ...] = ()


class ItemShown(Event, frozen=True, kw_only=True, tag="item_shown"):
    """The answer to `ShowItem`: the *text* that is sent, and how else it could be."""

    item: str
    text: str
    why: str = ""
    rungs: tuple[Rung, ...] = ()


class Variables(Event, frozen=True, kw_only=True, tag="variables"):
    """What changed of the live names: *changed* ones, and those *gone*.

    With *is_all* there are no others than *changed*. All is as it was after *run*;
    *total* counts the names.
    """

    changed: tuple[Variable, ...] = ()
    gone: tuple[str, ...] = ()
    is_all: bool = False
    run: int = 0
    total: int = 0


class ColumnsShown(Event, frozen=True, kw_only=True, tag="columns_shown"):
    """The answer to `Columns`; *total* counts them, as far as they are known."""

    name: str
    columns: tuple[Column, ...] = ()
    total: int = 0
    rows: tuple[str, ...] = ()


class PageChanged(Event, frozen=True, kw_only=True, tag="page_changed"):
    """The text of the adopted output of *root*, and the last turn it shows."""

    root: str
    markdown: str
    plain: str
    turn: Turn | None = None


class History(Event, frozen=True, kw_only=True, tag="history"):
    """What the branch became for the next request, beside its turns.

    *compaction* is the one that holds, null without one. *instructions* stand in
    every request. *spent* is what the whole conversation cost so far, the branches
    that were left included; *plan* the one that is open.
    """

    compaction: Compaction | None = None
    instructions: tuple[Instruction, ...] = ()
    spent: Spent = Spent()
    plan: Plan | None = None


class CompactionPreview(Event, frozen=True, kw_only=True, tag="compaction_preview"):
    """What a `Compact` would do; *compaction* null where there is nothing to condense.

    *kept* are the first words of the turns that stay word for word, *dropped* the
    lines of the text that were left out because nothing bears them out. *room* is what
    the messages may take in tokens.
    """

    compaction: Compaction | None = None
    kept: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    room: int = 0


class Conversations(Event, frozen=True, kw_only=True, tag="conversations"):
    """The answer to `ListConversations`, the newest first."""

    text: str = ""
    items: tuple[Saved, ...] = ()


class Exported(Event, frozen=True, kw_only=True, tag="exported"):
    """The answer to `Export`: the *text* of a file called *name*."""

    name: str
    mime: str
    text: str


class MemoryShown(Event, frozen=True, kw_only=True, tag="memory_shown"):
    """The answer to `Memory`; *edit* is the source of a cell that changes it."""

    files: tuple[MemoryFile, ...] = ()
    edit: str = ""


class DoctorReport(Event, frozen=True, kw_only=True, tag="doctor_report"):
    """What `Doctor` has found so far; sent anew with each step."""

    steps: tuple[Step, ...] = ()
    is_done: bool = False


class Done(Event, frozen=True, kw_only=True, tag="done"):
    """The request did what it should; *turn* is the one it made or changed."""

    turn: str = ""
    note: str = ""


class Failed(Event, frozen=True, kw_only=True, tag="failed"):
    """It did not; *message* says why and what to do next."""

    message: str
    turn: str = ""


class Cancelled(Event, frozen=True, kw_only=True, tag="cancelled"):
    """It was stopped by the user."""

    turn: str = ""


AnyEvent: TypeAlias = (
    Welcome
    | Transcript
    | OlderTurns
    | TurnChanged
    | ReplyDelta
    | Status
    | StaleChanged
    | Context
    | ItemShown
    | Variables
    | ColumnsShown
    | Completions
    | PageChanged
    | History
    | CompactionPreview
    | Conversations
    | Exported
    | MemoryShown
    | DoctorReport
    | Done
    | Failed
    | Cancelled
)
