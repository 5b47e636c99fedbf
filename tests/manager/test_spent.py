"""Usage and cost through the real worker, and a meter that tells the next request."""

from __future__ import annotations

import pytest
import tiktoken
from msgspec.structs import replace

from jupyter_ctx import tokens
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.spending import spending
from jupyter_ctx.core.talk.spent import NOTHING, Spent
from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway.gateway import ModelCall
from jupyter_ctx.gateway.process import WorkerGateway
from jupyter_ctx.manager import Occasion
from jupyter_ctx.testing import ScriptedStream
from tests.manager.desk import desk
from tests.manager.room import room as opened


@pytest.fixture(scope="module")
def worker():
    """One worker for all tests: litellm takes seconds to import."""
    worker = WorkerGateway()
    yield worker
    worker.close()


@pytest.fixture
def room(worker):
    """Open a room with a conversation that has one turn, whose usage nobody told."""
    with opened(worker) as room:
        yield room


def _usage(given, answered, **more):
    total = given + answered
    return {
        "prompt_tokens": given,
        "completion_tokens": answered,
        "total_tokens": total,
        **more,
    }


def test_what_the_provider_reports_is_kept_with_the_reply(room):
    """Tokens, those from its cache, its price, and the seconds; then the total."""
    details = {"cached_tokens": 700}
    usage = _usage(1_000, 5, prompt_tokens_details=details, cost=0.25)
    room.stub.reply("priced", usage=usage)
    priced = room.ask("second question").spent
    room.stub.reply("unpriced", usage=_usage(20, 3))
    room.ask("third question")

    total = spending(room.manager.conversation).total
    assert replace(priced, seconds=0) == Spent(1, 1_000, 700, 5, 0.25)
    assert 0 < priced.seconds < 60
    assert replace(total, seconds=0) == Spent(
        3, 1_020, 700, 8, 0.25, unpriced=2, unreported=1
    )


def test_usage_that_nobody_reported_is_not_made_up(room):
    """Where a server is silent litellm counts for itself: that is no report."""
    spent = room.ask("second question").spent

    assert replace(spent, seconds=0) == Spent(calls=1, unpriced=1, unreported=1)
    assert spent.price is None


def test_what_was_refused_costs_nothing_and_a_stop_is_a_call(room):
    """Nobody bills a 401; of a stopped answer no price is known."""
    room.stub.fail(401, {"error": {"message": "no key"}})
    assert room.ask("second question").spent == NOTHING
    room.stub.reply(chunks=["x "] * 900, delay=0.05)
    ticket = room.start("third question")
    assert room.stub.wait(lambda _: ticket.text)

    room.manager.stop()

    spent = room.ended(ticket).spent
    assert replace(spent, seconds=0) == Spent(calls=1, unpriced=1, unreported=1)


def test_a_model_with_tools_teaches_its_counter_too(room, monkeypatch):
    """What is counted beside the messages is taken off the report."""
    learnt = []
    services = room.manager._services
    monkeypatch.setattr(
        room.manager._runner._calls,
        "_services",
        replace(services, learn=lambda *told: learnt.append(told[2])),
    )
    room.stub.reply("fine", usage=_usage(5_000, 5))

    room.ask("second question")

    assert len(learnt) == 1
    assert 4_000 < learnt[0] < 5_000


ENCODING = tiktoken.Encoding(
    "o200k",
    pat_str=tokens._pattern(
        __import__("tiktoken_ext.openai_public").openai_public, "o200k_base"
    ),
    mergeable_ranks=tokens._ranks("o200k_base"),
    special_tokens={},
)


def _counted(messages):
    """Count by OpenAI's published rule, apart from our own counter."""
    texts = [one[key] for one in messages for key in ("role", "content")]
    told = sum(len(ENCODING.encode_ordinary(text)) for text in texts)
    return told + 3 * len(messages) + 3


def test_the_meter_tells_the_next_request(room, monkeypatch):
    """Before and after an edit, a regeneration and a compaction (case C18)."""
    exact = tokens.counter_named("o200k_base")
    services = replace(room.manager._services, counter_for=lambda _: exact)
    for holder in (room.manager._runner, room.manager._runner._calls):
        monkeypatch.setattr(holder, "_services", services)
    room.profile = replace(room.profile, tools=False, model="gpt-4o")
    occasion = Occasion(KernelState(), room.profile)
    meter = {}

    def ask(name, start, *, prompt="how many?", before=""):
        told = room.manager.preview(prompt, occasion, before).tokens
        reply = room.ended(start(prompt))
        meter[name] = told, reply.tokens, _counted(room.stub.sent())
        return next(reversed(room.manager.conversation.branch())).id

    turn = ask("asked", room.start)
    turn = ask(
        "edited",
        lambda prompt: room.manager.edit(turn, prompt, occasion),
        prompt="why так?",
        before=turn,
    )
    ask(
        "regenerated",
        lambda _: room.manager.regenerate(turn, occasion),
        prompt="why так?",
        before=turn,
    )
    ask("next", room.start)

    assert {name: len(set(told)) for name, told in meter.items()} == {
        "asked": 1,
        "edited": 1,
        "regenerated": 1,
        "next": 1,
    }, meter


def test_a_question_without_a_key_is_no_call(monkeypatch):
    """Nothing was sent, so nothing is counted."""

    def refuse(_: ModelCall) -> ScriptedStream:
        msg = "The key is not set. Set it."
        raise SettingError(msg)

    with desk() as at:
        monkeypatch.setattr(at.gateway, "stream", refuse)
        reply = at.reply(at.ask("a question"))

        assert (reply.status, reply.spent) == ("failed", NOTHING)
        assert "The key is not set." in reply.failure
