"""Summaries, cells and error reports as text, at each fidelity."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.tags import escape
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.variable import Field, Summary

STATEMENT_LIMIT = 70  # characters of a binding statement on a state line
VALUE_LIMIT = 80  # characters of a value on a live line
FEW, FEW_WIDTH = 2, 24  # columns, and characters of their names, told at once
KEPT_SHOWN = 50  # further columns that are shown because they are named
COLUMNS_SHOWN = 24  # column names on an outline, mentioned ones not counted
LABEL_LIMIT = 60  # characters of a column or key
LINE_LIMIT = 400  # characters of any line that quotes data
LOCALS_SHOWN = 8  # locals listed with an error
FRAMES_SHOWN = 8  # frames listed with an error
LEAVES_SHOWN = 3  # members of a group that are told in one line each
FLOOR_LIMIT = 100  # characters of the message in the floor of an error
MESSAGE_HEAD, MESSAGE_TAIL = 3, 2  # lines of a long message after its first

_TABLE = re.compile(r"^([\d,]+) rows x ([\d,]+) columns\b")
_SIZES = re.compile(r"^\((\d+(?:, \d+)*),?\)")


def one_line(text: str, limit: int = LINE_LIMIT) -> str:
    """Fold white space and cut to *limit* characters, marked by `...`."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    return flat[: limit - 3].rstrip(" \\") + "..."


def label(name: str, limit: int = LABEL_LIMIT) -> str:
    r"""Write a column or key; as a literal where white space would be lost: `'a\n'`."""
    if " ".join(name.split()) == name:
        return one_line(name, limit)
    told = repr(name)
    return told if len(told) <= limit else told[: limit - 3] + "..."


def live_facts(summary: Summary) -> str:
    """Say what the kernel knows of a variable in few words: type, size, value."""
    if summary.kind == "module":
        return one_line(f"module {summary.module or summary.detail}".strip(), 60)
    if summary.kind in ("function", "class"):
        return ""
    facts = summary.type_name
    if summary.shape:
        facts += f" {summary.shape}"
    if summary.value:
        facts += f" = {one_line(summary.value, VALUE_LIMIT)}"
    return escape(facts)


def live_line(summary: Summary) -> str:
    """`name: type shape = value`, the live line of a name whose code is shown."""
    facts = live_facts(summary) or summary.signature or summary.kind
    return f"{summary.name}: {facts}"


def brief(summary: Summary) -> str:
    """Say what the kernel holds in the fewest tokens: type, size, value.

    Rows and columns are joined (`203x14`); a value makes its size needless.
    """
    if summary.kind in ("module", "function", "class"):
        return live_facts(summary)
    facts = summary.type_name
    if summary.value:
        return escape(f"{facts} = {one_line(summary.value, VALUE_LIMIT)}")
    shape = _sizes(summary.shape)
    told = f"{facts} {shape}" if shape and shape[:2] != "()" else facts
    return escape(f"{told} [{few}]" if (few := _few(summary.fields)) else told)


def _sizes(shape: str) -> str:
    """Join the sizes of a table or of an array by `x`."""
    found = _SIZES.match(shape)
    if found:
        return found[1].replace(", ", "x") + shape[found.end() :]
    return _TABLE.sub(r"\1x\2", shape)


def _few(fields: Sequence[Field]) -> str:
    """List columns or keys that are so few that they cost hardly more than a size."""
    names = ", ".join(label(field.name) for field in fields)
    return one_line(names) if len(fields) <= FEW and len(names) <= FEW_WIDTH else ""


def brief_line(summary: Summary) -> str:
    """`name: type shape`, the shortest line that says what a name is."""
    return f"{summary.name}: {brief(summary) or summary.signature or summary.kind}"


def named(fields: Sequence[Field], words: Collection[str]) -> list[Field]:
    """Find the *fields* that *words* name, or one level of their labels.

    A word that is in too many labels names none of them.
    """
    found = Counter(part for one in fields for part in _levels(one) if part in words)
    rare = {word for word, number in found.items() if number <= KEPT_SHOWN}
    return [
        one for one in fields if one.name in words or not rare.isdisjoint(_levels(one))
    ]


def _levels(field: Field) -> list[str]:
    """Give the parts of a label of several levels, `('a', 'b')`."""
    if field.name[:1] != "(" or field.name[-1:] != ")":
        return []
    return [part.strip("'\"") for part in field.name[1:-1].split(", ")]


def columns(fields: Sequence[Field], keep: Collection[str] = ()) -> str:
    """List *fields* with their types: the first ones, and all that *keep* names.

    What is elided is counted, so that nothing is unaccounted for.
    """
    shown = list(fields[:COLUMNS_SHOWN])
    shown += named(fields[COLUMNS_SHOWN:], set(keep))[:KEPT_SHOWN]
    text = ", ".join(f"{label(field.name)} {field.dtype}".strip() for field in shown)
    hidden = len(fields) - len(shown)
    return escape(text + (f", ... {hidden} more" if hidden else ""))


def outline(summary: Summary, keep: Collection[str] = ()) -> str:
    """Show columns, keys or attributes; empty where the variable has none."""
    if summary.fields:
        return f"{summary.name} has: {columns(summary.fields, keep)}"
    return ""


def card(summary: Summary) -> str:
    """Show nulls, sample rows, stored values and the doc line, one fact a line.

    Empty where nothing more is known.
    """
    lines = []
    nulls = [f"{label(f.name)} {f.nulls}" for f in summary.fields if f.nulls][
        :COLUMNS_SHOWN
    ]
    if nulls:
        lines.append(f"{summary.name} nulls: {', '.join(nulls)}")
    word = " row" if summary.kind in ("frame", "series") else ""
    lines += [f"{summary.name}{word}: {one_line(row, 200)}" for row in summary.rows]
    values = [f"{label(f.name)}={f.sample}" for f in summary.fields if f.sample]
    if values and not summary.rows and not summary.value:
        stored = ", ".join(values[:COLUMNS_SHOWN])
        lines.append(f"{summary.name} values: {one_line(stored, 200)}")
    if summary.doc:
        lines.append(f"{summary.name} doc: {one_line(summary.doc, 160)}")
    if summary.detail:
        lines.append(f"{summary.name}: {one_line(summary.detail, 160)}")
    return escape("\n".join(lines))


def error(report: ErrorReport, fidelity: Fidelity) -> str:
    """Render the open error; SIGNATURE is one line, NAME one without the code."""
    if fidelity == Fidelity.NAME:
        return _floor(report)
    place = _place(report)
    head = escape(
        f"{one_line(report.headline)} @ {place}" if place else report.headline
    )
    if fidelity <= Fidelity.SIGNATURE:
        return one_line(head)
    lines = [head]
    if fidelity == Fidelity.FULL:
        lines += _message_rest(report)
    lines += _frames(report.frames, fidelity)
    if report.folded:
        lines.append(f"({report.folded} library frames folded)")
    lines += [f"note: {one_line(note)}" for note in report.notes]
    lines += _links(report, fidelity)
    if fidelity == Fidelity.FULL and report.candidates:
        near = ", ".join(map(label, report.candidates[:COLUMNS_SHOWN]))
        place = f"in {report.names['object']}" if "object" in report.names else "there"
        lines.append(f"names {place}: {one_line(near)}")
    return "\n".join([lines[0], *map(escape, lines[1:])])


def _floor(report: ErrorReport) -> str:
    """Say what went wrong and in which line, in as few tokens as that takes."""
    head = escape(one_line(report.headline, FLOOR_LIMIT))
    user = [frame for frame in report.frames if frame.is_user]
    return f"{head} @ {user[-1].where} line {user[-1].line}" if user else head


def _place(report: ErrorReport) -> str:
    user = [frame for frame in report.frames if frame.is_user]
    if not user:
        return ""
    return f"{user[-1].where} line {user[-1].line}: {one_line(user[-1].source, 160)}"


def _message_rest(report: ErrorReport) -> list[str]:
    """Give what follows the first line of a message: its beginning and its end."""
    lines = [one_line(line) for line in report.evalue.strip().split("\n")[1:]]
    told = [line for line in lines if line]
    hidden = len(told) - MESSAGE_HEAD - MESSAGE_TAIL
    if hidden <= 0:
        return told
    return [*told[:MESSAGE_HEAD], f"... {hidden} lines ...", *told[-MESSAGE_TAIL:]]


def _frames(frames: Sequence[Frame], fidelity: Fidelity) -> list[str]:
    user = [frame for frame in frames if frame.is_user]
    chosen = list(frames if fidelity == Fidelity.FULL else user)[-FRAMES_SHOWN:]
    lines = []
    for frame in chosen:
        origin = f" (defined in {frame.defined})" if frame.defined else ""
        where = f"{frame.where} line {frame.line} in {frame.function}{origin}"
        source = one_line(frame.source, 160)
        lines.append(f"{where}: {source}" if source else where)
        if frame.repeated:
            lines.append(f"  repeated {frame.repeated} times")
        lines += [
            f"  {one_line(local.line, 160)}" for local in frame.locals[:LOCALS_SHOWN]
        ]
    return lines


def _repeats(report: ErrorReport, other: ErrorReport) -> bool:
    """Tell whether *other* is the same error, seen further inside of a library."""
    is_inside = not any(frame.is_user for frame in other.frames)
    return other.headline == report.headline and is_inside and not other.notes


def leaves(report: ErrorReport) -> Iterator[ErrorReport]:
    """Give the errors that a group, and the groups in it, are made of."""
    for child in report.children:
        if child.children:
            yield from leaves(child)
        else:
            yield child


def _leaves(report: ErrorReport) -> list[str]:
    """Tell the first members of a group in one line each: they are what went wrong."""
    found = list(leaves(report))
    shown = found[:LEAVES_SHOWN]
    more = len(found) - len(shown)
    told = [f"member: {error(one, Fidelity.SIGNATURE)}" for one in shown]
    return [*told, f"... {more} more members"] if more else told


def _links(report: ErrorReport, fidelity: Fidelity) -> list[str]:
    lines = []
    for word, other in (("cause", report.cause), ("while handling", report.context)):
        if other is not None and not _repeats(report, other):
            nested = error(other, min(fidelity, Fidelity.OUTLINE))
            lines += [f"{word}: {line}" for line in nested.split("\n")[:6]]
    if fidelity < Fidelity.FULL:
        return lines + _leaves(report)
    for child in report.children[:10]:
        lines += [f"member: {line}" for line in error(child, fidelity).split("\n")[:6]]
    return lines
