"""Calls of a model that condense old turns: chunked, read, checked; works on values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from jupyter_ctx.core.compact.check import Facts
from jupyter_ctx.core.compact.clip import clip
from jupyter_ctx.core.compact.forms import ROLE, Form, ask, read, record
from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.compact.words import one_line
from jupyter_ctx.core.engine.payload import tools_cost
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.talk import choices
from jupyter_ctx.core.talk.events import Part
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.spent import NOTHING, Spent
from jupyter_ctx.core.talk.validator import heal
from jupyter_ctx.core.tokens import Counter
from jupyter_ctx.core.utf8 import printable
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.caching import wants_marks
from jupyter_ctx.gateway.gateway import ModelCall, Profile, Usage
from jupyter_ctx.manager.jobs import Stoppable
from jupyter_ctx.manager.services import Services

LEAST_ANSWER = 160  # tokens; a summary of less says nothing
LEAST_CHUNK = 400  # tokens of turns that a call must have room for
MOST_CALLS = 20  # of a model for one compaction; older turns are told in lines
LOOP = 6  # times the tokens asked for, after which an answer is cut off as a loop
SLACK = 16  # tokens that stay free beside request and answer
END = 60  # characters of the message that a summary stops before
SIGNS = 4  # characters of a token, for the same


class Stopped(Exception):  # noqa: N818 - it is no error
    """Nobody waits for the summary any more."""


class Wish(msgspec.Struct, frozen=True):
    """What is to be condensed: *turns* to *tokens* in *form*, by whom.

    *live* is the conversation as it was sent, where a call may go on from it; *newer*
    turns in it are not to be told. *keep* is what the user cares for.
    """

    turns: tuple[Old, ...]
    form: Form
    profile: Profile
    tokens: int
    live: tuple[Message, ...] = ()
    newer: tuple[Old, ...] = ()
    keep: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """What came of it: *parts*, the lines that were *dropped*, a *failure* if any.

    *tokens* is what the calls took and gave by our count, *spent* by the model's word.
    """

    parts: tuple[Part, ...] = ()
    dropped: tuple[str, ...] = ()
    failure: str = ""
    tokens: int = 0
    calls: int = 0
    spent: Spent = NOTHING


class Summariser:
    """Asks for summaries; a call that fails ends the work, what was made is kept."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def condense(self, hold: Stoppable, wish: Wish) -> Outcome:
        """Condense the turns of *wish*.

        As a suffix of the live request where it fits, since the provider has that in
        its cache; else as requests of their own, each within the model's window.

        Raises:
            Stopped: *hold* was closed; nothing came of it.

        """
        counter = self._services.counter_for(wish.profile)
        live = _suffix(wish, counter)
        if live:
            outcome = self._part(hold, wish, wish.turns, live)
            if outcome.parts or not outcome.failure.startswith(TOO_LONG):
                return outcome
        return self._apart(hold, wish, counter)

    def _apart(self, hold: Stoppable, wish: Wish, counter: Counter) -> Outcome:
        """Condense in chunks, the newest first: with it the rest may fail."""
        total = Outcome()
        made = list(chunks(wish, counter))
        for chunk in reversed(made[-MOST_CALLS:]):
            outcome = self._part(hold, wish, chunk, _request(chunk, wish, counter))
            total = Outcome(
                parts=(*outcome.parts, *total.parts),
                dropped=(*outcome.dropped, *total.dropped),
                failure=outcome.failure,
                tokens=total.tokens + outcome.tokens,
                calls=total.calls + outcome.calls,
                spent=total.spent.plus(outcome.spent),
            )
            if outcome.failure:
                break
        return total

    def _part(
        self,
        hold: Stoppable,
        wish: Wish,
        turns: Sequence[Old],
        request: tuple[Message, ...],
    ) -> Outcome:
        counter = self._services.counter_for(wish.profile)
        try:
            answer, usage = self._call(hold, wish, request)
        except ModelError as error:
            told = TOO_LONG if error.kind == "overflow" else str(error)
            return Outcome(failure=told, calls=1)
        spent = usage.spent()
        answer = self._services.masker.mask(printable(answer))
        given = counter.count(answer)
        tokens = (usage.prompt_tokens or counter.count_messages(request)) + given
        sections = read(wish.form, answer)
        source = sum(one.tokens(counter) for one in turns)
        if sections is None or given >= source:
            why = "longer than what it tells of" if sections else "no summary"
            failure = f"The model's answer was {why}."
            return Outcome(failure=failure, tokens=tokens, calls=1, spent=spent)
        facts = Facts([*(one.text for one in turns), *_state(wish)])
        checked = [facts.check(section) for section in sections]
        part = Part(
            turns=tuple(one.end for one in turns),
            sections=tuple(one.text for one in checked),
            privacy=wish.profile.privacy,
        )
        dropped = tuple(line for one in checked for line in one.dropped)
        if not any(part.sections):
            failure = "The model's answer stated what was never said."
            return Outcome((), dropped, failure, tokens, 1, spent)
        return Outcome((part,), dropped, "", tokens, 1, spent)

    def _made(self, wish: Wish, request: tuple[Message, ...]) -> ModelCall:
        """Make the call; what goes on from a live request begins with all of that.

        Tools stand in front of the messages, so they are the same. The answer may take
        what is left: some models think aloud before it.
        """
        profile, head = wish.profile, len(wish.live)
        is_live = bool(head) and request[: head - 1] == wish.live[: head - 1]
        asked = self._services.counter_for(profile).count_messages(request)
        tools = (choices.TOOL_SCHEMA,) if is_live and profile.tools else ()
        asked += tools_cost(tools, self._services.counter_for(profile).count)
        left = profile.window - asked - SLACK
        end = (head - 1, len(wish.live[-1].content)) if is_live else (0, 0)
        return ModelCall(
            profile=profile,
            messages=request,
            max_tokens=max(_answer(wish), min(profile.max_tokens, left)),
            tools=tools,
            marks=(end,) if is_live and wants_marks(profile) else (),
        )

    def _call(
        self, hold: Stoppable, wish: Wish, request: tuple[Message, ...]
    ) -> tuple[str, Usage]:
        _check(hold)
        answer = _answer(wish)
        call = self._made(wish, request)
        stream = self._services.gateway.stream(call)
        hold.attach(stream)
        text = ""
        for delta in stream:
            _check(hold)
            if delta.kind == "wait":
                hold.waits(delta.text)
            text += delta.text if delta.kind == "text" else ""
            if len(text) > LOOP * SIGNS * answer:
                stream.cancel()
                break
        _check(hold)
        finish = stream.finish
        return text, finish.usage if finish is not None else Usage()


def _check(hold: Stoppable) -> None:
    if hold.is_closed:
        raise Stopped


TOO_LONG = "The request for a summary was too long."


def can_condense(profile: Profile, room: int) -> bool:
    """Tell whether the model of *profile* can be asked for a summary."""
    is_small = profile.is_embedded or profile.is_model_free
    return not is_small and room >= LEAST_ANSWER and _most(profile, room) >= LEAST_CHUNK


def chunks(wish: Wish, counter: Counter) -> Iterator[tuple[Old, ...]]:
    """Cut the turns of *wish* into runs that each fit one call."""
    most = _most(wish.profile, _answer(wish))
    most -= counter.count(ask(wish.form, wish.tokens, wish.keep)) + counter.count(ROLE)
    chunk: list[Old] = []
    spent = 0
    for one in wish.turns:
        tokens = counter.count(record([one]))
        if chunk and spent + tokens > most:
            yield tuple(chunk)
            chunk, spent = [], 0
        chunk.append(one)
        spent += tokens
    if chunk:
        yield tuple(chunk)


def _answer(wish: Wish) -> int:
    """Give the tokens that an answer may take."""
    return max(LEAST_ANSWER, min(wish.profile.max_tokens, int(wish.tokens * 1.5)))


def _most(profile: Profile, answer: int) -> int:
    """Give the tokens of a request, whose own words are counted beside."""
    most = min(profile.window - answer, max(profile.budget, profile.window // 2))
    return int(most * 0.95) - FRAME


FRAME = 60  # tokens of the messages and the tags around a record


def _request(turns: Sequence[Old], wish: Wish, counter: Counter) -> tuple[Message, ...]:
    """Ask about *turns* in a request of its own; what is too long is clipped."""
    task = ask(wish.form, wish.tokens, wish.keep)
    most = _most(wish.profile, _answer(wish)) - counter.count(task)
    most -= counter.count(ROLE)
    text = clip(escape(record(turns)), most, counter.count)
    told = block("history", text, turns=f"{turns[0].place}-{turns[-1].place}")
    return Message("system", ROLE), Message("user", f"{told}\n{task}")


def _state(wish: Wish) -> Iterator[str]:
    """Give what the live request told of the kernel, without the newer turns."""
    for message in wish.live:
        content = message.content
        for one in wish.newer:
            for said in filter(None, (one.user, one.reply)):
                content = content.replace(said, "")
        yield content


def _suffix(wish: Wish, counter: Counter) -> tuple[Message, ...]:
    """Ask behind the live request; empty where there is none, or no room."""
    if not wish.live:
        return ()
    task = ask(wish.form, wish.tokens, wish.keep, is_live=True)
    if any("<history turns=" in one.content for one in wish.live):
        task += "\nWhat stands in <history> is recorded already: leave it out."
    if wish.newer:
        end = one_line(wish.newer[0].user, END)
        task += f"\nStop before the user's message that begins with: {end!r}"
    head, *rest = wish.live
    request = (head, *heal([*rest, Message("user", task)]))
    tools = (choices.TOOL_SCHEMA,) if wish.profile.tools else ()
    most = wish.profile.window - _answer(wish) - SLACK
    most -= tools_cost(tools, counter.count)
    fits = counter.count_messages(request) <= most
    return request if fits else ()
