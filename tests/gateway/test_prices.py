"""What an answer cost: by the provider's word, else by the list, else not known."""

from __future__ import annotations

import litellm
import pytest

from jupyter_ctx.gateway.gateway import Usage
from jupyter_ctx.gateway.worker.remote import usage_of


def _told(**more):
    return litellm.Usage(
        prompt_tokens=1_000,
        completion_tokens=5,
        total_tokens=1_005,
        prompt_tokens_details={"cached_tokens": 700},
        **more,
    )


def test_by_the_price_list_what_was_cached_is_cheaper():
    """300 tokens at $2.50, 700 at $1.25 and 5 at $10 a million."""
    usage = usage_of(_told(), "gpt-4o")

    assert usage.cost == pytest.approx((300 * 2.5 + 700 * 1.25 + 5 * 10) / 1e6)
    assert (usage.prompt_tokens, usage.cached_tokens) == (1_000, 700)


def test_the_word_of_the_provider_counts_first():
    """A gateway knows what it bills."""
    assert usage_of(_told(cost=0.5), "gpt-4o").cost == 0.5
    assert usage_of(_told(cost=0.0), "").cost == 0.0


@pytest.mark.parametrize("model", ["", "my-llm", "groq/no-such-model", "a/b/c"])
def test_an_unknown_price_is_none(model, capfd):
    """Nothing is made up, nothing printed, nobody asked."""
    assert usage_of(_told(), model) == Usage(1_000, 5, 700, None)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("cost", [True, "0.5", -1.0, None])
def test_a_price_that_is_none(cost):
    """A field of another type is not taken for money."""
    told = _told()
    told.cost = cost

    assert usage_of(told, "").cost is None
