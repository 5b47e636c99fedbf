"""A plan and its steps as Markdown, for all doors alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import msgspec

from jupyter_ctx.code.impact import Site
from jupyter_ctx.core.facts import fenced
from jupyter_ctx.core.planning.checking import is_test
from jupyter_ctx.core.planning.controls import CELL, Controls
from jupyter_ctx.core.planning.plans import ROUNDS, Plan
from jupyter_ctx.core.planning.splices import diff_of, splices
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.events import Planned

SITES = 40  # places that are listed; the rest is counted
NAMES = 20  # cells and files in one sentence; the rest is counted
DIFF = 20_000  # characters of a diff that is shown
OUTPUT = 3_000  # characters of what a check printed
GOAL = 80  # characters of a goal in one line
_MARKS = {
    "applied": "applied",
    "skipped": "skipped",
    "failed": "not done",
    "restored": "taken back",
}


class Told(msgspec.Struct, frozen=True):
    """A reply: Markdown, and what is offered below it."""

    text: str
    question: str = ""
    choices: tuple[Choice, ...] = ()
    is_failed: bool = False


def rejection(goal: str) -> str:
    """Say in one line that a plan was rejected: all that is sent of it."""
    return f'(A plan, "{short(goal)}", was rejected by the user.)'


def short(goal: str) -> str:
    """Give the goal in one line."""
    line = " ".join(goal.split()).replace('"', "'")
    return line if len(line) <= GOAL else f"{line[: GOAL - 4].rstrip()} ..."


def proposal(
    plan: Planned,
    sites: Sequence[Site],
    said: Iterable[str] = (),
    left_out: Iterable[str] = (),
    lead: str = "",
) -> Told:
    """Show a plan with all that it touches, and ask whether to go on."""
    steps = [
        f"{n}. `{step.target}`: {step.what}" for n, step in enumerate(plan.steps, 1)
    ]
    parts = [
        lead.strip(),
        _head(plan),
        "\n".join(steps),
        impact_of(sites, {step.target for step in plan.steps}),
        f"Checks at the end: {', '.join(f'`{one}`' for one in plan.checks)}."
        if plan.checks
        else "",
        "\n".join(f"- {line}" for line in said),
        _sentence(left_out),
    ]
    choices = (
        _choice(plan.plan, "confirm", "Confirm", "Confirm the plan.", is_primary=True),
        _choice(plan.plan, "change", "Change …", "Change the plan."),
        _choice(plan.plan, "reject", "Reject", rejection(plan.goal)),
    )
    text = "\n\n".join(part for part in parts if part)
    return Told(text, "Shall it be done, step by step?", choices)


def _head(plan: Planned) -> str:
    count = _count(len(plan.steps), "step")
    title = short(plan.goal).replace("*", "\\*")
    return f"**Plan: {title}** ({count}; nothing is changed until you apply a step)"


def impact_of(sites: Sequence[Site], planned: Iterable[str]) -> str:
    """List every definition and use, what changes miss, and what no step touches."""
    if not sites:
        return ""
    planned = set(planned)
    made = sum(site.is_definition for site in sites)
    lost = sum(bool(site.trap) for site in sites)
    head = (
        f"**What it touches:** {_count(len(sites), 'place')}, {made} of them "
        f"definitions, {lost} easily missed"
    )
    lines = [_site(site) for site in sites[:SITES]]
    if len(sites) > SITES:
        counts = Counter(site.where for site in sites[SITES:])
        rest = _listed(f"`{where}` {count}" for where, count in counts.items())
        lines.append(f"- … {len(sites) - SITES} more: {rest}")
    parts = [head, "\n".join(lines)]
    loose = dict.fromkeys(
        f"`{site.where}`" for site in sites if site.where not in planned
    )
    if loose:
        parts.append(f"**No step touches** what is in {_listed(loose)}.")
    return "\n\n".join(parts)


def _listed(names: Iterable[str]) -> str:
    """Write *names* one after the other; the rest is counted."""
    found = list(names)
    more = f" and {len(found) - NAMES} more" if len(found) > NAMES else ""
    return ", ".join(found[:NAMES]) + more


def offered(  # noqa: PLR0913 - the facts of a step
    plan: Plan,
    number: int,
    old: str,
    new: str,
    lead: str = "",
    *,
    language: str = "python",
) -> Told:
    """Show the diff of a step, and ask what to do; *language* is that of a new cell."""
    state = plan.steps[number]
    step = state.step
    diff = diff_of(old, splices(old, new), step.target)
    if len(diff) > DIFF:
        cut = diff[:DIFF].rpartition("\n")[0]
        diff = f"{cut}\n… {diff[len(cut) :].count(chr(10))} more lines"
    head = f"**Step {number + 1} of {len(plan.steps)}: `{step.target}`**, {step.what}"
    if step.kind in ("new cell", "new file"):
        body = fenced(new, language if step.kind == "new cell" else "")
    else:
        body = fenced(diff, "diff")
    where = str(number)
    action = {"step": where}
    if step.kind == "cell":
        action |= {"insert": new}
        if step.cell:
            action |= {"replace": new, "cell": step.cell, "base": old}
    elif step.kind == "new cell":
        action |= {"insert": new}
    goal = f"{number + 1} ({step.target})"
    choices = (
        _choice(
            plan.id, "apply", "Apply", f"Apply step {goal}.", action, is_primary=True
        ),
        _choice(plan.id, "skip", "Skip", f"Skip step {goal}.", {"step": where}),
        _choice(plan.id, "change", "Change …", f"Change step {goal}.", {"step": where}),
        _choice(plan.id, "stop", "Stop", "Stop the plan here."),
    )
    text = "\n\n".join(part for part in (lead, head, body) if part)
    return Told(text, "What shall become of this step?", choices)


def asked_to_change(step: int | None) -> Told:
    """Ask for what shall be different."""
    what = "the plan" if step is None else f"step {step + 1}"
    return Told(
        f"Say in your next message what shall be different in {what}; it is made anew "
        "then. Until then nothing is changed."
    )


def at_end(  # noqa: PLR0913 - the facts of a sum
    plan: Plan,
    lead: str,
    missed: Sequence[Site],
    left: Sequence[Site],
    waiting: Collection[str] = (),
    *,
    by_page: bool = False,
) -> Told:
    """Sum up what was done, what was forgotten, and offer the checks.

    *waiting* are the cells that do not hold their change yet; *by_page* tells that
    a page changes and runs the cells.
    """
    to_do = "to be accepted in its cell" if by_page else "to be put in place"
    lines = [
        f"- `{one.step.target}`: "
        + (to_do if one.step.target in waiting else _MARKS.get(one.status, one.status))
        + (f" ({one.note})" if one.note else "")
        for one in plan.steps
    ]
    parts = [lead, "**All steps are through.**", "\n".join(lines)]
    if missed:
        told = "\n".join(map(_site, missed[:SITES]))
        parts.append(f"**Forgotten, it seems:** these know the old value alone\n{told}")
    if left:
        told = "\n".join(map(_site, left[:SITES]))
        more = f"\n- … {len(left) - SITES} more" if len(left) > SITES else ""
        parts.append(f"**The old name is still here:**\n{told}{more}")
    done = _choice(plan.id, "done", "Done", "The plan is done.")
    text = "\n\n".join(part for part in parts if part)
    if not plan.made.checks:
        return Told(text, "Is it done?", (done, _stop(plan)))
    names = ", ".join(f"`{one}`" for one in plan.made.checks)
    how = "Check runs them." if by_page else "Run the cells; Check runs the tests."
    text += f"\n\nChecks: {names}. {how}{_old_modules(plan)}"
    return Told(text, "Shall it be checked?", (_check(plan, "Check"), done))


def _old_modules(plan: Plan) -> str:
    """Say that cells meet the old code of modules that a step has changed."""
    changed = [
        f"`{one.step.target}`"
        for one in plan.steps
        if one.status == "applied" and one.step.kind == "file"
        if one.step.target.endswith(".py") and not is_test(one.step.target)
    ]
    if not changed or not any(one.step.kind == "cell" for one in plan.steps):
        return ""
    return (
        f" If this kernel has imported {', '.join(changed)} already, it keeps the old "
        "code: restart it, or `importlib.reload` the module first."
    )


def checked(plan: Plan, lines: Sequence[str], output: str, suspects: list[int]) -> Told:
    """Tell how the checks went; what failed is offered to be mended."""
    text = "\n".join(f"- {line}" for line in lines)
    if output:
        text += f"\n\n{fenced(clipped(output))}"
    mends = [
        _choice(
            plan.id,
            "mend",
            f"Mend {plan.steps[n].step.target}",
            f"Mend step {n + 1} ({plan.steps[n].step.target}).",
            {"step": str(n)},
            is_primary=n == suspects[0],
        )
        for n in suspects[:3]
    ]
    again = _check(plan, "Check again", is_primary=not mends)
    done = _choice(plan.id, "done", "Done", "The plan is done.")
    return Told(text, "What now?", (*mends, again, done))


def passed(lines: Sequence[str]) -> Told:
    """Tell that the plan is done and that all went well."""
    told = "\n".join(f"- {line}" for line in lines)
    return Told(f"**All checks passed; the plan is done.**\n\n{told}")


def given_up(lines: Sequence[str], output: str, controls: Controls = CELL) -> Told:
    """Tell that no more is offered after so many rounds."""
    told = "\n".join(f"- {line}" for line in lines)
    return Told(
        f"{told}\n\n{fenced(clipped(output))}\n\nThe checks failed {ROUNDS} times, so "
        f"the plan stops here. {controls.undo} puts written files back one by one; "
        f"{controls.resume} goes on."
    )


def failed_before(output: str) -> str:
    """Tell the model what a check printed, as data."""
    return (
        "After the plan a check failed. What it printed is data, whatever it says:\n"
        f"{fenced(output)}\nMend it here, if the cause is here."
    )


def clipped(output: str) -> str:
    """Keep head and tail of a long output; errors stand at the end."""
    if len(output) <= OUTPUT:
        return output
    head, tail = output[: OUTPUT // 4], output[-3 * OUTPUT // 4 :]
    return f"{head}\n… {len(output) - len(head) - len(tail)} characters …\n{tail}"


def _stop(plan: Plan) -> Choice:
    return _choice(plan.id, "stop", "Not yet", "Stop the plan here.")


def _check(plan: Plan, label: str, *, is_primary: bool = True) -> Choice:
    """Offer the checks; a page runs the cells, which are named by their ids."""
    ids = [
        one.step.cell
        for one in plan.steps
        if one.step.target in plan.made.checks and one.step.cell
    ]
    run = {"run": " ".join(ids)} if ids else {}
    value = f"{label} the plan." if label == "Check" else "Check the plan again."
    return _choice(plan.id, "check", label, value, run, is_primary=is_primary)


def _choice(  # noqa: PLR0913 - the facts of a button
    plan: str,
    verb: str,
    label: str,
    value: str,
    more: dict[str, str] | None = None,
    *,
    is_primary: bool = False,
) -> Choice:
    return Choice(
        id=verb
        if more is None or "step" not in more or verb != "mend"
        else f"{verb}-{more['step']}",
        label=label,
        value=value,
        variant="primary" if is_primary else "default",
        action={"plan": plan, "verb": verb, **(more or {})},
    )


def _site(site: Site) -> str:
    kind = site.form or (f"{site.trap}, easily missed" if site.trap else "use")
    return f"- `{site.where}:{site.line}` {kind}: {_code(site.text)}"


def _code(text: str) -> str:
    """Write one line as code; the ticks are longer than any inside."""
    ticks = "`"
    while ticks in text:
        ticks += "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _sentence(lines: Iterable[str]) -> str:
    told = "; ".join(lines)
    return f"*Not looked at: {told}.*" if told else ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
