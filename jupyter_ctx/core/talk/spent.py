"""What calls of a model took: tokens as the model reports them, money, time."""

from __future__ import annotations

import msgspec


class Spent(msgspec.Struct, frozen=True):
    """The sum over *calls* of a model; tokens of *unreported* ones are not in it.

    *input* tokens were read, *cached* of them from the provider's cache, and *output*
    were written. *cost* is in US dollars, by the provider's word or the price list;
    *unpriced* calls have no known price and are not in it. *seconds* is the time that
    the user waited for them.
    """

    calls: int = 0
    input: int = 0
    cached: int = 0
    output: int = 0
    cost: float = 0.0
    unpriced: int = 0
    seconds: float = 0.0
    unreported: int = 0

    @property
    def price(self) -> float | None:
        """US dollars, None where none is known; too low with some `unpriced`."""
        return None if self.unpriced == self.calls else self.cost

    def plus(self, other: Spent) -> Spent:
        """Add what *other* took."""
        return Spent(
            self.calls + other.calls,
            self.input + other.input,
            self.cached + other.cached,
            self.output + other.output,
            self.cost + other.cost,
            self.unpriced + other.unpriced,
            self.seconds + other.seconds,
            self.unreported + other.unreported,
        )


NOTHING = Spent()
"""No call at all."""
