"""The prompt as it is sent: whole, but for logs that were pasted into it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from jupyter_ctx.code.paste import Pasted, reduce_pastes, shorten
from jupyter_ctx.core.engine.piece import Item
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable

REMEMBERED = 20_000  # characters of a message that is read once
SHARE = 0.8  # of the room that a question with a log may take
WHOLE = "always sent, word for word"
ALL = "put them between ```text and ``` to send them all"


class Prompt(msgspec.Struct, frozen=True):
    """What of a prompt is sent; *why* is told beside it, *notices* below the reply."""

    text: str
    why: str = WHOLE
    left_out: tuple[Item, ...] = ()
    notices: tuple[str, ...] = ()


def prompt_of(written: str, counter: Counter, most: int) -> Prompt:
    """Reduce the logs in what the user has *written* to their errors, and say so.

    Of a log without errors head and tail are sent where all of it, more than its
    share of *most* tokens, would leave no room.
    """
    written = sendable(written)
    sent = reduce_pastes(written)
    if counter.count(sent.text) > SHARE * most:
        short = shorten(sent.text)
        if short.lines:
            return _cut(written, short, counter)
    if sent.states and not sent.lines:
        return _cut(written, sent, counter)
    if not sent.lines:
        return Prompt(written)
    gone = _gone(written, sent, counter, f"pasted lines; {ALL}")
    reduced = _reduced(sent)
    why = f"your words as written; {reduced}"
    notice = f"{reduced[:1].upper()}{reduced[1:]}; {ALL}."
    return Prompt(sent.text, why, (gone,), (notice,))


def _cut(written: str, sent: Pasted, counter: Counter) -> Prompt:
    """Say what of a log or a progress bar was left out, and why."""
    what = (
        f"{sent.lines:,} pasted lines, from the middle of a log, did not fit"
        if sent.lines
        else f"{sent.states:,} overwritten states of a progress bar were left out"
    )
    gone = _gone(written, sent, counter, what)
    notice = f"{what}; paste the part that matters if it is among them."
    return Prompt(sent.text, f"your words as written; {what}", (gone,), (notice,))


def _gone(written: str, sent: Pasted, counter: Counter, why: str) -> Item:
    """Give what of the question is not sent, as a row of what is left out."""
    return Item(
        id="question:pasted",
        kind="question",
        source="prompt",
        fidelity="NONE",
        tokens=max(0, counter.count(written) - counter.count(sent.text)),
        why=why,
    )


def reduced(history: Iterable[Message]) -> tuple[Message, ...]:
    """Give *history* with the prompts as they were sent."""
    return tuple(map(_as_sent, history))


def _as_sent(one: Message) -> Message:
    text = sendable(one.content)
    if one.role == "user":
        read = _remembered if len(text) <= REMEMBERED else reduce_pastes
        return Message(one.role, read(text).text)
    return msgspec.structs.replace(one, content=text)


@lru_cache(maxsize=512)
def _remembered(text: str) -> Pasted:
    """Reduce what is sent again with each request."""
    return reduce_pastes(text)


def _reduced(sent: Pasted) -> str:
    errors = "1 error" if sent.errors == 1 else f"{sent.errors} errors"
    return f"{sent.lines:,} pasted lines are reduced to {errors}"
