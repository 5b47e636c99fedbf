"""The conversation: an append-only log of events, folded into a tree of turns.

Nothing is ever taken out of the log. Edit, regenerate, delete, reset and undo
are events too; they move the *tip*, and with it the branch that is shown and
sent. All references are ids, never positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import pairwise
from typing import Literal, NewType

import msgspec

from jupyter_ctx.core.planning.plans import Plans, plans_after, rejected_by
from jupyter_ctx.core.talk.choice import CANCEL, Choice
from jupyter_ctx.core.talk.condensed import CONDENSING, Condensed, condensed_after
from jupyter_ctx.core.talk.enclosed import Enclosed
from jupyter_ctx.core.talk.events import (
    Asked,
    Deleted,
    Edited,
    Event,
    Regenerated,
    Replied,
    Reset,
    Selected,
    Switched,
    Undone,
)
from jupyter_ctx.core.talk.instructed import Instructions
from jupyter_ctx.core.talk.spent import NOTHING, Spent
from jupyter_ctx.core.talk.tree import Growing, children_of, path_to, put
from jupyter_ctx.errors import ConversationError

TurnId = NewType("TurnId", str)
ReplyId = NewType("ReplyId", str)
Status = Literal["complete", "cancelled", "failed", "length"]
Verb = Literal["edit", "regenerate", "delete", "reset", "switch"]
ROOT = TurnId("")
"""The parent of first turns, and the tip of an empty conversation."""


# Without gc: values in no cycle, that a collection would touch with each new branch.
class Reply(msgspec.Struct, frozen=True, gc=False):
    """One answer to a turn.

    *text* is what is shown and sent, without the block that held its choices;
    *question* stands above the choices. *failure* is the sentence for a reply
    that failed. *model* names who answered, empty for facts without a model;
    *tokens* of *budget* were sent, of which the provider read *cached* from its
    cache; *notices* are further lines for the reader; *spent* is what it took.
    """

    id: ReplyId
    text: str
    status: Status = "complete"
    question: str = ""
    choices: tuple[Choice, ...] = ()
    selected: str = ""
    failure: str = ""
    model: str = ""
    tokens: int = 0
    budget: int = 0
    notices: tuple[str, ...] = ()
    cached: int = 0
    spent: Spent = NOTHING

    @property
    def is_local(self) -> bool:
        """Whether it was made without a model: nothing was sent for it."""
        return self.tokens == 0

    @property
    def selected_choice(self) -> Choice | None:
        """The option that was picked, None while there is none."""
        return self.choice(self.selected)

    def choice(self, name: str) -> Choice | None:
        """Find an option by its id; one that offers some can also be cancelled."""
        offered = (*self.choices, CANCEL) if self.choices else ()
        return next((one for one in offered if one.id == name), None)


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One prompt with its replies; *current* is the one on the branch.

    *for_user* marks a prompt that the system sent when a choice was selected.
    *door* and *key* tell which way in and which cell asked; *model* is the
    option that was given, empty for the default. *after* is the reply of the
    parent that it follows; *origin* the first question that it was edited from; *at*
    when it was asked, in seconds since the epoch, 0 where that is not known.
    """

    id: TurnId
    parent: TurnId
    prompt: str
    replies: tuple[Reply, ...] = ()
    current: ReplyId = ReplyId("")
    for_user: bool = False
    door: str = "magic"
    key: str = ""
    model: str = ""
    after: ReplyId = ReplyId("")
    origin: TurnId = ROOT
    at: float = 0.0
    enclosed: tuple[Enclosed, ...] = ()

    @property
    def first(self) -> TurnId:
        """The question that was edited, perhaps again and again, to this one."""
        return self.origin or self.id

    @property
    def reply(self) -> Reply | None:
        """The current reply; None while there is none."""
        return next((r for r in self.replies if r.id == self.current), None)

    @property
    def status(self) -> Status | Literal["open"]:
        """The status of the current reply; *open* means that none has ended yet."""
        reply = self.reply
        return "open" if reply is None else reply.status


class Step(msgspec.Struct, frozen=True):
    """What the view was before a change: enough to go back.

    *currents* are the current replies of the turns whose reply the change moved,
    *kept* the turns whose instructions had outlived a reset.
    """

    verb: Verb
    tip: TurnId
    currents: tuple[tuple[TurnId, ReplyId], ...] = ()
    kept: frozenset[str] = frozenset()


class Conversation(msgspec.Struct, frozen=True):
    """All turns by id, the tip of the branch, and what undo would reverse.

    *left* tells where the branch ended when it was left, by the ids of the turns
    and current replies on it: there a switch back to one of them goes. *condensed*
    holds what was compacted, pruned and pinned, *instructions* what always holds.
    """

    turns: dict[TurnId, Turn] = {}
    tip: TurnId = ROOT
    steps: tuple[Step, ...] = ()
    left: dict[str, TurnId] = {}
    condensed: Condensed = Condensed()
    plans: Plans = Plans()
    instructions: Instructions = Instructions()

    def turn(self, turn: TurnId) -> Turn:
        """Give the turn with the id *turn*.

        Raises:
            ConversationError: There is none.

        """
        found = self.turns.get(turn)
        if found is None:
            msg = "This message is not part of the conversation; ask it anew."
            raise ConversationError(msg)
        return found

    def branch(self) -> tuple[Turn, ...]:
        """List the turns from the first to the tip."""
        return self.path(self.tip)

    def path(self, tip: TurnId) -> tuple[Turn, ...]:
        """List the turns from the first to *tip*; a broken or cyclic link ends it."""
        return path_to(self.turns, tip)

    @property
    def rejected(self) -> frozenset[str]:
        """The turns of the branch that speak of a plan which the user rejected."""
        return self.plans.rejected({turn.id for turn in self.branch()})

    def after(self, turn: TurnId) -> tuple[Turn, ...]:
        """List the turns of the branch that follow *turn*."""
        branch = self.branch()
        ids = [one.id for one in branch]
        return branch[ids.index(turn) + 1 :] if turn in ids else ()

    def siblings(self, turn: TurnId) -> tuple[Turn, ...]:
        """List the turns that were asked in the same place, oldest first.

        The same place is after the same reply; old logs don't know the reply. At
        the beginning stands whatever was begun, so only edits of one question are.
        """
        found = self.turn(turn)
        beside = children_of(self.turns, found.parent)
        if not found.parent:
            return tuple(one for one in beside if one.first == found.first)
        same = (found.after, "")
        return tuple(one for one in beside if one.after in same or not found.after)

    def end_of(self, turn: TurnId, reply: ReplyId | None = None) -> TurnId:
        """Find where the branch through *turn*, or its *reply*, ended last.

        Raises:
            ConversationError: There is no such turn or reply.

        """
        found = self.turn(turn)
        if reply is not None and all(one.id != reply for one in found.replies):
            msg = "This message has no such reply; ask it anew."
            raise ConversationError(msg)
        on_branch = any(one.id == turn for one in self.branch())
        if on_branch and reply in (None, found.current):
            return self.tip
        return self.left.get(reply or turn, turn)

    def apply(self, event: Event) -> Conversation:
        """Give the conversation after *event*; one that refers to nothing is passed."""
        if isinstance(event, Asked):
            return self._ask(event)
        if isinstance(event, Edited):
            return self._edit(event)
        if isinstance(event, Replied):
            return self._reply(event)
        return self._change(event)

    def _change(self, event: Event) -> Conversation:
        if isinstance(event, Selected):
            return self._select(event)
        if isinstance(event, CONDENSING):
            condensed = condensed_after(self.condensed, event, self._ids_to)
            return msgspec.structs.replace(self, condensed=condensed)
        return self._move(event)

    def _ids_to(self, turn: str) -> frozenset[str]:
        """Give the ids of the turns from the first to *turn*."""
        return frozenset(one.id for one in self.path(TurnId(turn)))

    def _move(self, event: Event) -> Conversation:
        if isinstance(event, Regenerated) and event.turn in self.turns:
            turn = TurnId(event.turn)
            return self._step("regenerate", turn, self.turns[turn])
        if isinstance(event, Deleted) and event.turn in self.turns:
            turn = TurnId(event.turn)
            return self._step("delete", self.turns[turn].parent)
        if isinstance(event, Reset):
            return self._step("reset", ROOT)
        if isinstance(event, Switched):
            return self._switch(event)
        if isinstance(event, Undone):
            return self._undo()
        plans = plans_after(self.plans, event, len(self.steps))
        gone = rejected_by(plans, event)
        return msgspec.structs.replace(
            self,
            instructions=self.instructions.after(event),
            plans=plans,
            condensed=self.condensed.without(gone, self._ids_to),
        )

    def _ask(self, event: Asked) -> Conversation:
        if event.turn in self.turns or not event.turn:
            return self
        parent = TurnId(event.parent if event.parent in self.turns else ROOT)
        current = self.turns[parent].current if parent else ""
        return _place(
            self,
            Turn(
                *(TurnId(event.turn), parent, event.prompt),
                for_user=event.for_user,
                door=event.door,
                key=event.key,
                model=event.model,
                after=ReplyId(event.after or current),
                at=event.at,
                enclosed=event.enclosed,
            ),
            tip=TurnId(event.turn),
        )

    def _edit(self, event: Edited) -> Conversation:
        old = self.turns.get(TurnId(event.old))
        if old is None or event.turn in self.turns:
            return self
        edited = msgspec.structs.replace(
            old,
            id=TurnId(event.turn),
            prompt=event.prompt,
            replies=(),
            current=ReplyId(""),
            for_user=False,
            model=event.model,
            origin=old.first,
            at=event.at,
        )
        return _place(self._step("edit", edited.parent), edited, tip=edited.id)

    def _reply(self, event: Replied) -> Conversation:
        turn = self.turns.get(TurnId(event.turn))
        if turn is None or any(r.id == event.reply for r in turn.replies):
            return self
        reply = Reply(
            *(ReplyId(event.reply), event.text, event.status, event.question),
            choices=event.choices,
            failure=event.failure,
            model=event.model,
            tokens=event.tokens,
            budget=event.budget,
            notices=event.notices,
            cached=event.cached,
            spent=event.spent,
        )
        replies = (*turn.replies, reply)
        turn = msgspec.structs.replace(turn, replies=replies, current=reply.id)
        return _place(self, turn)

    def _select(self, event: Selected) -> Conversation:
        turn = self.turns.get(TurnId(event.turn))
        if turn is None:
            return self
        replies = tuple(
            msgspec.structs.replace(reply, selected=event.choice)
            if reply.id == event.reply and not reply.selected
            else reply
            for reply in turn.replies
        )
        return _place(self, msgspec.structs.replace(turn, replies=replies))

    def _switch(self, event: Switched) -> Conversation:
        turn = self.turns.get(TurnId(event.turn))
        if turn is None:
            return self
        path = self.path(turn.id)
        moved = self._step("switch", turn.id, *path)
        for parent, child in pairwise(path):
            moved = _choose_reply(moved, parent.id, child.after)
        return _choose_reply(moved, turn.id, event.reply)

    def _undo(self) -> Conversation:
        if not self.steps:
            return self
        step = self.steps[-1]
        back = msgspec.structs.replace(
            self,
            tip=step.tip,
            steps=self.steps[:-1],
            left=self._leave(),
            instructions=msgspec.structs.replace(self.instructions, kept=step.kept),
        )
        for turn, current in step.currents:
            before = msgspec.structs.replace(back.turns[turn], current=current)
            back = _place(back, before)
        return back

    def _step(self, verb: Verb, tip: TurnId, *changed: Turn) -> Conversation:
        """Move the tip and remember the way back, with the replies of *changed*."""
        currents = tuple((turn.id, turn.current) for turn in changed)
        known = self.instructions
        step = Step(verb, self.tip, currents, known.kept)
        gone = self._ids_to(self.tip) - self._ids_to(tip)
        return msgspec.structs.replace(
            self,
            tip=tip,
            steps=(*self.steps, step),
            left=self._leave(),
            instructions=known if verb == "switch" else known.left(gone, verb),
        )

    def _leave(self) -> dict[str, TurnId]:
        """Remember of everything on the branch where it ends."""
        branch = self.branch()
        ids = [one.id for one in branch] + [one.current for one in branch]
        return {**self.left, **dict.fromkeys(filter(None, ids), self.tip)}


def _place(
    conversation: Conversation, turn: Turn, tip: TurnId | None = None
) -> Conversation:
    """Put *turn* in place of the one with its id, and move to *tip* if given."""
    turns = put(conversation.turns, turn)
    tip = conversation.tip if tip is None else tip
    return msgspec.structs.replace(conversation, turns=turns, tip=tip)


def _choose_reply(conversation: Conversation, turn: TurnId, reply: str) -> Conversation:
    """Make *reply* the current one of *turn*, if it is there."""
    found = conversation.turns[turn]
    if all(one.id != reply for one in found.replies):
        return conversation
    chosen = msgspec.structs.replace(found, current=ReplyId(reply))
    return _place(conversation, chosen)


def fold(events: Iterable[Event]) -> Conversation:
    """Rebuild the conversation from its log."""
    folded = reduce(Conversation.apply, events, Conversation(turns=Growing()))
    return msgspec.structs.replace(folded, turns=dict(folded.turns))
