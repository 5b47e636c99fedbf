"""The static seam: a notebook without a kernel, through the same engine."""

from __future__ import annotations

import re

import bpe_openai
import pytest

from jupyter_ctx.errors import BudgetError, SettingError
from jupyter_ctx.testing import render


def cell(source: str, count: int, outputs=()) -> dict:
    """Make a code cell as nbformat has it."""
    return {
        "cell_type": "code",
        "source": source,
        "execution_count": count,
        "outputs": list(outputs),
    }


CELLS = [
    cell("import pandas as pd", 1),
    cell("df = pd.read_csv('sales.csv')", 2),
    {"cell_type": "markdown", "source": "# Totals"},
    cell("rate = 0.25", 3),
]
FAILED = cell(
    "total = df['amuont'] * rate\ntotal",
    4,
    [
        {
            "output_type": "error",
            "ename": "KeyError",
            "evalue": "'amuont'",
            "traceback": [
                "\x1b[31mKeyError\x1b[39m Traceback (most recent call last)",
                (
                    "Cell In[4], line 1\n----> 1 total = df['amuont'] * rate\n"
                    "      2 total\n"
                ),
                "KeyError: 'amuont'",
            ],
        }
    ],
)


def request(**more) -> dict:
    """Make the request of a measurement."""
    base = {"mode": "next", "budget": 300, "encoding": "cl100k_base", "query": ""}
    return {**base, "cells": CELLS, "state": None, **more}


def test_code_alone_says_what_is_alive():
    """Without a kernel the last bindings are shown, as written."""
    text = render(request())
    assert "df = pd.read_csv('sales.csv')" in text
    assert "rate = 0.25" in text
    assert "import pandas as pd" in text


def test_described_variables_are_told_with_type_and_shape():
    """What somebody else saw in a kernel stands beside the code."""
    state = {
        "pd": {"k": "module", "t": "module", "m": "pandas"},
        "df": {
            "k": "value",
            "t": "pandas.DataFrame",
            "shape": [4, 2],
            "cols": ["region", "amount"],
            "smp": [["amount", "int64", ["1"]]],
        },
        "rate": {"k": "value", "t": "float", "v": "0.25"},
    }
    text = render(request(state=state))
    assert "df: DataFrame 4x2" in text
    assert "amount int64" in text


def test_a_saved_error_is_read_from_its_output():
    """Type, message, failing line and its place come from the saved traceback."""
    text = render(request(mode="fix", cells=[*CELLS, FAILED]))
    assert "KeyError: 'amuont' @ In[4] line 1" in text
    assert "total = df['amuont'] * rate  # <- raised here" in text


@pytest.mark.parametrize("encoding", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize("budget", [40, 80, 160, 500])
def test_the_budget_holds_by_another_count(encoding, budget):
    """An independent tokenizer finds no context over its budget."""
    many = [cell(f"name_{n} = compute({n})", n) for n in range(60)]
    text = render(request(cells=many, budget=budget, encoding=encoding))
    assert len(bpe_openai.get_encoding(encoding).encode(text)) <= budget


def test_unusable_requests_are_errors():
    """A budget below the floor and an unknown encoding are said."""
    with pytest.raises(BudgetError):
        render(request(budget=3))
    with pytest.raises(SettingError, match="cl100k_base"):
        render(request(encoding="latin-1"))


@pytest.mark.parametrize("budget", [60, 90, 150, 400])
@pytest.mark.parametrize(
    "statement",
    [
        'URL = os.environ.get("API_URL", "http://localhost:3000")',
        'URL = os.getenv("API_URL") or "http://localhost:3000"',
        "URL = sys.argv[1] if len(sys.argv) > 1 else 'http://localhost:3000'",
    ],
)
def test_what_asks_the_environment_is_not_replaced_by_its_value(statement, budget):
    """Today's value stands beside the expression, never in its place (P5)."""
    value = "'http://localhost:3000'"
    live = {"URL": {"k": "value", "t": "str", "v": value}}
    cells = [
        {"cell_type": "code", "source": f"import os, sys\n{statement}\nz = 0"},
        *({"cell_type": "code", "source": f"x{n} = {n}"} for n in range(20)),
    ]
    text = render(
        {"cells": cells, "state": live, "budget": budget, "encoding": "o200k_base"}
    )
    assert statement in text or not re.search(r"URL[:=]| URL\b.*=", text)
    assert budget < 400 or statement in text
