"""The breaker: after some failures in a row few summaries are asked for by itself."""

from __future__ import annotations

MOST_FAILURES = 3  # in a row
PAUSE = 5  # summaries that are not asked for, until one is tried again


class Breaker:
    """Counts failures in a row of one model; a success closes it.

    While it is open, one try is let through after `PAUSE` that were not made.
    """

    told = "the last three failed. `%ctx compact` tries again now."

    def __init__(self) -> None:
        self._failures = 0
        self._passed = 0
        self._model: object = None

    @property
    def is_open(self) -> bool:
        """Whether the last ones failed; then nothing is asked for in the background."""
        return self._failures >= MOST_FAILURES

    def lets(self, model: object) -> bool:
        """Tell whether *model* may be asked for a summary that a question needs.

        Another model than the one that failed may.
        """
        if not self.is_open or model != self._model:
            return True
        self._passed += 1
        if self._passed <= PAUSE:
            return False
        self._passed = 0
        return True

    def count(self, model: object, *, is_failed: bool) -> None:
        """Remember how the last one of *model* went."""
        if model != self._model:
            self._model, self._failures, self._passed = model, 0, 0
        self._failures = self._failures + 1 if is_failed else 0
