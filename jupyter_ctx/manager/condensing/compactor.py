"""The compactor: keeps the earlier turns of a request within their share.

It works on the assist thread, on values, and records one event a request at most. What
it does rises in cost: stubs, the note that is at hand, a summary, and where that fails
or gains nothing lines that code makes, which always fit.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from jupyter_ctx.core.compact.forms import FORMS, NINE
from jupyter_ctx.core.compact.merge import lined, merged
from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.compact.sizes import BACK, LEAST_TEXT, MARGIN, room_of
from jupyter_ctx.core.compact.strategy import Split, least, short, split
from jupyter_ctx.core.engine.sent import Request, Sent, live
from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.events import Compacted, Event, Form, Part, Restored
from jupyter_ctx.core.talk.held import compaction_of
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.manager.condensing.breaker import Breaker
from jupyter_ctx.manager.condensing.made import Made
from jupyter_ctx.manager.condensing.measuring import Measuring, Situation
from jupyter_ctx.manager.condensing.recalling import Recalling
from jupyter_ctx.manager.condensing.sentences import AGAIN, DUE, FITS, sentences
from jupyter_ctx.manager.condensing.summarising import (
    Outcome,
    Summariser,
    Wish,
    can_condense,
)
from jupyter_ctx.manager.condensing.trimming import trimmed
from jupyter_ctx.manager.hiding import Hiding
from jupyter_ctx.manager.jobs import Stoppable
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.services import Services

By = Literal["limit", "user", "overflow"]
PART_SHARE = 0.6  # of the room for text, for what one call writes
LEAST_PART = 160  # tokens


class Compactor:
    """Makes compactions; *tell* records an event and tells the doors."""

    def __init__(
        self,
        services: Services,
        log: Log,
        hiding: Hiding,
        tell: Callable[[Event], None],
    ) -> None:
        self._services = services
        self._log = log
        self.measuring = Measuring(services, log, hiding)
        self.tell = tell
        self._recalling = Recalling(log, self.measuring)
        self._summariser = Summariser(services)
        self.breaker = Breaker()

    def fitted(
        self,
        hold: Stoppable,
        request: Request,
        earlier: Sequence[Sent],
        profile: Profile,
        before: TurnId | None,
    ) -> tuple[Request, tuple[str, ...]]:
        """Give *request* with its earlier turns within their share, and notices.

        Raises:
            Stopped: *hold* was closed while a model was asked; nothing changed.

        """
        now = self.measuring.situation(request, profile, before)
        if not self.is_due(now):
            return self._taken_back(now)
        now = self.measuring.opened(now)
        stubs = trimmed(now, self.measuring) if now.ways.strategy == "layers" else None
        if stubs is not None:
            self.tell(stubs)
            now = self.measuring.again(now)
            if not self.is_due(now):
                return now.request, (
                    "Bulky parts of older messages are sent as stubs.",
                )
        made = self.make(hold, now, earlier, by="limit")
        if made is None:
            return now.request, ()
        notices = self.record(made)
        return self._recalling.again(self.measuring.again(now)), notices

    def found(
        self, request: Request, profile: Profile, before: TurnId | None
    ) -> Request:
        """Add old turns that the question is about, where that is set."""
        if self._services.ways().strategy != "retrieval":
            return request
        return self._recalling.found(self.measuring.situation(request, profile, before))

    def due_notices(
        self, request: Request, profile: Profile, before: TurnId | None
    ) -> tuple[str, ...]:
        """Say so where a question would have older turns condensed, or sent again."""
        if profile.is_model_free or not request.history:
            return ()
        now = self.measuring.situation(request, profile, before)
        if self.is_due(now):
            return (DUE,)
        return (FITS,) if self._back(now) is not None else ()

    def reacted(
        self, request: Request, profile: Profile, before: TurnId | None, gap: int
    ) -> tuple[Request, tuple[str, ...]]:
        """Drop whole rounds, for at least *gap* tokens, after a provider's refusal.

        No model is asked: what was too long for one answer is so for a summary.
        """
        now = self.measuring.situation(request, profile, before)
        now = self.measuring.opened(now)
        share = min(now.room.share, max(0, now.tokens - gap))
        now = replace(now, room=room_of(share, 0, profile.window, profile.window))
        cut = split(now.turns, now.room, now.ways, request.counter)
        made = self._made(now, cut) or self._least(now)
        if made is None:
            return request, ()
        event = replace(made.event, by="overflow")
        return self.measuring.again(now, event).request, self.record(Made(event))

    def is_due(self, now: Situation) -> bool:
        """Tell whether earlier turns have to be compacted for this request."""
        if now.is_hopeless:
            return False  # it will be told, and no turn is to blame
        if _is_over(now):
            return True
        if now.ways.every <= 0:
            return False
        now = self.measuring.opened(now)
        since = len(now.turns) - self._upto(now)
        return since >= now.ways.every + now.ways.last

    def make(
        self, hold: Stoppable, now: Situation, earlier: Sequence[Sent], *, by: By
    ) -> Made | None:
        """Make the best compaction that lowers the count; None where there is none.

        Raises:
            Stopped: *hold* was closed while a model was asked.

        """
        cut = split(now.turns, now.room, now.ways, now.request.counter)
        if by == "user" and not _is_over(now):
            cut = short(now.turns, now.room, now.ways, now.request.counter)
            cut = replace(cut, old=now.turns[: max(len(cut.old), self._upto(now))])
        is_told = now.ways.strategy in ("layers", "summary")
        outcome = Outcome()
        parts = self._known(now, cut.old) if is_told else ()
        if is_told:
            noted = self._noted(now, cut, parts)
            if noted is not None:
                return replace(noted, event=replace(noted.event, by=by))
            outcome = self._asked(hold, now, cut, parts, earlier, by)
        made = self._made(now, cut, parts, outcome)
        made = made or self._least(now, parts, outcome)
        return made and replace(made, event=replace(made.event, by=by))

    def _least(
        self, now: Situation, parts: Sequence[Part] = (), outcome: Outcome | None = None
    ) -> Made | None:
        """Condense the newest turns, too, where they do not fit word for word."""
        if now.tokens <= now.room.share:
            return None
        cut = least(now.turns, now.room, now.request.counter)
        return self._made(now, cut, parts, outcome)

    def record(self, made: Made) -> tuple[str, ...]:
        """Put a compaction into the log; give the sentences to tell of it."""
        self.tell(made.event)
        return made.event.notices

    def parts_missing(self, now: Situation) -> tuple[Old, ...]:
        """List old turns that no part tells yet."""
        cut = split(now.turns, now.room, now.ways, now.request.counter)
        return _missing(cut, self._known(now, cut.old))

    def wish(self, now: Situation, turns: tuple[Old, ...], tokens: int) -> Wish:
        """Say what a summary of *turns* is asked from whom."""
        return Wish(
            turns=turns,
            form=FORMS.get(now.ways.form, NINE),
            profile=self._services.summariser(now.profile),
            tokens=tokens,
            keep=now.keep,
        )

    def condense(self, hold: Stoppable, wish: Wish) -> Outcome:
        """Ask for a summary and remember how it went.

        Raises:
            Stopped: *hold* was closed.

        """
        outcome = self._summariser.condense(hold, wish)
        self.breaker.count(wish.profile, is_failed=bool(outcome.failure))
        return outcome

    def _asked(  # noqa: PLR0913, PLR0917 - each is a fact of the compaction
        self,
        hold: Stoppable,
        now: Situation,
        cut: Split,
        parts: Sequence[Part],
        earlier: Sequence[Sent],
        by: By,
    ) -> Outcome:
        """Ask a model about the old turns that no part tells, if it can be asked."""
        missing = _missing(cut, parts)
        tokens = max(LEAST_PART, int(now.room.text * PART_SHARE))
        wish = self.wish(now, missing, tokens)
        is_able = now.room.text >= LEAST_TEXT and can_condense(wish.profile, tokens)
        if not missing or not is_able:
            return Outcome()
        if by != "user" and not self.breaker.lets(wish.profile):
            return Outcome(failure=self.breaker.told)
        if wish.profile == now.profile:
            newer = now.turns[len(cut.old) :]
            wish = replace(wish, live=live(earlier, now.request), newer=newer)
        return self.condense(hold, wish)

    def _noted(self, now: Situation, cut: Split, parts: Sequence[Part]) -> Made | None:
        """Let the note stand in for a summary, if what it tells is enough."""
        note = self._log.conversation.condensed.note(now.ends, now.profile.privacy)
        if note is None or now.ways.strategy != "layers" or now.keep or not parts:
            return None
        if cut.shortened or cut.unkept:
            return None
        told = {end for part in parts for end in part.turns}
        upto = max(n for n, one in enumerate(cut.old, 1) if one.end in told)
        made = self._made(now, Split(cut.old[:upto]), parts, is_note=True)
        if made is None or made.event.form == "lines":
            return None
        return made if made.event.after <= now.room.due * MARGIN else None

    def _made(
        self,
        now: Situation,
        cut: Split,
        parts: Sequence[Part] = (),
        outcome: Outcome | None = None,
        *,
        is_note: bool = False,
    ) -> Made | None:
        """Take the first text that fits and is worth it, the best first."""
        if not cut.old:
            return None
        outcome = outcome or Outcome()
        known = (*parts, *outcome.parts)
        most = self._most(now)
        for form, text in self._texts(now, cut, known, is_note=is_note):
            event = self._event(now, cut, form, text, outcome)
            then = self.measuring.again(now, event)
            if then.tokens <= most and self.measuring.fits(then, now.room):
                event = replace(event, after=then.tokens)
                told = sentences(event, cut, outcome)
                event = replace(event, notices=told)
                return Made(event, outcome.dropped, outcome.failure)
        return None

    def _texts(
        self, now: Situation, cut: Split, parts: Sequence[Part], *, is_note: bool
    ) -> Iterator[tuple[Form, str]]:
        """Give what *cut* may become, the best first: nothing only without room.

        Each is made when the one before it was not taken.
        """
        if now.ways.strategy in ("sliding", "retrieval", "importance"):
            is_window = now.ways.strategy != "importance"
            yield "window" if is_window else "importance", ""
            return
        told = cut.told
        size, count = now.room.text, now.request.counter.count
        keep = "\n".join(dict.fromkeys([*self._kept(now), now.keep])).strip()
        form = FORMS.get(now.ways.form, NINE)
        if parts:
            places = {end: place for place, end in enumerate(now.ends)}
            ordered = sorted(parts, key=lambda part: places[part.turns[0]])
            text = merged(form, ordered, told, room=size, count=count, keep=keep)
            if text:
                named: Form = "five" if form.name == "five" else "nine"
                yield "note" if is_note else named, text
        last = self._last(now)
        if _is_over(now) or last is None or last.form == "lines":
            yield "lines", lined(told, room=size, count=count, keep=keep)
        if _is_over(now):
            yield "window", ""

    def _most(self, now: Situation) -> float:
        """Give what turns may take after a compaction; new words to keep may add."""
        if now.keep and now.keep not in self._kept(now) and self._last(now):
            return now.room.due
        return now.tokens - 1 if _is_over(now) else now.tokens * MARGIN

    def _kept(self, now: Situation) -> list[str]:
        """List what the user wanted kept in earlier compactions of this branch."""
        wanted = self._log.conversation.condensed.wanted
        ends = set(now.ends) if wanted else ()
        return [one.keep for one in wanted if (one.turn, one.reply) in ends]

    def _event(
        self, now: Situation, cut: Split, form: Form, text: str, outcome: Outcome
    ) -> Compacted:
        last = cut.old[-1]
        pinned = [one.turn for one in cut.old if one.is_kept]
        return Compacted(
            compaction=uuid.uuid4().hex,
            turn=last.turn,
            reply=last.reply_id,
            text=text,
            form=form,
            parts=outcome.parts,
            kept=tuple(dict.fromkeys([*pinned, *cut.kept])),
            before=now.tokens,
            model=now.profile.model if outcome.calls else "",
            keep=now.keep,
            privacy=now.profile.privacy,
            tokens=outcome.tokens,
            spent=outcome.spent,
            shortened=cut.shortened,
            unkept=cut.unkept,
        )

    def _taken_back(self, now: Situation) -> tuple[Request, tuple[str, ...]]:
        """Take compactions back, each made over the one before, while there is room."""
        told: tuple[str, ...] = ()
        while (back := self._back(now)) is not None:
            self.tell(back)
            now, told = self.measuring.again(now), (AGAIN,)
        return now.request, told

    def _back(self, now: Situation) -> Restored | None:
        """Take a compaction back, where a larger window has room for its turns now.

        What the user asked for, or a provider, stays.
        """
        newest = self._log.conversation.condensed.compactions[-1:]
        if not newest:
            return None
        most = self.measuring.whole_room(now).due * BACK
        last = self._last(now)
        is_ours = last is not None and last.by == "limit" and now.ways.every <= 0
        if last is None or not is_ours or max(last.before, newest[0].before) > most:
            return None
        back = Restored(last.compaction)
        is_over = self.measuring.again(now, back).tokens > most
        return None if is_over else back

    def _upto(self, now: Situation) -> int:
        """Count the turns that are condensed already."""
        last = self._last(now)
        return now.ends.index((last.turn, last.reply)) + 1 if last is not None else 0

    def _last(self, now: Situation) -> Compacted | None:
        """Give the compaction that holds for this request."""
        conversation = self._log.conversation
        branch = conversation.branch()
        if now.before is not None:
            branch = conversation.path(conversation.turn(now.before).parent)
        return compaction_of(conversation, branch, now.profile.privacy)

    def _known(self, now: Situation, old: Sequence[Old]) -> tuple[Part, ...]:
        """Give the parts that tell of *old* turns alone, in the form that is set."""
        sections = len(FORMS.get(now.ways.form, NINE).sections)
        ends = [one.end for one in old]
        found = self._log.conversation.condensed.parts_of(ends, now.profile.privacy)
        told: set[tuple[str, str]] = set()
        parts = []
        for part in found:
            if len(part.sections) == sections and told.isdisjoint(part.turns):
                parts.append(part)
                told.update(part.turns)
        return tuple(parts)


def _is_over(now: Situation) -> bool:
    return now.tokens > now.room.due


def _missing(cut: Split, parts: Sequence[Part]) -> tuple[Old, ...]:
    """List the turns of *cut* that are to be told and that no part tells."""
    told = {end for part in parts for end in part.turns}
    return tuple(o for o in cut.told if o.end not in told and o.text.strip())
