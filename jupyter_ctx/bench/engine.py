"""What a context costs: planning and rendering beside `ast.parse` of the same code.

Milliseconds of CPU; cold is the first request of a process after its first count,
warm the same request again, changed one with a new cell at the end.
"""

from __future__ import annotations

import argparse
import ast
import sys
import time
from collections.abc import Callable, Sequence

import msgspec

from jupyter_ctx.core import assembly
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.tokens import counter_named

SIZES = ((100, 500), (200, 1_000), (1_000, 1_000))  # cells, variables
BUDGET = 2_000
REPEATS = 5


class Figures(msgspec.Struct, frozen=True):
    """Milliseconds of CPU for *cells* and *names*; *parse_ms* is the yardstick."""

    cells: int
    names: int
    cold_ms: float
    warm_ms: float
    changed_ms: float
    parse_ms: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each size and one JSON record of all."""
    parser = argparse.ArgumentParser(prog="jupyter ctx bench engine")
    parser.add_argument("--budget", type=int, default=BUDGET, metavar="N")
    given = parser.parse_args(arguments)
    counter_named("o200k_base").count("x")  # its ranks are loaded once a process
    figures = [measure(*size, given.budget) for size in SIZES]
    for one in figures:
        print(
            f"{one.cells:>6,} cells, {one.names:,} names: cold {one.cold_ms:.0f} ms, "
            f"warm {one.warm_ms:.0f}, one new cell {one.changed_ms:.0f}; ast.parse of "
            f"the cells {one.parse_ms:.0f}"
        )
    print(msgspec.json.encode(figures).decode())
    return 0


def measure(cells: int, names: int, budget: int) -> Figures:
    """Time the requests of a notebook of that size."""
    state = session(cells, names)
    grown = session(cells + 1, names)
    sources = [execution.source for execution in state.executions]
    cold = _spent(lambda: _render(state, budget))
    warm = min(_spent(lambda: _render(state, budget)) for _ in range(REPEATS))
    changed = _spent(lambda: _render(grown, budget))
    parse = min(_spent(lambda: _parse(sources)) for _ in range(REPEATS))
    return Figures(cells, names, cold, warm, changed, parse)


def session(cells: int, names: int) -> KernelState:
    """Make the state after *cells* runs that bound *names* between them."""
    each = max(1, names // cells)
    bound = [(run, place) for run in range(cells) for place in range(each)][:names]
    return KernelState(
        executions=tuple(
            Execution(
                run=run + 1,
                source="\n".join(
                    f"v{run}_{place} = make(v{max(0, run - 1)}_{place}, {run})"
                    for place in range(each)
                )
                + f"\nprint(v{run}_0.mean())",
                execution_count=run + 1,
                cell_id=f"c{run}",
            )
            for run in range(cells)
        ),
        variables=tuple(
            Summary(f"v{run}_{place}", "ndarray", "array", shape="(50,) float64")
            for run, place in bound
        ),
        as_of_run=cells,
    )


def _render(state: KernelState, budget: int) -> str:
    wanted = Wanted(prompt="what now?", request="ask", state=state)
    return assembly.render(offer(wanted), budget, counter_named("o200k_base"))


def _parse(sources: Sequence[str]) -> None:
    for source in sources:
        ast.parse(source)


def _spent(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return 1_000 * (time.process_time() - start)


if __name__ == "__main__":
    sys.exit(main())
