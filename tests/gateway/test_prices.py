"""What tokens cost, by the price list that comes with litellm."""

from __future__ import annotations

import pytest

from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.prices import FREE, UNKNOWN, price, price_of


def test_a_known_model_has_the_prices_of_the_list():
    """Dollars a million tokens, under its own name and under its provider's."""
    litellm = pytest.importorskip("litellm")
    entry = litellm.model_cost["gpt-4o-mini"]

    found = price("openai/gpt-4o-mini")

    assert found == price("gpt-4o-mini")
    assert found.input == pytest.approx(1e6 * entry["input_cost_per_token"])
    assert found.cached == pytest.approx(1e6 * entry["cache_read_input_token_cost"])
    assert found.output == pytest.approx(1e6 * entry["output_cost_per_token"])


@pytest.mark.parametrize("name", ["my-llm", "", 'a"b', "sample_spec/x", "{"])
def test_an_unknown_model_has_no_price(name):
    """It is said that the price is not known, never that there is none."""
    assert price(name) == UNKNOWN


def test_what_runs_here_is_free():
    """The embedded model and quick fixes cost nothing."""
    assert price_of(Profile("embedded:0.5b")) == FREE
    assert price_of(Profile("")) == FREE
    assert price_of(Profile("my-llm")) == UNKNOWN
