"""Every request of a page and every event of the kernel side.

A request has an id and ends in exactly one of `Done`, `Failed` or `Cancelled`.
Events carry the id of the request that caused them (empty for news) and a number
that rises by one with each event of a connection: a gap asks for `Resync`.
Unknown fields are ignored, so that a newer side may add some.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from jupyter_ctx.protocol.values import (
    DocumentCell,
    Focus,
    Item,
    KernelFacts,
    Message,
    Model,
    Option,
    RequestKind,
    StaleCell,
    Turn,
)

TARGET = "jupyter_ctx"
"""The comm target."""

MAJOR, MINOR = 1, 1
"""A page and a kernel side of one MAJOR understand each other."""


class Request(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", rename="camel"
):
    """The base of what a page sends."""

    id: str


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """The first request, as the data of `comm_open`: who asks, for which notebook.

    *conversation* is the id in the notebook's metadata, empty before the first
    turn; *path* and *server* name the notebook, *language* is that of its code.
    *model* and *api_base* are the page's settings, which everything else overrides.
    """

    major: int
    minor: int
    version: str
    page: str
    conversation: str = ""
    path: str = ""
    server: str = ""
    is_companion: bool = False
    language: str = ""
    model: str = ""
    api_base: str = ""


class Settle(Request, frozen=True, kw_only=True, tag="settle"):
    """The answer to `Welcome.other_path`: a copy forks, a moved notebook does not."""

    is_copy: bool


class Moved(Request, frozen=True, kw_only=True, tag="moved"):
    """The notebook was renamed while it was open."""

    path: str


class DocumentChanged(Request, frozen=True, kw_only=True, tag="document_changed"):
    """What changed in the document since the last of these on this connection.

    *order* lists all cell ids, null where neither cells nor order changed.
    """

    cells: tuple[DocumentCell, ...] = ()
    order: tuple[str, ...] | None = None


class Ask(Request, frozen=True, kw_only=True, tag="ask"):
    """Put a new turn at the tip of the branch.

    *attempt* counts the rounds of a repair loop from 1, 0 outside of one.
    """

    prompt: str
    kind: RequestKind = "ask"
    focus: Focus | None = None
    attempt: int = 0
    wants_model: bool = False


class Choose(Request, frozen=True, kw_only=True, tag="choose"):
    """Select *choice* of the *reply* that the page shows for *turn*."""

    turn: str
    reply: str
    choice: str


class Edit(Request, frozen=True, kw_only=True, tag="edit"):
    """Ask *prompt* in place of *turn*; what follows leaves the view."""

    turn: str
    prompt: str
    focus: Focus | None = None


class Regenerate(Request, frozen=True, kw_only=True, tag="regenerate"):
    """Ask for another reply to *turn* on the same context."""

    turn: str


class Delete(Request, frozen=True, kw_only=True, tag="delete"):
    """Take *turn* and what follows out of the view."""

    turn: str


class Switch(Request, frozen=True, kw_only=True, tag="switch"):
    """Go to the branch of *turn*, or of the alternative *reply* to it."""

    turn: str
    reply: str = ""


class Stop(Request, frozen=True, kw_only=True, tag="stop"):
    """End the reply to *turn*, or with an empty one all that are being made."""

    turn: str = ""


class Undo(Request, frozen=True, kw_only=True, tag="undo"):
    """Take back the last edit, regeneration, deletion, switch or reset."""


class Reset(Request, frozen=True, kw_only=True, tag="reset"):
    """Start over with an empty view."""


class Preview(Request, frozen=True, kw_only=True, tag="preview"):
    """Tell what *prompt* would send now; with *has_messages* word for word."""

    prompt: str
    kind: RequestKind = "ask"
    focus: Focus | None = None
    has_messages: bool = False


class SetModel(Request, frozen=True, kw_only=True, tag="set_model"):
    """Let *model* answer from now on; empty: as if nothing had been picked."""

    model: str
    api_base: str = ""


class SetPrivacy(Request, frozen=True, kw_only=True, tag="set_privacy"):
    """Let *level* count for who answers now, in this conversation; empty: as set."""

    level: str


class SaveKey(Request, frozen=True, kw_only=True, tag="save_key"):
    """Keep *key* for *provider* in the keys file of the kernel's host."""

    provider: str
    key: str


class Adopt(Request, frozen=True, kw_only=True, tag="adopt"):
    """The page itself shows the outputs of these turns (after a reload)."""

    roots: tuple[str, ...]


class Resync(Request, frozen=True, kw_only=True, tag="resync"):
    """Send the transcript and the status anew."""


AnyRequest: TypeAlias = (
    Hello
    | Settle
    | Moved
    | DocumentChanged
    | Ask
    | Choose
    | Edit
    | Regenerate
    | Delete
    | Switch
    | Stop
    | Undo
    | Reset
    | Preview
    | SetModel
    | SetPrivacy
    | SaveKey
    | Adopt
    | Resync
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
    """The whole branch; *can_undo* names the verb that `Undo` would take back."""

    conversation: str
    turns: tuple[Turn, ...]
    can_undo: str = ""


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
    """Who answers and how the kernel is; *notices* are sentences for the user."""

    model: Model
    kernel: KernelFacts
    options: tuple[Option, ...] = ()
    notices: tuple[str, ...] = ()


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

    *masked* names the secrets that are masked in it.
    """

    tokens: int
    budget: int
    model: str
    is_exact: bool = True
    items: tuple[Item, ...] = ()
    left_out: tuple[Item, ...] = ()
    messages: tuple[Message, ...] = ()
    masked: tuple[str, ...] = ()


class PageChanged(Event, frozen=True, kw_only=True, tag="page_changed"):
    """The text of the adopted output of *root*, and the last turn it shows."""

    root: str
    markdown: str
    plain: str
    turn: Turn | None = None


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
    | TurnChanged
    | ReplyDelta
    | Status
    | StaleChanged
    | Context
    | PageChanged
    | Done
    | Failed
    | Cancelled
)
