"""Pins and drops, and the picture of what a request is made of."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.keeps import DROPPED, Keeps, anchor_of, find
from jupyter_ctx.core.engine.piece import AnchorId, Item, Piece
from jupyter_ctx.core.engine.select import select
from jupyter_ctx.core.engine.treemap import HEIGHT, WIDTH, squares, treemap
from jupyter_ctx.core.talk.events import Kept
from jupyter_ctx.errors import AnchorError
from tests.core.counting import SignCounter
from tests.core.test_select import cell, levels, name

COUNT = SignCounter().count


def test_a_pinned_piece_is_shown_at_its_best_where_it_was_a_name_before():
    """Of equal pieces the pinned one gets the room."""
    pieces = [name(n, 0.01) for n in range(40)]
    keeps = Keeps()
    keeps.pin(AnchorId("var:v7"))
    before = levels(select(pieces, 60, COUNT))
    after = levels(select(keeps.applied(pieces), 60, COUNT))
    assert before.get("var:v7") != Fidelity.OUTLINE
    assert after["var:v7"] == Fidelity.OUTLINE


def test_a_dropped_cell_is_gone_and_a_dropped_name_is_still_listed():
    """Dropping shows less, but a live name is never dropped in silence."""
    keeps = Keeps()
    keeps.drop(AnchorId("cell:3"))
    keeps.drop(AnchorId("var:v1"))
    chosen = select(keeps.applied([name(1, 0.9), name(2), cell(3)]), 500, COUNT)
    assert levels(chosen) == {"var:v2": Fidelity.OUTLINE}
    assert "v1" in chosen.roster


def test_unpin_undoes_both():
    """After it the pieces are as they were offered."""
    pieces = [name(1), cell(3)]
    keeps = Keeps()
    keeps.pin(AnchorId("var:v1"))
    keeps.drop(AnchorId("cell:3"))
    for anchor in ("var:v1", "cell:3"):
        keeps.unpin(AnchorId(anchor))
    assert keeps.applied(pieces) == pieces


def told_of(anchor: str) -> Piece:
    """Offer a card or an output of something."""
    kind = anchor.partition(":")[0]
    return Piece(AnchorId(anchor), kind, "test", {Fidelity.FULL: f"{anchor} row"})


def shared() -> Piece:
    """Offer the one statement that binds `v1` and `v2`."""
    return replace(name(1), names=("v1", "v2"))


def test_rows_go_with_a_dropped_name_and_outputs_with_a_dropped_cell():
    """What tells the values of a thing goes with it; of others it stays."""
    keeps = Keeps()
    keeps.drop(AnchorId("var:v1"))
    keeps.drop(AnchorId("cell:3"))
    rest = [name(2), told_of("card:v2"), told_of("output:4")]
    gone = [told_of("card:v1"), cell(3), told_of("output:3")]
    bare, *others = keeps.applied([name(1), *gone, *rest])
    assert others == rest
    assert (bare.names, bare.ladder, bare.why) == (
        ("v1",),
        {Fidelity.NAME: ""},
        DROPPED,
    )


def test_of_what_was_told_before_a_drop_it_is_told_that_it_is_dropped():
    """It has no text any more, so that what was sent is not gone on from."""
    keeps = Keeps()
    keeps.drop(AnchorId("var:v1"))
    offered = [name(1), told_of("card:v1")]
    _, card = keeps.applied(offered, told={"card:v1", "var:v1"})
    assert (card.id, card.is_over, card.is_dropped) == ("card:v1", True, True)


def test_a_name_that_shares_its_statement_is_dropped_by_itself():
    """With it goes the statement's line, and still after it is bound alone."""
    keeps = Keeps()
    keeps.drop(anchor_of("v2", [shared()]))
    assert keeps.dropped == {"var:v2"}
    (both,) = keeps.applied([shared(), told_of("card:v1")])
    assert both.ladder == {Fidelity.NAME: ""}
    one, two = keeps.applied([name(1), name(2)])
    assert one == name(1)
    assert two.ladder == {Fidelity.NAME: ""}


@pytest.mark.parametrize("ids", [("a", "b", "a"), (None, None, None)])
def test_a_dropped_cell_stays_out_when_it_runs_again(ids):
    """Also where a front end sends no ids; `unpin` of the new run undoes all."""
    runs = [
        Execution(run, f"x = {run % 2}", cell_id=one)
        for run, one in enumerate(ids, start=1)
    ]
    pieces = [cell(3), told_of("output:3"), cell(2)]
    keeps = Keeps()
    keeps.drop(AnchorId("cell:1"))
    keeps.follow(runs)
    assert keeps.applied(pieces) == [cell(2)]
    keeps.unpin(AnchorId("cell:3"))
    keeps.follow(runs)
    assert keeps.applied(pieces) == pieces
    assert keeps.dropped == set()


def test_a_pinned_cell_stays_pinned_when_it_runs_again():
    """The pin is of the cell, not of one run."""
    keeps = Keeps()
    keeps.pin(AnchorId("cell:1"))
    keeps.follow([Execution(1, "x = 1", cell_id="a"), Execution(2, "x", cell_id="a")])
    (again,) = keeps.applied([cell(2)])
    assert again.is_pinned


def test_a_pin_of_the_new_run_ends_the_drop_of_the_cell():
    """No older run of it keeps it out."""
    runs = [Execution(1, "x = 1", cell_id="a"), Execution(2, "x", cell_id="a")]
    keeps = Keeps()
    keeps.drop(AnchorId("cell:1"))
    keeps.follow(runs)
    keeps.pin(AnchorId("cell:2"))
    keeps.follow(runs)
    (again,) = keeps.applied([cell(2)])
    assert again.is_pinned
    assert not keeps.dropped


@pytest.mark.parametrize("mention", ["var:v1", "v1", "@v1"])
def test_a_piece_is_found_by_id_and_name(mention):
    """A user writes what `%ctx show` lists, or the name."""
    assert find(mention, [name(1), name(2)]) == "var:v1"


def test_a_cell_is_found_by_its_label():
    """`In[4]` is the cell that shows this count."""
    shown = cell(9, ladder={Fidelity.FULL: "x = 1  # In[4]\n"})
    assert find("In[4]", [name(1), shown]) == "cell:9"


def test_what_is_not_there_is_said_with_what_is_near():
    """The error names items whose name holds the word."""
    with pytest.raises(
        AnchorError, match=r"There is no v in this kernel\. Did you mean var:v1"
    ):
        find("v", [name(1)])


ITEMS = [
    Item("rules", "rules", "rules", "FULL", 200, "always sent"),
    Item("var:<b>", "variable", "variables", "OUTLINE", 50, 'named "in" the prompt'),
    Item("empty", "cell", "cells", "FULL", 0, "nothing"),
]


def test_the_picture_is_one_sound_svg():
    """Each item with tokens is a rectangle that tells its id, cost and reason."""
    root = ET.fromstring(treemap(ITEMS, 400))
    boxes = root.findall("{*}g")
    titles = [box.findtext("{*}title") for box in boxes]
    assert titles == [
        "rules: 200 tokens, FULL, always sent",
        'var:<b>: 50 tokens, OUTLINE, named "in" the prompt',
        "150 free",
    ]


def test_areas_are_shares():
    """The rectangles fill the picture and each has its share of it."""
    sizes = [5.0, 3.0, 2.0, 1.0]
    boxes = squares(sizes, (0, 0, WIDTH, HEIGHT))
    areas = [width * height for _, _, width, height in boxes]
    assert areas == pytest.approx([size / 11 * WIDTH * HEIGHT for size in sizes])


def test_nothing_is_drawn_of_nothing():
    """Without items the picture is empty and still an SVG."""
    assert ET.fromstring(treemap([], 0)).findall("{*}g") == []


def test_what_is_kept_is_told_so_that_another_kernel_keeps_it_too():
    """A name by its anchor, a run by its cell; an error is of this kernel alone."""
    runs = [Execution(1, "x = 1", cell_id="a"), Execution(2, "y", cell_id="b")]
    told: list[Kept] = []
    keeps = Keeps((), told.append)
    keeps.follow(runs)
    for anchor in ("var:v1", "cell:2", "error:2"):
        keeps.drop(AnchorId(anchor))
    assert told == [Kept("var:v1", "drop"), Kept("cell:2", "drop", "b")]

    later = Keeps(told)
    assert later.applied([told_of("document:b"), told_of("document:a")]) == [
        told_of("document:a")
    ]
    later.follow([Execution(1, "y", cell_id="b"), Execution(2, "x = 1", cell_id="a")])
    assert later.dropped == {"var:v1", "cell:1"}
    later.unpin(AnchorId("cell:1"))
    later.follow([Execution(3, "y", cell_id="b")])
    assert later.dropped == {"var:v1"}
