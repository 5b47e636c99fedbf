"""Plans: proposed, confirmed by choice, then one step at a time with its diff."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import msgspec

from jupyter_ctx.core.planning.plans import Plan, carried_plan
from jupyter_ctx.core.planning.telling import Told, short
from jupyter_ctx.core.talk.clicked import clicked
from jupyter_ctx.core.talk.conversation import Conversation, Turn, TurnId
from jupyter_ctx.core.talk.events import Replied, Stepped
from jupyter_ctx.errors import ConversationError, FileError
from jupyter_ctx.manager.calling import replied
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.plans.checks import Checks
from jupyter_ctx.manager.plans.drafting import Ask, Drafting
from jupyter_ctx.manager.plans.resuming import elsewhere
from jupyter_ctx.manager.plans.turn import PlanTurn
from jupyter_ctx.manager.services import Services
from jupyter_ctx.manager.ticket import Ticket

RESUME = "Go on with the plan."
"""The prompt that takes an open plan up again."""

Act = Mapping[str, str]
"""What a choice of a plan does: `plan`, `verb`, and the number of a `step`."""


class Planner:
    """Makes the replies to turns that speak of plans; works on the assist thread."""

    def __init__(self, services: Services, log: Log) -> None:
        self._services = services
        self._log = log
        self._drafting = Drafting(services)
        self._checks = Checks(services, log)

    def takes(self, ticket: Ticket) -> bool:
        """Tell whether *ticket* speaks of a plan."""
        conversation = self._log.conversation
        turn = conversation.turn(ticket.turn)
        if ticket.occasion.request == "plan" or act_of(conversation, turn):
            return True
        return self._changes(turn) or self._is_again(ticket, turn)

    def _is_again(self, ticket: Ticket, turn: Turn) -> bool:
        """Tell whether a plan is made again, or its goal edited, without saying so."""
        conversation = self._log.conversation
        plans = conversation.plans
        turns = conversation.turns
        made = (TurnId(plan.made.turn) for plan in plans.known.values())
        asked = [turns[one] for one in made if one in turns]
        is_same = any(one.first == turn.first for one in asked)
        return ticket.occasion.door != "magic" and is_same

    def _changes(self, turn: Turn) -> bool:
        """Tell whether *turn* says what shall be different, after Change."""
        act = self._before(turn)
        return not turn.for_user and act.get("verb") == "change"

    def _before(self, turn: Turn) -> Act:
        conversation = self._log.conversation
        parent = conversation.turns.get(turn.parent)
        return act_of(conversation, parent) if parent is not None else {}

    def reply(self, ticket: Ticket, ask: Ask) -> Replied:
        """Make the reply; *ask* asks the model.

        Raises:
            CtxError: It cannot be done; the text says what to do.

        """
        step = PlanTurn(self._services, self._log, self._drafting, ticket, ask)
        conversation = self._log.conversation
        turn = conversation.turn(ticket.turn)
        act = act_of(conversation, turn)
        if act:
            told = self._acted(step, act)
        elif turn.prompt.strip() == RESUME:
            told = step.resumed(conversation.plans.open or self._elsewhere(ticket))
        elif self._changes(turn):
            told = self._changed(step, self._before(turn), turn.prompt)
        else:
            told = step.proposed(uuid.uuid4().hex, turn.prompt)
        if step.ended is not None:
            return msgspec.structs.replace(step.ended, text=told.text, choices=())
        made = replied(
            ticket, text=told.text, question=told.question, choices=told.choices
        )
        return made if ticket.tokens else msgspec.structs.replace(made, model="")

    def _elsewhere(self, ticket: Ticket) -> Plan | None:
        """Bring a plan along that another conversation of this notebook has open."""
        store, project = self._services.store, self._services.project()
        if project is None:
            return None
        plan = elsewhere(self._log, store, project.key, ticket.occasion.state)
        for event in carried_plan(plan) if plan is not None else ():
            self._log.record(event)
        return plan

    def _acted(self, step: PlanTurn, act: Act) -> Told:
        plan = self._log.conversation.plans.known.get(act["plan"])
        if plan is None:
            raise ConversationError(step.controls.gone)
        verb = act.get("verb", "")
        if plan.verdict in ("rejected", "done") and verb != "done":
            raise ConversationError(step.controls.ended)
        if verb in ("check", "done", "mend"):
            return self._checks.act(step, plan, verb, act)
        return step.act(plan, verb, act)

    def _changed(self, step: PlanTurn, act: Act, wish: str) -> Told:
        plan = self._log.conversation.plans.known.get(act["plan"])
        if plan is None:
            raise ConversationError(step.controls.gone)
        if "step" in act:
            return step.offered(plan, int(act["step"]), note=f"The user wants: {wish}")
        before = "\n".join(
            f"- {one.step.target}: {one.step.what}" for one in plan.steps
        )
        note = f"The plan so far:\n{before}\nThe user wants it changed: {wish}"
        return step.proposed(plan.id, plan.goal, note)

    def undo(self) -> str:
        """Put back the file that a step wrote last, if nothing was moved since.

        Returns what was undone, empty where the conversation is to be undone.

        Raises:
            FileError: It was changed since; the next undo passes it over.

        """
        with self._log.lock:
            conversation = self._log.conversation
            plans = conversation.plans
            project = self._services.project()
            if project is None or not plans.can_undo(len(conversation.steps)):
                return ""
            written = plans.written[-1]
            state = plans.known[written.plan].steps[written.step]
            path = state.step.target
            back = Stepped(written.plan, written.step, "restored")
            try:
                project.restore(path, written.after, written.original)
            except FileError:
                # The sentence is for whoever asked now, not for the step.
                self._log.record(msgspec.structs.replace(back, status="applied"))
                raise
            self._log.record(back)
            goal = short(plans.known[written.plan].goal)
            return f"step {written.step + 1} of the plan '{goal}', {path} is as it was"


def act_of(conversation: Conversation, turn: Turn) -> Act:
    """Give what the choice does that *turn* stands for, if it is one of a plan."""
    reply = clicked(conversation, turn)
    choice = reply.selected_choice if reply is not None else None
    return choice.action if choice is not None and "plan" in choice.action else {}
