"""A change of a text as the lines that differ, so that nothing else is stored."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence

from jupyter_ctx.core.secrets.unmask import unmasked
from jupyter_ctx.core.talk.events import Splice

PAIRS = 1_000_000  # of lines that may be compared with each other


def splices(old: str, new: str) -> tuple[Splice, ...]:
    """Give what makes *new* of *old*, in a time that grows with their length.

    Of texts that differ in many lines the whole middle is one change.
    """
    before, after = old.split("\n"), new.split("\n")
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    middle = before[start : len(before) - end], after[start : len(after) - end]
    return tuple(
        Splice(
            start + first, start + last, "\n".join(middle[1][at:to]), is_gone=at == to
        )
        for first, last, at, to in _runs(*middle)
    )


_Run = tuple[int, int, int, int]


def _runs(before: Sequence[str], after: Sequence[str]) -> Iterator[_Run]:
    """Give which lines of *before* become which of *after*."""
    if len(before) == len(after):
        yield from _line_by_line(before, after)
    elif len(before) * len(after) > PAIRS:
        yield 0, len(before), 0, len(after)
    else:
        matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
        for tag, first, last, at, to in matcher.get_opcodes():
            if tag != "equal":
                yield first, last, at, to


def _line_by_line(before: Sequence[str], after: Sequence[str]) -> Iterator[_Run]:
    start = None
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        if one != other and start is None:
            start = number
        elif one == other and start is not None:
            yield start, number, start, number
            start = None
    if start is not None:
        yield start, len(before), start, len(after)


def _common(before: Sequence[str], after: Sequence[str]) -> int:
    """Count the lines that both begin with."""
    pairs = zip(before, after, strict=False)
    same = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
    return min(len(before), len(after)) if same is None else same


def diff_of(old: str, edits: Iterable[Splice], name: str) -> str:
    """Give *edits* of *old* as a unified diff with one line around each."""
    lines = old.split("\n")
    told = [f"--- {name}", f"+++ {name}"]
    moved = 0
    for edit in edits:
        new = [] if edit.is_gone else edit.text.split("\n")
        first, last = max(0, edit.first - 1), min(len(lines), edit.last + 1)
        size = last - first - (edit.last - edit.first) + len(new)
        told.append(f"@@ -{first + 1},{last - first} +{first + 1 + moved},{size} @@")
        told += [f" {line}" for line in lines[first : edit.first]]
        told += [f"-{line}" for line in lines[edit.first : edit.last]]
        told += [f"+{line}" for line in new]
        told += [f" {line}" for line in lines[edit.last : last]]
        moved += len(new) - (edit.last - edit.first)
    return "\n".join(told)


def spliced(
    lines: Sequence[str], edits: Iterable[Splice], masked: Sequence[str], end: str = ""
) -> list[str] | None:
    """Give *lines* with *edits* made; *end* stands at the end of each new line.

    *masked* are the lines as they were shown: secrets that an edit has masked are put
    back from them. None where it is not clear what a mask stands for.
    """
    made: list[str] = []
    at = 0
    bare = [line.removesuffix("\r") for line in lines]
    pairs = list(zip(masked, bare, strict=False))
    for edit in edits:
        made += lines[at : edit.first]
        at = edit.last
        if at >= len(lines) and made and edit.first >= len(lines):
            made[-1] += end  # the last line of the text had none
        if edit.is_gone:
            continue
        near = [("\n".join(masked[edit.first : at]), "\n".join(bare[edit.first : at]))]
        text = unmasked(edit.text, near)
        text = unmasked(edit.text, pairs) if text is None else text
        if text is None:
            return None
        made += [line + end for line in text.split("\n")]
    if at >= len(lines) and end and made:  # the last line has none
        made[-1] = made[-1].removesuffix(end)
    return [*made, *lines[at:]]


def expected(text: str, edits: Sequence[Splice]) -> str:
    """Give what *edits* make of *text*, both masked; itself where they do not fit."""
    lines = text.split("\n")
    if any(edit.last > len(lines) for edit in edits):
        return text
    made = spliced(lines, edits, lines)
    return "\n".join(made) if made is not None else text
