"""The history block: parts of summaries, the user's words and lines, within a share.

Parts are never condensed again by a model: what does not fit is left out by line,
the oldest first, and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from jupyter_ctx.core.compact.forms import Form, Section
from jupyter_ctx.core.compact.lines import lines_of
from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.compact.words import one_line, words_of
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.talk.events import Part
from jupyter_ctx.core.utf8 import sendable

WORDS = 0.35  # of the room, for the messages of the user
UNTOLD = 0.3  # of the room, for turns that no part tells
STEP, TRIES = 0.8, 14  # how the shares shrink until the whole fits
KEEP_SHARE = 0.5  # of the room at most, for what the user wants kept
REMEMBERED = 4_096  # sections of parts whose lines are kept: those of 450 parts
LEFT_OUT = 10  # tokens of the line that counts what is left out
KEPT = "To be kept, in the user's words:"

Count = Callable[[str], int]


def merged(  # noqa: PLR0913 - each is a fact of the text, given by name
    form: Form,
    parts: Sequence[Part],
    turns: Sequence[Old],
    *,
    room: int,
    count: Count,
    keep: str = "",
    section_most: int = 0,
) -> str:
    """Tell *turns* by what *parts* say of them, in at most *room* tokens.

    Turns of no part are told in lines. Empty where that does not fit: then lines of
    all turns do. With *section_most* no section is longer than that.
    """
    told = {end for part in parts for end in part.turns}
    untold = [one for one in turns if one.end not in told]
    share = 1.0
    for _ in range(TRIES):
        size = int(room * share)
        rest = lines_of(untold, int(size * UNTOLD), count) if untold else ""
        words = words_of(turns, int(size * WORDS), count)
        left = size - count(rest) - count(words)
        bodies = _bodies(form, parts, words, max(0, left), count, section_most)
        content = [_kept(keep, room, count), *bodies, rest]
        text = history("\n".join(part for part in content if part), turns)
        if count(text) <= room:
            return text
        share *= STEP
    return ""


def lined(turns: Sequence[Old], *, room: int, count: Count, keep: str = "") -> str:
    """Tell *turns* without a model in at most *room* tokens; empty only without room.

    What is to be kept is told as long as it leaves half of the room.
    """
    kept = _kept(keep, room, count)
    frame = count(history(kept or ".", turns))
    share = 1.0
    for _ in range(TRIES):
        lines = lines_of(turns, int((room - frame) * share), count)
        text = history("\n".join(part for part in (kept, lines) if part), turns)
        if (kept or lines) and count(text) <= room:
            return text
        share *= STEP
    return ""


def history(content: str, turns: Sequence[Old]) -> str:
    """Wrap *content* about *turns* as what happened before."""
    places = f"{turns[0].place}-{turns[-1].place}" if turns else "0"
    return block("history", escape(sendable(content)), turns=places).rstrip("\n")


def _kept(keep: str, room: int, count: Count) -> str:
    if not keep.strip():
        return ""
    text = f"{KEPT}\n{keep.strip()}"
    return text if count(text) <= room * KEEP_SHARE else one_line(text, room)


def _bodies(  # noqa: PLR0913, PLR0917 - the shares of one text
    form: Form,
    parts: Sequence[Part],
    words: str,
    room: int,
    count: Count,
    most: int,
) -> list[str]:
    """Give each section with its title; what one leaves is for those that follow."""
    found: list[str] = []
    written = [one for one in form.sections if not one.is_copied]
    left, still = room, len(written)
    for place, section in enumerate(form.sections):
        if section.is_copied:
            found.append(_titled(section, words))
            continue
        share = min(left // max(1, still), most or left)
        body = _section(section, place, parts, share, count)
        found.append(body)
        left -= count(body)
        still -= 1
    return [body for body in found if body]


def _titled(section: Section, body: str) -> str:
    return f"## {section.title}\n{body}" if body else ""


@lru_cache(maxsize=REMEMBERED)
def _lines(section: str) -> tuple[str, ...]:
    """Give the lines that tell something; each later text has those of all parts."""
    return tuple([line for line in section.split("\n") if line.strip()])


def _section(
    section: Section, place: int, parts: Sequence[Part], room: int, count: Count
) -> str:
    """Give the newest lines of a section that fit *room*, in their order."""
    told = parts[-1:] if section.is_newest else parts
    lines = [
        line
        for part in told
        if place < len(part.sections)
        for line in _lines(part.sections[place])
    ]
    lines = list(dict.fromkeys(lines))
    first = lines[:1] if section.is_first and len(lines) > 1 else []
    lines = lines[len(first) :]
    kept: list[str] = []
    spent = count(_titled(section, "\n".join([*first, "-"]))) + LEFT_OUT
    for line in reversed(lines):
        cost = count(line) + 1
        if spent + cost > room:
            break
        kept.append(line)
        spent += cost
    gone = len(lines) - len(kept)
    if gone and kept:
        older = "1 older line" if gone == 1 else f"{gone:,} older lines"
        kept.append(f"- ({older} left out)")
    return _titled(section, "\n".join([*first, *reversed(kept)])) if kept else ""
