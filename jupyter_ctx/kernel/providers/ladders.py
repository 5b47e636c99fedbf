"""The ladder of a variable, definition or import: its texts from a line to all."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from jupyter_ctx.code.binding import Binding
from jupyter_ctx.code.headers import Header, header
from jupyter_ctx.code.skeleton import skeleton
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.render import (
    COLUMNS_SHOWN,
    STATEMENT_LIMIT,
    brief,
    brief_line,
    columns,
)
from jupyter_ctx.core.engine.render import one_line as folded
from jupyter_ctx.core.engine.tags import escape
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers.history import Bound, History, source_lines
from jupyter_ctx.kernel.providers.stars import STAR

DEFINITION_LIMIT = 200  # lines of a definition shown in full
TYPED_LIMIT = 60  # characters of a function's header with its types
HEADER_LIMIT = 160  # of one with its defaults
CLASS_LIMIT = 300  # of that of a class with its fields and its `__init__`
MEMBERS_LIMIT = 200  # of the methods and properties of a class
MUTATIONS = 2  # newest changes in place that are told of a name
OPEN_LIMIT = 70  # characters of a statement of several lines
REMEMBERED = 2_048  # groups whose texts are kept: those of about five requests

Ladder = dict[Fidelity, str]

_STEM = re.compile(r"import |from [\w.]+ import ")
_DYNAMIC = re.compile(r"\b(?:environ|getenv|argv|getpass|input\()")
_QUOTES = re.compile(r"[\s\"']+")


class Group(msgspec.Struct, frozen=True, gc=False):
    """Live names that one statement bound, and what the kernel holds of them."""

    names: tuple[str, ...]
    bound: Bound | None
    summaries: list[Summary]


class _Told(msgspec.Struct, frozen=True, gc=False):
    """All that the texts of a group are made of, so that they are made once.

    *source* is that of the cell with *binding*, *label* its name; *literals* are those
    that the *summaries* were bound to; *changes* the newest changes in place of each
    name, as a source and a line of it. *keep* are the columns that are never elided.
    """

    names: tuple[str, ...]
    binding: Binding | None
    source: str
    label: str
    summaries: tuple[Summary, ...]
    literals: tuple[str | None, ...]
    changes: tuple[tuple[str, str, int], ...]
    keep: frozenset[str]


def ladders(
    group: Group, history: History, keep: frozenset[str]
) -> tuple[Ladder, Ladder]:
    """Give the texts of *group* standing alone, and beside its cell in full.

    *keep* are the columns that are never elided. The ladders are shared between
    requests: nobody may change them.
    """
    bound, summaries = group.bound, tuple(group.summaries)
    # Fewer columns are all shown: then what is to be kept makes no other text.
    is_wide = any(len(summary.fields) > COLUMNS_SHOWN for summary in summaries)
    return _ladders(
        _Told(
            names=group.names,
            binding=bound.binding if bound is not None else None,
            source=bound.execution.source if bound is not None else "",
            label=bound.execution.label if bound is not None else "",
            summaries=summaries,
            literals=tuple([_literal(one.name, history) for one in summaries]),
            changes=tuple(
                [
                    (name, execution.source, line)
                    for name in group.names
                    for execution, line in history.mutated.get(name, ())
                ]
            ),
            keep=keep if is_wide else frozenset(),
        )
    )


def _literal(name: str, history: History) -> str | None:
    bound = history.bound.get(name)
    return bound.binding.literal if bound is not None else None


@lru_cache(maxsize=REMEMBERED)
def _ladders(told: _Told) -> tuple[Ladder, Ladder]:
    bare = {Fidelity.NAME: ""}
    return bare | _standalone(told), bare | _beside(told)


def _standalone(told: _Told) -> Ladder:
    """Show the live facts, then the statement that made them, then the columns."""
    binding = told.binding
    facts = _facts_of(told.summaries)
    if binding is None:
        return _with_columns({Fidelity.SIGNATURE: facts}, told)
    if binding.kind == "import":
        return {Fidelity.SIGNATURE: escape(_import(told, binding))}
    if binding.kind in ("def", "class"):
        return _definition(told, binding)
    line = _statement(told, binding)
    outlined = "\n".join([line, *_mutations(told)])
    ladder = {Fidelity.SIGNATURE: _shorter(facts, line), Fidelity.OUTLINE: outlined}
    return _with_columns(ladder, told)


def _facts_of(summaries: Sequence[Summary]) -> str:
    """Give the facts of each, once for all where they are the same."""
    if len(summaries) > 1 and len({brief(one) for one in summaries}) == 1:
        names = ", ".join(summary.name for summary in summaries)
        return f"{names}: {brief(summaries[0]) or summaries[0].kind}"
    return "; ".join(map(brief_line, summaries))


def _shorter(facts: str, line: str) -> str:
    """Take the statement at once where the facts alone would hardly be shorter.

    What asks the environment is never replaced by what it gave today.
    """
    is_short = facts and len(facts) < 0.8 * len(line)
    return facts if is_short and not _DYNAMIC.search(line) else line


def _statement(told: _Told, binding: Binding) -> str:
    """Give the binding statement with what the kernel holds as its comment."""
    statement = escape(_written(told, binding))
    facts = _facts(told, binding)
    return f"{statement}  # {facts}" if facts else statement


def _written(told: _Told, binding: Binding) -> str:
    """Give the statement in one line; of one that goes on, its beginning."""
    if binding.line >= binding.end_line or binding.kind == "for":
        return folded(binding.statement, STATEMENT_LIMIT)
    whole = folded(source_lines(told.source, binding.line, binding.end_line))
    head = folded(binding.statement)
    return folded(whole, max(OPEN_LIMIT, len(head) + 3))


def _facts(told: _Told, binding: Binding) -> str:
    if len(_as_written(told, binding)) == len(told.summaries):
        types = [one.type_name for one in told.summaries]
        return ", ".join(types if len(set(types)) > 1 else types[:1])
    if len(told.summaries) != 1:
        return _facts_of(told.summaries)
    return brief(told.summaries[0])


def _as_written(told: _Told, binding: Binding) -> list[Summary]:
    """Give those whose value is the literal that the statement shows."""
    is_cut = binding.line < binding.end_line
    if is_cut or len(binding.statement) > STATEMENT_LIMIT:
        return []
    changed = {name for name, _, _ in told.changes}
    return [
        summary
        for summary, literal in zip(told.summaries, told.literals, strict=True)
        if literal is not None
        and _is_literal(summary, literal, is_changed=summary.name in changed)
    ]


def _is_literal(summary: Summary, literal: str, *, is_changed: bool) -> bool:
    if not summary.value:
        return summary.kind == "container" and not is_changed
    return _QUOTES.sub("", literal) == _QUOTES.sub("", summary.value)


def _with_columns(ladder: Ladder, told: _Told) -> Ladder:
    """Add the columns: those in use to the outline, all of them to the top."""
    wide = [s for s in told.summaries if s.fields and not s.value and not _is_told(s)]
    if wide:
        base = ladder.get(Fidelity.OUTLINE, ladder[Fidelity.SIGNATURE])
        held = [f"{s.name} has: {columns(s.fields, told.keep)}" for s in wide]
        ladder = ladder | {Fidelity.FULL: "\n".join([base, *held])}
    return ladder


def _is_told(summary: Summary) -> bool:
    """Tell whether the short facts name every column, and no type is left to tell."""
    is_untyped = not any(field.dtype for field in summary.fields)
    return is_untyped and brief(summary).endswith("]")


def _mutations(told: _Told) -> tuple[str, ...]:
    lines = [
        source_lines(source, line, line)
        for _, source, line in told.changes[-MUTATIONS:]
    ]
    return tuple(
        escape(folded(line, STATEMENT_LIMIT))
        for line in dict.fromkeys(lines)
        if line.strip()
    )


def _import(told: _Told, binding: Binding) -> str:
    """Give the import of the names alone, whatever else their statement imports."""
    source = source_lines(told.source, binding.line, binding.end_line)
    try:
        tree = ast.parse(textwrap.dedent(source)).body[0]
    except (SyntaxError, IndexError, ValueError):
        return folded(binding.statement)
    if not isinstance(tree, ast.Import | ast.ImportFrom):
        return folded(binding.statement)
    names = told.names
    if binding.name == STAR:
        many = f"{STAR}  # {len(names)} names"
        return f"from {binding.module} import {many if len(names) > 1 else names[0]}"
    kept = [a for a in tree.names if (a.asname or a.name.split(".")[0]) in names]
    tree.names = kept or tree.names
    return ast.unparse(tree)


def stem(statement: str) -> str:
    """Give what import statements share that the layout joins; may be empty."""
    found = _STEM.match(statement)
    return found[0] if found else ""


def _definition(told: _Told, binding: Binding) -> Ladder:
    """Show a function or class: its header, its skeleton, its source."""
    source = source_lines(told.source, binding.line, binding.end_line)
    ladder = {Fidelity.SIGNATURE: escape(_header(binding, source))}
    # In a ruin only the header is known, and looks as if nothing followed.
    is_cut = source.rstrip().endswith(":")
    if source.count("\n") < DEFINITION_LIMIT and not is_cut:
        outlined = skeleton(source, before=binding.line - 1)
        ladder[Fidelity.OUTLINE] = escape(outlined)
        ladder[Fidelity.FULL] = escape(source)
    return ladder


def _header(binding: Binding, source: str) -> str:
    """Give the first line of a definition, of a class also how it is made."""
    statement = folded(binding.statement, HEADER_LIMIT)
    is_whole, is_class = statement.endswith(":"), binding.kind == "class"
    found = Header(statement) if is_whole else Header(_bare(binding))
    # What stands in one line is told as written, but for what a class consists of.
    if is_class or not is_whole:
        found = header(source) or found
    if is_class:
        lines = found.opening.split("\n")
        opening = "\n".join([folded(line, CLASS_LIMIT) for line in lines])
    else:
        opening = _briefer(found.opening, binding)
    more = f"  # {folded(found.members, MEMBERS_LIMIT)}" if found.members else ""
    return f"{opening} ...{more}"


def _briefer(opening: str, binding: Binding) -> str:
    """Leave the types out of a long header, of one that is still too long all values.

    A header that is cut would lose arguments, without which there is no call.
    """
    if len(opening) > TYPED_LIMIT:
        opening = _untyped(opening)
    return opening if len(opening) <= HEADER_LIMIT else _bare(binding)


def _untyped(opening: str) -> str:
    try:
        tree = ast.parse(f"{opening} ...").body[0]
    except (SyntaxError, IndexError, ValueError):
        return opening
    if not isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef):
        return opening
    for one in ast.walk(tree.args):
        if isinstance(one, ast.arg):
            one.annotation = None
    tree.returns, tree.body = None, [ast.Pass()]
    return ast.unparse(tree).partition("\n")[0]


def _bare(binding: Binding) -> str:
    if binding.kind == "class":
        return f"class {binding.name}:"
    return f"def {binding.name}({', '.join(binding.params)}):"


def _beside(told: _Told) -> Ladder:
    """Give the live facts alone, for names whose binding cell is shown in full.

    What the code says of a literal is told only where there is room.
    """
    shown = [summary for summary in told.summaries if brief(summary)]
    if told.binding is not None and told.binding.kind == "import":
        shown = [one for one in shown if one.kind != "module"]
    if not shown or told.binding is None:
        return {}
    written = _as_written(told, told.binding)
    new = [summary for summary in shown if summary not in written]
    ladder = {
        Fidelity.SIGNATURE: _facts_of(new),
        Fidelity.OUTLINE: _facts_of(shown),
    }
    if any(summary.fields for summary in new):
        wide = [_wide(summary, told.keep) for summary in shown]
        ladder[Fidelity.FULL] = "\n".join(wide)
    return ladder


def _wide(summary: Summary, keep: frozenset[str]) -> str:
    if not summary.fields or summary.value:
        return brief_line(summary)
    line = brief_line(replace(summary, fields=()))
    return f"{line} ({columns(summary.fields, keep)})"
