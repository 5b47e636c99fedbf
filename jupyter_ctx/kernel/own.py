"""Which cells are conversation with us rather than the user's work."""

from __future__ import annotations

import re

# Strings: `re` compiles them with the first cell that runs, not while we are loaded.
_OWN = (
    r"\s*(?:%%(?:assist|ctx)\b|%(?:assist|ctx)\b|%(?:re|un)?load_ext\s+jupyter_ctx\s*$)"
)
_AROUND = r"\s*%%(?:time|timeit|capture|prun|memit|notify)\b"
"""Cell magics that run what stands below them as a cell."""


def is_own(source: str) -> bool:
    """Tell whether *source* only talks to us: `%%assist`, `%assist`, `%ctx`, `%%ctx`.

    Such a cell is no cell history: its prompt and its reply are in the
    conversation already.
    """
    lines = [line for line in source[:10_000].splitlines() if line.strip()]
    while lines and re.match(_AROUND, lines[0]):
        del lines[0]
    if not lines:
        return False
    if lines[0].lstrip().startswith("%%"):
        return re.match(_OWN, lines[0]) is not None
    code = [line for line in lines if not line.lstrip().startswith("#")]
    return bool(code) and all(re.match(_OWN, line) for line in code)
