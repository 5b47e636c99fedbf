"""Commands that name a message by its number, and the list that gives the numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from jupyter_ctx.core.talk.condensed import Condensed
from jupyter_ctx.core.talk.conversation import ROOT, Turn, TurnId
from jupyter_ctx.core.talk.export import title_of
from jupyter_ctx.core.talk.view import Entry, OnInterrupt, entries
from jupyter_ctx.errors import ConversationError

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

WIDTH = 60  # characters of a message in the list

NUMBERED = frozenset(("hide", "unhide", "pin", "unpin", "delete", "regen"))
"""Commands after which a number can only be that of a message, with # or without."""

SEVERAL = ("hide", "unhide", "pin", "unpin")
"""Those of them that take the numbers of several messages."""

LEFT_OUT = "What a compaction left out, %ctx compact --undo sends again."

_NAMED = re.compile(r"#(\d{1,6})(?!\S)\s*")
_NUMBERS = re.compile(r"#?\d{1,6}(?:(?:\s*,\s*|\s+)#?\d{1,6})*")
_WORDS: Mapping[str, str] = {
    "cancelled": "stopped",
    "withheld": "kept here",
    "open": "no reply",
}


def numbered(word: str, rest: str) -> str:
    """Give what stands behind the command *word*, with # before a bare number."""
    rest = rest.strip()
    if word in SEVERAL and _NUMBERS.fullmatch(rest):
        return " ".join(f"#{number}" for number in re.findall(r"\d+", rest))
    return f"#{rest}" if word in NUMBERED and rest.isdecimal() else rest


def is_named(text: str) -> bool:
    """Tell whether *text* begins with the number of a message."""
    return _NAMED.match(text) is not None


def named(session: Session, text: str) -> tuple[Turn, str]:
    """Give the turn that *text* names, the last one without a number, and the rest.

    Raises:
        ConversationError: There is none.

    """
    found = _NAMED.match(text)
    if found is not None:
        turn = session.pruning.turn(int(found[1]))
        return turn, text[found.end() :]
    branch = session.manager.conversation.branch()
    if not branch:
        msg = "There is no message yet. Ask with %%assist first."
        raise ConversationError(msg)
    return branch[-1], text


def commands(
    session: Session, say: Callable[[str], None]
) -> dict[str, Callable[[str], None]]:
    """Give the commands that change what is sent of messages, by their words."""
    pruning = session.pruning
    acts: Mapping[str, tuple[Callable[[TurnId], None], str]] = {
        "hide": (pruning.prune, "is not sent any more; %assist unhide #{} sends it"),
        "unhide": (pruning.unprune, "is sent again"),
        "pin": (pruning.pin, "stays word for word, whatever is summarised"),
        "unpin": (pruning.unpin, "is summarised like others when it is old"),
    }

    def run(word: str, text: str) -> None:
        numbers = numbered(word, text).split()
        if not numbers or not all(map(is_named, numbers)):
            msg = (
                f"Say which message: %assist {word} #N. %ctx conversation lists them "
                "with their numbers."
            )
            raise ConversationError(msg)
        turns = [named(session, number)[0] for number in numbers]
        act, told = acts[word]
        for number, turn in zip(numbers, turns, strict=True):
            if word == "unhide" and not _is_hidden(session, turn):
                say(f"{number} is not hidden. {LEFT_OUT}")
                continue
            act(turn.id)
            say(f"{number} {told.format(number[1:])}.")

    return {word: lambda text, word=word: run(word, text) for word in acts}  # type: ignore[misc]


def _is_hidden(session: Session, turn: Turn) -> bool:
    return turn.id in session.manager.conversation.condensed.pruned


def listed(session: Session) -> str:
    """List the messages of the conversation: number, what is sent of each, words."""
    conversation = session.manager.conversation
    branch = conversation.branch()
    if not branch:
        return "There is no message yet. Ask with %%assist first."
    keep: OnInterrupt = "keep" if session.config.on_interrupt == "keep" else "drop"
    profile = session.profile()
    shown = entries(conversation, on_interrupt=keep, privacy=profile.privacy)
    found = {(one.turn, one.role): one for one in shown}
    lines: list[str] = []
    summary = found.get((ROOT, "user"))
    if summary is not None and summary.status == "sent":
        lines.append(f"     in place of old turns: {title_of(summary.content, WIDTH)}")
    for number, turn in enumerate(branch, 1):
        marks = _marks(conversation.condensed, turn.id)
        user, reply = (found.get((turn.id, role)) for role in ("user", "assistant"))
        lines.append(f"{f'#{number}':>4} {_line(user, turn.prompt, marks)}")
        if reply is not None:
            text = turn.reply.failure or reply.content if turn.reply else ""
            lines.append(f"     {_line(reply, text, marks)}")
    lines += session.manager.compaction.due(profile)
    return "\n".join(lines)


def _marks(condensed: Condensed, turn: TurnId) -> tuple[str, str]:
    """Give what "pruned" is called for *turn*, and what stands behind its status."""
    return (
        "hidden" if turn in condensed.pruned else "left out",
        ", pinned" if turn in condensed.pinned else "",
    )


def _line(entry: Entry | None, text: str, marks: tuple[str, str]) -> str:
    pruned, pinned = marks
    status = "cut" if entry is None else entry.status
    word = pruned if status == "pruned" else _WORDS.get(status, status)
    told = f"[{word}{pinned}]"
    return f"{told:<12} {title_of(text, WIDTH) if text.strip() else ''}".rstrip()
