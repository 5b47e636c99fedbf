"""What the model is shown with a task: our context, or what another way would send.

All go into the same request: the product's rules, the context, the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jupyter_ctx.bench.policies import POLICIES, Request
from jupyter_ctx.bench.score import ENCODING
from jupyter_ctx.bench.tasks.catalogue import Task
from jupyter_ctx.bench.tasks.session import Session
from jupyter_ctx.core.engine.rules import RULES
from jupyter_ctx.core.engine.tags import block
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import SettingError
from jupyter_ctx.tokens import counter_named


def _ours(task: Task, budget: int) -> str:
    asked = f"{task.prompt!r}, budget={budget}, encoding={ENCODING!r}"
    with Session(task, load=True) as kernel:
        return kernel.text(f"__import__('jupyter_ctx').context({asked})")


def _none(_task: Task, _budget: int) -> str:
    return ""


def _cells_by(policy: str) -> Callable[[Task, int], str]:
    def give(task: Task, budget: int) -> str:
        cells = [{"cell_type": "code", "source": source} for source in task.cells]
        count = counter_named(ENCODING).count
        request = Request(cells, task.prompt, budget, count, ENCODING)
        return block("cells", POLICIES[policy](request))

    return give


CONTEXTS: Mapping[str, Callable[[Task, int], str]] = {
    "ours": _ours,
    "newest": _cells_by("newest"),
    "head_tail": _cells_by("head_tail"),
    "none": _none,
}
"""By the name that the table shows; ours is rendered in a live kernel."""


def chosen(text: str) -> tuple[str, ...]:
    """Read names of contexts; an empty text means all of them.

    Raises:
        SettingError: A context is not known.

    """
    wanted = tuple(part for part in text.split(",") if part) or tuple(CONTEXTS)
    for name in wanted:
        if name not in CONTEXTS:
            msg = f"There is no context {name}. Known are {', '.join(CONTEXTS)}."
            raise SettingError(msg)
    return wanted


def messages(context: str, prompt: str) -> tuple[Message, ...]:
    """Put *context* and *prompt* into the request that every context shares."""
    shown = f"{context.rstrip()}\n\n{prompt}" if context else prompt
    return Message("system", RULES), Message("user", shown)
