"""A drafted plan against the notebook and its folder: what is sound, and in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from pathlib import PurePosixPath

import msgspec
from msgspec.structs import replace

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.languages import of_path
from jupyter_ctx.core.planning.ground import Ground, PlanCell
from jupyter_ctx.core.planning.reading import Draft, Drafted
from jupyter_ctx.core.talk.events import PlanStep

STEPS = 30  # of one plan; nobody looks at more diffs with care
CHECKS = 12  # cells and tests at the end
SAID = 12  # sentences about what was kept out
_CELL = re.compile(r"(?:in ?\[(\d+)\]|\[(\d+)\]|cell[ _#]?(\d+))", re.IGNORECASE)
_NEW = re.compile(r"new cell\b", re.IGNORECASE)
_CREATES = re.compile(r"\bnew\b|\bcreat|\badd(?:s|ed|ing)? (?:a|the) file|新")
_TEST = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_test)\.py$")

Fault = Callable[[str], str]
"""Says why a path cannot be written, or nothing."""


class Sound(msgspec.Struct, frozen=True):
    """The steps that can be done, the checks, and in sentences what was kept out."""

    steps: tuple[PlanStep, ...]
    checks: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


def checked(draft: Draft, ground: Ground, asking: str, fault: Fault) -> Sound:
    """Keep the steps whose cell or file is there, one for each, in order.

    *asking* is the id of the cell that asks, which no step may change.
    """
    found: dict[tuple[str, str], PlanStep] = {}
    said: list[str] = []
    extra = 0
    for one in draft.steps:
        step = _step(one, ground, asking, fault)
        if isinstance(step, str):
            said.append(step)
            continue
        key = (step.kind, step.target if step.kind != "new cell" else step.what)
        if key in found:
            found[key] = _joined(found[key], step)
        elif len(found) >= STEPS:
            extra += 1
        else:
            found[key] = step
    if extra:
        said.insert(0, f"{extra} more steps were kept out: a plan has {STEPS} at most.")
    if len(said) > SAID:
        said = [*said[:SAID], f"{len(said) - SAID} more steps were kept out."]
    checks = [name for one in draft.checks if (name := check_of(one, ground))]
    unknown = [one for one in draft.checks if not check_of(one, ground)]
    if unknown:
        said.append(f"Not there to be checked: {', '.join(unknown[:CHECKS])}.")
    steps = ordered(tuple(found.values()), ground)
    return Sound(steps, tuple(dict.fromkeys(checks))[:CHECKS], tuple(said))


def check_of(name: str, ground: Ground) -> str:
    """Give the cell or the test of this name as it is called here; nothing if none."""
    cell = _cell(name, ground)
    if cell is not None:
        return cell.label
    path = _path(name.partition("::")[0])
    return path if path in ground.files and is_test(path) else ""


def is_test(path: str) -> bool:
    """Tell whether a file holds tests, by its name."""
    return _TEST.search(path) is not None


def _step(one: Drafted, ground: Ground, asking: str, fault: Fault) -> PlanStep | str:
    """Look up what a step names; a sentence tells why it is kept out."""
    if _NEW.fullmatch(one.target.strip()):
        return PlanStep("new cell", one.what, "new cell")
    cell = _cell(one.target, ground)
    if cell is not None:
        if asking and cell.id == asking:
            return f"`{cell.label}` is the cell that asks; its step is kept out."
        return PlanStep(cell.label, one.what, "cell", cell.id)
    if _CELL.fullmatch(one.target.strip()):
        return f"There is no cell `{one.target}` in the notebook; its step is kept out."
    return _file(one, ground, fault)


def _file(one: Drafted, ground: Ground, fault: Fault) -> PlanStep | str:
    path = _path(one.target)
    if path in ground.files:
        wrong = fault(path)
        return wrong or PlanStep(path, one.what, "file")
    wrong = fault(one.target)
    if wrong:
        return wrong
    if "." in path.rpartition("/")[2] and _CREATES.search(one.what):
        return PlanStep(path, one.what, "new file")
    return (
        f"`{one.target}` is no cell, and no file that the project lists; "
        "its step is kept out."
    )


def _cell(target: str, ground: Ground) -> PlanCell | None:
    target = target.strip().strip("`")
    exact = [one for one in ground.cells if target in (one.label, one.id)]
    if exact:
        return exact[0]
    found = _CELL.fullmatch(target)
    if found is None:
        return None
    number = next(filter(None, found.groups()))
    return ground.cell(f"In[{number}]") or ground.cell(f"cell_{number}")


def _path(target: str) -> str:
    """Write a path as the listing does; what leads elsewhere stays as it is."""
    text = target.strip().strip("`").replace("\\", "/")
    if text.startswith("/") or ".." in text.split("/"):
        return text
    return PurePosixPath(text).as_posix()


def _joined(first: PlanStep, second: PlanStep) -> PlanStep:
    """Make one step of two that change the same."""
    if second.what in first.what:
        return first
    return replace(first, what=f"{first.what}; {second.what}"[:600])


def ordered(steps: Sequence[PlanStep], ground: Ground) -> tuple[PlanStep, ...]:
    """Put definitions before uses, by what cells and files bind and read.

    Files stand before the cells that import them, schemas before all; what does not
    depend on each other keeps the order of the notebook, and of the plan.
    """
    texts = _texts(steps, ground)
    facts = [_facts(step, texts) for step in steps]
    ranks = [_rank(n, step, ground) for n, step in enumerate(steps)]
    before: dict[int, set[int]] = {n: set() for n in range(len(steps))}
    for user, (_, reads) in enumerate(facts):
        for maker, (binds, _) in enumerate(facts):
            if maker != user and binds & reads and not facts[user][0] & facts[maker][1]:
                before[user].add(maker)
    return tuple(steps[n] for n in _sorted(before, ranks))


_Rank = tuple[int, int, int]


def _sorted(before: dict[int, set[int]], ranks: Sequence[_Rank]) -> list[int]:
    """Sort so that *before* holds, else by rank; a circle is cut at its lowest rank."""
    waiting = {n: set(needs) for n, needs in before.items()}
    ready = [(ranks[n], n) for n, needs in waiting.items() if not needs]
    heapify(ready)
    found: list[int] = []
    while waiting:
        if not ready:
            heappush(ready, min((ranks[n], n) for n in waiting))
        _, now = heappop(ready)
        if waiting.pop(now, None) is None:
            continue
        found.append(now)
        for other, needs in waiting.items():
            if now in needs:
                needs.discard(now)
                if not needs:
                    heappush(ready, (ranks[other], other))
    return found


def _rank(place: int, step: PlanStep, ground: Ground) -> _Rank:
    """Order by kind: schemas, other files, cells of the notebook, what is new last."""
    if step.kind == "cell":
        at = next(
            (
                n
                for n, one in enumerate(ground.cells)
                if (one.id or one.label) == (step.cell or step.target)
            ),
            len(ground.cells),
        )
        return (2, at, place)
    if step.kind == "new cell":
        return (3, place, place)
    if is_test(step.target):
        return (4, place, place)
    return (0 if of_path(step.target) in ("sql", "prisma") else 1, place, place)


def _texts(steps: Iterable[PlanStep], ground: Ground) -> Mapping[str, str]:
    files = {one.where: one.text for one in ground.sources}
    code = (one for one in ground.cells if one.language == "python")
    cells = {one.label: one.source for one in code}
    return {step.target: {**files, **cells}.get(step.target, "") for step in steps}


def _facts(
    step: PlanStep, texts: Mapping[str, str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Give what a Python source binds and what it reads from elsewhere.

    Modules have a sign that no name has: a variable may be called as a module.
    """
    text = texts[step.target]
    is_file = step.kind in ("file", "new file")
    if is_file and of_path(step.target) != "python":
        return frozenset(), frozenset()
    found = names(text)
    made = {one.name for one in found.binds if one.kind != "import"}
    modules = {f"{one.module.split('.')[0]}." for one in found.binds if one.module}
    if is_file:
        own = (PurePosixPath(step.target).stem, *step.target.split("/")[:-1])
        return frozenset(f"{name}." for name in own), frozenset(modules)
    return frozenset(made), frozenset({*found.uses, *modules})
