"""What the user wrote, copied from the log: newest first while there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.engine.prompt import reduced
from jupyter_ctx.core.talk.message import Message

WHOLE = 0.7  # of the room, for messages word for word
LINE = 80  # characters of a message in one line

Count = Callable[[str], int]


def one_line(text: str, most: int = LINE) -> str:
    """Give the beginning of *text* in one line of at most *most* characters."""
    line = " ".join(text[: 8 * most].split())
    return line if len(line) <= most and len(text) <= 8 * most else f"{line[:most]}…"


def words_of(turns: Sequence[Old], room: int, count: Count) -> str:
    """Tell the messages of the user in *turns* in at most *room* tokens.

    The newest stand word for word, older ones in one line each, the oldest are
    counted. Empty where there is no room even for that.
    """
    said = [one for one in turns if one.user.strip()]
    left, lines = room, list[str]()
    whole = int(room * WHOLE)
    is_whole, places = True, list(reversed(said))
    for index, one in enumerate(places):
        place, text = one.place, _sent(one)
        full = f"- [{place}] {text}"
        is_whole = is_whole and room - left + count(full) <= whole
        line = full if is_whole else f"- [{place}] {one_line(text)}"
        spent = count(line) + 1
        if spent > left - (_rest_cost(count) if index + 1 < len(places) else 0):
            lines.append(_rest(len(places) - index))
            break
        lines.append(line)
        left -= spent
    told = "\n".join(reversed(lines))
    return told if count(told) <= room else ""


def _sent(one: Old) -> str:
    """Give the words as they were sent: with pasted logs reduced."""
    message = next(iter(reduced([Message("user", one.user)])))
    return message.content.strip()


def _rest(number: int) -> str:
    return "- (1 older message)" if number == 1 else f"- ({number:,} older messages)"


def _rest_cost(count: Count) -> int:
    return count(_rest(1_000_000)) + 1
