"""Ask the recorder of a live kernel, from outside and silently."""

from __future__ import annotations

from typing import Any

import msgspec

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from tests.live.kernel import LiveKernel

RECORDER = "__import__('jupyter_ctx.extension', fromlist=['_']).active().recorder"


def ask(kernel: LiveKernel, expression: str) -> Any:
    """Evaluate *expression* with the recorder as `r`."""
    return kernel.value(f"(lambda r: {expression})({RECORDER})")


def state(kernel: LiveKernel, *mentions: str) -> KernelState:
    """Look at the namespace as a question does."""
    encode = "__import__('msgspec').json.encode"
    text = ask(kernel, f"{encode}(r.state({mentions!r})).decode()")
    return msgspec.json.decode(text, type=KernelState)


def variables(kernel: LiveKernel, *mentions: str) -> dict[str, Summary]:
    """Give the summaries by name."""
    return {summary.name: summary for summary in state(kernel, *mentions).variables}
