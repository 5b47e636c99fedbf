"""How long to wait, as providers say it."""

from __future__ import annotations

import pytest

from jupyter_ctx.gateway.waits import seconds

NOW = 1_800_000_000.0  # seconds since the epoch: 2027-01-15 08:00:00 UTC


@pytest.mark.parametrize(
    ("headers", "text", "wait"),
    [
        ({"Retry-After": "7"}, "", 7),
        ({"retry-after": "0.5"}, "", 0.5),
        ({"retry-after-ms": "250"}, "", 0.25),
        ({"retry-after": "Fri, 15 Jan 2027 08:00:20 GMT"}, "", 20),
        ({"retry-after": "Fri, 15 Jan 2027 07:00:00 GMT"}, "", 0),
        ({"retry-after": "soon"}, "", 0),
        ({"retry-after": "-3"}, "", 0),
        ({"retry-after": "99999999"}, "", 0),
        ({}, "Please try again in 6.2s.", 6.2),
        ({}, "Please try again in 1m30.5s. Visit", 90.5),
        ({}, "Please try again in 120ms.", 0.12),
        ({}, "Retry after 20 seconds", 20),
        ({}, "Please retry in 34.5s.", 34.5),
        ({}, "Please wait 2 minutes", 120),
        ({}, "'retryDelay': '34s'", 34),
        ({}, "try again later", 0),
        ({}, "try again in a month", 0),
        ({"retry-after": "3"}, "try again in 6s", 3),
        ({"x-ratelimit-reset-requests": "1m12s"}, "", 72),
        ({"x-ratelimit-reset-tokens": "12ms"}, "", 0.012),
        ({"x-ratelimit-reset": "1800000015"}, "", 15),
        ({"x-ratelimit-reset": "1800000015000"}, "", 15),
        (
            {
                "x-ratelimit-reset-requests": "2s",
                "x-ratelimit-reset-tokens": "40s",
                "x-ratelimit-remaining-requests": "5",
                "x-ratelimit-remaining-tokens": "0",
            },
            "",
            40,
        ),
        ({"anthropic-ratelimit-tokens-reset": "2027-01-15T08:00:09Z"}, "", 9),
        ({"x-ratelimit-limit-requests": "60"}, "", 0),
        ({}, "", 0),
    ],
)
def test_the_wait_that_a_provider_asks_for(headers, text, wait):
    """A header counts before the text; what is no wait is none."""
    assert seconds(headers, text, NOW) == pytest.approx(wait)
