"""What jupyter_ctx costs a kernel that asks nothing: at load, and at each cell.

Every figure is the median of several fresh processes, in CPU time, beside a
yardstick of the same machine: `import IPython` for loading, an extension whose
two hooks do nothing for the cells.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

PROBE = Path(__file__).with_name("probe.py")
REPEATS = 5
SIZES = (10, 100, 1_000, 2_000, 10_000)  # live names
FRAMES = 50  # of 1,000,000 rows, in one further case
FRAME_NAMES = 2_000
PROBE_LIMIT = 300  # seconds; a probe takes 1 to 10

LOAD_AIM = 0.2  # of the CPU of `import IPython`
MODULES_AIM = 60
CELL_AIM = 1.0  # milliseconds of hooks for a cell that changes one name
AIMED_NAMES = 2_000  # the aim holds up to here; larger sizes show the growth
GROWTH_AIM = 3.0  # hooks beside 10,000 names to hooks beside 10


class Load(msgspec.Struct, frozen=True):
    """Loading: milliseconds of CPU, of the yardstick too; modules; megabytes."""

    ms: float
    ipython_ms: float
    ratio: float
    modules: int
    mb: float


class Cell(msgspec.Struct, frozen=True):
    """A tiny cell beside *names* names: CPU milliseconds with ours and with nothing."""

    names: int
    frames: int
    ms: float
    empty_ms: float
    hooks_ms: float


class Report(msgspec.Struct, frozen=True):
    """Everything that was measured, and where."""

    version: str
    python: str
    machine: str
    repeats: int
    load: Load
    cells: tuple[Cell, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table and one JSON record; 1 where an aim is missed."""
    parser = argparse.ArgumentParser(
        prog="jupyter ctx bench overhead", description="What a silent kernel pays."
    )
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--sizes", type=int, nargs="*", default=list(SIZES))
    parser.add_argument("--json", type=Path, help="write the record to this file too")
    given = parser.parse_args(arguments)
    report = measure(given.repeats, given.sizes)
    print(table(report))
    record = msgspec.json.encode(report).decode()
    print(record)
    if given.json:
        given.json.write_text(record + "\n", encoding="utf-8")
    return 0 if not missed(report) else 1


def measure(repeats: int = REPEATS, sizes: Sequence[int] = SIZES) -> Report:
    """Run all probes one after another, each in a fresh process."""
    cases = [(names, 0) for names in sizes]
    if importlib.util.find_spec("pandas"):
        cases.append((FRAME_NAMES, FRAMES))
    return Report(
        version=importlib.metadata.version("jupyter_ctx"),
        python=platform.python_version(),
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        repeats=repeats,
        load=_measure_load(repeats),
        cells=tuple(_measure_cell(repeats, *case) for case in cases),
    )


def _measure_load(repeats: int) -> Load:
    # In turns, so that a busy moment of the machine meets both.
    runs = [(_probe("load"), _probe("import")) for _ in range(repeats)]
    ours = statistics.median(loaded["ms"] for loaded, _ in runs)
    ipython = statistics.median(imported["ms"] for _, imported in runs)
    return Load(
        ms=ours,
        ipython_ms=ipython,
        ratio=statistics.median(a["ms"] / b["ms"] for a, b in runs),
        modules=int(max(loaded["modules"] for loaded, _ in runs)),
        mb=statistics.median(loaded["mb"] for loaded, _ in runs),
    )


def _measure_cell(repeats: int, names: int, frames: int) -> Cell:
    size = (str(names), str(frames))
    # Frames take seconds to make and do not change the spread.
    times = min(repeats, 2) if frames else repeats
    runs = [
        (_probe("cells", "ours", *size)["ms"], _probe("cells", "none", *size)["ms"])
        for _ in range(times)
    ]
    ours = statistics.median(with_us for with_us, _ in runs)
    empty = statistics.median(without for _, without in runs)
    difference = statistics.median(with_us - without for with_us, without in runs)
    return Cell(names, frames, ms=ours, empty_ms=empty, hooks_ms=difference)


def _probe(*arguments: str) -> dict[str, float]:
    """Run one probe in a fresh process, with an IPython folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-P", str(PROBE), *arguments],
            env={**os.environ, "IPYTHONDIR": folder},
            capture_output=True,
            text=True,
            check=False,
            timeout=PROBE_LIMIT,
        )
    if done.returncode:
        msg = f"The probe {' '.join(arguments)} failed:\n{done.stderr}"
        raise RuntimeError(msg)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def growth(report: Report) -> float | None:
    """Give the cost of the hooks beside the most names to that beside the fewest."""
    bare = sorted((c for c in report.cells if not c.frames), key=lambda c: c.names)
    if len(bare) < 2 or bare[0].hooks_ms <= 0:  # noqa: PLR2004 - one is no growth
        return None
    return bare[-1].hooks_ms / bare[0].hooks_ms


def missed(report: Report) -> list[str]:
    """Name the aims that are missed."""
    load = report.load
    found = []
    if load.ratio > LOAD_AIM:
        found.append(f"loading takes {load.ratio:.2f} of `import IPython`")
    if load.modules >= MODULES_AIM:
        found.append(f"loading brings {load.modules} modules")
    grown = growth(report)
    if grown is not None and grown > GROWTH_AIM:
        found.append(f"the hooks grow by {grown:.1f} with the number of names")
    found += [
        f"the hooks take {cell.hooks_ms:.2f} ms beside {cell.names:,} names"
        for cell in report.cells
        if cell.names <= AIMED_NAMES and cell.hooks_ms > CELL_AIM
    ]
    return found


def table(report: Report) -> str:
    """Draw *report* for a person."""
    load = report.load
    lines = [
        f"jupyter_ctx {report.version}, Python {report.python}, {report.machine}",
        f"CPU time, medians of {report.repeats} processes",
        f"import and load: {load.ms:.1f} ms (IPython {load.ipython_ms:.0f})",
        f"  = {load.ratio:.2f} x `import IPython` (aim {LOAD_AIM})",
        f"  {load.modules} modules (aim < {MODULES_AIM}), {load.mb:.1f} MB",
        f"{'names':>8} {'frames':>7} {'cell':>9} {'empty':>9} {'hooks':>9}   (ms)",
    ]
    lines += [
        f"{cell.names:>8,} {cell.frames:>7} {cell.ms:>9.3f} "
        f"{cell.empty_ms:>9.3f} {cell.hooks_ms:>9.3f}"
        for cell in report.cells
    ]
    grown = growth(report)
    if grown is not None:
        lines.append(f"most names to fewest: {grown:.1f} (aim {GROWTH_AIM:.0f})")
    late = missed(report)
    lines.append(f"Missed: {'; '.join(late)}." if late else "All aims are met.")
    return "\n".join(lines)
