"""The plans of a conversation: what each changes, and how far it came.

A plan is what was planned; that a file was written is a fact, whichever branch is
shown. Only a rejection belongs to its branch: cut, the plan is open again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.talk.events import (
    Event,
    PlanChecked,
    PlanJudged,
    Planned,
    PlanStep,
    Splice,
    Stepped,
    StepStatus,
    Verdict,
)

PlanEvent: TypeAlias = Planned | PlanJudged | Stepped | PlanChecked
"""The events that are folded here."""

ROUNDS = 3  # of checks that fail, after which no step is offered again

WAITS = "to be accepted in its cell, or put in place"
"""What is said of a step that was applied and is not in its cell."""

_ENDED = ("applied", "skipped", "failed", "restored")
_MARKS = {"applied": "x", "skipped": "-", "failed": "!", "restored": "-"}


class StepState(msgspec.Struct, frozen=True):
    """One step with what became of it; the rest as in `events.Stepped`."""

    step: PlanStep
    status: StepStatus = "waiting"
    base: str = ""
    edits: tuple[Splice, ...] = ()
    after: str = ""
    original: str = ""
    note: str = ""

    @property
    def is_ended(self) -> bool:
        """Whether nothing more is offered of it."""
        return self.status in _ENDED


class Plan(msgspec.Struct, frozen=True):
    """One plan; *turns* are all that spoke of it, *judge* the one of the verdict.

    *rounds* counts the checks that failed; *failures* tells what failed last;
    *was_confirmed* that the user once said yes, whatever came then.
    """

    made: Planned
    steps: tuple[StepState, ...]
    verdict: Verdict = "proposed"
    judge: str = ""
    turns: tuple[str, ...] = ()
    rounds: int = 0
    failures: str = ""
    is_checked: bool = False
    was_confirmed: bool = False

    @property
    def id(self) -> str:
        """How choices name it."""
        return self.made.plan

    @property
    def goal(self) -> str:
        """What the user wants, in the user's words."""
        return self.made.goal

    @property
    def is_open(self) -> bool:
        """Whether there is something left to say or to do."""
        return self.verdict in ("proposed", "confirmed", "changing", "stopped")

    @property
    def next(self) -> int | None:
        """The number of the first step that has not ended; None where all have."""
        ends = enumerate(self.steps)
        return next((n for n, one in ends if not one.is_ended), None)


class Written(msgspec.Struct, frozen=True):
    """A file that a step wrote, when the conversation had *moves* to undo.

    *after* is the hash of what was written, *original* that of what was there.
    """

    plan: str
    step: int
    moves: int
    after: str = ""
    original: str = ""


class Plans(msgspec.Struct, frozen=True):
    """All plans by id, the newest last, and the files that can be restored."""

    known: dict[str, Plan] = {}
    written: tuple[Written, ...] = ()

    @property
    def open(self) -> Plan | None:
        """The newest plan that has not ended; None where there is none.

        One that was never confirmed counts as long as there is none after it.
        """
        ordered = list(reversed(self.known.values()))
        return next(
            (
                plan
                for plan in ordered
                if plan.is_open and (plan.verdict != "proposed" or plan is ordered[0])
            ),
            None,
        )

    @property
    def newest(self) -> Plan | None:
        """The newest plan, whatever became of it."""
        return next(reversed(self.known.values()), None)

    def is_of(self, turn: str) -> bool:
        """Tell whether the reply to *turn* is a plan."""
        return any(plan.made.turn == turn for plan in self.known.values())

    def can_undo(self, moves: int) -> bool:
        """Tell whether undo puts a file back, when there are *moves* to take back."""
        return bool(self.written) and self.written[-1].moves == moves

    def rejected(self, branch: Collection[str]) -> frozenset[str]:
        """Give the turns of *branch* that speak of a plan which was rejected on it.

        The turn that rejected it is not among them: it says so in one line.
        """
        ids = set(branch)
        found: set[str] = set()
        for plan in self.known.values():
            if plan.verdict == "rejected" and (not plan.judge or plan.judge in ids):
                found |= set(plan.turns) - {plan.judge}
        return frozenset(found & ids)

    def judges(self, branch: Collection[str]) -> frozenset[str]:
        """Give the turns of *branch* that rejected a plan, to leave out the reply."""
        found = {p.judge for p in self.known.values() if p.verdict == "rejected"}
        return frozenset(found & set(branch))


def plans_after(plans: Plans, event: Event, moves: int) -> Plans:
    """Give *plans* after *event*; *moves* is how much undo could take back then."""
    if isinstance(event, Planned):
        return _planned(plans, event)
    plan = plans.known.get(getattr(event, "plan", ""))
    if plan is None:
        return plans
    if isinstance(event, Stepped):
        plans = _written(plans, plan, event, moves)
        return _put(plans, _stepped(plan, event))
    if isinstance(event, PlanJudged):
        plan = replace(
            plan,
            verdict=event.verdict,
            judge=event.turn,
            was_confirmed=plan.was_confirmed or event.verdict == "confirmed",
        )
        return _put(plans, _spoken(plan, event.turn))
    if isinstance(event, PlanChecked):
        rounds = plan.rounds + (not event.passed)
        note = "" if event.passed else event.note
        plan = replace(plan, rounds=rounds, failures=note, is_checked=event.passed)
        return _put(plans, _spoken(plan, event.turn))
    return plans


def rejected_by(plans: Plans, event: Event) -> frozenset[str]:
    """Give the turns of the plan that *event* rejects: no summary may tell of them."""
    is_no = isinstance(event, PlanJudged) and event.verdict == "rejected"
    plan = plans.known.get(event.plan) if isinstance(event, PlanJudged) else None
    return frozenset(plan.turns) if is_no and plan is not None else frozenset()


def _planned(plans: Plans, event: Planned) -> Plans:
    """Put a plan at the end, with the turns that spoke of what it replaces."""
    before = plans.known.get(event.plan)
    spoken = before.turns if before is not None else ()
    steps = tuple(map(StepState, event.steps))
    plan = Plan(event, steps, turns=spoken)
    known = {key: one for key, one in plans.known.items() if key != event.plan}
    return replace(plans, known={**known, event.plan: _spoken(plan, event.turn)})


def _stepped(plan: Plan, event: Stepped) -> Plan:
    if not 0 <= event.step < len(plan.steps):
        return plan
    before = plan.steps[event.step]
    offers = event.status == "offered"
    now = replace(
        before,
        status=event.status,
        base=event.base if offers else before.base,
        edits=event.edits if offers else before.edits,
        after=event.after if offers else event.after or before.after,
        original=event.original if offers else event.original or before.original,
        note=event.note,
    )
    steps = (*plan.steps[: event.step], now, *plan.steps[event.step + 1 :])
    is_more = not now.is_ended
    return _spoken(
        replace(plan, steps=steps, is_checked=plan.is_checked and not is_more),
        event.turn,
    )


def _written(plans: Plans, plan: Plan, event: Stepped, moves: int) -> Plans:
    """Add what a step wrote; what was taken back, or cannot be, goes again."""
    place = (event.plan, event.step)
    if event.status not in ("applied", "restored") or not _is_file(plan, event.step):
        return plans
    if event.status == "applied" and event.after:
        after, original = event.after, event.original
        original = original or plan.steps[event.step].original
        written = Written(plan.id, event.step, moves, after, original)
        return replace(plans, written=(*plans.written, written))
    kept = list(plans.written)
    for number in reversed(range(len(kept))):
        if (kept[number].plan, kept[number].step) == place:
            del kept[number]
            break
    return replace(plans, written=tuple(kept))


def _is_file(plan: Plan, number: int) -> bool:
    is_there = 0 <= number < len(plan.steps)
    return is_there and plan.steps[number].step.kind in ("file", "new file")


def _spoken(plan: Plan, turn: str) -> Plan:
    if not turn or turn in plan.turns:
        return plan
    return replace(plan, turns=(*plan.turns, turn))


def _put(plans: Plans, plan: Plan) -> Plans:
    return replace(plans, known={**plans.known, plan.id: plan})


def carried_plan(plan: Plan) -> tuple[PlanEvent, ...]:
    """Give what tells another conversation of *plan*, and how far it came."""
    steps = (
        Stepped(
            plan.id,
            number,
            one.status,
            base=one.base,
            edits=one.edits,
            after=one.after,
            original=one.original,
            note=one.note,
        )
        for number, one in enumerate(plan.steps)
        if one.status != "waiting"
    )
    before: tuple[Verdict, ...] = ("confirmed",) if plan.was_confirmed else ()
    verdicts = dict.fromkeys((*before, plan.verdict))
    judged = (PlanJudged(plan.id, verdict, plan.judge) for verdict in verdicts)
    is_judged = plan.was_confirmed or plan.verdict != "proposed"
    return (plan.made, *steps, *(judged if is_judged else ()))


def plan_lines(plan: Plan, pending: Collection[int] = ()) -> tuple[str, ...]:
    """Tell how far *plan* came: the goal, then a line each, done, in work or next.

    For the memory file and for people; `[x]` is applied, `[-]` skipped, `[!]` could
    not be done, `[>]` is next. Steps in *pending* wait for their cell.
    """
    return (
        f"Plan: {plan.goal} ({_told(plan, len(pending))})",
        *(
            f"[{_mark(plan, n)}] {n + 1}. {one.step.target}: {one.step.what}"
            if n not in pending
            else f"[ ] {n + 1}. {one.step.target}: {one.step.what} ({WAITS})"
            for n, one in enumerate(plan.steps)
        ),
    )


def _mark(plan: Plan, number: int) -> str:
    if plan.steps[number].is_ended:
        return _MARKS[plan.steps[number].status]
    is_next = plan.verdict == "confirmed" and number == plan.next
    return ">" if is_next else " "


def _told(plan: Plan, pending: int) -> str:
    ended = sum(one.is_ended for one in plan.steps) - pending
    of = f"{ended} of {len(plan.steps)} steps"
    return {
        "proposed": "proposed, not confirmed yet",
        "changing": "being changed",
        "rejected": "rejected by the user",
    }.get(plan.verdict, f"{plan.verdict}, {of}")
