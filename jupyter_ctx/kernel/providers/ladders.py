"""The ladder of a variable, definition or import: its texts from a line to all."""

from __future__ import annotations

import ast
import re
import textwrap

import msgspec
from msgspec.structs import replace

from jupyter_ctx.code.skeleton import skeleton
from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.render import STATEMENT_LIMIT, brief, brief_line, columns
from jupyter_ctx.core.render import one_line as folded
from jupyter_ctx.core.tags import escape
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.history import Bound, History, source_lines

DEFINITION_LIMIT = 200  # lines of a definition shown in full
HEADER_LIMIT = 160  # characters of a definition's first line
MUTATIONS = 2  # newest changes in place that are told of a name
OPEN_LIMIT = 70  # characters of a statement of several lines

Ladder = dict[Fidelity, str]

_STEM = re.compile(r"import |from [\w.]+ import ")
_QUOTES = re.compile(r"[\s\"']+")


class Group(msgspec.Struct, frozen=True):
    """Live names that one statement bound, and what the kernel holds of them."""

    names: tuple[str, ...]
    bound: Bound | None
    summaries: list[Summary]


def ladders(
    group: Group, history: History, keep: frozenset[str]
) -> tuple[Ladder, Ladder]:
    """Give the texts of *group* standing alone, and beside its cell in full.

    *keep* are the columns that are never elided.
    """
    bare = {Fidelity.NAME: ""}
    alone = _standalone(group, history, keep)
    return bare | alone, bare | _beside(group, history, keep)


def _standalone(group: Group, history: History, keep: frozenset[str]) -> Ladder:
    """Show the live facts, then the statement that made them, then the columns."""
    bound = group.bound
    facts = _told(group.summaries)
    if bound is None:
        return _with_columns({Fidelity.SIGNATURE: facts}, group.summaries, keep)
    if bound.binding.kind == "import":
        return {Fidelity.SIGNATURE: escape(_import(group.names, bound))}
    if bound.binding.kind in ("def", "class"):
        return _definition(bound)
    line = _statement(group, bound, history)
    outlined = "\n".join([line, *_mutations(group.names, history)])
    ladder = {Fidelity.SIGNATURE: _shorter(facts, line), Fidelity.OUTLINE: outlined}
    return _with_columns(ladder, group.summaries, keep)


def _told(summaries: list[Summary]) -> str:
    """Give the facts of each, once for all where they are the same."""
    if len(summaries) > 1 and len({brief(one) for one in summaries}) == 1:
        names = ", ".join(summary.name for summary in summaries)
        return f"{names}: {brief(summaries[0]) or summaries[0].kind}"
    return "; ".join(map(brief_line, summaries))


def _shorter(facts: str, line: str) -> str:
    """Take the statement at once where the facts alone would hardly be shorter."""
    return facts if facts and len(facts) < 0.8 * len(line) else line


def _statement(group: Group, bound: Bound, history: History) -> str:
    """Give the binding statement with what the kernel holds as its comment."""
    statement = escape(_written(bound))
    facts = _facts(group, bound, history)
    return f"{statement}  # {facts}" if facts else statement


def _written(bound: Bound) -> str:
    """Give the statement in one line; of one that goes on, its beginning."""
    binding = bound.binding
    if binding.line >= binding.end_line or binding.kind == "for":
        return folded(binding.statement, STATEMENT_LIMIT)
    whole = folded(source_lines(bound.execution, binding.line, binding.end_line))
    head = folded(binding.statement)
    return folded(whole, max(OPEN_LIMIT, len(head) + 3))


def _facts(group: Group, bound: Bound, history: History) -> str:
    if all(_is_as_written(one, bound, history) for one in group.summaries):
        return ", ".join(one.type_name for one in group.summaries)
    if len(group.summaries) != 1:
        return _told(group.summaries)
    return brief(group.summaries[0])


def _is_as_written(summary: Summary, bound: Bound, history: History) -> bool:
    """Tell whether the value is the literal that the statement shows."""
    literal = history.bound[summary.name].binding.literal
    is_cut = bound.binding.line < bound.binding.end_line
    if literal is None or is_cut or len(bound.binding.statement) > STATEMENT_LIMIT:
        return False
    if not summary.value:
        return summary.kind == "container" and summary.name not in history.mutated
    return _QUOTES.sub("", literal) == _QUOTES.sub("", summary.value)


def _with_columns(
    ladder: Ladder, summaries: list[Summary], keep: frozenset[str]
) -> Ladder:
    """Add the columns: those in use to the outline, all of them to the top."""
    wide = [s for s in summaries if s.fields and not s.value and not _is_told(s)]
    if wide:
        base = ladder.get(Fidelity.OUTLINE, ladder[Fidelity.SIGNATURE])
        told = [f"{s.name} has: {columns(s.fields, keep)}" for s in wide]
        ladder = ladder | {Fidelity.FULL: "\n".join([base, *told])}
    return ladder


def _is_told(summary: Summary) -> bool:
    """Tell whether the short facts name every column, and no type is left to tell."""
    is_untyped = not any(field.dtype for field in summary.fields)
    return is_untyped and brief(summary).endswith("]")


def _mutations(names: tuple[str, ...], history: History) -> tuple[str, ...]:
    found = [item for name in names for item in history.mutated.get(name, ())]
    lines = [
        source_lines(execution, line, line) for execution, line in found[-MUTATIONS:]
    ]
    return tuple(
        escape(folded(line, STATEMENT_LIMIT))
        for line in dict.fromkeys(lines)
        if line.strip()
    )


def _import(names: tuple[str, ...], bound: Bound) -> str:
    """Give the import of *names* alone, whatever else their statement imports."""
    binding = bound.binding
    source = source_lines(bound.execution, binding.line, binding.end_line)
    try:
        tree = ast.parse(textwrap.dedent(source)).body[0]
    except (SyntaxError, IndexError, ValueError):
        return folded(binding.statement)
    if not isinstance(tree, ast.Import | ast.ImportFrom):
        return folded(binding.statement)
    kept = [a for a in tree.names if (a.asname or a.name.split(".")[0]) in names]
    tree.names = kept or tree.names
    return ast.unparse(tree)


def stem(statement: str) -> str:
    """Give what import statements share that the layout joins; may be empty."""
    found = _STEM.match(statement)
    return found[0] if found else ""


def _definition(bound: Bound) -> Ladder:
    """Show a function or class: its header, its skeleton, its source."""
    binding = bound.binding
    source = source_lines(bound.execution, binding.line, binding.end_line)
    ladder = {Fidelity.SIGNATURE: escape(_header(bound))}
    if source.count("\n") < DEFINITION_LIMIT:
        told = skeleton(source, before=binding.line - 1)
        ladder[Fidelity.OUTLINE] = escape(told)
        ladder[Fidelity.FULL] = escape(source)
    return ladder


def _header(bound: Bound) -> str:
    """Give the first line of a definition, of a class also how it is made."""
    binding = bound.binding
    statement = folded(binding.statement, HEADER_LIMIT)
    if not statement.endswith(":"):
        statement = f"def {binding.name}({', '.join(binding.params)}):"
        if binding.kind == "class":
            statement = f"class {binding.name}:"
    made = [m for m in binding.methods if m.startswith("__init__(")]
    statement += "".join(f" def {method}:" for method in made[:1])
    others = [method for method in binding.methods if method not in made[:1]]
    told = folded(f" methods {', '.join(others)}", 200) if others else ""
    return f"{statement} ...  # {bound.execution.label}{' ' if told else ''}{told}"


def _beside(group: Group, history: History, keep: frozenset[str]) -> Ladder:
    """Give the live facts alone, for names whose binding cell is shown in full.

    What the code says of a literal is told only where there is room.
    """
    told = [summary for summary in group.summaries if brief(summary)]
    if group.bound is not None and group.bound.binding.kind == "import":
        told = [one for one in told if one.kind != "module"]
    if not told or group.bound is None:
        return {}
    bound = group.bound
    new = [s for s in told if not _is_as_written(s, bound, history)]
    ladder = {
        Fidelity.SIGNATURE: _told(new),
        Fidelity.OUTLINE: _told(told),
    }
    if any(summary.fields for summary in new):
        wide = [_wide(summary, keep) for summary in told]
        ladder[Fidelity.FULL] = "\n".join(wide)
    return ladder


def _wide(summary: Summary, keep: frozenset[str]) -> str:
    if not summary.fields or summary.value:
        return brief_line(summary)
    line = brief_line(replace(summary, fields=()))
    return f"{line} ({columns(summary.fields, keep)})"
