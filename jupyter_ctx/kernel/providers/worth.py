"""What the renderings of a file or of the project are worth."""

from __future__ import annotations

from collections.abc import Mapping

from jupyter_ctx.core.fidelity import Fidelity

_SLACK = 1.3  # letters are no tokens: code has fewer letters for each


def worth(
    ladder: Mapping[Fidelity, str], gains: Mapping[Fidelity, float], weight: float
) -> dict[Fidelity, float]:
    """Give the gains of *ladder*; a shorter text earns more per letter than a longer.

    Otherwise a longer one that has no room would keep a shorter one out that has.
    """
    given: dict[Fidelity, float] = {}
    rate = 0.0  # gain per letter
    for level in sorted(ladder, reverse=True):
        size = len(ladder[level])
        given[level] = max(gains[level] * weight, rate * _SLACK * size)
        rate = given[level] / max(1, size)
    return dict(sorted(given.items()))
