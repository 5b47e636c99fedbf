"""One turn of a plan: what was chosen is done, and the next step is offered."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from jupyter_ctx.code.impact import Source
from jupyter_ctx.code.languages import of_path
from jupyter_ctx.code.rename import renamed
from jupyter_ctx.core.planning import ground as grounds
from jupyter_ctx.core.planning import telling, writing
from jupyter_ctx.core.planning.accepting import pending
from jupyter_ctx.core.planning.controls import Controls, controls
from jupyter_ctx.core.planning.ground import Ground
from jupyter_ctx.core.planning.plans import Plan, StepState
from jupyter_ctx.core.planning.splices import expected, splices
from jupyter_ctx.core.planning.telling import Told
from jupyter_ctx.core.talk.events import (
    PlanJudged,
    PlanStep,
    Replied,
    Stepped,
    StepStatus,
    Verdict,
)
from jupyter_ctx.errors import ConversationError, CtxError, FileError
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.plans.drafting import Ask, Drafting
from jupyter_ctx.manager.services import Services
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.workspace.writing import NEW, masked_digest

WITHHELD = "(kept on this machine at this privacy level)"
"""In place of what a check printed, which tells values."""

Act = Mapping[str, str]


class PlanTurn:
    """One turn of a plan; *ended* is what the model said in place of a plan."""

    def __init__(
        self,
        services: Services,
        log: Log,
        drafting: Drafting,
        ticket: Ticket,
        ask: Ask,
    ) -> None:
        self.ended: Replied | None = None
        self.ticket = ticket
        self._services = services
        self._log = log
        self._drafting = drafting
        self._ask = ask

    @property
    def controls(self) -> Controls:
        """How the door of this turn calls what the user can do next."""
        occasion = self.ticket.occasion
        return controls(occasion.door, by_page=occasion.by_page)

    def mask(self, text: str) -> str:
        """Hide secrets."""
        return self._services.masker.mask(text)

    def digest(self, source: str) -> str:
        """Give the hash of a cell's source as it is shown."""
        return masked_digest(self.mask)(source)

    def plan(self, plan: Plan) -> Plan:
        """Give the plan as it is after what was recorded."""
        return self._log.conversation.plans.known[plan.id]

    def judge(self, plan: Plan, verdict: Verdict) -> Plan:
        """Record what becomes of *plan*."""
        self._log.record(PlanJudged(plan.id, verdict, self.ticket.turn))
        return self.plan(plan)

    def proposed(self, plan: str, goal: str, note: str = "") -> Told:
        """Propose a plan for *goal*."""
        made = self._drafting.make(self.ticket, plan, goal, self._ask, note)
        self.ended = made.ended
        if made.plan is not None and not self.ticket.is_closed:
            steps = tuple(
                msgspec.structs.replace(one, what=self.mask(one.what))
                for one in made.plan.steps
            )
            project = self._services.project()
            key = project.key if project is not None else ""
            event = msgspec.structs.replace(made.plan, steps=steps, project=key)
            self._log.record(event)
        return made.told

    def resumed(self, plan: Plan | None) -> Told:
        """Take an open plan up where it was left."""
        if plan is None:
            raise ConversationError(self.controls.nothing)
        if not plan.was_confirmed and not _is_begun(plan):
            if plan.verdict != "proposed":
                plan = self.judge(plan, "proposed")
            made = plan.made
            found = self._drafting.ground(self.ticket, made.old)
            sites = grounds.sites_of(made.old, found.everything)
            return telling.proposal(made, sites, (), found.left_out)
        cells = grounds.cells_of(self.ticket.occasion.state)
        ended = sum(one.is_ended for one in plan.steps)
        ended -= len(pending(plan, cells, self.digest))
        lead = f"Going on: {ended} of {len(plan.steps)} steps of the plan are done."
        return self.next(self.judge(plan, "confirmed"), lead)

    def act(self, plan: Plan, verb: str, act: Act) -> Told:
        """Do what a choice says."""
        if "step" in act:
            return self._act_on(plan, verb, int(act["step"]))
        if verb == "confirm":
            return self.next(self.judge(plan, "confirmed"))
        if verb == "reject":
            self.judge(plan, "rejected")
            return Told("The plan is rejected; nothing was changed by it from here on.")
        if verb == "stop":
            self.judge(plan, "stopped")
            return Told(f"Stopped. {self.controls.resume} goes on from here.")
        self.judge(plan, "changing")
        return telling.asked_to_change(None)

    def _act_on(self, plan: Plan, verb: str, number: int) -> Told:
        if not 0 <= number < len(plan.steps):
            raise ConversationError(self.controls.gone)
        if plan.verdict == "stopped":
            plan = self.judge(plan, "confirmed")
        state = plan.steps[number]
        if state.is_ended:
            return self.next(plan, f"`{state.step.target}` was {state.status} already.")
        if verb == "change":
            self._step(plan, number, "changing")
            return telling.asked_to_change(number)
        if verb == "skip":
            self._step(plan, number, "skipped")
            return self.next(plan, f"Skipped: `{state.step.target}`.")
        if verb == "again":
            return self.offered(plan, number, self._failures(plan))
        return self._apply(plan, number)

    def mended(self, plan: Plan, number: int) -> Told:
        """Offer a step once more, after a check that failed.

        Raises:
            ConversationError: There is no such step.

        """
        if not 0 <= number < len(plan.steps):
            raise ConversationError(self.controls.gone)
        self._step(plan, number, "waiting", note="mended after a check")
        return self.offered(plan, number, self._failures(plan))

    def _failures(self, plan: Plan) -> str:
        """Tell the model what failed; what it printed tells values."""
        if not plan.failures:
            return ""
        is_told = self.ticket.occasion.profile.privacy == "everything"
        return telling.failed_before(plan.failures if is_told else WITHHELD)

    def _step(
        self, plan: Plan, number: int, status: StepStatus, **more: object
    ) -> None:
        event = Stepped(plan.id, number, status, self.ticket.turn)
        self._log.record(msgspec.structs.replace(event, **more))

    # Applying

    def _apply(self, plan: Plan, number: int) -> Told:
        state = plan.steps[number]
        target = state.step.target
        if state.status != "offered":
            return self.offered(plan, number)
        if "cell" in state.step.kind:
            return self._apply_cell(plan, number, state)
        project = self._services.project()
        if project is None:
            raise ConversationError(self.controls.gone)

        def ready(after: str, original: str) -> None:
            # A crash after the write shall not lose how to take it back.
            said = {"base": state.base, "edits": state.edits}
            self._step(plan, number, "offered", **said, after=after, original=original)

        try:
            after, kept = project.write(
                target, state.edits, state.base, self.mask, ready
            )
        except FileError as error:
            return self.offered(plan, number, lead=str(error))
        self._step(plan, number, "applied", after=after, original=kept)
        lead = f"Written: `{target}`. {self.controls.undo} puts it back as it was."
        return self.next(plan, lead)

    def _apply_cell(self, plan: Plan, number: int, state: StepState) -> Told:
        step = state.step
        cells = grounds.cells_of(self.ticket.occasion.state)
        cell = Ground(cells).cell(step.target, step.cell)
        if step.kind == "cell" and cell is None:
            self._step(plan, number, "failed", note="the cell is not there any more")
            return self.next(plan, f"`{step.target}` is not there any more.")
        known = (state.base, state.after)
        is_new = step.kind != "cell" or cell is None
        if cell is not None and not is_new and self.digest(cell.source) not in known:
            lead = (
                f"`{step.target}` was changed since it was shown; nothing was done. "
                "This is the step for what it is now."
            )
            return self.offered(plan, number, lead=lead)
        self._step(plan, number, "applied")
        return self.next(plan, _placed(step.target, self.ticket))

    # Offering

    def next(self, plan: Plan, lead: str = "") -> Told:
        """Offer the next step; those that cannot be done are told and passed over."""
        leads = [lead] if lead else []
        for _ in range(len(plan.steps) + 1):
            plan = self.plan(plan)
            number = plan.next
            if number is None:
                return self._end(plan, "\n\n".join(leads))
            told = self._offer(plan, number, "", "\n\n".join(leads))
            if isinstance(told, Told):
                return told
            leads.append(told)
        return self._end(self.plan(plan), "\n\n".join(leads))

    def offered(self, plan: Plan, number: int, note: str = "", lead: str = "") -> Told:
        """Offer one step, made anew; *note* tells the model what matters."""
        told = self._offer(plan, number, note, lead)
        return told if isinstance(told, Told) else self.next(plan, told)

    def _offer(self, plan: Plan, number: int, note: str, lead: str) -> Told | str:
        """Show a step with its diff; a sentence tells why it is passed over."""
        step = plan.steps[number].step
        try:
            old, base = self._current(step.kind, step.target, step.cell)
        except FileError as error:
            self._step(plan, number, "failed", note=str(error))
            return str(error)
        state = plan.steps[number]
        if state.status == "offered" and state.original and base == state.after:
            self._step(plan, number, "applied", after=base)
            return f"Written before: `{step.target}`."
        shown = self.mask(old)
        new, why = self._text(plan, number, shown, note)
        if why:
            return self._refused(plan, number, why, lead)
        if new == shown:
            self._step(plan, number, "skipped", note="there was nothing to change")
            return f"In `{step.target}` there was nothing to change."
        new = self.mask(new)
        is_cell = "cell" in step.kind
        made = {"base": base, "edits": splices(shown, new)}
        made["after"] = self.digest(new) if is_cell else ""
        self._step(plan, number, "offered", **made)
        kept = old if is_cell else shown
        language = grounds.language_of(self.ticket.occasion.state)
        return telling.offered(
            self.plan(plan), number, kept, new, lead, language=language
        )

    def _refused(self, plan: Plan, number: int, why: str, lead: str) -> Told:
        target = plan.steps[number].step.target
        told = telling.offered(plan, number, "", "", lead)
        kept = {"skip", "change", "stop"}
        again = msgspec.structs.replace(
            told.choices[0],
            id="again",
            label="Try again",
            value=f"Try step {number + 1} ({target}) again.",
            action={"plan": plan.id, "verb": "again", "step": str(number)},
        )
        rest = tuple(one for one in told.choices if one.id in kept)
        text = f"There is no change to show for `{target}`: {why}."
        text = "\n\n".join(filter(None, [lead, text]))
        return Told(text, told.question, (again, *rest))

    def _current(self, kind: str, target: str, cell_id: str) -> tuple[str, str]:
        """Give the text of a target as it is, and its hash.

        Raises:
            FileError: It is not there; or a file came where a new one is planned.

        """
        if kind == "new cell":
            return "", ""
        if kind == "cell":
            cells = grounds.cells_of(self.ticket.occasion.state)
            cell = Ground(cells).cell(target, cell_id)
            if cell is None:
                msg = f"{target} is not there any more."
                raise FileError(msg)
            return cell.source, self.digest(cell.source)
        project = self._services.project()
        found = project.look(target) if project is not None else None
        if found is None and kind == "new file":
            return "", NEW
        if found is None:
            msg = f"{target} is not there (any more)."
            raise FileError(msg)
        return found.text, found.digest

    def _language(self, step: PlanStep) -> str:
        """Name the language of what *step* changes."""
        if "cell" not in step.kind:
            return of_path(step.target)
        state = self.ticket.occasion.state
        cell = Ground(grounds.cells_of(state)).cell(step.target, step.cell)
        return cell.language if cell is not None else grounds.language_of(state)

    def _text(self, plan: Plan, number: int, old: str, note: str) -> tuple[str, str]:
        """Give the new text of a step, or why there is none."""
        made, step = plan.made, plan.steps[number].step
        language = self._language(step)
        source = Source(step.target, old, language, is_cell="cell" in step.kind)
        if made.change == "rename" and not note:
            return renamed(made.old[0], made.new, source, made.scope), ""
        profile = self.ticket.occasion.profile
        if profile.is_model_free or profile.is_embedded:
            return (
                "",
                f"changing it otherwise needs a larger model ({self.controls.model})",
            )
        if profile.privacy != "everything" and language == "text" and old:
            return "", f"at privacy level {profile.privacy!r} its text stays here"
        words = [*made.old, *([made.new] if made.new else [])]
        places = [site.line for site in grounds.sites_of(words, [source])]
        asked = writing.request(
            made.goal, step, old, places, self.mask(note), language=language
        )
        start = len(self.ticket.text)
        try:
            ended = self._ask(asked)
        except CtxError as error:
            # What was chosen is done all the same; only the next step is to be tried.
            return "", str(error).rstrip(".")
        if ended.status != "complete":
            why = ended.failure or "the answer was stopped or cut"
            return "", why.rstrip(".")
        answer = self.ticket.text[start:]
        notebook = grounds.language_of(self.ticket.occasion.state)
        meant = (language, notebook) if "cell" in step.kind else ()
        text, why = writing.text_of(answer, old, step.target, meant)
        is_line = not text or text.endswith("\n") or step.kind != "new file"
        return text if is_line else f"{text}\n", why

    def _end(self, plan: Plan, lead: str) -> Told:
        """Sum up: what was done, what was forgotten, what is to be checked."""
        made = plan.made
        ground = self._drafting.ground(self.ticket, [*made.old, made.new])
        texts = {
            one.step.target: expected(self.mask(cell.source), one.edits)
            for one in plan.steps
            if one.status == "applied" and one.step.kind == "cell"
            if (cell := ground.cell(one.step.target, one.step.cell)) is not None
            and self.digest(cell.source) == one.base
        }
        sources = list(grounds.overlaid(ground.everything, texts))
        adds = made.change == "add"
        missed = grounds.forgotten(made.old, made.new, sources) if adds else ()
        renames = made.change == "rename"
        left = grounds.sites_of(made.old, sources) if renames else ()
        by_page = self.ticket.occasion.by_page
        return telling.at_end(plan, lead, missed, left, texts, by_page=by_page)


def _is_begun(plan: Plan) -> bool:
    return any(one.status != "waiting" for one in plan.steps)


def _placed(target: str, ticket: Ticket) -> str:
    occasion = ticket.occasion
    if occasion.by_page:
        return (
            f"`{target}` is changed once this is accepted in the notebook; run it then."
        )
    if occasion.door == "click":
        return (
            f"Run `%assist insert` to put the new code of `{target}` into the next "
            "cell."
        )
    return (
        f"The new code of `{target}` is in the next cell; put it in place and run it."
    )
