"""What a request wants of a notebook that no kernel runs: the document alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.place import here
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.secrets.masking import StateMasker
from jupyter_ctx.core.secrets.redact import masker
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.document import state_of
from jupyter_ctx.kernel.notebook import of_document


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
    return _wanted(state, prompt, is_failed=is_failed)


def wanted_at(
    document: Document,
    ran: Sequence[Cell],
    prompt: str = "",
    focus: Focus | None = None,
) -> Wanted:
    """Read *document* as saved, of which *ran* has run in that order, secrets masked.

    It is to be fixed where the cell in *focus* failed, without one the newest run.
    """
    state = of_document(document, focus, ran)
    return _wanted(state, prompt, is_failed=_is_failed(state))


def _is_failed(state: KernelState) -> bool:
    place = here(state)
    if place is not None:
        return place.report is not None
    return state.error is not None and state.error.run == state.as_of_run


def _wanted(state: KernelState, prompt: str, *, is_failed: bool) -> Wanted:
    return Wanted(
        prompt=prompt,
        request="fix" if is_failed else "ask",
        state=StateMasker(masker({}).mask)(state),
        mentions=words(prompt),
    )
