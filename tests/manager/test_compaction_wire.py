"""Field cases of compaction over real HTTP: the stub behind the real worker."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.process import WorkerGateway
from tests.manager.desk import WAIT
from tests.manager.talking import WINDOW, Independent, Talk, answer_with, summary
from tests.manager.test_compaction import LOOP, REFUSAL, compactions, notices, stored
from tests.manager.wire import received, wired

INDEPENDENT = Independent()
LARGE = replace(WINDOW, window=128_000, budget=110_000, max_tokens=4_096)
FAILURES = {
    "fails": ModelError("It failed.", kind="server"),
    "overflows": ModelError("It is too long.", kind="overflow"),
    "is empty": "",
    "refuses": REFUSAL,
    "loops": LOOP,
    "states what was never said": summary("`made_up_9` was `invented_8`."),
}


@pytest.fixture(scope="module")
def worker():
    """One worker for all: litellm takes seconds to import."""
    worker = WorkerGateway(idle=lambda: WAIT)
    yield worker
    worker.close()


def text_of(messages: tuple[Message, ...]) -> str:
    """Give all that was sent as one text."""
    return "\n".join(one.content for one in messages)


def fit(at: Talk, most: int) -> None:
    """Check that each request that came in has at most *most* tokens."""
    assert all(INDEPENDENT.count(messages) <= most for messages in received(at))


@pytest.mark.parametrize("why", FAILURES)
def test_c7_a_summary_that_fails_at_the_server_harms_nothing(worker, why):
    """C7, C2: turns as before, lines in its place, a notice, and the next is sent."""
    with wired(worker, answer_with(about=lambda _: FAILURES[why])) as at:
        at.talk(9)
        before = stored(at)
        at.ask("still there?")

        assert stored(at)[:9] == before
        assert {one.form for one in compactions(at)} == {"lines"}
        assert all(
            turn.status == "complete" for turn in at.manager.conversation.branch()
        )
        told = [r.notices for t in at.manager.conversation.branch() for r in t.replies]
        said = sum("No summary was made" in "".join(one) for one in told)
        assert said == len(compactions(at))
        fit(at, WINDOW.window - WINDOW.max_tokens)


def test_c2_a_history_of_fifty_windows_is_sent_in_one_window(worker):
    """C2: after a switch to a tiny model that cannot summarise it is sent at once."""
    large = replace(WINDOW, window=800_000, budget=700_000, max_tokens=4_096)
    tiny = replace(WINDOW, window=2_048, budget=1_536, max_tokens=512)
    failing = answer_with("so it is " * 4_000, lambda _: FAILURES["overflows"])
    with wired(worker, failing, large, Ways(notes=False)) as at:
        at.talk(10, size=400)
        told = INDEPENDENT.count(received(at)[-1])
        assert told > 50 * tiny.window
        at.gateway.stub.requests.clear()
        at.profile = tiny
        turn = at.ask("still there?")

        assert at.reply(turn).status == "complete"
        assert received(at)[-1][-1].content.endswith("still there?")
        fit(at, tiny.window - tiny.max_tokens)


def test_c2_one_message_of_three_windows_is_clipped_on_the_wire(worker):
    """C2: beginning and end come in, what is missing is counted; the next goes too."""
    with wired(worker) as at:
        at.ask("hello")
        at.ask("START " + "middle words here " * 8_000 + " END")

        last = received(at)[-1][-1].content
        assert last.startswith("START middle")
        assert last.endswith("END")
        assert re.search(r"… [\d,]+ characters left out here …", last)
        assert "longer than the model's window" in notices(at)
        assert at.reply(at.ask("and now?")).status == "complete"
        fit(at, WINDOW.window - WINDOW.max_tokens)


def test_c21_a_small_summariser_gets_chunks_that_fit_its_window(worker):
    """C21: its window is 4,096, the history 60,000 tokens; each request fits."""
    small = replace(WINDOW, model="gpt-4o-mini", window=4_096, budget=3_072)
    small = replace(small, max_tokens=1_024)
    answer = answer_with(reply="it is so and so " * 130)
    more: dict[str, Any] = {"summariser": lambda _: small}
    with wired(worker, answer, LARGE, Ways(notes=False), **more) as at:
        at.talk(90, size=200)
        at.gateway.stub.requests.clear()
        at.profile = WINDOW
        at.ask("and now?")

        *chunks, last = received(at)
        assert 8 < len(chunks) <= 20
        assert all(INDEPENDENT.count(one) <= 3_072 for one in chunks)
        assert INDEPENDENT.count(last) <= WINDOW.window - WINDOW.max_tokens
        assert compactions(at)[-1].form == "nine"


def test_c22_what_can_never_fit_is_not_sent_and_its_part_is_named(worker):
    """C22: rules beyond the budget: no request at all, not even for a summary."""
    with wired(worker) as at:
        at.talk(9)
        at.gateway.stub.requests.clear()
        at.profile = replace(WINDOW, budget=200)
        for _ in range(2):
            turn = at.ask("short")
            assert at.reply(turn).status == "failed"
            assert "the rules" in at.reply(turn).failure

        assert received(at) == []
        at.profile = WINDOW
        assert at.reply(at.ask("and now?")).status == "complete"


def test_c22_a_request_that_was_refused_is_not_sent_twice(worker):
    """C22: the provider says too long: the second request is shorter, and the last."""
    normal = answer_with()

    def answer(call: Any) -> str | Exception:
        is_refused = call.messages[-1].content.endswith("now?")
        return FAILURES["overflows"] if is_refused else normal(call)

    with wired(worker, answer) as at:
        at.talk(5)
        at.gateway.stub.requests.clear()
        turn = at.ask("and now?")

        first, second = received(at)
        assert at.reply(turn).status == "failed"
        assert INDEPENDENT.count(second) < INDEPENDENT.count(first)
        assert text_of(second) != text_of(first)
        assert at.reply(at.ask("go on")).status == "complete"
