"""The benchmark of the engine's time, and the count that makes it fast."""

from __future__ import annotations

import msgspec

from jupyter_ctx.bench import engine
from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.assembly import render
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter


def rendered(cells: int) -> str:
    """Render the context after *cells* runs."""
    state = engine.session(cells, cells)
    wanted = Wanted(prompt="", request="ask", state=state)
    return render(offer(wanted), 400, SignCounter())


def test_cells_parsed_are_cells_changed():
    """A request after one new cell reads that cell and no other again."""
    rendered(150)
    before = names.cache_info().misses
    assert rendered(150) == rendered(150)
    assert names.cache_info().misses == before
    rendered(151)
    assert names.cache_info().misses == before + 1


def test_the_figures_stand_beside_a_yardstick(capsys, monkeypatch):
    """A person reads the lines, a program the record."""
    monkeypatch.setattr(engine, "SIZES", ((5, 10),))
    assert engine.main(["--budget", "300"]) == 0
    line, record = capsys.readouterr().out.splitlines()
    (figures,) = msgspec.json.decode(record, type=list[engine.Figures])
    assert line.startswith("     5 cells, 10 names: cold ")
    assert (figures.cells, figures.names) == (5, 10)
    assert figures.warm_ms >= 0
