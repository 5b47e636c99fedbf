"""The breaker: after some failures in a row no summary is asked for by itself."""

from __future__ import annotations

MOST_FAILURES = 3  # in a row


class Breaker:
    """Counts failures in a row; a success closes it."""

    told = "the last three failed. `%ctx compact` tries again."

    def __init__(self) -> None:
        self._failures = 0

    @property
    def is_open(self) -> bool:
        """Whether nothing is asked for by itself."""
        return self._failures >= MOST_FAILURES

    def count(self, *, is_failed: bool) -> None:
        """Remember how the last one went."""
        self._failures = self._failures + 1 if is_failed else 0
