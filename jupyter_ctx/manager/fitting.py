"""A request within its budget: what may be left out, and what says that it may not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from jupyter_ctx.core import sent
from jupyter_ctx.core.assembly import Assembly
from jupyter_ctx.core.compact.clip import clip
from jupyter_ctx.core.sent import Request, Sent
from jupyter_ctx.errors import BudgetError, ModelError

CLIP_SHARE = 0.7  # of what rules leave, for a question that is longer than the window
CLIPPED = (
    "Your message is longer than the model's window: its middle was left out, and "
    "marked. Send the part that matters, or put it into a file or a variable."
)


def refused(refusal: ModelError, largest: str) -> ModelError:
    """Say of a request that was too long what of it is, where nothing more can go."""
    told = f"{refusal} Nothing more can be left out; the largest part: {largest}."
    return ModelError(told, kind=refusal.kind)


def made_of(
    earlier: Sequence[Sent], request: Request, window: int
) -> tuple[Assembly, Sent | None]:
    """Assemble *request*; what makes it impossible is left out, if that is allowed.

    An interrupted question must not make every later one impossible; a question that
    is longer than any budget in the *window* is clipped in the middle, and says so.

    Raises:
        BudgetError: It does not fit the budget, though the window might take it.

    """
    try:
        return sent.ask(earlier, request)
    except BudgetError:
        history = request.history
        if history and history[-1].role == "user":
            return made_of(earlier, replace(request, history=history[:-1]), window)
        clipped = _clipped(request, window)
        if clipped is None:
            raise
    made, kept = sent.ask(earlier, clipped)
    return replace(made, notices=(*made.notices, CLIPPED)), kept


def is_clipped(request: Request, window: int) -> bool:
    """Tell whether the question of *request* is longer than what *window* takes."""
    count = request.counter.count
    return count(request.wanted.prompt) + count(request.terms.rules) > window


def _clipped(request: Request, window: int) -> Request | None:
    """Clip the question of *request*; None where the *window* takes it whole."""
    if not is_clipped(request, window):
        return None
    count, prompt = request.counter.count, request.wanted.prompt
    rules = count(request.terms.rules)
    text = clip(prompt, int((request.terms.budget - rules) * CLIP_SHARE), count)
    wanted = replace(request.wanted, prompt=text)
    return replace(request, wanted=wanted) if text else None
