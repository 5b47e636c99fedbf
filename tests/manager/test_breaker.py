"""The breaker: three failures in a row open it, one try after a pause may close it."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.manager.condensing.breaker import MOST_FAILURES, PAUSE, Breaker
from tests.manager.talking import WINDOW, answer_with, talk
from tests.manager.test_compaction import REFUSAL, compactions, fits


def opened() -> Breaker:
    """Give a breaker after failures of the model a."""
    breaker = Breaker()
    for _ in range(MOST_FAILURES):
        assert breaker.lets("a")
        breaker.count("a", is_failed=True)
    return breaker


def test_after_a_pause_one_try_is_let_through():
    """If it fails too, the next pause begins; a success closes the breaker."""
    breaker = opened()
    for is_failed in (True, False):
        assert [breaker.lets("a") for _ in range(PAUSE + 1)] == [False] * PAUSE + [True]
        breaker.count("a", is_failed=is_failed)

    assert not breaker.is_open
    assert breaker.lets("a")


def test_another_model_is_asked_at_once():
    """What the one could not, the other may; its failures are counted anew."""
    breaker = opened()

    assert breaker.lets("b")
    breaker.count("b", is_failed=True)
    assert breaker.lets("b")
    assert not breaker.is_open


def test_a_service_that_works_again_is_found_without_help():
    """Lines go on meanwhile; then summaries are made again, from the log."""
    with talk(answer_with(about=lambda _: REFUSAL)) as at:
        at.talk(20)
        assert len(at.summaries) == MOST_FAILURES
        at.gateway.answer = answer_with()
        at.talk(30, start=21)

        forms = [one.form for one in compactions(at)]
        first = forms.index("nine")
        assert set(forms[:first]) == {"lines"}
        assert first == MOST_FAILURES + PAUSE
        assert set(forms[first:]) == {"nine"}
        fits(at)


def test_a_switch_of_the_model_tries_again():
    """The breaker is of the model that failed."""
    with talk(answer_with(about=lambda _: REFUSAL)) as at:
        at.talk(20)
        at.gateway.answer = answer_with()
        at.profile = replace(WINDOW, model="gpt-4o-mini")
        before = len(compactions(at))
        at.talk(5, start=21)

        assert len(compactions(at)) > before
        assert compactions(at)[before].form == "nine"
