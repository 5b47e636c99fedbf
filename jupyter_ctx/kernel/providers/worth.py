"""What the renderings of a file or of the project are worth."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from jupyter_ctx.core.engine.fidelity import Fidelity

_SLACK = 1.2  # words and signs are no tokens, but nearly
_LESS = 0.95  # of what the next longer text is worth, at most
_WORD = re.compile(r"\w+|[^\w\s]")


def worth(
    ladder: Mapping[Fidelity, str], gains: Mapping[Fidelity, float], weight: float
) -> dict[Fidelity, float]:
    """Give the gains of *ladder*; a shorter text earns more per word than a longer.

    Otherwise a longer one that has no room would keep a shorter one out that has. In
    all it earns less: where there is room for the longer one, that is taken.
    """
    given: dict[Fidelity, float] = {}
    rate = 0.0  # gain per word or sign
    most = math.inf
    for level in sorted(ladder, reverse=True):
        size = sum(1 for _ in _WORD.finditer(ladder[level]))
        given[level] = min(most, max(gains[level] * weight, rate * _SLACK * size))
        rate = given[level] / max(1, size)
        most = _LESS * given[level]
    return dict(sorted(given.items()))
