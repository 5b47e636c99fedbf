"""Variables, definitions and imports: the last binding and the live facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from jupyter_ctx.code.skeleton import skeleton
from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.core.place import Here, here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.relevance import AT_ISSUE, MENTIONED
from jupyter_ctx.core.render import (
    STATEMENT_LIMIT,
    card,
    columns,
    live_facts,
    live_line,
    named,
    one_line,
    outline,
)
from jupyter_ctx.core.tags import escape
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.history import (
    Bound,
    History,
    analyse,
    cell_anchor,
    source_lines,
)

RENDERED = 400  # names that get lines of their own; the rest stay in the roster
DEFINITION_LIMIT = 200  # lines of a definition shown in full

# What a level is worth, per unit of the chance that its names are needed: the
# name itself, how it was bound and what it is, its columns, its rows.
_GAINS = {
    Fidelity.NAME: 1.0,
    Fidelity.SIGNATURE: 3.0,
    Fidelity.OUTLINE: 4.0,
    Fidelity.FULL: 4.5,
}


class VariableProvider:
    """One piece for each statement that binds live names."""

    name = "variables"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer every live name: its last binding beside what the kernel holds."""
        history = analyse(wanted.state.executions)
        summaries = {summary.name: summary for summary in wanted.state.variables}
        alive = (
            dict.fromkeys(history.bound)
            if wanted.state.is_static
            else dict.fromkeys(summaries)
        )
        issue = history.at_issue(wanted)
        weights = {
            name: _weight(
                history.weight(name, wanted, issue), summaries.get(name), wanted
            )
            for name in alive
        }
        ranked = sorted(
            _by_statement(alive, history),
            key=lambda names: (-max(weights[name] for name in names), names),
        )
        keep = wanted.mentions | _recent_strings(history)
        place = here(wanted.state)
        for rank, names in enumerate(ranked):
            known = [summaries[name] for name in names if name in summaries]
            group = _Group(names, history.bound.get(names[0]), known)
            weight = max(weights[name] for name in names)
            ladders = _ladders(group, history, keep) if rank < RENDERED else _BARE
            if _is_edited(group, place):
                ladders = _without_source(ladders[0]), {}
            yield _piece(group, ladders, weight, _why(group, weight, wanted))


class _Group(msgspec.Struct, frozen=True):
    """Live names that one statement bound, and what the kernel holds of them."""

    names: tuple[str, ...]
    bound: Bound | None
    summaries: list[Summary]


_Ladder = dict[Fidelity, str]
_BARE: tuple[_Ladder, _Ladder] = ({Fidelity.NAME: ""}, {})


def _weight(weight: float, summary: Summary | None, wanted: Wanted) -> float:
    fields = summary.fields if summary is not None else ()
    if named(fields, wanted.mentions):
        return max(weight, MENTIONED)
    return weight


def _by_statement(alive: dict[str, None], history: History) -> list[tuple[str, ...]]:
    """Group names that one statement bound: its text is shown once."""
    groups: dict[tuple[int, int], list[str]] = defaultdict(list)
    single: list[tuple[str, ...]] = []
    for name in alive:
        bound = history.bound.get(name)
        if bound is None:
            single.append((name,))
        else:
            groups[bound.execution.run, bound.binding.line].append(name)
    return [tuple(names) for names in groups.values()] + single


def _piece(
    group: _Group, ladders: tuple[_Ladder, _Ladder], weight: float, why: str
) -> Piece:
    bound = group.bound
    types = {summary.type_name for summary in group.summaries}
    return Piece(
        id=AnchorId(f"var:{group.names[0]}"),
        kind="import" if bound and bound.binding.kind == "import" else "variable",
        source=VariableProvider.name,
        ladder=ladders[0],
        gains={level: gain * weight for level, gain in _GAINS.items()},
        names=group.names,
        type_name=types.pop() if len(types) == 1 else "",
        host=cell_anchor(bound.execution) if bound else None,
        beside=ladders[1],
        weight=weight,
        order=bound.execution.run if bound else 0,
        why=why,
    )


def _ladders(
    group: _Group, history: History, keep: frozenset[str]
) -> tuple[_Ladder, _Ladder]:
    bare = {Fidelity.NAME: ""}
    alone = _standalone(group, history, keep)
    return bare | alone, bare | _beside(group.summaries, keep)


def _is_edited(group: _Group, place: Here | None) -> bool:
    """Tell whether the cell under the cursor defines *group* and was edited since."""
    if place is None or place.execution is None or not place.is_edited:
        return False
    bound = group.bound
    if bound is None or bound.binding.kind not in ("def", "class"):
        return False
    return bound.execution.run == place.execution.run


def _without_source(ladder: _Ladder) -> _Ladder:
    """Keep the header: the source stands beside the question, with what changed."""
    return {
        level: text for level, text in ladder.items() if level <= Fidelity.SIGNATURE
    }


def _why(group: _Group, weight: float, wanted: Wanted) -> str:
    if not wanted.mentions.isdisjoint(group.names):
        return "named in the prompt"
    if weight >= AT_ISSUE:
        return "read by the cell at issue"
    where = f"bound in {group.bound.execution.label}" if group.bound else "alive"
    return f"{where}, needed with chance {weight:.2f}"


def _recent_strings(history: History) -> frozenset[str]:
    recent = history.analysed[-3:]
    return frozenset(text for found in recent for text in found.strings)


def _standalone(group: _Group, history: History, keep: frozenset[str]) -> _Ladder:
    """Show the binding statement and the live facts; code stands for itself."""
    bound = group.bound
    if bound is None:
        lines = "\n".join(map(live_line, group.summaries))
        return _with_facts([lines, lines], group.summaries, keep)
    if bound.binding.kind == "import":
        return {Fidelity.SIGNATURE: escape(_import(group.names, bound))}
    if bound.binding.kind in ("def", "class"):
        return _definition(bound)
    statement = escape(one_line(bound.binding.statement, STATEMENT_LIMIT))
    facts = _facts(group.summaries)
    line = f"{statement}  # {facts}" if facts else statement
    outlined = [f"{line} @{bound.execution.label}", *_mutations(group.names, history)]
    return _with_facts([line, *outlined], group.summaries, keep)


def _facts(summaries: list[Summary]) -> str:
    if len(summaries) == 1:
        return live_facts(summaries[0])
    return "; ".join(map(live_line, summaries))


def _with_facts(
    lines: list[str], summaries: list[Summary], keep: frozenset[str]
) -> _Ladder:
    """Build the ladder over a first line and the further *lines* of an outline."""
    ladder = {Fidelity.SIGNATURE: lines[0]}
    more = [text for text in (outline(s, keep) for s in summaries) if text]
    outlined = "\n".join([*lines[1:], *more])
    if more or lines[2:]:
        ladder[Fidelity.OUTLINE] = outlined
    cards = [text for text in map(card, summaries) if text]
    if cards:
        ladder[Fidelity.FULL] = "\n".join([outlined, *cards])
    return ladder


def _mutations(names: tuple[str, ...], history: History) -> tuple[str, ...]:
    found = [item for name in names for item in history.mutated.get(name, ())]
    lines = [source_lines(execution, line, line) for execution, line in found[-3:]]
    return tuple(
        escape(one_line(line, STATEMENT_LIMIT))
        for line in dict.fromkeys(lines)
        if line.strip()
    )


def _import(names: tuple[str, ...], bound: Bound) -> str:
    statement = one_line(bound.binding.statement)
    if statement.count("(") == statement.count(")") and statement[-1:] != "\\":
        return statement
    return f"from {bound.binding.module} import {', '.join(names)}"


def _definition(bound: Bound) -> _Ladder:
    """Show a function or class: its header, its skeleton, its source."""
    binding = bound.binding
    header = escape(_header(bound))
    source = source_lines(bound.execution, binding.line, binding.end_line)
    ladder = {Fidelity.SIGNATURE: header}
    if source.count("\n") < DEFINITION_LIMIT:
        ladder[Fidelity.OUTLINE] = escape(skeleton(source))
        ladder[Fidelity.FULL] = escape(source)
    return ladder


def _header(bound: Bound) -> str:
    binding = bound.binding
    statement = one_line(binding.statement, 160)
    if not statement.endswith(":"):
        statement = f"def {binding.name}({', '.join(binding.params)}):"
        if binding.kind == "class":
            statement = f"class {binding.name}:"
    methods = f" methods {', '.join(binding.methods)}" if binding.methods else ""
    return f"{statement} ...  # {bound.execution.label}{one_line(methods, 200)}"


def _beside(summaries: list[Summary], keep: frozenset[str]) -> _Ladder:
    """Give the live facts alone, for names whose binding cell is shown in full."""
    told = [s for s in summaries if live_facts(s) and s.kind != "module"]
    if not told:
        return {}
    short = [live_line(summary) for summary in told]
    ladder = {Fidelity.SIGNATURE: "\n".join(short)}
    if any(summary.fields for summary in told):
        wide = [
            f"{line} ({columns(summary.fields, keep)})" if summary.fields else line
            for line, summary in zip(short, told, strict=True)
        ]
        ladder[Fidelity.OUTLINE] = "\n".join(wide)
    cards = [text for text in map(card, told) if text]
    if cards:
        base = ladder.get(Fidelity.OUTLINE, ladder[Fidelity.SIGNATURE])
        ladder[Fidelity.FULL] = "\n".join([base, *cards])
    return ladder
