"""Selection: what is shown at which fidelity."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.select import select
from jupyter_ctx.core.engine.selection import Selection
from tests.core.counting import SignCounter

COUNT = SignCounter().count


def name(number: int, weight: float = 0.1, **more: object) -> Piece:
    """Make a variable that costs 5 tokens as a line and 15 as an outline."""
    ladder = {
        Fidelity.NAME: "",
        Fidelity.SIGNATURE: f"v{number} = make ( )",
        Fidelity.OUTLINE: f"v{number} = make ( )" + " col" * 10,
    }
    gains = {
        Fidelity.NAME: weight,
        Fidelity.SIGNATURE: 3 * weight,
        Fidelity.OUTLINE: 4 * weight,
    }
    values = {
        "id": AnchorId(f"var:v{number}"),
        "kind": "variable",
        "source": "variables",
        "ladder": ladder,
        "gains": gains,
        "names": (f"v{number}",),
        "weight": weight,
        "order": number,
    }
    return Piece(**{**values, **more})


def cell(run: int, words: int = 10, **more: object) -> Piece:
    """Make a cell of *words* words."""
    values = {
        "id": AnchorId(f"cell:{run}"),
        "kind": "cell",
        "source": "cells",
        "ladder": {Fidelity.FULL: f"<cell>\n{' w' * words}\n</cell>\n"},
        "gains": {Fidelity.FULL: 2.0},
        "weight": 0.5,
        "order": run,
    }
    return Piece(**{**values, **more})


def levels(selection: Selection) -> dict[str, Fidelity]:
    """Give the level of each placed piece."""
    return {item.piece.id: item.fidelity for item in selection.placed}


def spent(selection: Selection) -> int:
    """Count everything that is shown."""
    return COUNT(selection.roster) + sum(COUNT(p.text) for p in selection.placed)


def test_everything_is_shown_where_there_is_room():
    """With room to spare every piece is at its best fidelity."""
    chosen = select([name(1), name(2), cell(3)], 500, COUNT)
    assert levels(chosen) == {
        "var:v1": Fidelity.OUTLINE,
        "var:v2": Fidelity.OUTLINE,
        "cell:3": Fidelity.FULL,
    }
    assert chosen.roster == ""


def test_no_name_is_dropped_in_silence():
    """Names without room for a line are in the roster."""
    pieces = [name(n) for n in range(40)]
    chosen = select(pieces, 360, COUNT)
    shown = {n for item in chosen.placed for n in item.piece.names}
    for piece in pieces:
        assert piece.names[0] in shown or piece.names[0] in chosen.roster


def test_a_namespace_of_any_size_folds():
    """Thousands of names of one pattern become one counted group."""
    pieces = [name(n, 0.001, type_name="int") for n in range(3_000)]
    chosen = select(pieces, 60, COUNT)
    assert "int" in chosen.roster
    assert spent(chosen) <= 60


def test_the_more_probable_name_gets_the_line():
    """Of three names the most relevant one is raised first."""
    chosen = select([name(1, 0.05), name(2, 0.9), name(3, 0.05)], 16, COUNT)
    assert levels(chosen) == {"var:v2": Fidelity.SIGNATURE}
    assert "v1, v3" in chosen.roster.replace("v3, v1", "v1, v3")


def test_beside_its_cell_only_live_facts_are_told():
    """A name whose binding cell is shown in full does not repeat its statement."""
    guest = name(
        1,
        0.9,
        host=AnchorId("cell:1"),
        beside={Fidelity.NAME: "", Fidelity.SIGNATURE: "v1: int"},
    )
    chosen = select([guest, cell(1)], 500, COUNT)
    texts = {item.piece.id: item.text for item in chosen.placed}
    assert texts["var:v1"] == "v1: int"
    assert [item.is_beside for item in chosen.placed if item.piece.names] == [True]


def test_an_old_cell_never_has_the_last_word_on_a_newer_binding():
    """A cell with a superseded binding stands only with the newer binding."""
    old = cell(1, requires=("v9",))
    newer = name(9, 0.0, gains={})
    for budget in range(5, 80, 5):
        chosen = levels(select([old, cell(2), newer], budget, COUNT))
        if "cell:1" in chosen:
            assert chosen.get("var:v9", Fidelity.NAME) >= Fidelity.SIGNATURE


def test_the_tail_is_placed_before_anything_else():
    """The open error is shown even where nothing else is."""
    error = Piece(
        id=AnchorId("error:1"),
        kind="error",
        source="errors",
        ladder={Fidelity.SIGNATURE: "<error>\nE\n</error>\n"},
        gains={Fidelity.SIGNATURE: 1.0},
        tail=True,
        weight=1.0,
    )
    chosen = select([*[name(n, 1.0) for n in range(20)], error], 40, COUNT)
    assert "error:1" in levels(chosen)


def test_more_room_never_takes_the_error_or_an_import_away():
    """The error comes first, then the imports, then the cell that failed."""
    error = name(
        30,
        1.0,
        id=AnchorId("error:1"),
        kind="error",
        ladder={
            Fidelity.NAME: "<error>\nE\n</error>\n",
            Fidelity.SIGNATURE: "<error>\nE\nwhere\nand how\n</error>\n",
        },
        names=(),
        tail=True,
    )
    failed = cell(9, 20, tail=True, weight=1.0)
    imports = [
        name(number, id=AnchorId(f"var:i{number}"), kind="import")
        for number in range(3)
    ]
    others = [name(number, 0.9) for number in range(10, 20)]
    before: set[str] = set()
    for budget in range(10, 150):
        chosen = levels(select([*imports, *others, failed, error], budget, COUNT))
        shown = {i for i in chosen if i.startswith(("error:", "var:i", "cell:"))}
        assert before <= shown
        before = shown
    assert before == {"error:1", "cell:9", "var:i0", "var:i1", "var:i2"}


@pytest.mark.parametrize("seed", range(20))
def test_the_budget_holds_and_the_result_is_the_same(seed):
    """Random pieces never cost more than the budget; order does not matter."""
    dice = random.Random(seed)
    pieces = [name(n, dice.random()) for n in range(dice.randint(0, 60))]
    pieces += [cell(100 + n, dice.randint(1, 80)) for n in range(dice.randint(0, 9))]
    for budget in (15, 40, 90, 300, 2_000):
        chosen = select(pieces, budget, COUNT)
        assert spent(chosen) <= budget
        shuffled = dice.sample(pieces, len(pieces))
        assert select(shuffled, budget, COUNT) == chosen


def test_greedy_is_close_to_the_exact_optimum():
    """Where every combination can be tried, greedy is within a tenth of the best."""
    dice = random.Random(7)
    for _ in range(10):
        pieces = [name(n, dice.uniform(0.05, 0.25)) for n in range(6)]
        budget = 60
        chosen = levels(select(pieces, budget, COUNT))
        got = sum(p.gains[chosen.get(p.id, Fidelity.NAME)] for p in pieces)
        assert got >= 0.9 * _optimum(pieces, budget)


def _optimum(pieces: list[Piece], budget: int) -> float:
    best = 0.0
    for choice in itertools.product(list(pieces[0].ladder), repeat=len(pieces)):
        pairs = list(zip(pieces, choice, strict=True))
        lines = sum(COUNT(piece.ladder[level]) for piece, level in pairs)
        unshown = [p for p, level in pairs if level == Fidelity.NAME]
        roster = COUNT(", ".join(p.names[0] for p in unshown)) + 6 if unshown else 0
        if lines + roster <= budget:
            best = max(best, sum(piece.gains[level] for piece, level in pairs))
    return best


def test_a_lower_level_is_shown_where_the_best_one_has_no_room():
    """What earns most per token may not fit; then less of it is shown."""
    project = Piece(
        id=AnchorId("file:a"),
        kind="file",
        source="files",
        ladder={Fidelity.SIGNATURE: "a " * 10, Fidelity.FULL: "a " * 100},
        gains={Fidelity.SIGNATURE: 1.0, Fidelity.FULL: 100.0},
    )

    assert levels(select([project], 40, COUNT)) == {"file:a": Fidelity.SIGNATURE}


def test_a_whole_cell_takes_the_room_of_the_lines_that_it_spares():
    """It fits, because the names that it binds need no statement of their own."""
    host = cell(1, words=150, gains={Fidelity.FULL: 0.1})
    beside = {Fidelity.NAME: "", Fidelity.SIGNATURE: "T"}
    guests = [
        name(
            number,
            weight=0.9,
            host=host.id,
            beside=beside,
            order=1,
            beside_gains={Fidelity.NAME: 5.5, Fidelity.SIGNATURE: 6.5},
        )
        for number in range(12)
    ]

    shown = select([host, *guests], 200, COUNT)

    assert levels(shown)["cell:1"] == Fidelity.FULL
    assert all(item.is_beside for item in shown.placed if item.piece.id != host.id)


def test_a_name_that_shown_code_reads_is_not_listed_once_more():
    """What a cell word for word reads is told: the list is for all other names."""
    read = [f"v{number}" for number in range(1, 11)]
    source = "".join(f"print({one})\n" for one in read)
    pieces = [*map(name, range(1, 61)), cell(61, ladder={Fidelity.FULL: source})]

    chosen = select(pieces, 290, COUNT)

    lines = {one for item in chosen.placed for one in item.piece.names}
    listed = {*re.findall(r"v\d+", chosen.roster)}
    assert source in [item.text for item in chosen.placed]
    assert listed
    assert listed == {f"v{n}" for n in range(1, 61)} - lines - {*read}
