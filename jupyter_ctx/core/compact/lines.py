"""Old turns without a model: words and a line of the reply, one line, or a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.compact.words import one_line

OUTLINED = 0.5  # of the room, for the newest turns in two lines each
WORDS, REPLY, SHORT = 240, 120, 90  # characters of words, of a reply, of one line

Count = Callable[[str], int]


def lines_of(turns: Sequence[Old], room: int, count: Count) -> str:
    """Tell *turns* in at most *room* tokens; there is always a form that fits.

    The newest have two lines, the user's words and what was answered; older ones one;
    the oldest are counted. Without room for a number nothing is told.
    """
    said = [one for one in turns if one.user.strip() or one.reply.strip()]
    floor = count(_rest(len(said))) + 1
    found: list[str] = []
    spent = 0
    for index, turn in enumerate(reversed(said)):
        text, cost = _rung(turn, spent, room, count)
        is_last = index + 1 == len(said)
        if not text or spent + cost + (0 if is_last else floor) > room:
            found.append(_rest(len(said) - index))
            break
        found.append(text)
        spent += cost
    told = "\n".join(reversed(found))
    while count(told) > room and len(found) > 1:
        found = [*found[:-2], _rest(len(said) - len(found) + 2)]
        told = "\n".join(reversed(found))
    return told if count(told) <= room else ""


def _rung(turn: Old, spent: int, room: int, count: Count) -> tuple[str, int]:
    """Give *turn* in two lines, or in one beyond their part of the room."""
    outline = _outline(turn)
    cost = count(outline) + 1
    if spent + cost <= room * OUTLINED:
        return outline, cost
    line = f"- [{turn.place}] user: {one_line(turn.user or turn.reply, SHORT)}"
    return line, count(line) + 1


def _outline(turn: Old) -> str:
    lines = [f"- [{turn.place}] user: {one_line(turn.user, WORDS)}"]
    if turn.reply.strip():
        lines.append(f"  assistant: {one_line(turn.reply, REPLY)}")
    return "\n".join(lines)


def _rest(number: int) -> str:
    return "- (1 older exchange)" if number == 1 else f"- ({number:,} older exchanges)"
