"""What of the enclosures goes along with a request, and how a picture is told in words.

A picture goes to a model that can see. For one that cannot, the model for pictures
describes it once, if one is set; else its size is told, and the user is told that.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from jupyter_ctx.core.pictures.pictures import Shots, Shown
from jupyter_ctx.core.talk.conversation import Conversation, Turn, TurnId
from jupyter_ctx.core.talk.enclosed import Enclosed, Enclosure
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import CtxError
from jupyter_ctx.gateway.gateway import Finish, ModelCall, Profile
from jupyter_ctx.gateway.vision import image_rule
from jupyter_ctx.manager.services import Occasion, Services
from jupyter_ctx.manager.ticket import Ticket

EARLIER = 8  # enclosed texts of earlier questions that are offered again
REMEMBERED = 200  # descriptions of pictures
WORDS = 700  # tokens that a description may have
DESCRIBE = (
    "Describe this picture for an assistant that cannot see it. Quote all text in it "
    "word for word; of an error give the message, file and line; of a plot title, "
    "axes, ranges, series and trend; of a table its cells. Guess nothing."
)
BLIND = (
    "{name} was not shown to {model}, which cannot see pictures; it was told its size. "
    "Set c.JupyterCtx.vision_profile to a model that describes it, or "
    "JUPYTER_CTX_VISION=1 if this one can see."
)
_UNSEEN = "(a picture of {width} x {height} pixels, which you cannot see)"


class Enclosing:
    """Decides what is enclosed; descriptions are kept by the content of the picture."""

    def __init__(self, services: Services, mask: Callable[[str], str]) -> None:
        self._services = services
        self._mask = mask
        self._described: OrderedDict[str, str] = OrderedDict()

    def ready(
        self, conversation: Conversation, occasion: Occasion, before: TurnId | None
    ) -> tuple[tuple[Enclosure, ...], tuple[str, ...]]:
        """Give what goes along with the turn *before*, or the next, and notices."""
        own = _of_turn(conversation, occasion, before)
        profile = occasion.profile
        if profile.privacy != "everything":
            return (), tuple(_stays(one, profile) for one in own)
        held = self._services.enclosed(own)
        told = [self._told(one, profile) for one in held]
        earlier = self._services.enclosed(_earlier(conversation, before))
        again = [replace(one, is_earlier=True) for one in earlier if one.text]
        made = [*(one for one, _ in told), *again]
        masked = tuple(replace(one, text=self._mask(one.text)) for one in made)
        return masked, tuple(notice for _, notice in told if notice)

    def describe(self, ticket: Ticket, conversation: Conversation) -> None:
        """Have pictures described that the model cannot see; on the assist thread."""
        profile = ticket.occasion.profile
        if profile.privacy != "everything" or image_rule(profile) is not None:
            return
        own = _of_turn(conversation, ticket.occasion, ticket.turn)
        for one in self._services.enclosed(own):
            if one.picture is not None and one.digest not in self._described:
                self._look(ticket, one)

    def _told(self, one: Enclosure, profile: Profile) -> tuple[Enclosure, str]:
        """Give *one* as the model can take it, and what the user has to know."""
        if one.picture is None:
            return one, "" if one.text else _gone(one)
        if image_rule(profile) is not None:
            return one, ""
        found = self._described.get(one.digest, "")
        size = _UNSEEN.format(width=one.picture.width, height=one.picture.height)
        notice = (
            f"{one.name} was described by a model that can see."
            if found
            else BLIND.format(name=one.name, model=profile.model or "the model")
        )
        return replace(one, picture=None, text=found or size), notice

    def _look(self, ticket: Ticket, one: Enclosure) -> None:
        seer = self._services.vision(ticket.occasion.profile)
        call = self._call(seer, one) if seer is not None else None
        if call is None or ticket.is_closed:
            return
        ticket.activity = f"looking at {one.name}"
        try:
            stream = self._services.gateway.stream(call)
            ticket.attach(stream)
            text = "".join(delta.text for delta in stream if delta.kind == "text")
        except CtxError as error:
            ticket.notices.append(f"{one.name} could not be described: {error}")
            return
        finish = stream.finish or Finish("cancelled")
        ticket.spent = ticket.spent.plus(finish.usage.spent())
        if text.strip() and finish.reason in ("stop", "length"):
            self._described[one.digest] = text.strip()
            while len(self._described) > REMEMBERED:
                self._described.popitem(last=False)

    def _call(self, seer: Profile, one: Enclosure) -> ModelCall | None:
        """Make the call that describes *one*; None where *seer* cannot take it."""
        album = self._services.album
        if album is None or one.picture is None:
            return None
        shots = Shots(
            (Shown(one.name, one.picture),),
            image_rule(seer),
            album.can_resize,
            album.fault,
        )
        seen = shots.fit(seer.budget)
        data = album.pixels(one.picture)
        if not seen.attached or data is None:
            return None
        asked = Message("user", DESCRIBE, seen.attached)
        most = min(WORDS, seer.max_tokens) if seer.max_tokens else WORDS
        return ModelCall(seer, (asked,), most, pictures={one.picture.id: data})


def _of_turn(
    conversation: Conversation, occasion: Occasion, before: TurnId | None
) -> Sequence[Enclosed]:
    turn = conversation.turns.get(before) if before else None
    return turn.enclosed if turn is not None else occasion.enclosed


def _earlier(conversation: Conversation, before: TurnId | None) -> Sequence[Enclosed]:
    """Give what came with the questions before, the newest, but for hidden ones."""
    turn = conversation.turns.get(before) if before else None
    tip = turn.parent if turn is not None else conversation.tip
    hidden = conversation.condensed.pruned
    path = [one for one in conversation.path(tip) if one.id not in hidden]
    found = list(_texts(path))
    return found[-EARLIER:]


def _texts(path: Sequence[Turn]) -> Iterator[Enclosed]:
    for turn in path:
        yield from (one for one in turn.enclosed if not one.is_picture)


def _stays(one: Enclosed, profile: Profile) -> str:
    return (
        f"{one.name} stayed here: at privacy level {profile.privacy!r} neither "
        "pictures nor files are sent."
    )


def _gone(one: Enclosure) -> str:
    return (
        f"{one.name} was not sent: this kernel does not hold it any more. Add it again."
    )
