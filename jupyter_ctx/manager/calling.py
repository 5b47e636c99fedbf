"""One call of a model: its deltas reach the ticket, its end is the reply."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from jupyter_ctx.core.engine.payload import tools_cost
from jupyter_ctx.core.talk import choices
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.events import Replied
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import Finish, ModelCall, Reason, Usage
from jupyter_ctx.manager.services import Services
from jupyter_ctx.manager.ticket import Ticket

CONTINUE = Choice(
    id="continue",
    label="Continue",
    value="Continue exactly where you stopped.",
    variant="primary",
)

NOTHING = "The model gave no answer. Ask again, or in other words."
UNSAID = "The server did not say whether the answer is complete; it may be cut."

_CUT: dict[Reason, tuple[str, str]] = {
    "content_filter": (
        "content",
        "The provider cut the answer by a rule on content. Reword the question.",
    ),
    "unfinished": (
        "connect",
        "The connection broke in the middle of the answer. Continue, or ask again.",
    ),
}


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
        spent, started = ticket.spent, self._services.clock()
        # Of a stopped call nothing is known but that it was made.
        ticket.spent = spent.plus(Usage().spent())
        try:
            stream = self._services.gateway.stream(call)
        except Exception:
            ticket.spent = spent  # no key, say: nothing was sent
            raise
        ticket.attach(stream)
        try:
            for delta in stream:
                if not ticket.add(delta):
                    break
                notify(ticket.turn)
        except ModelError as error:
            self._learn(call, error.asked)
            if not ticket.text:
                ticket.spent = spent  # a request that was refused costs nothing
            if error.kind == "overflow" and not ticket.text:
                raise
            return _broken(ticket, error)
        finish = stream.finish or Finish("cancelled")
        seconds = self._services.clock() - started
        ticket.spent = spent.plus(finish.usage.spent(seconds))
        ticket.cached = finish.usage.cached_tokens or 0
        self._learn(call, finish.usage.prompt_tokens)
        return _finished(ticket, finish)

    def _learn(self, call: ModelCall, reported: int | None) -> None:
        """Learn from a report, less what is counted beside the messages."""
        if not reported or call.pictures:
            return  # the share of pictures is the model's own affair
        counter = self._services.counter_for(call.profile)
        beside = tools_cost(call.tools, counter.count)
        self._services.learn(call.profile, call.messages, max(0, reported - beside))


def _broken(ticket: Ticket, error: ModelError) -> Replied:
    """Keep what was said before the failure; without that there is no reply."""
    text, failure = choices.visible(ticket.text), str(error)
    if not text.strip():
        return replied(ticket, status="failed", failure=failure)
    going_on = () if error.kind == "content" else (CONTINUE,)
    return replied(
        ticket, text=text, status="length", failure=failure, choices=going_on
    )


def _finished(ticket: Ticket, finish: Finish) -> Replied:
    text = ticket.text
    visible = choices.visible(text)
    if finish.reason == "length":
        return replied(ticket, text=visible, status="length", choices=(CONTINUE,))
    if finish.reason == "cancelled":
        return replied(ticket, text=visible, status="cancelled")
    if finish.reason in _CUT:
        kind, told = _CUT[finish.reason]
        return _broken(ticket, ModelError(told, kind=kind))
    if not finish.is_said:
        note(ticket, UNSAID)
    read = choices.read(text)
    offer = read.offer
    for call in finish.tool_calls:
        if call.name == choices.TOOL and not offer.choices:
            offer = choices.read_call(call.arguments)
    if not read.text.strip() and not offer.choices:
        note(ticket, NOTHING)
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
        spent=ticket.spent,
        notices=tuple(ticket.notices),
    )
    return msgspec.structs.replace(event, **fields)
