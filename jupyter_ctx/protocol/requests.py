"""Every request of a page.

A request has an id and ends in exactly one of `Done`, `Failed` or `Cancelled`.
Unknown fields are ignored, so that a newer side may add some.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from jupyter_ctx.protocol.composing import Enclosed
from jupyter_ctx.protocol.setup import LabSettings
from jupyter_ctx.protocol.values import (
    DocumentCell,
    ExportForm,
    Focus,
    KeepWay,
    RequestKind,
)


class Request(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", rename="camel"
):
    """The base of what a page sends."""

    id: str


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """The first request, as the data of `comm_open`: who asks, for which notebook.

    *conversation* is the id in the notebook's metadata, empty before the first
    turn; *path* and *server* name the notebook, *language* is that of its code.
    *settings* are the page's, which everything else overrides; an older page tells
    only *model* and *api_base* of them. *page_size* is how many turns of the branch
    the page wants at first, 0 for all.
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
    settings: LabSettings | None = None
    page_size: int = 0


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
    enclosed: tuple[Enclosed, ...] = ()


class Enclose(Request, frozen=True, kw_only=True, tag="enclose"):
    """Keep a picture or a text for questions that name *key*; *data* is base64.

    It fails where it cannot be sent; the same again changes nothing.
    """

    key: str
    name: str
    mime: str
    data: str


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
    """Ask for another reply to *turn* on the same context.

    *model* at *api_base* makes this one reply, empty: who answers now.
    """

    turn: str
    model: str = ""
    api_base: str = ""


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
    enclosed: tuple[Enclosed, ...] = ()


class ShowItem(Request, frozen=True, kw_only=True, tag="show_item"):
    """Tell of *item* of the last `Preview` how it is sent, by `ItemShown`."""

    item: str


class Keep(Request, frozen=True, kw_only=True, tag="keep"):
    """Pin *item* in every request, drop it from all, or free it of either."""

    item: str
    way: KeepWay = "pin"


class WatchVariables(Request, frozen=True, kw_only=True, tag="watch_variables"):
    """Tell of the live names by `Variables`, now and as they change; or no longer."""

    is_on: bool = True


class Columns(Request, frozen=True, kw_only=True, tag="columns"):
    """Tell of the columns, keys or attributes of *name*, by `ColumnsShown`."""

    name: str


class Complete(Request, frozen=True, kw_only=True, tag="complete"):
    """Ask what *text*, written after an `@`, may become; of one *kind* alone if named.

    It is answered by `Completions`, also while a cell runs.
    """

    text: str
    kind: str = ""


class Prune(Request, frozen=True, kw_only=True, tag="prune"):
    """Send *turn* no more, though it stays where it is; or send it again."""

    turn: str
    is_hidden: bool = True


class Pin(Request, frozen=True, kw_only=True, tag="pin"):
    """Let *turn* stay word for word whatever is compacted; or no longer."""

    turn: str
    is_pinned: bool = True


class Compact(Request, frozen=True, kw_only=True, tag="compact"):
    """Condense the older turns; *keep* says what matters, and is kept.

    With *is_preview* nothing changes, and `CompactionPreview` tells what would.
    """

    keep: str = ""
    is_preview: bool = False


class UndoCompact(Request, frozen=True, kw_only=True, tag="undo_compact"):
    """Send the turns again that the last compaction condensed."""


class Clear(Request, frozen=True, kw_only=True, tag="clear"):
    """Begin a new task: an empty view, the same memory file and instructions."""


class Instruct(Request, frozen=True, kw_only=True, tag="instruct"):
    """Let *text* stand in every request from now on."""

    text: str


class Lift(Request, frozen=True, kw_only=True, tag="lift"):
    """Take the standing instruction *instruction* back."""

    instruction: str


class ListConversations(Request, frozen=True, kw_only=True, tag="list_conversations"):
    """Tell of all conversations, or of those that hold *text*, by `Conversations`."""

    text: str = ""


class OpenConversation(Request, frozen=True, kw_only=True, tag="open_conversation"):
    """Let the notebook go on with *conversation*."""

    conversation: str


class NewConversation(Request, frozen=True, kw_only=True, tag="new_conversation"):
    """Let the notebook begin another conversation; the old one is kept."""


class Export(Request, frozen=True, kw_only=True, tag="export"):
    """Give the conversation as a file, by `Exported`."""

    form: ExportForm = "markdown"


class Import(Request, frozen=True, kw_only=True, tag="import"):
    """Read a conversation from the *text* of the file *name*, and go on with it."""

    name: str
    text: str


class Memory(Request, frozen=True, kw_only=True, tag="memory"):
    """Tell what of memory files stands in each request, by `MemoryShown`."""


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


class Configure(Request, frozen=True, kw_only=True, tag="configure"):
    """JupyterLab's settings have changed."""

    settings: LabSettings


class Doctor(Request, frozen=True, kw_only=True, tag="doctor"):
    """Find out which step between the kernel and the model does not work."""


class Older(Request, frozen=True, kw_only=True, tag="older"):
    """Send *count* more of the turns that the page has not, by `OlderTurns`."""

    count: int


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
    | Enclose
    | Choose
    | Edit
    | Regenerate
    | Delete
    | Switch
    | Stop
    | Undo
    | Reset
    | Preview
    | Complete
    | ShowItem
    | Keep
    | WatchVariables
    | Columns
    | Prune
    | Pin
    | Compact
    | UndoCompact
    | Clear
    | Instruct
    | Lift
    | ListConversations
    | OpenConversation
    | NewConversation
    | Export
    | Import
    | Memory
    | SetModel
    | SetPrivacy
    | SaveKey
    | Configure
    | Doctor
    | Older
    | Adopt
    | Resync
)
