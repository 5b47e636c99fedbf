"""Pasted logs reduced to their errors, each with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from jupyter_ctx.code.terminal import shown

ERRORS = 20  # different ones that are told
MESSAGE = 300  # characters of one
CODE = 160  # characters of the failing line
LINE = 2_000  # characters of a line that are read
AFTER = 5  # lines after an error in which its place may follow
DEEP = 40  # lines of a stack that stands below its error


class LogError(msgspec.Struct, frozen=True):
    """One error of a log: what it says, where, and the line of code, as far as told."""

    message: str
    file: str = ""
    line: int = 0
    code: str = ""


class Log(msgspec.Struct, frozen=True):
    """A log in short: *told* names its different *errors*, and how often each came."""

    told: str
    errors: int


class _Place(NamedTuple):
    file: str = ""
    line: int = 0
    code: str = ""
    is_library: bool = False


_TYPE = r"[\w.$]{0,120}(?:Error|Exception|Interrupt|Exit|Failure|Fault|NotFound)"
_BEFORE = r"(?:Caused by: |Uncaught |Unhandled )?"
_KEY, _LEVEL = r'"(?:level|levelname|severity|lvl)": ?', r'"(?:error|fatal|critical)"'
_TEXT = r'"(?:msg|message|event|error)": ?"((?:[^"\\]|\\.){1,1500})"'
# The message of the first that matches stands in group 1.
_MESSAGES = tuple(
    re.compile(pattern)
    for pattern in (
        rf'Exception in thread "[^"]{{0,80}}" ({_TYPE}.*)',
        rf"{_BEFORE}({_TYPE}(?:: .*)?)$",
        r"(panic: .+)",
        r"npm (?:ERR!|error) (?!code |errno |syscall |path |command )(\S+ \S+ \S.*)",
        r"\s*\d+:\d+\s+error\s+(\S.*)",
        r"[EF]\d{4} [\d:.]{8,16}\s+\d+ [^\]]{1,200}\] (.+)",
        r"Error in .{0,300}? ?: (.+)",
        r"! (.+)",
        rf"\{{.{{0,300}}{_KEY}{_LEVEL}.{{0,300}}?{_TEXT}",
    )
)
_FOUND = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:^|[\s\[|<])(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC)\b[\]>|:\s-]{0,6}(.+)",
        r"(?:^|[\s:-])((?:fatal )?error(?:\[\w{1,12}\]| TS\d{1,6})?: .+)",
        r"(?:^|[\s:])((?:undefined reference|multiple definition) .+)",
    )
)
_PANICKED = re.compile(r"thread '[^']{0,80}' panicked at (?:'(.*)', )?\S+:\d+:\d+:?$")
_ASSERTS = re.compile(r"E {2,}(\S.*)")
_PYTHON = re.compile(r'File "([^"]{1,400})", line (\d{1,9})')
_CELL = re.compile(r"(?:Cell |Input )(In ?\[\d{1,9}\]), (?:in .{0,80})?line (\d{1,9})")
_FILE = re.compile(
    r"(?:^|[\s(@])((?:[A-Za-z]:)?[\w./\\@~+-]{1,300}\.\w{1,6})"
    r"(?::(\d{1,9})(?!\w)|\((\d{1,9}),\d{1,9}\))"
)
# Frames of older releases of IPython: the line is told by an arrow below.
_OLD = re.compile(
    r"(?:\S{0,300}<ipython-input-(\d{1,9})-\w+>|Input In \[(\d{1,9})\]|(?:File )?"
    r"(\S.{0,300}\.\w{1,4})),? in [\w<]"
)
_ROW = re.compile(r"\s*(\d{1,9}):\d{1,9}\s+error\s")
_HEADER = re.compile(r"([\w./\\@~+:-]{1,300}\.\w{1,6})$")
_BEGIN = "Traceback (most recent call last)"
_BELOW = re.compile(r"\s+at \S|Stacktrace:|\s+--> |goroutine |\s*\d+ \|")
_LIBRARY = re.compile(
    r"site-packages|dist-packages|node_modules|/lib/python|node:|<frozen|\.zip/|py4j"
    r"|/usr/(?:include|lib)|rustc/|@ (?:Base|Core)\b|/julia/stdlib|\.pyx\b"
    r"|at (?:java\.|scala\.|sun\.|jdk\.|org\.apache\.)|@ \./"
)
_ARROW = re.compile(r"(?:-+> ?|❱ )(\d{1,9}) ?(.*)")
_STAMP = re.compile(
    r"[\s\[\]()|-]{0,8}\d{2,4}[-/]\d\d[-/]\d{2,4}[T ][\d:.,]{5,18}"
    r"(?:Z|[+-]\d\d:?\d\d)?[\s\])|:-]{0,8}"
)
_GUTTER = re.compile(r"[\s|+]*(?:-{4,} \d+ -{4,})?|│ ?")


def errors(text: str) -> tuple[LogError, ...]:
    """List the different errors of *text* in the order in which they came."""
    return tuple(_counted(text))


def log_of(text: str) -> Log:
    """Give *text* in short; *told* is *text* itself where it holds no error."""
    found = _counted(text)
    if not found:
        return Log(text, 0)
    lines = len(text.splitlines())
    many = f"{len(found)} different errors" if len(found) > 1 else "1 error"
    head = f"[{lines:,} pasted lines left out; {many} in them:]"
    told = [_told(error, count) for error, count in list(found.items())[:ERRORS]]
    more = len(found) - ERRORS
    rest = [f"... {more} more"] if more > 0 else []
    return Log("\n".join([head, *told, *rest]), len(found))


def _told(error: LogError, count: int) -> str:
    code = f": {error.code}" if error.code else ""
    place = f" ({error.file}, line {error.line}{code})" if error.file else ""
    times = f" ({count} times)" if count > 1 else ""
    return f"{error.message}{place}{times}"


def _counted(text: str) -> dict[LogError, int]:
    found: dict[LogError, int] = {}
    for error in _errors(text):
        found[error] = found.get(error, 0) + 1
    return found


def _errors(text: str) -> Iterator[LogError]:
    lines = [line[:LINE].rstrip() for line in shown(text).split("\n")]
    messages = [_message(lines, at) for at in range(len(lines))]
    place, header = _Place(), ""
    is_told = False  # the stack here is that of the error above it
    for at, line in enumerate(lines):
        heading = _HEADER.match(line)
        header = heading[1] if heading is not None else header
        here, message = _here(lines, at, header), messages[at]
        if message:
            is_told = _has_stack(lines, at)
            yield LogError(message, *_where(lines, messages, at, here, place)[:3])
            place = _Place()
        else:
            is_told = is_told and bool(line) and _BEGIN not in line
            place = place if is_told else _newer(place, here, line)


def _has_stack(lines: list[str], at: int) -> bool:
    """Tell whether the stack of the error in line *at* stands below it."""
    return at + 1 < len(lines) and _BELOW.match(lines[at + 1]) is not None


def _where(
    lines: list[str], messages: list[str], at: int, here: _Place, before: _Place
) -> _Place:
    """Find the place of the error in line *at*: below, in its line, or above."""
    has_stack = _has_stack(lines, at)
    if here.file or (before.file and not has_stack):
        return here if here.file else before
    return _below(lines, messages, at, DEEP if has_stack else AFTER)


def _below(lines: list[str], messages: list[str], at: int, most: int) -> _Place:
    """Find the first place below line *at*; one of the user's own is better."""
    first = _Place()
    for below in range(at + 1, min(len(lines), at + 1 + most)):
        if messages[below]:
            break
        here = _here(lines, below, "")
        if here.file and not here.is_library:
            return here
        first = first if first.file else here
    return first


def _newer(place: _Place, here: _Place, line: str) -> _Place:
    """Give the place that an error below *line* has; one of the user's own stays."""
    if _BEGIN in line:
        return _Place()
    if here.file and (not here.is_library or place.is_library or not place.file):
        return here
    arrow = _ARROW.search(line)
    # Of the frame that is told, the arrow points at the line.
    if arrow is not None and place.file and not place.code:
        code = arrow[2].rstrip(" │")[:CODE].strip()
        return place._replace(line=int(arrow[1]), code=code)
    return place


def _here(lines: list[str], at: int, header: str) -> _Place:
    is_library = _LIBRARY.search(lines[at]) is not None
    return _found(lines, at, header)._replace(is_library=is_library)


def _found(lines: list[str], at: int, header: str) -> _Place:
    line = lines[at]
    found = _PYTHON.search(line)
    if found is not None:
        return _Place(found[1], int(found[2]), _code_below(lines, at))
    row = _ROW.match(line)
    if row is not None and header:
        return _Place(header, int(row[1]))
    found = _CELL.search(line)
    if found is not None:
        return _Place(found[1].replace("In [", "In["), int(found[2]))
    found = _FILE.search(line)
    if found is not None:
        return _Place(found[1], int(found[2] or found[3]))
    found = _OLD.match(line)
    count = found and (found[1] or found[2])
    return _Place(f"In[{count}]" if count else found[3]) if found else _Place()


def _code_below(lines: list[str], at: int) -> str:
    """Give the line of code that Python prints below a frame."""
    code = _GUTTER.sub("", lines[at + 1], count=1) if at + 1 < len(lines) else ""
    is_frame = _PYTHON.search(code) or not lines[at + 1].startswith((" ", "\t"))
    return "" if not code or is_frame else code[:CODE]


def _message(lines: list[str], at: int) -> str:
    line = lines[at]
    bare = _GUTTER.sub("", _STAMP.sub("", line, count=1).strip(), count=1)
    panicked = _PANICKED.match(lines[at - 1]) if at else None
    if panicked is not None:
        return (panicked[1] or bare)[:MESSAGE]
    asserted = _assertion(lines, at)
    if asserted:
        return asserted[:MESSAGE]
    named = (pattern.match(_after_place(bare)) for pattern in _MESSAGES)
    found = next((one for one in named if one is not None), None)
    if found is None:
        others = (pattern.search(bare) for pattern in _FOUND)
        found = next((one for one in others if one is not None), None)
    return found[1].strip()[:MESSAGE] if found is not None else ""


def _assertion(lines: list[str], at: int) -> str:
    """Give what pytest says above `tests/test_x.py:7: AssertionError`."""
    found = _FILE.match(lines[at])
    if found is None:
        return ""
    kind = lines[at][found.end() :].removeprefix(": ").strip()
    first = ""
    for above in range(at - 1, max(-1, at - DEEP), -1):
        told = _ASSERTS.match(lines[above])
        if told is None and lines[above]:
            break
        first = told[1] if told is not None else first
    if not first:
        return ""
    return first if first.startswith(kind) else f"{kind}: {first}"


def _after_place(line: str) -> str:
    """Give what follows `tests/test_x.py:7: `, or the whole line."""
    found = _FILE.match(line)
    return line[found.end() :].lstrip(": ") if found is not None else line
