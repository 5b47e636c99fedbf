"""Messages as plain data and back; what cannot be read becomes a sentence."""

from __future__ import annotations

from typing import Any

import msgspec

from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.errors import ProtocolError
from jupyter_ctx.protocol.messages import AnyEvent, AnyRequest, Event, Request


def read_request(data: object) -> Request:
    """Read the data of a comm message.

    Raises:
        ProtocolError: It is no request of this version.

    """
    try:
        request: Request = msgspec.convert(data, AnyRequest)
    except msgspec.ValidationError as error:
        raise ProtocolError(str(error), request=_id(data)) from error
    return request


def read_event(data: object) -> Event:
    """Read an event, as a page would.

    Raises:
        ProtocolError: It is no event of this version.

    """
    try:
        event: Event = msgspec.convert(data, AnyEvent)
    except msgspec.ValidationError as error:
        raise ProtocolError(str(error)) from error
    return event


def plain(message: Request | Event) -> dict[str, Any]:
    """Give *message* as data that a comm can carry."""
    data: dict[str, Any] = msgspec.to_builtins(message)
    try:
        msgspec.json.encode(data)
    except UnicodeEncodeError:
        # A lone surrogate, of a file name perhaps: the comm would refuse all of it.
        cleaned: dict[str, Any] = _sendable(data)
        return cleaned
    return data


def _sendable(data: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(data, dict):
        return {_sendable(key): _sendable(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_sendable(one) for one in data]
    return sendable(data) if isinstance(data, str) else data


def _id(data: object) -> str:
    found = data.get("id", "") if isinstance(data, dict) else ""
    return found if isinstance(found, str) else ""
