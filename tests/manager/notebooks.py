"""Notebooks of any size, as a kernel tells of them."""

from __future__ import annotations

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.state import KernelState


def notebook(cells: int, words: int = 200) -> KernelState:
    """Describe a kernel after *cells* runs of cells of so many *words*."""
    body = " + ".join(f"step_{n}" for n in range(words // 4))
    runs = [
        Execution(n, f"value_{n} = {body}", n, f"cell{n}") for n in range(1, cells + 1)
    ]
    return KernelState(executions=tuple(runs), as_of_run=cells)
