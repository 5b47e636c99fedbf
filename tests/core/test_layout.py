"""The layout: placed texts as blocks."""

from __future__ import annotations

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.layout import lay_out
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.selection import Placed, Selection


def placed(kind: str, order: int, text: str) -> Placed:
    piece = Piece(
        id=AnchorId(f"{kind}:{order}"),
        kind=kind,
        source="",
        ladder={Fidelity.FULL: text},
        order=order,
    )
    return Placed(piece, Fidelity.FULL, text, 0)


def test_state_between_cells_stands_under_a_header():
    """One pair of tags holds both, in the order in which they ran."""
    items = (
        placed("variable", 1, "a = 1"),
        placed("cell", 2, "b = 2  # In[2]\n"),
        placed("variable", 3, "c: int = 3"),
        placed("cell", 4, "d = 4  # In[4]\n"),
    )

    assert lay_out(Selection(items, "", (), ())) == (
        "<state>\na = 1\n</state>\n"
        "<cells>\nb = 2  # In[2]\n\n# state\nc: int = 3\n\nd = 4  # In[4]\n</cells>\n\n"
    )


def test_a_block_of_its_own_ends_what_stands_before_it():
    """A cell that has such headers itself is kept apart."""
    own = "<cell id=In[2]>\n# state\n</cell>\n"
    items = (
        placed("cell", 1, "a = 1  # In[1]\n"),
        placed("cell", 2, own),
        placed("variable", 3, "c: int = 3"),
    )

    assert lay_out(Selection(items, "", (), ())) == (
        f"<cells>\na = 1  # In[1]\n</cells>\n{own}<state>\nc: int = 3\n</state>\n\n"
    )


def test_a_change_that_binds_another_name_is_told_once():
    """The line with what the kernel holds says more."""
    items = (
        placed("variable", 1, "m = make()  # Model\nn = m.append(1)"),
        placed("variable", 2, "n = m.append(1)  # Model"),
    )

    assert lay_out(Selection(items, "", (), ())) == (
        "<state>\nm = make()  # Model\nn = m.append(1)  # Model\n</state>\n\n"
    )
