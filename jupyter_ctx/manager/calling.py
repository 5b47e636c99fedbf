"""One call of a model: its deltas reach the ticket, its end is the reply."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from jupyter_ctx.core import choices
from jupyter_ctx.core.choice import Choice
from jupyter_ctx.core.conversation import TurnId
from jupyter_ctx.core.events import Replied
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import Finish, ModelCall
from jupyter_ctx.manager.services import Services
from jupyter_ctx.manager.ticket import Ticket

CONTINUE = Choice(
    id="continue",
    label="Continue",
    value="Continue exactly where you stopped.",
    variant="primary",
)


class Calls:
    """Streams calls for tickets; works on the assist thread."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def stream(
        self, ticket: Ticket, call: ModelCall, notify: Callable[[TurnId], None]
    ) -> Replied:
        """Stream *call*; a failure becomes a reply, whatever was said before stays.

        Raises:
            ModelError: The request is too long, and nothing was answered yet.

        """
        if ticket.is_closed:
            return replied(ticket, status="cancelled")
        ticket.activity = "starting"
        notify(ticket.turn)
        stream = self._services.gateway.stream(call)
        ticket.attach(stream)
        try:
            for delta in stream:
                if not ticket.add(delta):
                    break
                notify(ticket.turn)
        except ModelError as error:
            if error.kind == "overflow" and not ticket.text:
                raise
            return replied(
                ticket,
                text=choices.visible(ticket.text),
                status="failed",
                failure=str(error),
            )
        finish = stream.finish or Finish("cancelled")
        ticket.cached = finish.usage.cached_tokens or 0
        if not call.tools and not call.pictures:
            # These are counted apart; their share of the report is unknown.
            reported = finish.usage.prompt_tokens
            self._services.learn(call.profile, call.messages, reported)
        return _finished(ticket, finish)


def _finished(ticket: Ticket, finish: Finish) -> Replied:
    text = ticket.text
    if finish.reason == "length":
        visible = choices.visible(text)
        return replied(ticket, text=visible, status="length", choices=(CONTINUE,))
    if finish.reason == "cancelled":
        return replied(ticket, text=choices.visible(text), status="cancelled")
    read = choices.read(text)
    offer = read.offer
    for call in finish.tool_calls:
        if call.name == choices.TOOL and not offer.choices:
            offer = choices.read_call(call.arguments)
    return replied(
        ticket, text=read.text, question=offer.question, choices=offer.choices
    )


def note(ticket: Ticket, notice: str) -> None:
    """Tell the reader of the reply *notice*, once."""
    if notice not in ticket.notices:
        ticket.notices.append(notice)


def replied(ticket: Ticket, text: str = "", **fields: object) -> Replied:
    """Give the event that ends *ticket*."""
    event = Replied(
        turn=ticket.turn,
        reply=ticket.reply,
        text=text,
        model=ticket.occasion.profile.model,
        tokens=ticket.tokens,
        budget=ticket.budget,
        cached=ticket.cached,
        notices=tuple(ticket.notices),
    )
    return msgspec.structs.replace(event, **fields)
