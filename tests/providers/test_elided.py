"""What the context leaves out is read again byte for byte by its name there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.errors import AnchorError
from jupyter_ctx.kernel.notebook import join
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.providers.desk import Desk
from jupyter_ctx.kernel.providers.elided import elided

BODY = "\n".join(
    f"    call_{n}(data, 'é', {n})\n    print('step {n}', data.step, sep=', ')"
    for n in range(8)
)
FIT = f"import numpy as np\n\ndef fit(data, rate=0.1):\n{BODY}\n    return data\n"
PLAN = "\r\n".join(f"print(run_{n}, call_{n}(a, b, c), sep=', ')" for n in range(30))
_TOLD = re.compile(r"\b(\d+) lines? @(\d+)")


def state(*cells: str, focus: Focus | None = None) -> KernelState:
    """Make a kernel that ran *cells*, shown on a page where there is a *focus*."""
    ran = tuple(
        Execution(n, source, n, f"c{n}") for n, source in enumerate(cells, start=1)
    )
    found = KernelState(ran, (Summary("fit", "function", "function"),), as_of_run=9)
    if focus is None:
        return found
    shown = tuple(Cell(one.cell_id or "", "code", one.source, one.run) for one in ran)
    return join(found, Document(shown), focus)


def every(piece: Piece, level) -> set[tuple[int, int]]:
    """Give the first line and the number of lines of what a text leaves out."""
    return {(int(at), int(n)) for n, at in _TOLD.findall(piece.ladder[level])}


@pytest.mark.parametrize(
    ("cells", "focus", "owner", "anchor"),
    [
        ((FIT, "y = fit(1)"), None, "In[1]", "cell:1"),
        ((f"a = 1\n{FIT}", "y = fit(1)"), None, "fit", "var:fit"),
        ((PLAN, "1"), None, "In[1]", "cell:1"),
        ((PLAN, "1"), Focus("c1", 15), "In[1]", "cell:1"),
        ((FIT, f"b = 2\n{FIT}"), None, "In[2]", "cell:2"),
    ],
    ids=["cell", "definition", "windows", "cursor", "newest"],
)
def test_lines_are_read_again_at_each_fidelity(cells, focus, owner, anchor):
    """The count and the first line lead to the bytes of the cell, whatever is shown."""
    of = state(*cells, focus=focus)
    pieces = list(offer(Wanted("", "ask", of)))
    (piece,) = [one for one in pieces if one.id == anchor]
    source = cells[int(owner[3:-1]) - 1] if owner[:2] == "In" else cells[0]
    seen = 0
    for level in piece.ladder:
        for first, count in every(piece, level):
            seen += 1
            told = elided(f"{owner}@{first}", pieces, {anchor: level.name}, of, Path())
            assert told == "\n".join(source.split("\n")[first - 1 : first - 1 + count])

    assert seen


def test_lines_of_a_file_are_read_again(tmp_path):
    """A file is named by its path, with or without the word `file:`."""
    (tmp_path / "model.py").write_text(FIT, encoding="utf-8")
    desk = Desk(str, lambda: tmp_path)
    of = state("import model")
    desk.offer(Wanted("explain model.py", "ask", of))

    lines = FIT.split("\n")
    for owner in ("model.py", "file:model.py"):
        shown = {"file:model.py": "OUTLINE"}
        assert desk.elided(f"{owner}@4", of, shown) == "\n".join(lines[3:19])


@pytest.mark.parametrize("mention", ["In[1]@99", "In[7]@4", "fit@x", "@4"])
def test_what_is_not_left_out_is_told_with_what_is(mention):
    """A wrong name is an error with the names that there are, never other lines."""
    of = state(FIT, "y = fit(1)")
    with pytest.raises(AnchorError) as caught:
        elided(mention, list(offer(Wanted("", "ask", of))), {}, of, Path())

    assert mention != "In[1]@99" or "In[1]@4" in str(caught.value)
