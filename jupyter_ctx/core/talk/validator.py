"""The validator: what a provider would refuse in a payload is named, and repaired.

It is asked before every request, and for whatever is loaded or imported, so that no
saved conversation can make every later request fail. Whatever it is given, nothing
is raised; what is valid is not changed by a byte, for the provider's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from jupyter_ctx.core.pictures.picture import Attached
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.errors import ConversationError

MIMES = frozenset(("image/png", "image/jpeg", "image/gif", "image/webp"))
LONGEST = 8_000  # pixels of a side; more is refused by the strictest provider


def valid(
    payload: tuple[Message, ...], mask: Callable[[str], str] = str
) -> tuple[Message, ...]:
    """Check *payload* once more before it leaves; heal what can be healed.

    *mask* hides secrets, wherever a text came from.

    Raises:
        ConversationError: It asks nothing.

    """
    if not faults(payload):
        return masked(payload, mask)
    is_led = bool(payload) and payload[0].role == "system"
    head = payload[:1] if is_led and not _is_empty(payload[0]) else ()
    healed = (*map(_sound, head), *heal(payload[len(head) :]))
    left = faults(healed)
    if left:
        msg = f"The question cannot be sent: {'; '.join(left)}. Ask a question."
        raise ConversationError(msg)
    return masked(healed, mask)


def masked(
    payload: tuple[Message, ...], mask: Callable[[str], str]
) -> tuple[Message, ...]:
    """Give *payload* with the secrets in it hidden; the same one where none is."""
    texts = [mask(one.content) for one in payload]
    if all(one.content == text for one, text in zip(payload, texts, strict=True)):
        return payload
    return tuple(
        one if one.content == text else replace(one, content=text)
        for one, text in zip(payload, texts, strict=True)
    )


def heal(history: Iterable[Message]) -> tuple[Message, ...]:
    """Give *history* as every provider takes it.

    Empty messages and stray rules are dropped, neighbours of one role joined by an
    empty line, and what stands before the first message of the user is left out.
    Text that is no valid UTF-8 (lone surrogates) is replaced; pictures that no model
    takes are left out.
    """
    healed: list[Message] = []
    for given in history:
        message = _sound(given)
        if _is_empty(message) or message.role == "system":
            continue
        if not healed and message.role == "assistant":
            continue
        if healed and healed[-1].role == message.role:
            message = _joined(healed.pop(), message)
        healed.append(message)
    return tuple(healed)


def faults(payload: Sequence[Message]) -> tuple[str, ...]:
    """Name what a provider would refuse in *payload*; empty means it is valid."""
    found = [fault for n, message in enumerate(payload) for fault in _own(n, message)]
    turns = [m for m in payload if m.role != "system"]
    if any(m.role == "system" for m in payload[1:]):
        found.append("a system message is not the first one")
    if not turns or turns[0].role != "user":
        found.append("it does not start with the user")
    if not turns or turns[-1].role != "user":
        found.append("it does not end with the user")
    pairs = pairwise(turns)
    found += [f"two {a.role} messages in a row" for a, b in pairs if a.role == b.role]
    return tuple(found)


def _own(number: int, message: Message) -> list[str]:
    """Name what is wrong with one message, whatever stands around it."""
    found = [f"message {number} is empty"] if _is_empty(message) else []
    if sendable(message.content) != message.content:
        found.append(f"message {number} is no valid UTF-8")
    if _pictures(message) != message.pictures:
        found.append(f"message {number} has a picture that no model takes")
    return found


def _sound(message: Message) -> Message:
    content, pictures = sendable(message.content), _pictures(message)
    if content == message.content and pictures == message.pictures:
        return message
    return replace(message, content=content, pictures=pictures)


def _joined(before: Message, message: Message) -> Message:
    content = f"{before.content}\n\n{message.content}"
    return Message(before.role, content, (*before.pictures, *message.pictures))


def _pictures(message: Message) -> tuple[Attached, ...]:
    """Give the pictures that may go: those of the user, of a type and size to send."""
    if not message.pictures or message.role != "user":
        return ()
    if all(map(_is_sound, message.pictures)):
        return message.pictures
    return tuple(filter(_is_sound, message.pictures))


def _is_sound(picture: Attached) -> bool:
    sides = (picture.width, picture.height)
    return picture.mime in MIMES and min(sides) > 0 and max(sides) <= LONGEST


def _is_empty(message: Message) -> bool:
    return not message.content.strip()
