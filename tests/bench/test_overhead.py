"""The benchmark of a silent kernel's costs."""

import json

import msgspec
import pytest

from jupyter_ctx.bench import overhead

pytestmark = pytest.mark.live


def test_the_benchmark_prints_a_table_and_one_record(capsys, tmp_path):
    """A person reads the table, a program the last line or the file."""
    file = tmp_path / "overhead.json"
    overhead.main(["--repeats", "1", "--sizes", "10", "--json", str(file)])
    *lines, record = capsys.readouterr().out.splitlines()
    report = msgspec.json.decode(record, type=overhead.Report)

    assert json.loads(file.read_text()) == json.loads(record)
    assert lines[-1] == "All aims are met." or lines[-1].startswith("Missed: ")
    assert report.load.modules < overhead.MODULES_AIM
    assert report.cells[0].names == 10
    assert report.cells[0].ms > 0


def test_an_aim_that_is_missed_is_named():
    """The table ends with what is too slow, and by how much."""
    slow = overhead.Report(
        version="0",
        python="3",
        machine="slow",
        repeats=1,
        load=overhead.Load(ms=90, ipython_ms=100, ratio=0.9, modules=70, mb=1),
        cells=(
            overhead.Cell(10, 0, ms=1.5, empty_ms=1, hooks_ms=0.5),
            overhead.Cell(2_000, 0, ms=4, empty_ms=1, hooks_ms=3),
            overhead.Cell(2_000, 50, ms=9, empty_ms=8.5, hooks_ms=0.5),
        ),
    )

    assert overhead.missed(slow) == [
        "loading takes 0.90 of `import IPython`",
        "loading brings 70 modules",
        "the hooks grow by 6.0 with the number of names",
        "the hooks take 3.00 ms beside 2,000 names",
    ]
    assert "most names to fewest: 6.0 (aim 3)" in overhead.table(slow)
    assert overhead.table(slow).splitlines()[-1].startswith("Missed: ")


def test_a_probe_that_fails_says_why():
    """The error of the fresh process is not lost."""
    with pytest.raises(RuntimeError, match="usage"):
        overhead._probe("nothing")
