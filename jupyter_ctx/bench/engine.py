"""What a context costs in time and memory, for notebooks and namespaces of all sizes.

Milliseconds of CPU, each size in fresh processes: cold is the first request of a
process after its first count, warm the same request again, changed one with a new cell
at the end. The yardstick is `ast.parse` of the same code.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from jupyter_ctx.bench.numbers import budget_of, positive
from jupyter_ctx.code.skeleton import skeleton
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine import assembly
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.tokens import counter_named

BY_CELLS = tuple((cells, 1_000) for cells in (10, 100, 200, 1_000))  # beside names
BY_NAMES = tuple((200, names) for names in (10, 100, 1_000, 10_000))
SIZES = tuple(dict.fromkeys(BY_CELLS + BY_NAMES))
BUDGET = 2_000
REPEATS = 10
PROCESSES = 3
NEW_CELLS = 3  # the fastest request after one of them counts
SOURCE = 10_000  # characters of a file that is outlined
LIMIT = 300  # seconds for one process; it takes one to five

AIMED = (200, 1_000)
COLD_AIM, WARM_AIM = 100.0, 20.0  # milliseconds at that size
GROWTH_AIM = 3.0  # one new cell beside 1,000 cells to one beside 100
SKELETON_AIM = 5.0  # milliseconds


class Figures(msgspec.Struct, frozen=True):
    """Milliseconds of CPU for *cells* and *names*; *parse_ms* is the yardstick.

    *kept_mb* stays in the caches after a cold request, *peak_mb* is the most it takes.
    """

    cells: int
    names: int
    cold_ms: float
    warm_ms: float
    changed_ms: float
    parse_ms: float
    kept_mb: float
    peak_mb: float


class Report(msgspec.Struct, frozen=True):
    """All sizes, and the outline of one file of 10,000 characters."""

    budget: int
    skeleton_ms: float
    skeleton_parse_ms: float
    sizes: tuple[Figures, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables and one JSON record; 1 where an aim is missed."""
    parser = argparse.ArgumentParser(prog="jupyter ctx bench engine")
    parser.add_argument("--budget", type=budget_of, default=BUDGET, metavar="N")
    parser.add_argument("--processes", type=positive, default=PROCESSES, metavar="N")
    parser.add_argument("--one", type=int, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.one:
        cells, names = given.one
        print(msgspec.json.encode(measure(cells, names, given.budget)).decode())
        return 0
    outlined, parsed = measure_skeleton()
    found = tuple(_median(size, given.budget, given.processes) for size in SIZES)
    report = Report(given.budget, outlined, parsed, found)
    print(table(report))
    print(msgspec.json.encode(report).decode())
    return 1 if missed(report) else 0


def _median(size: tuple[int, int], budget: int, processes: int) -> Figures:
    runs = [msgspec.structs.astuple(_apart(size, budget)) for _ in range(processes)]
    return Figures(*size, *map(statistics.median, list(zip(*runs, strict=True))[2:]))


def _apart(size: tuple[int, int], budget: int) -> Figures:
    """Measure in a fresh process, whose caches are empty."""
    command = [sys.executable, "-m", __spec__.name, "--budget", str(budget), "--one"]
    done = subprocess.run(
        [*command, *map(str, size)],
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    if done.returncode:
        msg = f"Measuring {size[0]} cells and {size[1]} names failed:\n{done.stderr}"
        raise RuntimeError(msg)
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=Figures)


def measure(cells: int, names: int, budget: int) -> Figures:
    """Time the requests of a notebook of that size, then look at their memory."""
    counter_named("o200k_base").count("x")  # its ranks are loaded once a process
    state = session(cells, names)
    sources = [execution.source for execution in state.executions]
    cold = _spent(lambda: _render(state, budget))
    warm = min(_spent(lambda: _render(state, budget)) for _ in range(REPEATS))
    grown = [session(cells, names, new=new + 1) for new in range(NEW_CELLS)]
    changed = min(_spent(partial(_render, one, budget)) for one in grown)
    parse = min(_spent(lambda: _parse(sources)) for _ in range(REPEATS))
    kept, peak = _memory(session(cells, names, prefix="w"), budget)
    return Figures(cells, names, cold, warm, changed, parse, kept, peak)


def _memory(state: KernelState, budget: int) -> tuple[float, float]:
    tracemalloc.start()
    _render(state, budget)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept / 1e6, peak / 1e6


def measure_skeleton() -> tuple[float, float]:
    """Time the outline of a real file, and `ast.parse` of it."""
    source = _file()
    # Outlines are remembered: each time it is another file by its last line.
    made = [f"{source}\n# {number}" for number in range(REPEATS)]
    outlined = min(_spent(partial(skeleton, one)) for one in made)
    return outlined, min(_spent(partial(ast.parse, one)) for one in made)


def _file() -> str:
    """Give the first statements of a module of Python, `SOURCE` characters or more."""
    source = inspect.getsource(tempfile)
    lines = source.split("\n")
    for statement in ast.parse(source).body:
        head = "\n".join(lines[: statement.end_lineno])
        if len(head) >= SOURCE:
            return head
    return source


def session(cells: int, names: int, new: int = 0, prefix: str = "v") -> KernelState:
    """Make the state after *cells* runs that bound *names* between them.

    Then *new* further cells ran, which bound one name each.
    """
    each = max(1, names // cells)
    bound = [(run, place) for run in range(cells) for place in range(each)][:names]
    bound += [(run, 0) for run in range(cells, cells + new)]
    return KernelState(
        executions=tuple(
            Execution(
                run=run + 1,
                source=_source(prefix, run, each if run < cells else 1),
                execution_count=run + 1,
                cell_id=f"c{run}",
            )
            for run in range(cells + new)
        ),
        variables=tuple(
            Summary(f"{prefix}{run}_{place}", "ndarray", "array", shape="(50,) float64")
            for run, place in bound
        ),
        as_of_run=cells + new,
    )


def _source(prefix: str, run: int, each: int) -> str:
    before = max(0, run - 1)
    lines = [
        f"{prefix}{run}_{place} = make({prefix}{before}_{place}, {run})"
        for place in range(each)
    ]
    return "\n".join([*lines, f"print({prefix}{run}_0.mean())"])


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


def growth(report: Report) -> float | None:
    """Give the cost of one new cell beside 1,000 cells to that beside 100."""
    spent = {(one.cells, one.names): one.changed_ms for one in report.sizes}
    few, many = spent.get((100, 1_000)), spent.get((1_000, 1_000))
    return many / few if few and many else None


def missed(report: Report) -> list[str]:
    """Name the aims that are missed."""
    found = []
    for one in report.sizes:
        if (one.cells, one.names) == AIMED and one.cold_ms > COLD_AIM:
            found.append(f"a cold request takes {one.cold_ms:.0f} ms")
        if (one.cells, one.names) == AIMED and one.warm_ms > WARM_AIM:
            found.append(f"a warm request takes {one.warm_ms:.1f} ms")
    grown = growth(report)
    if grown is not None and grown > GROWTH_AIM:
        found.append(f"the cost of a new cell grows by {grown:.1f}")
    if report.skeleton_ms > SKELETON_AIM:
        found.append(f"an outline takes {report.skeleton_ms:.1f} ms")
    return found


def table(report: Report) -> str:
    """Draw *report* for a person."""
    heads = f"{'cells':>6} {'names':>7} {'cold':>7} {'warm':>7} {'new cell':>9} "
    heads += f"{'ast.parse':>10} {'kept MB':>8} {'peak MB':>8}"
    lines = [f"CPU milliseconds of a context of {report.budget:,} tokens", heads]
    lines += [
        f"{one.cells:>6,} {one.names:>7,} {one.cold_ms:>7.0f} {one.warm_ms:>7.1f} "
        f"{one.changed_ms:>9.1f} {one.parse_ms:>10.1f} {one.kept_mb:>8.1f} "
        f"{one.peak_mb:>8.1f}"
        for one in report.sizes
    ]
    lines.append(
        f"outline of a file of {SOURCE:,} characters: {report.skeleton_ms:.1f} ms "
        f"(ast.parse {report.skeleton_parse_ms:.1f}; aim {SKELETON_AIM:.0f})"
    )
    grown = growth(report)
    if grown is not None:
        told = f"a new cell beside 1,000 cells to one beside 100: {grown:.2f}"
        lines.append(f"{told} (aim {GROWTH_AIM:.0f})")
    late = missed(report)
    lines.append(f"Missed: {'; '.join(late)}." if late else "All aims are met.")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
