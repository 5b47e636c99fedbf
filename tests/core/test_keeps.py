"""Pins and drops, and the picture of what a request is made of."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.keeps import Keeps, find
from jupyter_ctx.core.piece import AnchorId, Item
from jupyter_ctx.core.select import select
from jupyter_ctx.core.treemap import HEIGHT, WIDTH, squares, treemap
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


@pytest.mark.parametrize("mention", ["var:v1", "v1", "@v1"])
def test_a_piece_is_found_by_id_and_name(mention):
    """A user writes what `%ctx show` lists, or the name."""
    assert find(mention, [name(1), name(2)]) == "var:v1"


def test_a_cell_is_found_by_its_label():
    """`In[4]` is the cell that shows this count."""
    shown = cell(9, ladder={Fidelity.FULL: "# In[4]\nx = 1"})
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
