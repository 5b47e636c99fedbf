"""The end of a plan: cells and tests are checked, and what failed is mended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from jupyter_ctx.core.planning import checking, telling
from jupyter_ctx.core.planning.ground import PlanCell, cells_of
from jupyter_ctx.core.planning.plans import ROUNDS, Plan, StepState
from jupyter_ctx.core.planning.telling import Told
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.events import PlanChecked, PlanJudged
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.plans.turn import PlanTurn
from jupyter_ctx.manager.services import Services


class Outcome(msgspec.Struct, frozen=True):
    """How one check went; *passed* is None where it has not run."""

    name: str
    passed: bool | None
    line: str
    output: str = ""


class Checks:
    """Reads what the kernel saw of cells, and runs tests on the user's click."""

    def __init__(self, services: Services, log: Log) -> None:
        self._services = services
        self._log = log

    def act(
        self, turn: PlanTurn, plan: Plan, verb: str, act: Mapping[str, str]
    ) -> Told:
        """Do what the choice *verb* at the end of a plan says."""
        if verb == "done":
            turn.judge(plan, "done")
            return Told("The plan is done.")
        if verb == "mend":
            return turn.mended(plan, int(act.get("step", "-1")))
        return self._check(turn, plan)

    def _check(self, turn: PlanTurn, plan: Plan) -> Told:
        outcomes = list(self._outcomes(turn, plan))
        lines = [one.line for one in outcomes]
        failed = [one for one in outcomes if one.passed is False]
        if any(one.passed is None for one in outcomes) and not failed:
            return telling.checked(plan, lines, "", [])
        output = turn.mask("\n\n".join(one.output for one in failed if one.output))
        note = telling.clipped(output)
        event = PlanChecked(plan.id, turn.ticket.turn, not failed, note)
        self._log.record(event)
        if not failed:
            self._log.record(PlanJudged(plan.id, "done", turn.ticket.turn))
            return telling.passed(lines)
        plan = turn.plan(plan)
        if plan.rounds >= ROUNDS:
            self._log.record(PlanJudged(plan.id, "stopped", turn.ticket.turn))
            return telling.given_up(lines, output, turn.controls)
        profile = turn.ticket.occasion.profile
        can_mend = not (profile.is_model_free or profile.is_embedded)
        suspects = _suspects(plan, failed) if can_mend else []
        return telling.checked(plan, lines, output, suspects)

    def _outcomes(self, turn: PlanTurn, plan: Plan) -> Iterator[Outcome]:
        state = turn.ticket.occasion.state
        cells = cells_of(state)
        steps = {one.step.target: one for one in plan.steps if one.step.kind == "cell"}
        for name in plan.made.checks:
            if turn.ticket.is_closed:
                return
            if checking.is_test(name):
                yield self._tested(turn, name)
            else:
                yield _cell(name, steps.get(name), cells, state, turn)

    def _tested(self, turn: PlanTurn, path: str) -> Outcome:
        project = self._services.project()
        if project is None or path not in project.listed().known:
            return Outcome(path, None, f"`{path}`: it is not there.")
        ran = project.test(path, lambda: turn.ticket.is_closed)
        told = "passed" if ran.passed else "failed"
        return Outcome(path, ran.passed, f"`{path}`: {told}", ran.output)


def _cell(
    name: str,
    step: StepState | None,
    cells: tuple[PlanCell, ...],
    state: KernelState,
    turn: PlanTurn,
) -> Outcome:
    """Tell how the newest run of a cell went, as the step left its source."""
    cell = _planned_cell(name, step, cells, turn)
    if cell is None or not cell.run:
        return Outcome(name, None, f"`{name}`: {_missing(step, cells, turn)}.")
    if cell.status != "error":
        return Outcome(name, True, f"`{name}`: it ran well as `{cell.label}`")
    run = next(one for one in state.executions if one.run == cell.run)
    texts = [one.text for one in run.outputs if one.kind == "error"]
    return Outcome(name, False, f"`{name}`: it failed", "\n".join(texts))


def _missing(
    step: StepState | None, cells: tuple[PlanCell, ...], turn: PlanTurn
) -> str:
    if step is None or step.status != "applied":
        return "it has not run; run it, then check again"
    if step.step.cell and all(one.id != step.step.cell for one in cells):
        return "it is not there any more; Done ends the plan"
    how = "accept the change in it" if turn.ticket.occasion.by_page else "change it"
    return f"it is not as planned yet; {how}, run it, then check again"


def _planned_cell(
    name: str, step: StepState | None, cells: tuple[PlanCell, ...], turn: PlanTurn
) -> PlanCell | None:
    """Find the cell that holds what the step made: in its place, or a new one."""
    if step is None or step.status != "applied":
        return next((one for one in cells if one.label == name), None)
    made = (one for one in cells if turn.digest(one.source) == step.after)
    return next(made, None)


def _suspects(plan: Plan, failed: list[Outcome]) -> list[int]:
    """Give the steps that may have caused a failure, the likeliest first."""
    names = {one.name for one in failed}
    steps = [n for n, one in enumerate(plan.steps) if one.status == "applied"]
    own = [n for n in steps if plan.steps[n].step.target in names]
    return list(dict.fromkeys([*own, *reversed(steps)]))
