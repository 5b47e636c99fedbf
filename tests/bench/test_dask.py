"""The benchmark on a real Dask cluster of two processes on this machine."""

from __future__ import annotations

import warnings

import msgspec
import pytest

from jupyter_ctx.bench import context
from jupyter_ctx.bench.cases import OWN_NOTEBOOKS
from jupyter_ctx.bench.run import jobs, run
from jupyter_ctx.bench.score import Score
from jupyter_ctx.errors import SettingError

distributed = pytest.importorskip(
    "distributed", reason="distributed (the zoo of test libraries) is not installed"
)
pytestmark = [
    pytest.mark.live,
    # Sockets and loops of the cluster end after their owner, which is not ours.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def scheduler():
    """Start a cluster and give its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster:
            yield cluster.scheduler_address


def untimed(one: Score) -> Score:
    """Give a record without its time."""
    return msgspec.structs.replace(one, ms=0.0)


def test_a_cluster_gives_the_same_records(scheduler):
    """Whoever measures, records and their order are the same but for the times."""
    todo = jobs(OWN_NOTEBOOKS, ("jupyter_ctx", "newest"), (250,), 3)

    here, _ = run(todo, 1)
    there, skipped = run(todo, 1, scheduler)

    assert list(map(untimed, there)) == list(map(untimed, here))
    assert (len({one.notebook for one in there}), skipped) == (7, [])


def test_the_command_takes_the_address(scheduler, capsys):
    """`--dask` prints a record a case, as without it."""
    options = ["--budgets", "250", "--policies", "jupyter_ctx", "--format", "json"]
    context.main([*options, "--cases", "2", "--dask", scheduler])
    lines = capsys.readouterr().out.splitlines()
    here, _ = run(jobs(OWN_NOTEBOOKS, ("jupyter_ctx",), (250,), 2), 1)

    records = [msgspec.json.decode(line, type=Score) for line in lines]
    assert list(map(untimed, records)) == list(map(untimed, here))


def test_a_notebook_that_workers_do_not_see_is_told(scheduler, tmp_path):
    """It is skipped with its name and why; the others are measured."""
    todo = jobs(OWN_NOTEBOOKS, ("names",), (250,), 1)
    lost = msgspec.structs.replace(todo[0], path=str(tmp_path / "lost.ipynb"))

    scores, skipped = run([lost, todo[1]], 1, scheduler)

    assert {one.notebook for one in scores} == {todo[1].name}
    assert [one.startswith(f"{lost.name}: FileNotFoundError") for one in skipped] == [
        True
    ]


def test_an_address_without_a_scheduler_is_a_clear_error(monkeypatch):
    """Nothing hangs; the sentence says how to start one."""
    monkeypatch.setattr("jupyter_ctx.bench.run.CONNECT_LIMIT", 1)
    todo = jobs(OWN_NOTEBOOKS, ("names",), (250,), 1)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(SettingError, match="Start one with `dask scheduler`"):
            run(todo, 1, address)
