"""Prompts with what was pasted into them from a terminal reduced to its errors.

The words of the user stay as they are. Only what is clearly a log is reduced:
code, data and prose go along whole, and so does a fence that names its language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from jupyter_ctx.code.logs import log_of
from jupyter_ctx.code.progress import head_and_tail, last_states
from jupyter_ctx.code.tool_lines import is_more, is_opening, is_printed, is_said, plain

LEAST = 3  # lines that were surely printed make a log
SAVED = 3  # lines that must be saved, else nothing is reduced
GAP = 5  # lines inside of a log that may be of any shape
BIG = 30  # lines from which a log may hold anything but words
READ = 20_000_000  # characters of a prompt; reading more would take seconds

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([^`\s]*)")
_TRACEBACK = re.compile(
    r"[\s|+>╭─-]*(?:\w[\w.]*\s+|Exception Group )?Traceback \(most recent call last\)"
)
_FRAME = re.compile(r"[\s|]*File \"[^\"]{1,400}\", line \d{1,9}")
_ENDS = re.compile(
    r"[\s|]*(?:\w+\.){0,9}\w{0,80}(?:Error|Exception|Warning|Interrupt|Exit|Group"
    r"|Failure|Fault|NotFound|Timeout|Iteration|DoesNotExist)(?::|$)"
)
_INSIDE = re.compile(
    r"\s|$|[|+]|-*> ?\d|[╭│╰]|File \S|Cell |Input |<ipython|\S.{0,300},? in [\w<]"
)
_BETWEEN = re.compile(
    r"The above exception was the direct|During handling of the above"
)


_WHOLE = re.compile(
    r"\b(?i:pars(?:e|es|ing|er|en)|regex(?:p|es)?|regular expressions?|extract\w*"
    r"|tokeni[sz]\w*|summari[sz]\w*|translat\w*|convert\w*|grep|awk|anonymi[sz]\w*"
    r"|how (?:many|often|long)|count|timestamps?|warnings?|whole log|dataframe"
    r"|(?:each|every|all) (?:the )?lines?|zusammenfassen)\b|\b(?:INFO|WARN|DEBUG)\b"
)


class Pasted(msgspec.Struct, frozen=True):
    """A prompt as it is sent: *lines* pasted ones stand in *text* as *errors*.

    *states* counts those of progress bars that were overwritten in their line.
    """

    text: str
    lines: int = 0
    errors: int = 0
    states: int = 0


class _Span(msgspec.Struct, frozen=True):
    """The lines from *start* to before *end*."""

    start: int
    end: int


def reduce_pastes(prompt: str) -> Pasted:
    """Give *prompt* with each pasted log reduced to its errors, file and line."""
    if len(prompt) > READ:
        return Pasted(prompt)
    text, states = last_states(prompt)
    return msgspec.structs.replace(_reduced(text), states=states)


def _reduced(prompt: str) -> Pasted:
    if prompt.count("\n") < SAVED:
        return Pasted(prompt)
    lines = prompt.split("\n")
    shown = [plain(line) for line in lines]
    spans = list(_logs(shown))
    if _is_data(lines, spans):
        return Pasted(prompt)
    kept: list[str] = []
    at = gone = errors = 0
    for span in spans:
        log = log_of("\n".join(shown[span.start : span.end]))
        told = log.told.split("\n") if log.errors else []
        if not told or len(told) + SAVED > span.end - span.start:
            continue
        kept += [*lines[at : span.start], *told]
        at, gone = span.end, gone + span.end - span.start
        errors += log.errors
    if not gone:
        return Pasted(prompt)
    return Pasted("\n".join([*kept, *lines[at:]]), gone, errors)


def shorten(prompt: str) -> Pasted:
    """Give *prompt* with each long log cut to its head and tail, and counts between.

    For what does not fit a budget: nothing is said of errors.
    """
    lines = prompt.split("\n")
    kept: list[str] = []
    at = gone = 0
    for span in _logs([plain(line) for line in lines]):
        short = head_and_tail(lines[span.start : span.end])
        kept += [*lines[at : span.start], *short]
        at, gone = span.end, gone + span.end - span.start - len(short)
    return Pasted("\n".join([*kept, *lines[at:]]), max(0, gone))


def _is_data(lines: list[str], spans: list[_Span]) -> bool:
    """Tell whether the words around *spans* ask about more than the errors in them."""
    at = 0
    for span in [*spans, _Span(len(lines), len(lines))]:
        if any(_WHOLE.search(line) for line in lines[at : span.start]):
            return True
        at = span.end
    return False


def _logs(lines: list[str]) -> Iterator[_Span]:
    """Find the logs in *lines*, in order, outside of fences that name a language."""
    for part, is_fence in _parts(lines):
        sure = _sure(lines, part)
        yield from _runs(lines, part, sure, is_loose=is_fence)


def _parts(lines: list[str]) -> Iterator[tuple[_Span, bool]]:
    """Cut at fences; true for what is inside of one without a language."""
    start, fence = 0, ""
    is_named = False
    for number, line in enumerate(lines):
        found = _FENCE.match(line)
        is_end = (
            bool(fence) and line.strip().startswith(fence) and line.strip("`~ ") == ""
        )
        if (fence and not is_end) or found is None:
            continue
        if not is_named:
            yield _Span(start, number), bool(fence)
        is_named = not fence and bool(found[2])
        fence = "" if fence else found[1]
        start = number + 1
    if not is_named:
        yield _Span(start, len(lines)), False


def _sure(lines: list[str], part: _Span) -> list[bool]:
    """Mark the lines of *part* that a program printed."""
    sure = [is_printed(line) for line in lines[part.start : part.end]]
    at = part.start
    while at < part.end:
        end, is_whole = _traceback(lines, at, part.end)
        if is_whole:
            sure[at - part.start : end - part.start] = [True] * (end - at)
        at = max(at + 1, end)
    return sure


def _traceback(lines: list[str], start: int, limit: int) -> tuple[int, bool]:
    """Give the line after the traceback that begins at *start*, and if it has an end.

    Without one no traceback can begin before the line that is given.
    """
    if not _TRACEBACK.match(lines[start]) and not _FRAME.match(lines[start]):
        return start, False
    for at in range(start + 1, limit):
        line = lines[at]
        if _ENDS.match(line):
            return at + 1, True
        if not _TRACEBACK.match(line) and not _INSIDE.match(line):
            is_error = at > start + 1 and _is_error(lines[at - 1], line)
            return (at + 1 if is_error else at), is_error
    return limit, False


def _is_error(before: str, line: str) -> bool:
    """Tell whether *line*, below a frame, is an error whose name tells nothing."""
    return (
        before[:1].isspace() and re.match(r"[A-Za-z_][\w.]*(?:: |$)", line) is not None
    )


def _runs(
    lines: list[str], part: _Span, sure: list[bool], *, is_loose: bool
) -> Iterator[_Span]:
    """Join sure lines, with what may stand between and below them, to logs."""
    marks = [n + part.start for n, is_sure in enumerate(sure) if is_sure]
    is_loose = is_loose or len(marks) > BIG
    start = last = -1
    count = 0
    for mark in marks:
        if start >= 0 and not _is_joined(lines[last + 1 : mark], is_loose=is_loose):
            yield from _run(lines, part, start, last, count)
            start, count = -1, 0
        start = mark if start < 0 else start
        last, count = mark, count + 1
    if start >= 0:
        yield from _run(lines, part, start, last, count)


def _is_joined(between: list[str], *, is_loose: bool) -> bool:
    """Tell whether the lines *between* two printed ones were printed, too."""
    other = [line for line in between if not is_more(line) and not _BETWEEN.match(line)]
    if not other:
        return True
    if any(is_said(line) for line in other):
        return False
    return is_loose or (len(between) <= GAP and bool(between[0] and between[-1]))


def _run(
    lines: list[str], part: _Span, start: int, last: int, count: int
) -> Iterator[_Span]:
    """Give the log from *start* to *last*, with what belongs to it around."""
    while start > part.start and is_opening(lines[start - 1]):
        start -= 1
    end = last + 1
    while end < part.end and lines[end] and is_more(lines[end]):
        end += 1
    if count >= LEAST:
        yield _Span(start, end)
