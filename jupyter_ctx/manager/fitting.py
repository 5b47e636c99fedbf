"""A request within its budget: what may be left out, and what says that it may not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from jupyter_ctx.core.compact.clip import clip
from jupyter_ctx.core.engine import sent
from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.prompt import prompt_of
from jupyter_ctx.core.engine.sent import Request, Sent
from jupyter_ctx.errors import BudgetError, ModelError
from jupyter_ctx.gateway.overflow import sizes

WHOLE_SHARE = 0.9  # of what rules leave, that a reduced question may take
CLIP_SHARE = 0.7  # of what rules leave, for a question that is longer than the window
LEAST_GAP = 0.2  # of a request that was too long, where no gap was told
WIDER = 1.1  # of a gap that a provider told in its own tokens
CLIPPED = (
    "Your message is longer than the model's window: its middle was left out, and "
    "marked. Send the part that matters, or put it into a file or a variable."
)

UNJOINED = (
    "The question that you stopped did not fit beside this one, and was not sent "
    "with it."
)


def gap_of(refusal: ModelError, tokens: int) -> int:
    """Give how much of *tokens* must go after the *refusal* of a provider."""
    told = refusal.gap or sizes(str(refusal)).gap
    gap = int(told * WIDER) + 1 if told > 0 else int(tokens * LEAST_GAP)
    return max(1, min(gap, tokens - 1))


def refused(refusal: ModelError, largest: str) -> ModelError:
    """Say of a request that was too long what of it is, where nothing more can go."""
    told = str(refusal) if str(refusal).endswith((".", "!")) else f"{refusal}."
    told = f"{told} Nothing more can be left out; the largest part: {largest}."
    return ModelError(told, kind=refusal.kind)


def made_of(earlier: Sequence[Sent], request: Request) -> tuple[Assembly, Sent | None]:
    """Assemble *request*; what makes it impossible is left out, if that is allowed.

    An interrupted question must not make every later one impossible. The question is
    one that `clipped` gave.

    Raises:
        BudgetError: It does not fit the budget.

    """
    try:
        return sent.ask(earlier, request)
    except BudgetError:
        history = request.history
        if history and history[-1].role == "user":
            made, kept = made_of(earlier, replace(request, history=history[:-1]))
            return replace(made, notices=(*made.notices, UNJOINED)), kept
        raise


def clipped(request: Request, window: int) -> tuple[Request, tuple[str, ...]]:
    """Clip the question of *request* where it is longer than what *window* takes.

    What is clipped is known before its earlier turns are measured; a notice says so.
    """
    counter, prompt = request.counter, request.wanted.prompt
    rules = counter.count(request.terms.rules)
    if counter.count(prompt) + rules <= window:
        return request, ()
    room = request.terms.budget - rules
    if counter.count(prompt_of(prompt, counter, room).text) <= room * WHOLE_SHARE:
        return request, ()  # it is a log, and reduced
    text = clip(prompt, int(room * CLIP_SHARE), counter.count)
    if not text:
        return request, ()
    wanted = replace(request.wanted, prompt=text)
    return replace(request, wanted=wanted), (CLIPPED,)
