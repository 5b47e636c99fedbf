"""Broken cells by kind of error, in two halves: one to build on, one held out.

The shares of the kinds follow the errors of 1,166 public notebooks; *shape* is the
number of the traceback's shape there (`01` a syntax error … `17` a short stack of a
library). Both halves were written before the rules that they test.
"""

from __future__ import annotations

from typing import NamedTuple

FRAME = """\
import pandas as pd
sales = pd.DataFrame({"Unit Price": [2.0, 3.0], "region": ["n", "s"], "2024": [1, 2]})
"""
SCORES = """\
import pandas as pd
scores = pd.DataFrame({"a": [1, 2, 3], "b": [3, 1, 2]})
"""
NUMPY = "import numpy as np\n"


class Broken(NamedTuple):
    """A cell that fails after *before* ran, and how the right patch is known.

    With the right patch all cells run, and the expression *check* is true after
    them. A patch that no test can run, as an installation, is known by *source*.
    *needs* names a library without which the cell fails otherwise.
    """

    kind: str
    shape: str
    before: str | tuple[str, ...]
    cell: str
    check: str = ""
    source: str = ""
    needs: str = ""

    @property
    def cells(self) -> list[str]:
        """All cells in order; the last one is broken."""
        before = (self.before,) if isinstance(self.before, str) else self.before
        return [source for source in (*before, self.cell) if source]
