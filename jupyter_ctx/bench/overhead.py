"""What loading and recording cost, beside IPython's own import and an empty hook.

Fresh processes, several repeats, medians; only ratios of one run are comparable.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

REPEATS = 7  # fresh processes per figure
NAMES = (10, 100, 1_000, 2_000, 10_000)  # variables in the namespace
CELLS = 60  # cells timed per namespace
TIMEOUT = 300  # seconds for one process

_IMPORT = """
import time; a = time.process_time()
import IPython
print(time.process_time() - a)
"""
_LOAD = """
import sys, time
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = set(sys.modules); a = time.process_time()
import jupyter_ctx
jupyter_ctx.load_ipython_extension(shell)
print(time.process_time() - a, len(set(sys.modules) - before))
"""
_HOOKS = """
import json, statistics, sys, time
names, frames, load = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.user_ns.update({f"v{i}": i for i in range(names)})
if frames:
    import numpy, pandas
    rows = numpy.zeros((1_000_000, 5))
    for i in range(frames):
        shell.user_ns[f"frame{i}"] = pandas.DataFrame(rows, columns=list("abcde"))
if load == "ours":
    import jupyter_ctx
    jupyter_ctx.load_ipython_extension(shell)
else:
    shell.events.register("pre_run_cell", lambda info: None)
    shell.events.register("post_run_cell", lambda result: None)
shell.run_cell("x = 0", store_history=True)
times = []
for n in range(int(sys.argv[4])):
    a = time.process_time()
    shell.run_cell(f"x = {n}", store_history=True)
    times.append(time.process_time() - a)
print(statistics.median(times) * 1000)
"""


def main(arguments: Sequence[str]) -> int:
    """Print a table and, last, one JSON record."""
    parser = argparse.ArgumentParser(prog="jupyter ctx bench overhead")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--frames", type=int, default=50)
    given = parser.parse_args(list(arguments))
    record = {"load": _load(given.repeats), "hooks": _hooks(given.frames)}
    _say("JSON " + json.dumps(record))
    return 0


def _load(repeats: int) -> dict[str, Any]:
    imports = [float(_run(_IMPORT)) for _ in range(repeats)]
    loads = [_run(_LOAD).split() for _ in range(repeats)]
    ipython = statistics.median(imports)
    ours = statistics.median(float(cpu) for cpu, _ in loads)
    modules = int(loads[-1][1])
    _say(f"import IPython            {ipython * 1000:7.1f} ms CPU")
    _say(f"import and load_ext       {ours * 1000:7.1f} ms CPU, {modules} new modules")
    _say(f"ratio                     {ours / ipython:7.2f}  (aim: at most 0.20)")
    return {"ipython_ms": ipython * 1000, "ours_ms": ours * 1000, "modules": modules}


def _hooks(frames: int) -> list[dict[str, float]]:
    _say("CPU of one cell, ms        empty hooks   recorder   difference")
    rows = []
    for names in NAMES:
        count = frames if names == 2_000 else 0  # noqa: PLR2004 - the case of the spec
        empty = float(_run(_HOOKS, names, count, "empty", CELLS))
        ours = float(_run(_HOOKS, names, count, "ours", CELLS))
        extra = f" + {count} frames of 1,000,000 rows" if count else ""
        _say(
            f"{names:>7,} names           {empty:8.2f}   {ours:8.2f}   "
            f"{ours - empty:8.2f}{extra}"
        )
        rows.append({"names": names, "frames": count, "empty": empty, "ours": ours})
    return rows


def _run(code: str, *arguments: object) -> str:
    """Run *code* in a fresh process, bytecode caches allowed as users have them."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
        env=environment,
    )
    return done.stdout.strip().split("\n")[-1]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
