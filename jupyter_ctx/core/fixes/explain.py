"""The explanation of an error from facts alone, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.core.engine.render import live_facts, one_line
from jupyter_ctx.core.fixes.case import case_of
from jupyter_ctx.core.fixes.near import near
from jupyter_ctx.core.fixes.rank import propose
from jupyter_ctx.core.fixes.recall import recalled
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState

LISTED = 20  # names listed of those that exist
LINE = 200  # characters of a quoted line

_MEANING = {
    "NameError": "A name is used that nothing has bound in this kernel.",
    "UnboundLocalError": "A name of the function is used before it is bound.",
    "KeyError": "A key or column was asked for that is not there.",
    "IndexError": "A position beyond the end was asked for.",
    "AttributeError": "An object was asked for an attribute that it does not have.",
    "ModuleNotFoundError": "A module is not installed in this kernel's environment.",
    "ImportError": "A module was found, but not the name that is imported from it.",
    "TypeError": "An operation or call got an object of a type it does not take.",
    "ValueError": "An operation got a value of the right type that it cannot use.",
    "FileNotFoundError": "A file or folder is not where the code looks for it.",
    "ZeroDivisionError": "Something was divided by zero.",
    "SyntaxError": "The cell is not Python, so none of it ran.",
    "IndentationError": "The indentation does not fit, so nothing of the cell ran.",
    "RecursionError": "A function called itself too often.",
    "MemoryError": "There was not enough memory.",
    "AssertionError": "A condition that the code asserts does not hold.",
}


def explain(
    report: ErrorReport, state: KernelState, *, lists_fixes: bool = True
) -> str:
    """Tell what failed, where, and what the kernel knows about it.

    *lists_fixes* adds the titles of the fixes that `propose` gives.
    """
    report = recalled(report, state)
    parts = [f"**{_plain(report.headline)}**"]
    if report.ename in _MEANING:
        parts.append(_MEANING[report.ename])
    parts.append("\n".join(f"- {fact}" for fact in _facts(report, state)))
    fixes = propose(report, state) if lists_fixes else ()
    if fixes:
        told = [
            f"{n}. {_plain(fix.title)} ({fix.certainty})"
            for n, fix in enumerate(fixes, 1)
        ]
        parts.append("What may help:\n\n" + "\n".join(told))
    return "\n\n".join(part for part in parts if part)


def _facts(report: ErrorReport, state: KernelState) -> Iterator[str]:
    user = [frame for frame in report.frames if frame.is_user]
    for frame in reversed(user[-3:]):
        yield from _where(frame)
    if report.folded:
        yield f"frames of libraries that are not shown: {report.folded}"
    yield from _live(report, state)
    yield from _names(report)
    for word, link in (
        ("Raised from", report.cause),
        ("While handling", report.context),
    ):
        if link is not None:
            yield f"{word}: {_quoted(link.headline)}"
    yield from (f"Note: {_plain(note)}" for note in report.notes)
    yield from (f"Member: {_quoted(child.headline)}" for child in report.children)


def _where(frame: Frame) -> Iterator[str]:
    place = f"{frame.where}, line {frame.line}"
    if frame.function != "<module>":
        place += f", in `{frame.function}`"
    yield f"{place}: {_quoted(frame.source)}" if frame.source else place
    yield from (f"there {_quoted(local.line)}" for local in frame.locals)


def _live(report: ErrorReport, state: KernelState) -> Iterator[str]:
    """Tell size and columns of the variables that the failing statement names."""
    told = {local.name for frame in report.frames for local in frame.locals}
    case = case_of(report, state)
    source = case.frame.source if case.frame is not None else ""
    for summary in state.variables:
        if summary.name in told or f"{summary.name}[" in source:
            fields = [field.name for field in summary.fields[:LISTED]]
            known = f"{summary.name}: {live_facts(summary)}"
            if fields and not report.candidates:
                yield f"{_quoted(known)} has {_list(fields)}"
            elif summary.name not in told:
                yield f"live: {_quoted(known)}"


def _names(report: ErrorReport) -> Iterator[str]:
    named = report.names
    wanted = next(
        (named[k] for k in ("name", "attribute", "key", "filename") if named.get(k)), ""
    )
    wanted = wanted.rpartition("/")[2]
    close = [name for name, _ in near(wanted, report.candidates)] if wanted else []
    if close:
        yield f"names close to {_quoted(wanted)}: {_list(close)}"
    if report.candidates and report.ename not in ("NameError", "UnboundLocalError"):
        more = len(report.candidates) - LISTED
        rest = f" and {more} more" if more > 0 else ""
        yield f"there is: {_list(report.candidates[:LISTED])}{rest}"


def _list(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(_quoted(name) for name in names)


def _quoted(text: str) -> str:
    """Put *text* into a code span that nothing in it can close."""
    flat = one_line(text, LINE)
    fence = "``" if "`" in flat else "`"
    pad = " " if "`" in flat else ""
    flat = flat.replace("``", "` `")
    return f"{fence}{pad}{flat}{pad}{fence}"


def _plain(text: str) -> str:
    """Let no Markdown, HTML or picture of an error message come to life."""
    flat = one_line(text, 2 * LINE)
    for sign in "\\*_[]<>#!|":
        flat = flat.replace(sign, f"\\{sign}")
    return flat
