"""The values inside messages: what a page shows, and what it tells of its document."""

from __future__ import annotations

from typing import Literal

import msgspec

from jupyter_ctx.protocol.composing import Enclosed
from jupyter_ctx.protocol.setup import Level

TurnStatus = Literal[
    "sent",
    "cancelled",
    "failed",
    "empty",
    "open",
    "withheld",
    "cut",
    "summarised",
    "pruned",
    "rejected",
]
"""What is true of a message in the next request; only *sent* ones are in it.

*withheld* ones tell values, which the privacy level keeps here. Of *summarised* ones
the text of the compaction is sent, of *rejected* ones that the plan was rejected.
"""

ReplyStatus = Literal["complete", "cancelled", "failed", "length"]
RequestKind = Literal["ask", "fix", "edit", "explain", "plan"]
ExportForm = Literal["markdown", "json", "notebook"]
ChoiceForm = Literal["buttons", "listbox", "modal"]


class Choice(msgspec.Struct, frozen=True, rename="camel"):
    """One option of a reply.

    *action* is what the page does when it is selected: `insert` holds a source
    for a new cell; `replace` one for the cell `cell`, whose source was `base`.
    """

    id: str
    label: str
    value: str
    variant: Literal["primary", "default"] = "default"
    detail: str = ""
    action: dict[str, str] = {}


class Reply(msgspec.Struct, frozen=True, rename="camel"):
    """One ended reply; *sent* is its status in the next request.

    *alternatives* are the ids of all replies to the turn, oldest first. Of the
    *tokens* that were sent the provider read *cached* from its cache; it answered
    with *answered* tokens, for *cost* US dollars, null where no price is known;
    *unpriced* calls that it took are not in it.
    *form* is how its choices are shown; a *modal* can also be cancelled: `cancel`.
    """

    id: str
    text: str
    status: ReplyStatus
    sent: TurnStatus
    question: str = ""
    choices: tuple[Choice, ...] = ()
    selected: str = ""
    failure: str = ""
    model: str = ""
    tokens: int = 0
    budget: int = 0
    notices: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    cached: int = 0
    answered: int = 0
    cost: float | None = None
    form: ChoiceForm = "buttons"
    unpriced: int = 0


class Live(msgspec.Struct, frozen=True, rename="camel"):
    """A reply that is being made: what is visible so far, and what the model does."""

    reply: str
    text: str = ""
    reasoning: str = ""
    activity: str = ""


class Turn(msgspec.Struct, frozen=True, rename="camel"):
    """One prompt with its current or growing reply.

    *cell* is the cell it is bound to; *siblings* are the turns asked in the same
    place, oldest first; *later* is how many turns of the branch follow it. A pinned
    one stays word for word, a hidden one is not sent.
    """

    id: str
    prompt: str
    sent: TurnStatus = "sent"
    for_user: bool = False
    door: str = "sidebar"
    cell: str = ""
    reply: Reply | None = None
    live: Live | None = None
    siblings: tuple[str, ...] = ()
    later: int = 0
    is_pinned: bool = False
    is_hidden: bool = False
    enclosed: tuple[Enclosed, ...] = ()


class Compaction(msgspec.Struct, frozen=True, rename="camel"):
    """How the turns up to *turn* are condensed: *text* is sent in their place.

    *count* of them are not sent themselves; those that are pinned or hidden are not
    among them. *before* and *after* are the tokens of the turns that are sent. *by*
    tells who wanted it: the limit, the user, or a provider that was sent too much.
    """

    id: str
    turn: str
    count: int
    text: str = ""
    form: str = "nine"
    by: Literal["limit", "user", "overflow"] = "limit"
    before: int = 0
    after: int = 0
    model: str = ""
    notices: tuple[str, ...] = ()


class Instruction(msgspec.Struct, frozen=True, rename="camel"):
    """One standing instruction, word for word."""

    id: str
    text: str


class Spent(msgspec.Struct, frozen=True, rename="camel"):
    """Tokens and US dollars; *cost* null where no price is known.

    The price of *unpriced* calls is not known: they are not in *cost*.
    Of *unreported* calls no tokens are known: they are in no sum.
    """

    tokens: int = 0
    cached: int = 0
    answered: int = 0
    cost: float | None = None
    unpriced: int = 0
    unreported: int = 0


class Saved(msgspec.Struct, frozen=True, rename="camel"):
    """One conversation that is kept; *excerpt* is where the searched words stand.

    *at* is when it was last asked something, in seconds since the epoch, *path* the
    notebook that it was seen in.
    """

    id: str
    title: str
    at: float = 0.0
    turns: int = 0
    path: str = ""
    excerpt: str = ""
    is_open: bool = False


class MemoryFile(msgspec.Struct, frozen=True, rename="camel"):
    """One memory file as it stands in each request; *notice* says what was cut."""

    path: str
    text: str
    tokens: int = 0
    notice: str = ""


class Plan(msgspec.Struct, frozen=True, rename="camel"):
    """The plan that is open: what each step changes, and how far it came."""

    title: str
    steps: tuple[PlanStep, ...] = ()


class PlanStep(msgspec.Struct, frozen=True, rename="camel"):
    """One step; *status* is one word of the kernel side, shown as it is."""

    label: str
    status: str = ""


ItemNews = Literal["", "new", "changed"]
Kept = Literal["", "pinned", "dropped"]
KeepWay = Literal["pin", "drop", "free"]


class Item(msgspec.Struct, frozen=True, rename="camel"):
    """One part of what would be sent: what, how faithfully, what it costs, and why.

    *label* is what people call it. *news* compares it with the last request. *kept*
    is what the user told of it, where *can_keep*; *masked* names the secrets that are
    hidden in it. *turn* is set for what can be pinned or hidden as a message.
    """

    id: str
    kind: str
    source: str
    fidelity: str
    tokens: int
    why: str
    label: str = ""
    news: ItemNews = ""
    kept: Kept = ""
    can_keep: bool = False
    masked: tuple[str, ...] = ()
    turn: str = ""


class Rung(msgspec.Struct, frozen=True, rename="camel"):
    """How an item could be shown at one fidelity, and what that takes in tokens."""

    fidelity: str
    tokens: int
    text: str


class LastRequest(msgspec.Struct, frozen=True, rename="camel"):
    """What was sent last, against what would be sent now.

    Both begin with the same *covered* tokens, *size* bytes: that part a provider can
    have in its cache, if it is the same *model* and its *age* in seconds small enough
    (*is_warm*). *gone* was sent and would not be any more.
    """

    model: str
    tokens: int
    covered: int = 0
    size: int = 0
    age: float = 0.0
    is_warm: bool = False
    gone: tuple[Item, ...] = ()


class Variable(msgspec.Struct, frozen=True, rename="camel"):
    """One live name, as the describers tell it, secrets masked.

    *run* bound it, in the cell whose id is *cell* and which is called *label*; it
    was changed last in the run *changed*. *stale* says why it is out of date, empty
    for up to date. *columns* counts what `Columns` can tell.
    """

    name: str
    type: str
    kind: str = "object"
    size: str = ""
    value: str = ""
    run: int | None = None
    changed: int | None = None
    cell: str = ""
    label: str = ""
    stale: str = ""
    kept: Kept = ""
    columns: int = 0


class Column(msgspec.Struct, frozen=True, rename="camel"):
    """One column, key or attribute; *nulls* null where not counted."""

    name: str
    dtype: str = ""
    nulls: int | None = None
    sample: str = ""


class Message(msgspec.Struct, frozen=True, rename="camel"):
    """One message of the payload, word for word."""

    role: str
    content: str


class Model(msgspec.Struct, frozen=True, rename="camel"):
    """Who answers, and where what is sent goes.

    *leaves* is one line for the reader: what leaves this machine and where to;
    *where* its half that tells where to.
    *privacy* names the level that counts for this model in this conversation.
    *provider* is set where a key is needed, *has_key* tells whether one is there;
    *profile* is the named one that answers.
    """

    name: str
    origin: str = ""
    api_base: str = ""
    window: int = 0
    budget: int = 0
    is_embedded: bool = False
    is_model_free: bool = False
    leaves: str = ""
    where: str = ""
    privacy: str = ""
    levels: tuple[Level, ...] = ()
    provider: str = ""
    has_key: bool = False
    problem: str = ""
    profile: str = ""


class Option(msgspec.Struct, frozen=True, rename="camel"):
    """One entry of the model picker."""

    name: str
    label: str
    api_base: str = ""
    hint: str = ""


class KernelFacts(msgspec.Struct, frozen=True, rename="camel"):
    """What the sidebar says of the kernel.

    *run* counts the executions that are over, *last* is how the notebook calls the
    newest of them, as `In[3]`; empty before the first. *is_busy* tells whether a
    cell runs now, so that live facts are those of that run. *has_subshells* false
    means that nothing is answered while a cell runs. *is_document_only* is true for
    a companion: the notebook's own kernel is not looked at. *stale* counts the cells
    that are out of date, as far as running them again would change something.
    """

    python: str = ""
    run: int = 0
    variables: int = 0
    error: str = ""
    is_busy: bool = False
    is_restarted: bool = False
    has_subshells: bool = True
    is_document_only: bool = False
    stale: int = 0
    last: str = ""


class StaleCell(msgspec.Struct, frozen=True, rename="camel"):
    """One cell that is out of date.

    *key* tells it from the others; *cell* is its id, empty where the notebook has
    none of that id. *label* is how it was called when it ran, empty for another
    kernel's run. *reasons* are one sentence each, names in backticks. *can_run*
    tells that running it again is certain to help once the cells whose keys are
    *after* have run; else *advice* says what to do. *is_older* marks what a run of
    the notebook from the top leaves as it is, *is_lost* a run of another kernel.
    """

    key: str
    cell: str = ""
    label: str = ""
    names: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    can_run: bool = False
    after: tuple[str, ...] = ()
    advice: str = ""
    is_older: bool = False
    is_lost: bool = False


class Focus(msgspec.Struct, frozen=True, rename="camel"):
    """Where the user was when the request was sent.

    *line* and *column* count from 0 inside the source of *cell*.
    """

    cell: str
    line: int = 0
    column: int = 0
    selection: str = ""


class DocumentOutput(msgspec.Struct, frozen=True, rename="camel"):
    """One saved output, its text bounded by the page."""

    kind: Literal["stream", "display_data", "execute_result", "error"]
    text: str = ""
    mime: str = "text/plain"
    ename: str = ""
    evalue: str = ""
    traceback: tuple[str, ...] = ()
    size: int = 0


class DocumentCell(msgspec.Struct, frozen=True, rename="camel"):
    """One cell as it stands in the document now; *outputs* null: as they were."""

    id: str
    kind: Literal["code", "markdown", "raw"]
    source: str
    execution_count: int | None = None
    outputs: tuple[DocumentOutput, ...] | None = None
