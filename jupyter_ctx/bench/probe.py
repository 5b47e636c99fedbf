"""One measurement in a process of its own; prints one JSON object.

Run by path, not with `-m`: that would import the package that is measured.
"""

from __future__ import annotations

import gc
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

CELLS = 60  # measured cells a case; the median is taken
WARM_UP = 10  # cells before, which load what is loaded at first use
ROWS = 1_000_000
PAGE = 4096  # bytes; of the platforms that have /proc


def import_ipython() -> dict[str, float]:
    """Give the CPU milliseconds of `import IPython`, the yardstick."""
    return {"ms": _cpu(lambda: importlib.import_module("IPython"))}


def load() -> dict[str, float]:
    """Give what importing and loading jupyter_ctx costs a bare kernel shell."""
    with _shell() as shell:
        modules, resident = len(sys.modules), _resident()

        def load_extension() -> None:
            importlib.import_module("jupyter_ctx").load_ipython_extension(shell)

        cpu = _cpu(load_extension)
        return {
            "ms": cpu,
            "modules": len(sys.modules) - modules,
            "mb": _resident() - resident,
        }


def cells(extension: str, names: int, frames: int) -> dict[str, float]:
    """Give the median CPU milliseconds of a tiny cell beside *names* live names."""
    with _shell() as shell:
        _fill(shell.user_ns, names, frames)
        if extension == "ours":
            importlib.import_module("jupyter_ctx").load_ipython_extension(shell)
        else:
            _load_nothing(shell)
        # What a collection costs depends on what lies around, not on the hooks.
        gc.collect()
        gc.disable()
        taken = [
            _cpu(partial(shell.run_cell, f"x = {number}", store_history=True))
            for number in range(WARM_UP + CELLS)
        ]
        return {"ms": statistics.median(taken[WARM_UP:]), "worst": max(taken[WARM_UP:])}


@contextmanager
def _shell() -> Iterator[Any]:
    """Make a kernel's shell without a kernel, history in memory."""
    zmqshell = importlib.import_module("ipykernel.zmqshell")
    config = importlib.import_module("traitlets.config").Config()
    config.HistoryManager.hist_file = ":memory:"
    shell = zmqshell.ZMQInteractiveShell.instance(config=config)
    # Nobody listens: what a cell shows goes nowhere.
    shell.displayhook = lambda _: None
    sys.displayhook = shell.displayhook
    yield shell
    shell.history_manager.end_session()


def _fill(namespace: dict[str, Any], names: int, frames: int) -> None:
    namespace.update({f"name_{number}": number for number in range(names - frames)})
    if frames:
        pandas = importlib.import_module("pandas")
        numpy = importlib.import_module("numpy")
        for number in range(frames):
            column = numpy.full(ROWS, number, dtype="int8")
            namespace[f"frame_{number}"] = pandas.DataFrame({"a": column, "b": column})


def _load_nothing(shell: Any) -> None:  # noqa: ANN401 - imported at run time
    """Register the same two hooks, empty."""
    shell.events.register("pre_run_cell", lambda _: None)
    shell.events.register("post_run_cell", lambda _: None)


def _cpu(act: Callable[[], object]) -> float:
    before = time.process_time()
    act()
    return (time.process_time() - before) * 1000


def _resident() -> float:
    """Give the resident megabytes now; 0 where the platform does not tell."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * PAGE / 1e6 if statm.exists() else 0.0


def main(arguments: list[str]) -> None:
    """Run the measurement that *arguments* name."""
    match arguments:
        case ["import"]:
            found = import_ipython()
        case ["load"]:
            found = load()
        case ["cells", extension, names, frames]:
            found = cells(extension, int(names), int(frames))
        case _:
            sys.exit("usage: probe.py import | load | cells EXTENSION NAMES FRAMES")
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
