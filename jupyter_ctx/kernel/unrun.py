"""What a request wants of a notebook that no kernel runs: the document alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jupyter_ctx.core.masking import StateMasker
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.redact import masker
from jupyter_ctx.core.relevance import words
from jupyter_ctx.kernel.document import state_of


def wanted_of(
    cells: Sequence[Mapping[str, Any]],
    prompt: str = "",
    live: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    is_failed: bool = False,
) -> Wanted:
    """Read *cells* (nbformat, in execution order) as run, secrets masked.

    *live* describes variables where somebody looked at a kernel; *is_failed* tells
    that the last cell raised the open error.
    """
    state = state_of(cells, live, is_failed=is_failed)
    return Wanted(
        prompt=prompt,
        request="fix" if is_failed else "ask",
        state=StateMasker(masker({}).mask)(state),
        mentions=words(prompt),
    )
