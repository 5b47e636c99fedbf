"""A change of a text as the lines that differ, so that nothing else is stored."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from jupyter_ctx.core.events import Splice
from jupyter_ctx.core.unmask import unmasked


def splices(old: str, new: str) -> tuple[Splice, ...]:
    """Give what makes *new* of *old*."""
    before, after = old.split("\n"), new.split("\n")
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        Splice(first, last, "\n".join(after[start:end]), is_gone=start == end)
        for tag, first, last, start, end in matcher.get_opcodes()
        if tag != "equal"
    )


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
