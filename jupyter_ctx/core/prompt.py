"""The prompt as it is sent: whole, but for logs that were pasted into it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from jupyter_ctx.code.paste import Pasted, reduce_pastes
from jupyter_ctx.core.message import Message
from jupyter_ctx.core.piece import Item
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import sendable

WHOLE = "always sent, word for word"
ALL = "put them between ```text and ``` to send them all"


class Prompt(msgspec.Struct, frozen=True):
    """What of a prompt is sent; *why* is told beside it, *notices* below the reply."""

    text: str
    why: str = WHOLE
    left_out: tuple[Item, ...] = ()
    notices: tuple[str, ...] = ()


def prompt_of(written: str, counter: Counter) -> Prompt:
    """Reduce the logs in what the user has *written* to their errors, and say so."""
    sent = reduce_pastes(written)
    if not sent.lines:
        return Prompt(written)
    gone = Item(
        id="question:pasted",
        kind="question",
        source="prompt",
        fidelity="NONE",
        tokens=max(0, counter.count(written) - counter.count(sent.text)),
        why=f"pasted lines; {ALL}",
    )
    reduced = _reduced(sent)
    why = f"your words as written; {reduced}"
    notice = f"{reduced[:1].upper()}{reduced[1:]}; {ALL}."
    return Prompt(sent.text, why, (gone,), (notice,))


def reduced(history: Iterable[Message]) -> tuple[Message, ...]:
    """Give *history* with the prompts as they were sent."""
    return tuple(map(_as_sent, history))


def _as_sent(one: Message) -> Message:
    text = sendable(one.content)
    if one.role == "user":
        return Message(one.role, reduce_pastes(text).text)
    return msgspec.structs.replace(one, content=text)


def _reduced(sent: Pasted) -> str:
    errors = "1 error" if sent.errors == 1 else f"{sent.errors} errors"
    return f"{sent.lines:,} pasted lines are reduced to {errors}"
