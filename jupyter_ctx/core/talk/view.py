"""The view of a conversation: what any door shows, and what the model is sent.

Both come from one list of entries, so that what is shown, saved and sent cannot
drift apart; the status of each entry is what is true of the next request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Literal

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.compact import micro
from jupyter_ctx.core.privacy import LEVELS, Level
from jupyter_ctx.core.talk.clicked import clicked
from jupyter_ctx.core.talk.conversation import ROOT, Conversation, Reply, Turn, TurnId
from jupyter_ctx.core.talk.events import Compacted, Shortened
from jupyter_ctx.core.talk.held import compaction_of, consumed_of, end_of, left
from jupyter_ctx.core.talk.message import Message, Role
from jupyter_ctx.core.talk.validator import heal

OnInterrupt = Literal["drop", "keep"]
"""What the model is told of a stopped reply: nothing, or its marked beginning."""

STOPPED = "[The user stopped this reply here.]"
SentStatus = Literal[
    "sent",
    "cancelled",
    "failed",
    "empty",
    "open",
    "withheld",
    "summarised",
    "pruned",
    "rejected",
]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One message of the view; only those with status *sent* reach the model.

    *for_user* marks a prompt that the system sent for the user. What old turns were
    condensed to is a message of the turn `ROOT`. *is_trimmed* tells that bulky parts
    of it are stubs, or that its middle is left out.
    """

    turn: TurnId
    role: Role
    content: str
    status: SentStatus = "sent"
    for_user: bool = False
    is_trimmed: bool = False


def entries(  # noqa: PLR0913 - each is a fact of the request, given by name
    conversation: Conversation,
    *,
    before: TurnId | None = None,
    on_interrupt: OnInterrupt = "drop",
    has_local: bool = True,
    privacy: Level = "everything",
    is_compacted: bool = True,
    is_whole: bool = True,
) -> tuple[Entry, ...]:
    """List the messages of the branch; *before* ends it in front of that turn.

    At a stricter level of *privacy*, or without *has_local*, replies that were made
    here without a model are withheld, and clicks on what they offer: both tell values.
    So are compactions that were made at a wider level. Without *is_compacted* all
    turns stand as they were; without *is_whole* those that were compacted are left out.
    """
    if privacy == "everything" and not has_local:
        privacy = LEVELS[-1]
    branch = conversation.branch()
    if before is not None:
        branch = conversation.path(conversation.turn(before).parent)
    compaction = compaction_of(conversation, branch, privacy) if is_compacted else None
    consumed = consumed_of(conversation, branch, compaction)
    listed = branch if is_whole else left(branch, compaction, consumed)
    # All of a branch: with room for less, each look would make all of them anew.
    most = max(TURNS, KEPT * len(branch))
    found = [entry for turn in listed for entry in _known(turn, on_interrupt, most)]
    found = _reject(conversation, branch, found)
    found = _prune(conversation, found)
    if is_compacted:
        end = 0 if compaction is None else end_of(branch, compaction)
        # Where all before its end is kept back no stub is looked for.
        start = end if end == len(consumed) else 0
        found = _trimmed(conversation, branch, found, consumed, start)
    if compaction is not None:
        found = _summarise(compaction, found, consumed)
    if privacy == "everything":
        return tuple(found)
    return tuple(_withhold(conversation, entry) for entry in found)


def _reject(
    conversation: Conversation, branch: Sequence[Turn], shown: list[Entry]
) -> list[Entry]:
    """Mark what spoke of a rejected plan; that it was rejected is said by a click."""
    if not conversation.plans.known:
        return shown
    ids = {turn.id for turn in branch}
    rejected = conversation.plans.rejected(ids)
    judges = conversation.plans.judges(ids)
    return [
        _marked(one, "rejected")
        if one.turn in rejected or (one.turn in judges and one.role == "assistant")
        else one
        for one in shown
    ]


def _prune(conversation: Conversation, shown: list[Entry]) -> list[Entry]:
    pruned = conversation.condensed.pruned
    if not pruned:
        return shown
    return [_marked(one, "pruned") if one.turn in pruned else one for one in shown]


def _summarise(
    compaction: Compacted, shown: list[Entry], consumed: frozenset[str]
) -> list[Entry]:
    """Mark what was compacted; what it became stands first."""
    status: SentStatus = "summarised" if compaction.text else "pruned"
    marked = [_marked(one, status) if one.turn in consumed else one for one in shown]
    short = {one.turn: one for one in compaction.shortened}
    if short:
        marked = [_shorter(one, short.get(one.turn)) for one in marked]
    head = Entry(ROOT, "user", compaction.text, "sent" if compaction.text else "empty")
    return [head, *marked]


def _shorter(entry: Entry, short: Shortened | None) -> Entry:
    """Leave out of a pinned message what there is no room for."""
    if short is None or entry.status != "sent":
        return entry
    text = short.user if entry.role == "user" else short.reply
    if not text.strip():
        return replace(entry, status="pruned")
    return replace(entry, content=text, is_trimmed=True)


def _trimmed(
    conversation: Conversation,
    branch: Sequence[Turn],
    shown: list[Entry],
    consumed: frozenset[str],
    start: int,
) -> list[Entry]:
    """Put stubs in place of what is bulky in older messages that are sent."""
    condensed = conversation.condensed
    trimmed = frozenset(condensed.trimmed)
    ends = range(len(branch), start, -1) if trimmed else ()
    last = next((n for n in ends if branch[n - 1].id in trimmed), 0)
    if not last:
        return shown
    sent = (n for n in range(start, last) if branch[n].id not in consumed)
    first = next(sent, last)
    # Nothing depends on what stands before: it is all superseded by later turns.
    said = [
        micro.Said(place + 1, turn.key, turn.prompt, _text_of(turn))
        for place, turn in enumerate(branch[first:last], first)
    ]
    ids = map(_ID, branch[first:last])
    stubbed = dict(zip(ids, micro.trim(said), strict=True))
    return [
        _stubbed(one, stubbed[one.turn])
        if one.turn in stubbed and one.turn not in condensed.pinned
        else one
        for one in shown
    ]


def _text_of(turn: Turn) -> str:
    return reply_text(turn.reply) if turn.reply is not None else ""


def _stubbed(entry: Entry, said: micro.Said) -> Entry:
    text = said.prompt if entry.role == "user" else said.reply
    if entry.status != "sent" or len(text) >= len(entry.content):
        return entry
    return replace(entry, content=text, is_trimmed=True)


def _marked(entry: Entry, status: SentStatus) -> Entry:
    """Keep *entry* back with *status*, if nothing else keeps it back."""
    return replace(entry, status=status) if entry.status == "sent" else entry


def _withhold(conversation: Conversation, entry: Entry) -> Entry:
    if entry.turn == ROOT:
        return entry
    turn = conversation.turn(entry.turn)
    reply = turn.reply
    is_local = reply is not None and reply.is_local
    is_of_user = entry.role == "user"
    is_kept = is_click_here(conversation, turn) if is_of_user else is_local
    if entry.status != "sent" or not is_kept:
        return entry
    return replace(entry, status="withheld")


def is_click_here(conversation: Conversation, turn: Turn) -> bool:
    """Tell whether the prompt of *turn* comes from a reply that no model made."""
    if not turn.for_user or turn.parent not in conversation.turns:
        return False
    found = clicked(conversation, turn)
    return (found is not None and found.is_local) or any(
        reply.is_local and reply.selected and turn.after in ("", reply.id)
        for reply in conversation.turn(turn.parent).replies
    )


_ID: Callable[[Turn], TurnId] = attrgetter("id")
TURNS = 8_192  # whose entries are remembered, however short a branch is
KEPT = 4  # times the turns of the branch: other ways through it share them
_entries: dict[tuple[TurnId, OnInterrupt], tuple[Turn, tuple[Entry, ...]]] = {}
"""The entries of each turn as it is now: every event asks for those of all again."""


def _known(turn: Turn, on_interrupt: OnInterrupt, most: int) -> tuple[Entry, ...]:
    key = (turn.id, on_interrupt)
    found = _entries.get(key)
    if found is None or found[0] is not turn:
        if len(_entries) >= most:
            _entries.clear()
        found = _entries[key] = (turn, tuple(_turn(turn, on_interrupt)))
    return found[1]


def _turn(turn: Turn, on_interrupt: OnInterrupt) -> Iterable[Entry]:
    """Give the question and the reply of *turn* with their status.

    The question of a stopped or empty reply is sent and joins the next one. A
    failed turn is not sent at all: its cause may be the question itself.
    """
    reply = turn.reply
    status: SentStatus = "sent" if turn.prompt.strip() else "empty"
    if turn.status == "failed":
        status = "failed"
    yield Entry(turn.id, "user", turn.prompt, status, turn.for_user)
    if reply is None:
        yield Entry(turn.id, "assistant", "", "open")
    else:
        content = reply_text(reply)
        if reply.status == "cancelled" and on_interrupt == "keep" and content.strip():
            content = f"{content.rstrip()}\n{STOPPED}"
        yield Entry(
            turn.id, "assistant", content, _reply_status(turn, reply, on_interrupt)
        )


def _reply_status(turn: Turn, reply: Reply, on_interrupt: OnInterrupt) -> SentStatus:
    if reply.status == "failed":
        return "failed"
    if not reply_text(reply).strip() or not turn.prompt.strip():
        # A reply without its question would be an orphan.
        return "empty"
    if reply.status == "cancelled" and on_interrupt == "drop":
        return "cancelled"
    return "sent"


def reply_text(reply: Reply) -> str:
    """Give the reply as the model shall remember it: with what it offered."""
    offered = [f"{n}. {c.label}" for n, c in enumerate(reply.choices, 1)]
    if reply.status == "length":
        offered = []  # Continue was offered by us
    parts = [reply.text, reply.question if offered else "", "\n".join(offered)]
    return "\n\n".join(part for part in parts if part.strip())


def messages(shown: Iterable[Entry]) -> tuple[Message, ...]:
    """Give the history for the model: what is *sent*, healed.

    It starts with the user and alternates strictly. A last message of the user
    is a question without an answer; the next one is to be joined to it.
    """
    sent = [Message(e.role, e.content) for e in shown if e.status == "sent"]
    return heal(sent)


class Shown(msgspec.Struct, frozen=True):
    """One turn as any door shows it, live or ended.

    *reasoning* and *activity* exist only while the reply is being made. *is_cut*
    tells that an edit, deletion or reset took it out of what is sent.
    *alternative* of *alternatives* is the current reply's place, from 1.
    """

    turn: TurnId
    prompt: str
    reply: Reply | None = None
    live_text: str = ""
    reasoning: str = ""
    activity: str = ""
    for_user: bool = False
    alternative: int = 0
    alternatives: int = 0
    is_tip: bool = False
    is_cut: bool = False

    @property
    def is_live(self) -> bool:
        """Whether the reply is still being made."""
        return bool(self.activity)


def show(conversation: Conversation, turn: TurnId) -> Shown:
    """Show the ended state of *turn*."""
    found = conversation.turn(turn)
    ids = [reply.id for reply in found.replies]
    return Shown(
        turn=found.id,
        prompt=found.prompt,
        reply=found.reply,
        for_user=found.for_user,
        alternative=ids.index(found.current) + 1 if found.current in ids else 0,
        alternatives=len(ids),
        is_tip=conversation.tip == found.id,
        is_cut=all(one.id != found.id for one in conversation.branch()),
    )


def thread(conversation: Conversation, turn: TurnId) -> tuple[TurnId, ...]:
    """List *turn* and what followed from clicks beside it: what one cell shows."""
    found = [conversation.turn(turn).id]
    for follower in conversation.after(turn):
        if follower.door != "click":
            break
        found.append(follower.id)
    return tuple(found)


def is_in_cell(conversation: Conversation, turn: TurnId) -> bool:
    """Tell whether *turn* stands under a cell that asked, by itself or by clicks."""
    for one in reversed(conversation.path(turn)):
        if one.door != "click":
            return one.door in ("magic", "line")
    return False


def standing(conversation: Conversation, root: TurnId) -> TurnId:
    """Give what stands in the place of *root* now: itself, or what it was edited to."""
    branch = conversation.branch()
    if any(one.id == root for one in branch):
        return root
    first = conversation.turn(root).first
    return next((one.id for one in branch if one.first == first), root)
