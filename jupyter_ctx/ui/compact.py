"""`%ctx compact`: condense older turns now, see before what would be kept, undo it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from IPython.display import display

from jupyter_ctx.core.engine.treemap import treemap
from jupyter_ctx.core.talk.conversation import Conversation
from jupyter_ctx.core.talk.view import reply_text
from jupyter_ctx.errors import ConversationError

if TYPE_CHECKING:
    from jupyter_ctx.manager.compaction import Preview
    from jupyter_ctx.ui.session import Session

USAGE = (
    "%ctx compact [--preview] [--keep TEXT] [--picture]\n"
    "                 condense older turns now; TEXT stays word for word\n"
    "%ctx compact --undo   send them again as they were\n"
    "%ctx show turn:N a message as it was, whatever is condensed"
)


class CompactCommand:
    """Runs it; each refusal is a `CtxError` with its sentence."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def run(self, words: list[str]) -> None:
        """Run `%ctx compact` with *words*.

        Raises:
            ConversationError: The words are not understood, or nothing can be done.

        """
        flags, keep = _read(words)
        compaction = self._session.manager.compaction
        if "--undo" in flags:
            gone = compaction.undo()
            _say(f"Undone: the older turns are sent {compaction.undone(gone)}.")
            return
        occasion = self._session.occasion(keep, door="preview")
        act = compaction.preview if "--preview" in flags else compaction.compact
        made = act(occasion, keep)
        _say(as_text(made, is_preview="--preview" in flags))
        if "--picture" in flags:
            picture = {"image/svg+xml": treemap(made.items, made.room)}
            display(picture, raw=True)  # type: ignore[no-untyped-call]


def as_text(made: Preview, *, is_preview: bool) -> str:
    """Tell what is kept, as what, and what became of the rest."""
    event = made.event
    lines = [event.text or "(nothing is told of what is left out)"]
    if made.kept:
        lines += ["--- word for word ---", *made.kept]
    if made.dropped:
        lines += ["--- left out, since it was never said ---", *made.dropped]
    if made.failure:
        lines.append(f"No summary was made: {made.failure}")
    lines.append(bar(made))
    if is_preview:
        turns = "1 turn" if made.turns == 1 else f"{made.turns:,} turns"
        lines.append(
            f"This is a preview, nothing is changed: {turns}, {event.before:,} tokens, "
            f"would become {event.after:,}. %ctx compact does it."
        )
    else:
        lines += event.notices[:1]
    return "\n".join(lines)


def whole(conversation: Conversation, place: int) -> str:
    """Give the message at *place* of the branch, from 1, with its reply, as it was.

    Raises:
        ConversationError: There is no such message.

    """
    branch = conversation.branch()
    if not 1 <= place <= len(branch):
        msg = f"There are {len(branch)} messages; %ctx conversation lists them."
        raise ConversationError(msg)
    turn = branch[place - 1]
    reply = reply_text(turn.reply) if turn.reply is not None else "(no reply yet)"
    return f"--- user ---\n{turn.prompt}\n--- assistant ---\n{reply}"


def bar(made: Preview, width: int = 60) -> str:
    """Draw what of the turns' room is history, word for word, and free, as one line."""
    history = sum(item.tokens for item in made.items if item.kind == "history")
    turns = sum(item.tokens for item in made.items if item.kind == "turn")
    room = max(made.room, history + turns, 1)
    first, second = (round(width * part / room) for part in (history, turns))
    drawn = "#" * first + "=" * second + "." * (width - first - second)
    free = room - history - turns
    return (
        f"[{drawn}] # history {history:,}, = word for word {turns:,}, . free {free:,} "
        f"of {room:,} tokens"
    )


def _read(words: list[str]) -> tuple[set[str], str]:
    """Read the flags, and what is to be kept: all words up to the next flag."""
    flags: set[str] = set()
    keep: list[str] = []
    is_kept = False
    for word in words:
        if word == "--keep":
            is_kept = True
        elif word in ("--preview", "--undo", "--picture"):
            flags.add(word)
            is_kept = False
        elif is_kept:
            keep.append(word)
        else:
            msg = f"{word} is not understood. Write:\n{USAGE}"
            raise ConversationError(msg)
    if is_kept and not keep:
        msg = "--keep needs a text: what shall be kept word for word."
        raise ConversationError(msg)
    return flags, " ".join(keep)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
