"""The benchmark of the engine's time and memory."""

from __future__ import annotations

import msgspec
import pytest

from jupyter_ctx.bench import engine


@pytest.mark.live
def test_the_figures_stand_beside_a_yardstick(capsys, monkeypatch):
    """A person reads the lines, a program the record; each size has its process."""
    monkeypatch.setattr(engine, "SIZES", ((5, 10),))
    engine.main(["--budget", "300", "--processes", "1"])
    *lines, record = capsys.readouterr().out.splitlines()
    report = msgspec.json.decode(record, type=engine.Report)
    (figures,) = report.sizes

    assert lines == engine.table(report).splitlines()
    assert (report.budget, figures.cells, figures.names) == (300, 5, 10)
    assert figures.cold_ms >= figures.warm_ms > 0
    assert figures.peak_mb >= figures.kept_mb > 0
    assert report.skeleton_ms > report.skeleton_parse_ms > 0


def test_a_size_that_cannot_be_measured_says_why():
    """The error of the fresh process is not lost."""
    with pytest.raises(RuntimeError, match=r"(?s)0 cells and 10 names.*ZeroDivision"):
        engine._apart((0, 10), 300)


def test_an_aim_that_is_missed_is_named():
    """The table ends with what is too slow, and by how much."""
    slow = engine.Report(
        budget=2_000,
        skeleton_ms=6,
        skeleton_parse_ms=2,
        sizes=(
            engine.Figures(100, 1_000, 150, 30, 10, 8, 2, 3),
            engine.Figures(200, 1_000, 150, 30, 10, 8, 2, 3),
            engine.Figures(1_000, 1_000, 150, 30, 40, 15, 2, 3),
        ),
    )

    assert engine.missed(slow) == [
        "a cold request takes 150 ms",
        "a warm request takes 30.0 ms",
        "the cost of a new cell grows by 4.0",
        "an outline takes 6.0 ms",
    ]
    assert engine.table(slow).splitlines()[-2:] == [
        "a new cell beside 1,000 cells to one beside 100: 4.00 (aim 3)",
        f"Missed: {'; '.join(engine.missed(slow))}.",
    ]


def test_a_grown_session_begins_as_it_was():
    """One new cell changes nothing before it, so that only it is read anew."""
    before, after = engine.session(7, 20), engine.session(7, 20, new=1)

    assert after.executions[:-1] == before.executions
    assert after.variables[:-1] == before.variables
