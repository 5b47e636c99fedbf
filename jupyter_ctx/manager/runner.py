"""The runner: makes the reply to one ticket, from context to the last delta."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec.structs import replace

from jupyter_ctx.code.paste import reduce_pastes
from jupyter_ctx.core import facts
from jupyter_ctx.core.engine import sent
from jupyter_ctx.core.engine.assembly import Assembly, Break
from jupyter_ctx.core.engine.mentions import names_in
from jupyter_ctx.core.engine.payload import tools_cost
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.engine.sent import Request, Sent, Terms
from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.core.pictures.pictures import Shots, pictures_of
from jupyter_ctx.core.privacy import restrict
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.secrets.masking import masked_in
from jupyter_ctx.core.talk import choices
from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.events import Event, Replied, Restored
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.subject import HINT, is_new
from jupyter_ctx.core.talk.validator import valid
from jupyter_ctx.core.talk.view import entries, is_click_here, messages
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.errors import BudgetError, ConversationError, CtxError, ModelError
from jupyter_ctx.gateway.caching import MOST, wants_marks
from jupyter_ctx.gateway.gateway import ModelCall, Profile
from jupyter_ctx.gateway.named import named
from jupyter_ctx.gateway.vision import image_rule
from jupyter_ctx.manager.calling import Calls, note, replied
from jupyter_ctx.manager.condensing.aging import prune_by_time
from jupyter_ctx.manager.condensing.compactor import Compactor
from jupyter_ctx.manager.condensing.sentences import IN_VAIN
from jupyter_ctx.manager.condensing.summarising import Stopped
from jupyter_ctx.manager.enclosing import Enclosing
from jupyter_ctx.manager.fitting import clipped, gap_of, made_of, refused
from jupyter_ctx.manager.going import Going
from jupyter_ctx.manager.hiding import Hiding
from jupyter_ctx.manager.last import Last
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.plans.plans import Planner
from jupyter_ctx.manager.services import Occasion, Services
from jupyter_ctx.manager.standing.drafts import STEP_DONE, steps_done
from jupyter_ctx.manager.standing.head import Standing
from jupyter_ctx.manager.standing.hearing import Hearing
from jupyter_ctx.manager.ticket import Condensing, Ticket
from jupyter_ctx.workspace.memory import is_own

NO_PIXELS = "its pixels are not in this kernel; run its cell again"

_log = logging.getLogger("jupyter_ctx.manager")
_log.addHandler(logging.NullHandler())
_log.propagate = False


class Runner:
    """Works on the assist thread; sees values only."""

    def __init__(
        self, services: Services, log: Log, tell: Callable[[Event], None]
    ) -> None:
        self._services = services
        self._log = log
        self._going = Going()
        self._offered: tuple[Piece, ...] = ()
        self._hiding = Hiding(services.masker)
        self._standing = Standing(services, self._hiding)
        self._hearing = Hearing(log)
        self._calls = Calls(services)
        self._enclosing = Enclosing(services, self.masked)
        self.last = Last()
        self.plans = Planner(services, log)
        self.compactor = Compactor(services, log, self._hiding, tell)

    def run(self, ticket: Ticket, notify: Callable[[TurnId], None]) -> Replied:
        """Make the reply to *ticket*; a failure is a reply too, never raised."""
        try:
            return _with_profile(self._reply(ticket, notify), ticket)
        except Stopped:  # while old turns were condensed: nothing changed
            return replied(ticket, status="cancelled")
        except CtxError as error:
            failed = replied(ticket, status="failed", failure=str(error))
            return _with_profile(failed, ticket)
        except BaseException as error:  # noqa: BLE001 - nobody may wait in vain
            _log.exception("A reply could not be made.")
            failure = (
                f"An error inside jupyter_ctx ({type(error).__name__}: {error}); "
                "the notebook and the conversation are unharmed. Ask again, and "
                "report it if it stays."
            )
            return replied(ticket, status="failed", failure=failure)

    def preview(self, prompt: str, occasion: Occasion, before: TurnId) -> Assembly:
        """Assemble what a question would send, in place of *before* (or at the tip).

        Raises:
            BudgetError: It does not fit the budget.

        """
        earlier, request, notices = self.request(prompt, occasion, before or None)
        profile = occasion.profile
        request, cut = clipped(request, profile.window - profile.max_tokens)
        due = self.compactor.due_notices(request, profile, before or None)
        request = self.compactor.found(request, profile, before or None)
        made = self._met(made_of(earlier, request)[0], request)
        return replace(made, notices=(*notices, *cut, *due, *made.notices))

    def _met(self, made: Assembly, request: Request) -> Assembly:
        """Say in *made* what became of the mentions, and aloud what is missing."""
        met = self._services.meet(request.wanted, request.pieces, made)
        missing = [one.problem for one in met if one.problem]
        return replace(made, met=met, notices=(*made.notices, *missing))

    def masked(self, text: str) -> str:
        """Give *text* without what is known to be secret now."""
        return self._hiding.text(text, self._services.hider.secrets())

    def _reply(self, ticket: Ticket, notify: Callable[[TurnId], None]) -> Replied:
        hours = self._services.prune_after()
        for turn in prune_by_time(self._log, hours, ticket.turn):
            notify(turn)
        prompt = self._log.conversation.turn(ticket.turn).prompt
        self._attend(ticket)
        found = masked_in([prompt])
        if found:
            note(ticket, f"Masked in your message: {', '.join(found)}.")
        if self.plans.takes(ticket):
            done = steps_done(self._log.conversation)
            reply = self.plans.reply(
                ticket, lambda p: self._ask_model(ticket, p, notify)
            )
            return self._with_update(reply, done)
        at = ticket.occasion
        is_quick = at.request == "fix" and not at.wants_model
        if is_quick or at.profile.is_model_free:
            tried = facts.tried(self._log.conversation.branch(), at.key)
            before = tried if at.attempt > 1 else ()
            fact = facts.answer(prompt, at.state, at.request, before, at.way)
            if fact.choices or at.profile.is_model_free:
                return replied(
                    ticket,
                    text=fact.text,
                    question=fact.question,
                    choices=fact.choices,
                )
        self._check_click(ticket)
        return self._ask_model(ticket, prompt, notify)

    def _with_update(self, reply: Replied, before: int) -> Replied:
        """Offer to note a step that was done, where there is a file for it."""
        has_file = any(is_own(one) for one in self._services.memory())
        if not has_file or steps_done(self._log.conversation) <= before:
            return reply
        return replace(reply, notices=(*reply.notices, STEP_DONE))

    def _attend(self, ticket: Ticket) -> None:
        """Note what shall hold from now on, and a turn to a new subject."""
        conversation = self._log.conversation
        turn = conversation.turn(ticket.turn)
        heard = self._hearing.listen(turn)
        for notice in heard:
            note(ticket, notice)
        before = conversation.path(turn.parent)
        is_asked = not turn.for_user and not heard
        if is_asked and is_new(turn.prompt, before, ticket.occasion.state):
            note(ticket, HINT)

    def _check_click(self, ticket: Ticket) -> None:
        """Refuse to send the title of a quick fix where values stay here."""
        conversation = self._log.conversation
        level = ticket.occasion.profile.privacy
        turn = conversation.turn(ticket.turn)
        if level != "everything" and is_click_here(conversation, turn):
            msg = (
                f"At privacy level {level!r} this stays here: it names a quick fix, "
                "which tells values. Ask in your own words."
            )
            raise ConversationError(msg)

    def _ask_model(
        self, ticket: Ticket, prompt: str, notify: Callable[[TurnId], None]
    ) -> Replied:
        self._enclosing.describe(ticket, self._log.conversation)
        try:
            return self._try(ticket, prompt, notify)
        except ModelError as error:
            if error.kind != "overflow" or ticket.text:
                raise
            return self._try(ticket, prompt, notify, error)

    def _try(
        self,
        ticket: Ticket,
        prompt: str,
        notify: Callable[[TurnId], None],
        refusal: ModelError | None = None,
    ) -> Replied:
        """Ask once; after the *refusal* of a provider, with less.

        Raises:
            ModelError: The request is too long, and nothing was answered yet.

        """
        occasion = ticket.occasion
        hold = Condensing(ticket, notify)
        assembly, kept = self._assembled(ticket, prompt, hold, refusal)
        self._going.keep(ticket.turn, kept)
        ticket.tokens, ticket.budget = assembly.tokens, assembly.budget
        left = sum(item.kind == "turn" for item in assembly.left_out)
        if left:
            note(ticket, f"{left} earlier messages did not fit and were not sent.")
        for notice in self._standing.news(assembly.notices):
            note(ticket, notice)
        checked = valid(assembly.messages, self._hiding.known)
        call = ModelCall(
            profile=occasion.profile,
            messages=checked,
            max_tokens=occasion.profile.max_tokens,
            temperature=occasion.temperature,
            tools=(choices.TOOL_SCHEMA,) if occasion.profile.tools else (),
            pictures=self._pixels(assembly.messages),
            marks=_marks(assembly, checked, occasion.profile),
        )
        self.last.note(assembly, occasion.profile, self._services.clock())
        return self._calls.stream(ticket, call, notify)

    def _pixels(self, payload: tuple[Message, ...]) -> dict[str, bytes]:
        album = self._services.album
        wanted = [one for message in payload for one in message.pictures]
        found = {
            one.id: album.pixels(Picture(one.mime, one.width, one.height, 0, one.id))
            for one in wanted
            if album is not None
        }
        return {name: data for name, data in found.items() if data is not None}

    def _assembled(
        self,
        ticket: Ticket,
        prompt: str,
        hold: Condensing,
        refusal: ModelError | None,
    ) -> tuple[Assembly, Sent | None]:
        """Assemble what is sent, its earlier turns within their share.

        Raises:
            ModelError: The *refusal*, where there is nothing that could go.

        """
        profile, turn = ticket.occasion.profile, ticket.turn
        earlier, request, notices = self.request(prompt, ticket.occasion, turn)
        request, cut = clipped(request, profile.window - profile.max_tokens)
        if refusal is None:
            request, told = self.compactor.fitted(hold, request, earlier, profile, turn)
            request = self.compactor.found(request, profile, turn)
        else:
            gap = gap_of(refusal, ticket.tokens)
            terms = replace(request.terms, budget=ticket.tokens - gap)
            request, told = self.compactor.reacted(
                replace(request, terms=terms), profile, turn, gap
            )
        try:
            made, kept = made_of(earlier, request)
        except BudgetError as error:
            if refusal is None:
                raise
            raise self._refused(ticket, refusal, error.largest) from None
        if refusal is not None and made.tokens >= ticket.tokens:
            # The same request would be refused again.
            raise self._refused(ticket, refusal, "what is left of it")
        made = self._met(made, request)
        return replace(made, notices=(*notices, *cut, *told, *made.notices)), kept

    def _refused(self, ticket: Ticket, refusal: ModelError, largest: str) -> ModelError:
        """Say that nothing more can go; what was kept back in vain is sent again."""
        conversation = self._log.conversation
        ends = {(one.id, one.current) for one in conversation.branch()}
        made = [
            one
            for one in conversation.condensed.compactions
            if one.by == "overflow" and (one.turn, one.reply) in ends
        ]
        for one in reversed(made):
            self.compactor.tell(Restored(one.compaction))
        if made:
            note(ticket, IN_VAIN)
        return refused(refusal, largest)

    def request(
        self,
        prompt: str,
        occasion: Occasion,
        before: TurnId | None,
        *,
        near: int = 0,
    ) -> tuple[list[Sent], Request, tuple[str, ...]]:
        """Make the request for *prompt*, what it may go on from, and notices.

        It stands in place of the turn *before*, or at the tip; with *near*, after so
        many messages and with the context of the last one, to be measured only.
        """
        services, profile = self._services, occasion.profile
        conversation = self._log.conversation
        # Known before anything is masked: what is learnt meanwhile counts as new.
        secrets = services.hider.secrets()
        prompt = self._hiding.text(prompt, secrets)
        state = services.hider.hide(occasion.state)
        earlier = self._going.before(conversation, before)
        enclosed, told = self._enclosing.ready(conversation, occasion, before)
        wanted = replace(
            _wanted(prompt, replace(occasion, state=state)),
            answers=services.answers(),
            told=sent.told(earlier),
            enclosed=enclosed,
        )
        pieces = self._offered if near else tuple(services.offer(wanted))
        self._offered = pieces
        counter = services.counter_for(profile)
        shown = entries(
            conversation,
            before=before,
            on_interrupt=services.on_interrupt(),
            privacy=profile.privacy,
            is_whole=False,
        )
        head = self._standing.head(conversation, profile, before, secrets)
        request = Request(
            wanted=wanted,
            pieces=pieces,
            history=messages(self._hiding.entries(shown[-near:], secrets)),
            terms=_terms(profile, counter, head.text),
            counter=counter,
            shots=self._shots(wanted, profile),
            now=services.clock(),
            secrets=secrets,
        )
        return earlier, request, (*head.notices, *told)

    def _shots(self, wanted: Wanted, profile: Profile) -> Shots:
        """Find the pictures that the question is about."""
        album = self._services.album
        shown, rule = pictures_of(wanted), image_rule(profile)
        if album is None:
            return Shots(shown, rule, fault=lambda _: NO_PIXELS)
        return Shots(shown, rule, album.can_resize, album.fault)


def _with_profile(reply: Replied, ticket: Ticket) -> Replied:
    """Say of a failure which profile it is of, and of a reply why that answered."""
    profile = ticket.occasion.profile
    if reply.failure:
        return replace(reply, failure=named(reply.failure, profile))
    if not profile.name or not reply.tokens:
        return reply
    why = f"Answered by {profile.origin}."
    return replace(reply, notices=(*reply.notices, why))


def _terms(profile: Profile, counter: Counter, rules: str) -> Terms:
    return Terms(
        model=profile.model,
        budget=profile.budget - _tools_cost(profile, counter),
        rules=rules,
        where=profile.api_base or "",
        privacy=profile.privacy,
    )


def _wanted(prompt: str, occasion: Occasion) -> Wanted:
    privacy = occasion.profile.privacy
    return Wanted(
        prompt,
        occasion.request,
        restrict(occasion.state, privacy),
        # A log mentions everything; what counts of it is its errors.
        words(reduce_pastes(prompt).text) | names_in(prompt),
        occasion.attempt,
        occasion.pictures,
        privacy,
    )


def _marks(
    assembly: Assembly, checked: tuple[Message, ...], profile: Profile
) -> tuple[Break, ...]:
    """Give the places that are marked for the model's prompt cache, if it wants any."""
    wants = checked == assembly.messages and wants_marks(profile)
    return assembly.breaks[-MOST:] if wants else ()


def _tools_cost(profile: Profile, counter: Counter) -> int:
    tools = (choices.TOOL_SCHEMA,) if profile.tools else ()
    return tools_cost(tools, counter.count)
