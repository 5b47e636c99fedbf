"""The task in a memory file: what is done, what is next, as sections of its text.

Whatever else stands in the file is the user's, and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

HEADINGS = (
    "Task",
    "Done",
    "In progress",
    "Constraints and decisions",
    "Next start",
)
TASK, DONE, DOING, RULES, NEXT = range(5)
LINE = 160  # characters of a message that become a line
ASKED = "- Asked: "
NOTES = 10  # of what was asked, the newest
MOST = 30  # lines of a section; of what is done the oldest go

_HEADING = re.compile(r"^#{1,3}[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_MARK = re.compile(r"^\s*[-*]\s+(?:\[[ xX]\]\s+)?")


class Progress(msgspec.Struct, frozen=True):
    """How far the work came: titles of what is *done*, *doing* and *waiting*.

    Of what was *asked* nobody knows what came of it.
    """

    task: str = ""
    done: tuple[str, ...] = ()
    doing: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


def sections(text: str) -> tuple[str, ...]:
    """Give the body of each of the `HEADINGS` in *text*, empty where it is missing."""
    found = dict.fromkeys(HEADINGS, "")
    for heading, start, end in _spans(text):
        if heading and not found[heading]:
            found[heading] = text[start:end].strip()
    return tuple(found.values())


def _spans(text: str) -> list[tuple[str, int, int]]:
    """Give each heading of ours with the span of its body; others are empty."""
    heads = list(_HEADING.finditer(text))
    ends = [one.start() for one in heads[1:]] + [len(text)]
    known = {name.lower(): name for name in HEADINGS}
    return [
        (known.get(one[1].strip().lower(), ""), one.end(), end)
        for one, end in zip(heads, ends, strict=False)
    ]


def merged(text: str, bodies: Sequence[str]) -> str:
    """Put *bodies* below their headings in *text*; what is not there is added."""
    made, last, placed = [], 0, set()
    for heading, start, end in _spans(text):
        if heading and heading not in placed:
            placed.add(heading)
            body = bodies[HEADINGS.index(heading)].strip()
            made += [text[last:start], f"\n{body}\n\n" if body else "\n\n"]
            last = end
    made.append(text[last:])
    whole = "".join(made).rstrip()
    for heading, body in zip(HEADINGS, bodies, strict=True):
        if heading not in placed:
            whole = f"{whole}\n\n## {heading}\n{body.strip()}".rstrip()
    return f"{whole.strip()}\n"


def updated(text: str, progress: Progress) -> str:
    """Bring the sections of *text* up to *progress*: ticks, lines, the next start."""
    old = sections(text)
    done = _lines(old[DONE], progress.done, "- [x] ")[-MOST:]
    doing = [
        line
        for line in _lines(old[DOING], progress.doing, "- [ ] ")
        if _bare(line) not in {_bare(one) for one in done}
    ]
    ended = {_bare(f"{ASKED}{_bare(line)}") for line in done}
    doing = [line for line in doing if _bare(line) not in ended]
    notes = [one for one in doing if one.startswith(ASKED)]
    notes = _lines("\n".join(notes), progress.asked, ASKED)[-NOTES:]
    doing = [one for one in doing if not one.startswith(ASKED)][: MOST - len(notes)]
    start = [f"- {one_line(one)}" for one in progress.waiting[:1] or progress.doing[:1]]
    bodies = list(old)
    bodies[TASK] = old[TASK] or one_line(progress.task)
    bodies[DONE] = "\n".join(done)
    bodies[DOING] = "\n".join([*doing, *notes])
    bodies[RULES] = "\n".join(_lines(old[RULES], progress.rules, "- "))
    bodies[NEXT] = "\n".join(start) or old[NEXT]
    return merged(text, bodies)


def _lines(old: str, new: Iterable[str], mark: str) -> list[str]:
    """Give the old lines and those of *new* that they do not have."""
    lines = [line for line in old.split("\n") if line.strip()]
    known = {_bare(line) for line in lines}
    for one in new:
        line = f"{mark}{one_line(one)}"
        if _bare(line) not in known:
            known.add(_bare(line))
            lines.append(line)
    return lines


def _bare(line: str) -> str:
    return _MARK.sub("", line).strip().casefold()


def one_line(text: str) -> str:
    """Give *text* as one line of at most `LINE` characters."""
    line = " ".join(text.split())
    return line if len(line) <= LINE else f"{line[: LINE - 4].rstrip()} ..."
