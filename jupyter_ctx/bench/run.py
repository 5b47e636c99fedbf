"""Running the benchmark: here on several processes, or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

import msgspec

from jupyter_ctx.bench.cases import cases, notebooks
from jupyter_ctx.bench.score import Score, score
from jupyter_ctx.errors import SettingError

CONNECT_LIMIT = 20  # seconds that a Dask scheduler may take to answer
BAR = 30  # characters of the progress bar


class Job(msgspec.Struct, frozen=True):
    """One notebook to measure: its path and name, and at most *most* cases of it."""

    path: str
    name: str
    policies: tuple[str, ...]
    budgets: tuple[int, ...]
    most: int


def jobs(
    folder: Path, policies: Sequence[str], budgets: Sequence[int], most: int
) -> list[Job]:
    """Make a job of each notebook in *folder*.

    Raises:
        SettingError: There is no notebook.

    """
    found = notebooks(folder)
    if not found:
        msg = f"There is no notebook below {folder}. Name a folder: --notebooks DIR."
        raise SettingError(msg)
    return [
        Job(
            str(path),
            path.relative_to(folder).with_suffix("").as_posix(),
            tuple(policies),
            tuple(budgets),
            most,
        )
        for path in found
    ]


def measure(job: Job) -> tuple[list[Score], str]:
    """Measure one notebook; gives its scores and why it was skipped, or nothing."""
    try:
        found = list(cases(Path(job.path), job.name, job.most))
    except Exception as error:  # noqa: BLE001 - any broken file is one notebook less
        return [], f"{job.name}: {type(error).__name__}: {error}"
    return [one for case in found for one in score(case, job.policies, job.budgets)], ""


def run(
    todo: Sequence[Job], workers: int, scheduler: str = "", out: TextIO = sys.stderr
) -> tuple[list[Score], list[str]]:
    """Measure all of *todo*, in its order; *scheduler* is a Dask cluster's address.

    Raises:
        SettingError: Dask's scheduler is wanted, and `distributed` is not installed,
            the scheduler does not answer, or its workers can't do the work.

    """
    if scheduler:
        results = _on_dask(todo, scheduler)
    elif workers > 1:
        results = _on_processes(todo, workers)
    else:
        results = map(measure, todo)
    scores: list[Score] = []
    skipped: list[str] = []
    for done, (some, why) in enumerate(results, start=1):
        scores += some
        skipped += [why] if why else []
        _progress(done, len(todo), out)
    return scores, skipped


def _on_processes(
    todo: Sequence[Job], workers: int
) -> Iterator[tuple[list[Score], str]]:
    # Fresh processes: a forked one would inherit threads of whoever called.
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers) as pool:
        yield from pool.imap(measure, todo)


def _on_dask(todo: Sequence[Job], scheduler: str) -> Iterator[tuple[list[Score], str]]:
    try:
        # Only who has a cluster has it installed.
        from distributed import Client  # noqa: PLC0415
    except ImportError as error:
        msg = "--dask needs the package `distributed`: pip install distributed."
        raise SettingError(msg) from error
    try:
        client = Client(scheduler, timeout=CONNECT_LIMIT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        msg = (
            f"No Dask scheduler answers at {scheduler} ({error}). Start one with "
            "`dask scheduler`, and give the address that it prints."
        )
        raise SettingError(msg) from error
    with client:
        for future in client.map(measure, todo, pure=False):
            try:
                yield future.result()
            except Exception as error:
                msg = (
                    f"A worker of {scheduler} could not do its part "
                    f"({type(error).__name__}: {error}). Each worker needs this "
                    "version of jupyter_ctx, and the notebooks under the same path."
                )
                raise SettingError(msg) from error


def _progress(done: int, total: int, out: TextIO) -> None:
    """Draw a bar on a terminal; elsewhere nothing, so that logs stay short."""
    if not out.isatty():
        return
    filled = BAR * done // total
    bar = "#" * filled + "." * (BAR - filled)
    out.write(f"\r[{bar}] {done}/{total} notebooks" + ("\n" if done == total else ""))
    out.flush()
