"""Variables, definitions and imports: the last binding and the live facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from jupyter_ctx.core.engine.fidelity import FULL, NAME, OUTLINE, SIGNATURE, Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import AT_ISSUE, MENTIONED
from jupyter_ctx.core.engine.render import card, named
from jupyter_ctx.core.place import Here, here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.former import of_former
from jupyter_ctx.kernel.providers.history import (
    Bound,
    History,
    analyse,
    as_alive,
    cell_anchor,
)
from jupyter_ctx.kernel.providers.ladders import Group, Ladder, ladders, stem
from jupyter_ctx.kernel.providers.stars import STAR, starred

RENDERED = 400  # names that get lines of their own; the rest stay in the roster
MOST_NEEDED = 3  # times the name needed most, what all names of a statement count
REMEMBERED = 2_048  # weights whose worth by level is kept: many names weigh the same
CARDS = 60  # names whose rows, missing values and doc lines are offered

# What a level is worth, per unit of the chance that its names are needed: the
# name itself, what it is, how it was bound, its columns.
_NAME, _SIGNATURE, _OUTLINE, _FULL = 1.0, 3.5, 6.0, 6.5
_HEADER, _SKELETON = 5.0, 5.5  # of a definition
# Beside the code that binds them their names and statements are told already.
_BESIDE_NAME, _BESIDE_SIGNATURE, _BESIDE_OUTLINE, _BESIDE_FULL = 4.0, 6.0, 6.5, 7.0
_CARD_GAIN = 0.5
_KINDS = {"import": "import", "def": "definition", "class": "definition"}
_FAULT = dict(zip(Fidelity, (1.0, 1.0, 3.0, 4.0), strict=True))


class VariableProvider:
    """One piece for each statement that binds live names."""

    name = "variables"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer every live name: its last binding beside what the kernel holds."""
        history = as_alive(analyse(wanted.state.executions), wanted.state)
        state, told = wanted.state, wanted.told
        summaries = of_former(state.variables, history, state.executions)
        alive = (
            dict.fromkeys(history.bound)
            if state.is_static
            else dict.fromkeys(summaries)
        )
        bound = history.bound | starred(wanted.state.variables, history)
        issue = history.at_issue(wanted)
        weights = {
            name: _weight(
                history.weight(name, wanted, issue), summaries.get(name), wanted
            )
            for name in alive
        }
        tops = {
            names: max(map(weights.__getitem__, names))
            for names in _by_statement(alive, bound, history)
        }
        ranked = sorted(tops, key=lambda names: (-tops[names], names))
        keep = wanted.mentions | _recent_strings(history)
        place = here(wanted.state)
        raised = history.raised_in(wanted)
        for rank, names in enumerate(ranked):
            known = [summaries[name] for name in names if name in summaries]
            group = Group(names, bound.get(names[0]), known)
            weight = gain = tops[names]
            if len(names) > 1:
                gain = _gain([weights[name] for name in names])
            is_told = rank < RENDERED or (told and _anchor(group) in told)
            rungs = ladders(group, history, keep) if is_told else _BARE
            if place is not None and _is_edited(group, place):
                rungs = _without_source(rungs[0]), {}
            piece = _piece(group, rungs, weight, gain, _why(group, weight, wanted))
            yield piece if raised.isdisjoint(names) else _at_fault(piece)
            if known and (rank < CARDS or (told and _card_of(group) in told)):
                yield from _card(group, weight)


_BARE: tuple[Ladder, Ladder] = ({Fidelity.NAME: ""}, {})


def _weight(weight: float, summary: Summary | None, wanted: Wanted) -> float:
    if not wanted.mentions or summary is None or not summary.fields:
        return weight
    is_named = named(summary.fields, wanted.mentions)
    return max(weight, MENTIONED) if is_named else weight


def _gain(weights: list[float]) -> float:
    """Give the expected number of names that are needed, of those one statement binds.

    A star may bring hundreds: they count as a few.
    """
    return min(sum(weights), MOST_NEEDED * max(weights))


def _by_statement(
    alive: dict[str, None], bound: dict[str, Bound], history: History
) -> list[tuple[str, ...]]:
    """Group names that one statement bound: its text is shown once."""
    groups: dict[tuple[int, int, str], list[str]] = defaultdict(list)
    single: list[tuple[str, ...]] = []
    for name in alive:
        found = bound.get(name)
        if found is None:
            single.append((name,))
        else:
            # Names of one import statement may be needed one by one, but for those
            # that came with a star and that no code uses.
            is_own = found.binding.name != STAR or name in history.traces
            own = name if found.binding.kind == "import" and is_own else ""
            groups[found.execution.run, found.binding.line, own].append(name)
    return [tuple(names) for names in groups.values()] + single


def _piece(
    group: Group,
    ladders: tuple[Ladder, Ladder],
    weight: float,
    gain: float,
    why: str,
) -> Piece:
    bound, summaries = group.bound, group.summaries
    kind = _KINDS.get(bound.binding.kind, "variable") if bound else "variable"
    types = {summary.type_name for summary in summaries}
    return Piece(
        id=_anchor(group),
        kind=kind,
        source=VariableProvider.name,
        ladder=ladders[0],
        gains=_headers(gain) if kind == "definition" else _lines(gain),
        beside_gains=_beside_lines(gain),
        names=group.names,
        type_name=types.pop() if len(types) == 1 else "",
        host=_host(group),
        beside=ladders[1],
        weight=weight,
        stem=stem(ladders[0].get(SIGNATURE, "")) if kind == "import" else "",
        order=_order(group),
        line=bound.binding.line if bound else 0,
        why=why,
    )


@lru_cache(maxsize=REMEMBERED)
def _lines(weight: float) -> dict[Fidelity, float]:
    """Value a variable by level, for all that weigh as much: nobody may change it."""
    return {
        NAME: _NAME * weight,
        SIGNATURE: _SIGNATURE * weight,
        OUTLINE: _OUTLINE * weight,
        FULL: _FULL * weight,
    }


@lru_cache(maxsize=REMEMBERED)
def _beside_lines(weight: float) -> dict[Fidelity, float]:
    return {
        NAME: _BESIDE_NAME * weight,
        SIGNATURE: _BESIDE_SIGNATURE * weight,
        OUTLINE: _BESIDE_OUTLINE * weight,
        FULL: _BESIDE_FULL * weight,
    }


def _order(group: Group) -> int:
    """Give the run that the lines of *group* stand behind: what they say holds then.

    Without a statement, or where one changed what another bound, the kernel knows it.
    """
    bound = group.bound
    first = bound.execution.run if bound is not None else 0
    if bound is not None and bound.binding.kind in _KINDS:
        return first
    return max([first, *[one.run or 0 for one in group.summaries]])


def _anchor(group: Group) -> AnchorId:
    return AnchorId(f"var:{group.names[0]}")


def _card_of(group: Group) -> AnchorId:
    return AnchorId(f"card:{group.names[0]}")


@lru_cache(maxsize=REMEMBERED)
def _headers(weight: float) -> dict[Fidelity, float]:
    """Value a definition by level: its header tells how it is called."""
    return {
        NAME: _NAME * weight,
        SIGNATURE: _HEADER * weight,
        OUTLINE: _SKELETON * weight,
        FULL: _FULL * weight,
    }


def _host(group: Group) -> AnchorId | None:
    """Name the cell that tells the names; one that has a star tells no single one."""
    bound = group.bound
    is_told = bound is not None and (bound.binding.name != STAR or len(group.names) > 1)
    return cell_anchor(bound.execution) if bound is not None and is_told else None


def _at_fault(piece: Piece) -> Piece:
    """Value the source of what the error passed: the fault may be in there."""
    gains = {level: gain * _FAULT[level] for level, gain in piece.gains.items()}
    return replace(piece, gains=gains, why="the open error was raised in it")


def _card(group: Group, weight: float) -> Iterator[Piece]:
    """Offer the sample rows, missing values and doc lines of *group*."""
    text = "\n".join(told for told in map(card, group.summaries) if told)
    bound = group.bound
    is_flood = bound is not None and bound.binding.name == STAR
    if text and (not is_flood or len(group.names) == 1):
        yield Piece(
            id=_card_of(group),
            kind="card",
            source=VariableProvider.name,
            ladder={Fidelity.FULL: text},
            gains={Fidelity.FULL: _CARD_GAIN * weight},
            host=cell_anchor(group.bound.execution) if group.bound else None,
            beside={Fidelity.FULL: text},
            beside_gains={Fidelity.FULL: _CARD_GAIN * weight},
            weight=weight,
            order=_order(group),
            line=group.bound.binding.line if group.bound else 0,
            why=f"rows and details of {', '.join(group.names[:3])}",
        )


def _is_edited(group: Group, place: Here) -> bool:
    """Tell whether the cell under the cursor defines *group* and was edited since."""
    if place.execution is None or not place.is_edited:
        return False
    bound = group.bound
    if bound is None or bound.binding.kind not in ("def", "class"):
        return False
    return bound.execution.run == place.execution.run


def _without_source(ladder: Ladder) -> Ladder:
    """Keep the header: the source stands beside the question, with what changed."""
    return {
        level: text for level, text in ladder.items() if level <= Fidelity.SIGNATURE
    }


def _why(group: Group, weight: float, wanted: Wanted) -> str:
    if not wanted.mentions.isdisjoint(group.names):
        return "named in the prompt"
    if weight >= AT_ISSUE:
        return "read by the cell at issue"
    where = f"bound in {group.bound.execution.label}" if group.bound else "alive"
    return f"{where}, needed with chance {weight:.2f}"


def _recent_strings(history: History) -> frozenset[str]:
    recent = history.analysed[-3:]
    return frozenset(text for found in recent for text in found.strings)
