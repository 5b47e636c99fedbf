"""Plans in the making: what the notebook and its project say of a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from keyword import iskeyword

import msgspec

from jupyter_ctx.code.impact import Site, Source
from jupyter_ctx.code.rename import renamed, scope_of
from jupyter_ctx.code.spoken import members, names_in, stems, value_beside
from jupyter_ctx.core.planning import checking, reading, telling
from jupyter_ctx.core.planning.controls import controls
from jupyter_ctx.core.planning.goal import Rename, adds, rename_in, words_in
from jupyter_ctx.core.planning.ground import (
    Ground,
    cells_of,
    read_as_text,
    sites_of,
)
from jupyter_ctx.core.planning.telling import Told
from jupyter_ctx.core.talk.events import Planned, PlanStep, Replied
from jupyter_ctx.gateway.gateway import Delta
from jupyter_ctx.manager.services import Services
from jupyter_ctx.manager.ticket import Ticket

Ask = Callable[[str], Replied]
"""Asks the model a prompt, streaming into the ticket."""

NO_MODEL = (
    "Without a model (or with the small offline one) a plan is made for a rename "
    "alone: *rename `old` to `new`*. Pick a model in the sidebar, or see {model}."
)
NO_PLAN = (
    "The answer names no cell and no file that a step could change, so there is no "
    "plan to go through. Ask again, and name the cells or files."
)


class Made(msgspec.Struct, frozen=True):
    """A plan to be recorded, with how it is shown; or an answer that is none."""

    told: Told
    plan: Planned | None = None
    ended: Replied | None = None


class _Wish(msgspec.Struct, frozen=True):
    """What a plan is wanted for; *words* are those of the goal that are looked for."""

    plan: str
    goal: str
    note: str
    words: tuple[str, ...]
    ground: Ground


class Drafting:
    """Works on the assist thread; changes nothing."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def ground(self, ticket: Ticket, words: Sequence[str]) -> Ground:
        """Look at the cells as they are now, and search the project for *words*."""
        cells = cells_of(ticket.occasion.state)
        project = self._services.project()
        if project is None:
            return Ground(cells)
        found = project.search(words) if words else None
        return Ground(
            cells=cells,
            files=frozenset(project.listed().files),
            sources=found.sources if found is not None else (),
            left_out=found.left_out if found is not None else (),
        )

    def make(self, ticket: Ticket, plan: str, goal: str, ask: Ask, note: str) -> Made:
        """Make the plan *plan* for *goal*; a *note* tells what the user wants changed.

        A rename is planned from the code alone, all else by a model.
        """
        renaming = rename_in(goal) if not note else None
        words = (renaming.old,) if renaming is not None else words_in(goal)
        ground = self.ground(ticket, words)
        if renaming is None and not sites_of(words, ground.everything):
            # No name is written as code, or none that is there: plain words may be.
            ground = self.ground(ticket, [*words, *stems(goal)])
            words = tuple(dict.fromkeys([*words, *names_in(goal, ground.everything)]))
            ground = self.ground(ticket, words)
        beside = _beside(goal, words, ground)
        if beside:  # what stands beside a new value is in other files, too
            words = tuple(dict.fromkeys([*words, *beside]))
            ground = self.ground(ticket, words)
        occasion = ticket.occasion
        if renaming is not None and not occasion.wants_model:
            wish = _Wish(plan, goal, note, words, ground)
            return self._renaming(ticket, wish, renaming)
        profile = occasion.profile
        if profile.is_model_free or profile.is_embedded:
            sites = sites_of(words, ground.everything)
            impact = telling.impact_of(sites, [])
            said = read_as_text(ground.everything, words)
            named = controls(occasion.door, by_page=occasion.by_page)
            refusal = NO_MODEL.format(model=named.model)
            return Made(Told("\n\n".join(filter(None, [refusal, impact, *said]))))
        return self._by_model(ticket, _Wish(plan, goal, note, words, ground), ask)

    def _renaming(self, ticket: Ticket, wish: _Wish, wanted: Rename) -> Made:
        ground = wish.ground
        sites = sites_of([wanted.old], ground.everything)
        scope = wanted.scope if wanted.scope != "any" else scope_of(sites)
        if scope == "names" and (
            not wanted.new.isidentifier() or iskeyword(wanted.new)
        ):
            return Made(Told(f"`{wanted.new}` is no name that code can use."))
        found, said = self._touched(
            ticket, msgspec.structs.replace(wanted, scope=scope), ground, sites
        )
        if not found:
            text = f"`{wanted.old}` is nowhere in the notebook or its project's code."
            return Made(Told("\n\n".join([text, *said])))
        if len(found) > checking.STEPS:
            more = len(found) - checking.STEPS
            said.append(f"{more} more cells and files need another plan.")
        steps = checking.ordered(found[: checking.STEPS], ground)
        made = Planned(
            plan=wish.plan,
            turn=ticket.turn,
            reply=ticket.reply,
            goal=wish.goal,
            steps=steps,
            change="rename",
            old=(wanted.old,),
            new=wanted.new,
            scope=scope,
            checks=_checks(steps, ground),
        )
        said += read_as_text(ground.everything, [wanted.old])
        taken = sites_of([wanted.new], ground.everything)
        if taken:
            said.append(
                f"`{wanted.new}` is used already, as in `{taken[0].where}`, line "
                f"{taken[0].line}: look whether the two may become one."
            )
        return Made(telling.proposal(made, sites, said, ground.left_out), made)

    def _touched(
        self, ticket: Ticket, wanted: Rename, ground: Ground, sites: Sequence[Site]
    ) -> tuple[list[PlanStep], list[str]]:
        """Give a step for each source that the rename changes, and what is left out."""
        steps: list[PlanStep] = []
        said: list[str] = []
        for source in ground.everything:
            count = _changes(wanted, source)
            if not count:
                continue
            step = _rename_step(wanted, source, count, ground, sites)
            fault = self._fault(step.target) if step.kind == "file" else ""
            is_asking = bool(step.cell) and step.cell == _asking(ticket)
            if fault or is_asking:
                said.append(fault or f"`{step.target}` asks; it is left as it is.")
            else:
                steps.append(step)
        return steps, said

    def _by_model(self, ticket: Ticket, wish: _Wish, ask: Ask) -> Made:
        goal, ground, words = wish.goal, wish.ground, wish.words
        draft, ended = _drafted(ticket, wish, ask)
        if draft is None:
            is_whole = ended.status == "complete"
            text = f"{ended.text}\n\n*{NO_PLAN}*" if is_whole else ended.text
            return Made(Told(text), ended=ended)
        asking = _asking(ticket)
        sound = checking.checked(draft, ground, asking, self._fault)
        if not sound.steps:
            said = "\n".join(f"- {line}" for line in sound.said)
            return Made(Told(f"{draft.text}\n\n{NO_PLAN}\n\n{said}".strip()))
        old, new = _added(goal, words, ground)
        made = Planned(
            plan=wish.plan,
            turn=ticket.turn,
            reply=ticket.reply,
            goal=goal,
            steps=sound.steps,
            change="add" if new else "",
            old=old,
            new=new,
            checks=sound.checks or _checks(sound.steps, ground),
        )
        sites = sites_of(words, ground.everything)
        left_out = ground.left_out
        told = telling.proposal(
            made,
            sites,
            [*sound.said, *read_as_text(ground.everything, words)],
            left_out,
            draft.text,
        )
        return Made(told, made)

    def _fault(self, path: str) -> str:
        project = self._services.project()
        if project is None:
            return "There is no project folder here; files cannot be changed."
        return project.fault(path)


def _drafted(
    ticket: Ticket, wish: _Wish, ask: Ask
) -> tuple[reading.Draft | None, Replied]:
    """Ask the model for a plan, once more at most where none can be read.

    The user's words stand last, as in every request.
    """
    asked = f"{wish.goal}\n\n{wish.note}" if wish.note else wish.goal
    is_told = bool(wish.note) or ticket.occasion.request != "plan"
    asked = f"{reading.FORM}\n\n{asked}" if is_told else asked
    ended = ask(asked)
    draft = reading.read(ticket.text)
    if draft is None and ended.status == "complete":
        # The two answers are shown one after the other.
        ticket.add(Delta("\n\n"))
        start = len(ticket.text)
        ended = ask(f"{reading.AGAIN}\n\n{asked}")
        draft = reading.read(ticket.text[start:])
    return draft, ended


def _asking(ticket: Ticket) -> str:
    """Give the id of the cell that asks; the sidebar names the one in focus."""
    occasion = ticket.occasion
    return occasion.key if occasion.door == "magic" else ""


def _changes(wanted: Rename, source: Source) -> int:
    """Count the lines of *source* that the rename changes."""
    made = renamed(wanted.old, wanted.new, source, wanted.scope)
    before, after = source.text.split("\n"), made.split("\n")
    return sum(a != b for a, b in zip(before, after, strict=False))


def _rename_step(
    wanted: Rename, source: Source, count: int, ground: Ground, sites: Iterable[Site]
) -> PlanStep:
    lines = "1 line" if count == 1 else f"{count} lines"
    forms = dict.fromkeys(
        site.form or site.trap
        for site in sites
        if site.where == source.where and (site.form or site.trap)
    )
    where = f" ({', '.join(forms)})" if forms else ""
    what = f"rename `{wanted.old}` to `{wanted.new}` in {lines}{where}"
    if not source.is_cell:
        return PlanStep(source.where, what, "file")
    cell = ground.cell(source.where)
    return PlanStep(source.where, what, "cell", cell.id if cell is not None else "")


def _checks(steps: Iterable[PlanStep], ground: Ground) -> tuple[str, ...]:
    """Give the cells that change, and the tests that know what changes."""
    cells = [step.target for step in steps if step.kind == "cell"]
    known = [one.where for one in ground.sources if checking.is_test(one.where)]
    return tuple(dict.fromkeys([*cells, *known]))[: checking.CHECKS]


def _added(
    goal: str, words: Sequence[str], ground: Ground
) -> tuple[tuple[str, ...], str]:
    """Give the values that a new one comes to stand beside, and the new one.

    The new one is the first word of the goal that is nowhere yet.
    """
    if not adds(goal):
        return (), ""
    known = [word for word in words if sites_of([word], ground.everything)]
    new = next((word for word in words if word not in known), "")
    beside = _beside(goal, words, ground)
    if new or not beside:
        return tuple(known), new
    # Said in plain words: it stands by the name of the enum, beside its members.
    new = value_beside(goal, set(known) - set(beside), ground.everything)
    return tuple(beside), new


def _beside(goal: str, words: Sequence[str], ground: Ground) -> list[str]:
    """Give the values that stand in an enum of *goal*, where it wants one more."""
    if not adds(goal):
        return []
    return [one for word in words for one in members(word, ground.everything)]
