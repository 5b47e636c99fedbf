"""Pasted logs reduced to their errors, each with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from jupyter_ctx.code.terminal import shown

ERRORS = 20  # different ones that are told
MESSAGE = 300  # characters of one
LINE = 2_000  # characters of a line that are read
AFTER = 5  # lines after an error in which its place may follow


class LogError(msgspec.Struct, frozen=True):
    """One error of a log: what it says, and where it was, as far as that is told."""

    message: str
    file: str = ""
    line: int = 0


_TYPE = r"[\w.$]{0,120}(?:Error|Exception|Interrupt|Exit|Failure|Fault)"
_BEFORE = r"(?:E {3,8}|Caused by: |Uncaught |Unhandled )?"
_NAMED = re.compile(rf"{_BEFORE}({_TYPE}(?:: .*)?)$")
_THREAD = re.compile(rf'Exception in thread "[^"]{{0,80}}" ({_TYPE}.*)')
_LEVEL = re.compile(
    r"(?:^|[\s\[|<])(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC)\b[\]>|:\s-]{0,6}(.+)"
)
_PLAIN = re.compile(r"(?:^|[\s:])((?:fatal )?error(?:\[\w{1,12}\])?: .+)")
_PYTHON = re.compile(r'File "([^"]{1,400})", line (\d{1,9})')
_CELL = re.compile(r"(?:Cell |Input )(In ?\[\d{1,9}\]), (?:in .{0,80})?line (\d{1,9})")
_FILE = re.compile(
    r"(?:^|[\s(])((?:[A-Za-z]:)?[\w./\\@~+-]{1,300}\.\w{1,6}):(\d{1,9})(?!\w)"
)
_BEGIN = "Traceback (most recent call last)"
_LIBRARY = re.compile(
    r"site-packages|dist-packages|node_modules|/lib/python|node:|<frozen"
)
_STAMP = re.compile(
    r"[\s\[\]()|-]{0,8}\d{2,4}[-/]\d\d[-/]\d{2,4}[T ][\d:.,]{5,18}"
    r"(?:Z|[+-]\d\d:?\d\d)?[\s\])|:-]{0,8}"
)


def errors(text: str) -> tuple[LogError, ...]:
    """List the different errors of *text* in the order in which they came."""
    return tuple(_counted(text))


def reduced(text: str) -> str:
    """Give *text*, of a log only its errors, with how often each came."""
    found = _counted(text)
    if not found:
        return text
    lines = len(text.splitlines())
    many = f"{len(found)} different errors" if len(found) > 1 else "1 error"
    head = f"[{lines:,} lines of a log, {many}]"
    told = [_told(error, count) for error, count in list(found.items())[:ERRORS]]
    more = len(found) - ERRORS
    return "\n".join([head, *told, *([f"... {more} more"] if more > 0 else [])])


def _told(error: LogError, count: int) -> str:
    place = f" ({error.file}, line {error.line})" if error.file else ""
    times = f" ({count} times)" if count > 1 else ""
    return f"{error.message}{place}{times}"


def _counted(text: str) -> dict[LogError, int]:
    found: dict[LogError, int] = {}
    for error in _errors(text):
        found[error] = found.get(error, 0) + 1
    return found


Place = tuple[str, int]
NOWHERE: Place = ("", 0)


def _errors(text: str) -> Iterator[LogError]:
    place = NOWHERE
    waiting = ""  # an error whose place may follow
    since = 0
    for number, raw in enumerate(shown(text).split("\n")):
        line = raw[:LINE].rstrip()
        here, message = _place(line) or NOWHERE, _message(line)
        if waiting and (here[0] or message or number - since > AFTER):
            follows = here if not message else NOWHERE
            yield LogError(waiting, *follows)
            waiting = ""
        elif not message:
            place = _newer(place, here, line)
        if message and (here[0] or place[0]):
            yield LogError(message, *(here if here[0] else place))
            place = NOWHERE
        elif message:
            waiting, since = message, number
    if waiting:
        yield LogError(waiting)


def _newer(place: Place, here: Place, line: str) -> Place:
    """Give the place that an error below *line* has; one of the user's own stays."""
    if _BEGIN in line:
        return NOWHERE
    is_better = here[0] and (not place[0] or not _LIBRARY.search(line))
    return here if is_better else place


def _place(line: str) -> Place | None:
    for pattern in (_PYTHON, _CELL, _FILE):
        found = pattern.search(line)
        if found is not None:
            return found[1].replace("In [", "In["), int(found[2])
    return None


def _message(line: str) -> str:
    bare = _STAMP.sub("", line, count=1).strip()
    thread = _THREAD.match(bare)
    named = thread or _NAMED.match(_after_place(bare))
    found = named or _LEVEL.search(bare) or _PLAIN.search(bare)
    return found[1].strip()[:MESSAGE] if found is not None else ""


def _after_place(line: str) -> str:
    """Give what follows `tests/test_x.py:7: `, or the whole line."""
    found = _FILE.match(line)
    return line[found.end() :].lstrip(": ") if found is not None else line
