"""The manager: ask, choose, edit, regenerate, delete, stop, undo, reset."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk import choices
from jupyter_ctx.core.talk.carry import carried
from jupyter_ctx.core.talk.conversation import ROOT, Conversation, ReplyId, Turn, TurnId
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
from jupyter_ctx.core.talk.view import Shown, show
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.calling import replied
from jupyter_ctx.manager.checks import (
    applied_text,
    check_branch,
    check_prompt,
    find,
    made_anew,
    pick,
    with_cut,
)
from jupyter_ctx.manager.compaction import Compaction
from jupyter_ctx.manager.jobs import CLOSED, Jobs
from jupyter_ctx.manager.listeners import Listener, Listeners, moved
from jupyter_ctx.manager.log import Log, new_reply, new_turn
from jupyter_ctx.manager.noting import Noting
from jupyter_ctx.manager.runner import Runner
from jupyter_ctx.manager.services import Occasion, Services
from jupyter_ctx.manager.ticket import Ticket

REMEMBERED = 8  # newest turns whose state is kept, to regenerate on the same context


class Manager:
    """Runs turns, one after the other, on one daemon thread.

    All methods return at once and may be called from any thread; a `Ticket`
    tells when its reply is there.
    """

    def __init__(self, services: Services, conversation_id: str) -> None:
        self._services = services
        self._log = Log(services.store, conversation_id, self._notify)
        self._runner = Runner(services, self._log, self.change)
        self.last = self._runner.last
        self._tickets: dict[TurnId, Ticket] = {}
        self._states: dict[TurnId, KernelState] = {}
        self.jobs = Jobs()
        self._listeners = Listeners()
        self.compaction = Compaction(self._runner, self._log, self.jobs)
        self._notes = Noting(self._runner, self._log)

    @property
    def conversation(self) -> Conversation:
        """The conversation at this moment."""
        return self._log.conversation

    @property
    def conversation_id(self) -> str:
        """The id of the conversation, as the notebook's metadata hold it."""
        return self._log.conversation_id

    @property
    def notice(self) -> str:
        """A sentence for the user if saving does not work, else empty."""
        return self._log.notice

    @property
    def asked(self) -> frozenset[TurnId]:
        """The turns that this kernel session asked or answered."""
        return self._log.asked

    @property
    def is_resumed(self) -> bool:
        """Whether the conversation is older than this kernel session."""
        return self._log.is_resumed

    def open(self, conversation_id: str, *, carries: bool = False) -> None:
        """Go on with another conversation.

        With *carries* the branch's turns of this kernel session come along, to its
        tip; else those alone whose replies are being made, since a page may come
        at the very moment in which a cell asks.
        """
        with self._log.lock:
            opened = self._log.read(conversation_id)
            making = frozenset(ticket.turn for ticket in self.running())
            ours = self.asked if carries else making
            events = carried(self.conversation, ours, opened.conversation)
            asked = {one.turn for one in events if isinstance(one, Asked)}
            there = opened.conversation.turns.keys() | asked
            for ticket in self.running():
                if ticket.turn not in there:
                    self._stop(ticket)
            before = self.conversation.turns.keys()
            self._log.open(conversation_id, opened, events)
            self._notify(*(before | self.conversation.turns.keys()))

    def reload(self) -> None:
        """Read what another kernel may have written; all, where something is wrong."""
        with self._log.lock:
            if not self._tickets and not self._log.follow():
                self.open(self.conversation_id)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call *listener* at every change of a turn; returns how to stop that."""
        return self._listeners.add(listener)

    def shown(self, turn: TurnId) -> Shown:
        """Show *turn* as it is now, with the reply that is being made."""
        shown = show(self.conversation, turn)
        ticket = self._tickets.get(turn)
        if ticket is None:
            return shown
        return msgspec.structs.replace(
            shown,
            live_text=choices.visible(ticket.text),
            reasoning=ticket.reasoning,
            activity=ticket.activity,
        )

    def running(self) -> tuple[Ticket, ...]:
        """List the replies that are being made or wait for their turn."""
        return tuple(self._tickets.values())

    def preview(
        self, prompt: str, occasion: Occasion, before: TurnId = ROOT
    ) -> Assembly:
        """Assemble what *prompt* would send now, without sending it.

        With *before* it stands in place of that turn, as an edit would.

        Raises:
            BudgetError: It does not fit the budget.

        """
        return self._runner.preview(
            self._services.masker.mask(prompt), occasion, before
        )

    def find(self, occasion: Occasion, prompt: str) -> Turn | None:
        """Find the turn on the branch that the asking cell asked before.

        By the cell's key; without one, by the same prompt through the same door.
        """
        prompt = self._services.masker.mask(prompt)
        return find(self.conversation, occasion.door, occasion.key, prompt)

    def is_saved(self, turn: Turn, prompt: str, model: str) -> bool:
        """Tell whether *turn* answers *prompt* already, so that no call is needed."""
        answered = turn.status in ("complete", "length")
        return answered and turn.model == model and self.is_same(turn, prompt)

    def is_same(self, turn: Turn, prompt: str) -> bool:
        """Tell whether *turn* asks *prompt*, secrets aside."""
        return turn.prompt == self._services.masker.mask(prompt)

    def ask(self, prompt: str, occasion: Occasion) -> Ticket:
        """Put *prompt* at the tip of the branch.

        Raises:
            ConversationError: *prompt* is empty.

        """
        check_prompt(prompt)
        with self._log.lock:
            event = self._asked(prompt, occasion)
            return self._start(event, TurnId(event.turn), occasion)

    def choose(
        self,
        turn: TurnId,
        choice_id: str,
        occasion: Occasion,
        reply_id: ReplyId | None = None,
    ) -> Ticket:
        """Select a choice of the current reply to *turn*; its value is sent.

        A door names the reply it shows by *reply_id*, so that a click on a stale
        view selects nothing else.

        Raises:
            ChoiceError: There is no such choice, or one was selected before, or
                the reply is another one by now.

        """
        with self._log.lock:
            if turn in self._tickets:
                raise made_anew()
            reply, choice = pick(self.conversation, turn, choice_id, reply_id)
            self._log.record(Selected(turn, reply.id, choice.id))
            self._notify(turn)
            event = self._asked(choice.value, occasion, for_user=True)
            return self._start(event, TurnId(event.turn), occasion, choice.action)

    def edit(self, turn: TurnId, prompt: str, occasion: Occasion) -> Ticket:
        """Ask *prompt* in place of *turn*, whose branch is kept.

        Raises:
            ConversationError: *prompt* is empty, or *turn* is not there.

        """
        check_prompt(prompt)
        with self._log.lock:
            check_branch(self.conversation, turn)
            self._stop_from(turn)
            occasion = with_cut(occasion, len(self.conversation.after(turn)))
            event = Edited(turn, new_turn(), prompt, occasion.model, time.time())
            return self._start(event, TurnId(event.turn), occasion)

    def regenerate(self, turn: TurnId, occasion: Occasion) -> Ticket:
        """Ask for another reply to *turn* on the same context; what follows is cut.

        Raises:
            ConversationError: *turn* is not on the branch.

        """
        with self._log.lock:
            check_branch(self.conversation, turn)
            self._stop_from(turn)
            occasion = with_cut(occasion, len(self.conversation.after(turn)))
            now = occasion.state
            before = now if occasion.is_anew else self._states.get(turn, now)
            occasion = msgspec.structs.replace(occasion, state=before)
            return self._start(Regenerated(turn), turn, occasion)

    def delete(self, turn: TurnId) -> int:
        """Take *turn* and what follows out of the view; returns how many turns.

        Raises:
            ConversationError: *turn* is not on the branch.

        """
        with self._log.lock:
            check_branch(self.conversation, turn)
            self._stop_from(turn)
            gone = 1 + len(self.conversation.after(turn))
            self.change(Deleted(turn))
            return gone

    def switch(self, turn: TurnId, reply: ReplyId | None = None) -> None:
        """Go to the branch through *turn*, or its *reply*, as it was left.

        Raises:
            ConversationError: There is no such turn or reply.

        """
        with self._log.lock:
            end = self.conversation.end_of(turn, reply)
            current = self.conversation.turn(turn).current
            if end == self.conversation.tip and reply in (None, current):
                return  # it is shown already
            self.change(Switched(end, (reply or "") if end == turn else ""))

    def reset(self) -> int:
        """Start over with an empty view; returns how many turns left it."""
        with self._log.lock:
            gone = len(self.conversation.branch())
            self.stop()
            self.change(Reset())
            return gone

    def undo(self) -> str:
        """Take back the last edit, regeneration, deletion, switch, reset or file.

        Returns the verb that was undone.

        Raises:
            ConversationError: There is nothing to undo.

        """
        with self._log.lock:
            if written := self._runner.plans.undo():
                self._notify(self.conversation.tip)
                return written
            steps = self.conversation.steps
            if not steps:
                msg = "There is no edit, deletion, regeneration or reset to undo. "
                msg += "For the rest: %assist unhide #N, %ctx compact --undo."
                raise ConversationError(msg)
            self.stop()
            self.change(Undone())
            return steps[-1].verb

    def stop(self, ticket: Ticket | None = None) -> int:
        """End *ticket*, or all that run; what was shown is kept, marked cancelled.

        The view ends at once, whenever the model's side does; returns how many
        replies were stopped.
        """
        return sum(map(self._stop, self.running() if ticket is None else [ticket]))

    def change(self, event: Event) -> None:
        """Record *event* and tell of all turns that joined or left, else of the tip."""
        before, after = self.conversation, self._log.record(event)
        self._notify(*(moved(before, after) or {after.tip}))

    def close(self) -> None:
        """Stop what runs and end the thread, the gateway and the store."""
        self.stop()
        self._listeners.clear()
        self.jobs.close()
        self._services.gateway.close()
        self._services.store.close()

    def _asked(
        self, prompt: str, occasion: Occasion, *, for_user: bool = False
    ) -> Asked:
        """Put *prompt* at the tip, after its reply, made or in the making."""
        tip = self.conversation.tip
        ticket = self._tickets.get(tip)
        current = self.conversation.turn(tip).current if tip else ""
        return Asked(
            *(new_turn(), prompt, tip),
            at=time.time(),
            enclosed=occasion.enclosed,
            for_user=for_user,
            door=occasion.door,
            key=occasion.key,
            model="" if for_user else occasion.model,
            after=ticket.reply if ticket is not None else current,
        )

    def _stop(self, ticket: Ticket) -> bool:
        if not ticket.close():
            return False
        ticket.cancel()
        shown = choices.visible(ticket.text)
        self._end(ticket, replied(ticket, shown, status="cancelled"))
        return True

    def _stop_from(self, turn: TurnId) -> None:
        """Stop the replies to *turn* and to what follows it."""
        cut = {turn, *(one.id for one in self.conversation.after(turn))}
        for ticket in list(self._tickets.values()):
            if ticket.turn in cut:
                self._stop(ticket)

    def _start(
        self,
        event: Event,
        turn: TurnId,
        occasion: Occasion,
        applied: dict[str, str] | None = None,
    ) -> Ticket:
        ticket = Ticket(turn, new_reply(), occasion, is_first=not self._tickets)
        self._states[turn] = occasion.state
        while len(self._states) > REMEMBERED:
            del self._states[next(iter(self._states))]
        # Before the event, so that a door never sees the turn without its ticket.
        self._tickets[turn] = ticket
        self.change(event)
        if applied and "plan" not in applied:
            # The choice itself is the answer: its door inserts the source.
            ticket.close()
            text = applied_text(applied, occasion)
            self._end(ticket, msgspec.structs.replace(replied(ticket, text), model=""))
            return ticket
        if not self.jobs.put(lambda: self._run(ticket)) and ticket.close():
            self._end(ticket, replied(ticket, status="failed", failure=CLOSED))
        self._notify(turn)
        return ticket

    def _run(self, ticket: Ticket) -> None:
        if ticket.is_closed:
            return
        ticket.activity = "preparing"
        event = self._runner.run(ticket, self._notify)
        if ticket.close():
            self._end(ticket, event)
            self.jobs.idle(lambda hold: self._notes.keep(hold, ticket.occasion))

    def _end(self, ticket: Ticket, event: Replied) -> None:
        try:
            self._log.record(event)
        finally:  # nobody may wait in vain
            if self._tickets.get(ticket.turn) is ticket:
                del self._tickets[ticket.turn]
            ticket.finish()
            self._notify(ticket.turn)

    def _notify(self, *turns: TurnId) -> None:
        self._listeners.tell(turns)
