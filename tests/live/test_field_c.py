"""Case C14 and row N9: a talk in a real kernel whose requests begin alike."""

from __future__ import annotations

from itertools import pairwise

import pytest

from jupyter_ctx.tokens import counter_named
from tests.live.asking import asking
from tests.stub import StubModel

pytestmark = pytest.mark.live

SET_UP = (
    "import pandas as pd",
    "sales = pd.DataFrame({'region': list('abcd') * 25, 'price': range(100)})",
    "def mean_of(frame, by, what):\n    return frame.groupby(by)[what].mean()",
    "rates = {'a': 0.1, 'b': 0.2, 'c': 0.25, 'd': 0.4}",
    "sales['rate'] = sales['region'].map(rates)\nmean_of(sales, 'region', 'rate')",
)
TURNS = 10


def as_text(stub: StubModel, index: int) -> str:
    """Give all that was sent with a request, in one text."""
    return "".join(f"\x00{m['role']}\x00{m['content']}" for m in stub.sent(index))


def test_ten_turns_with_changing_variables_begin_alike():
    """Each request begins with all of the one before; 90% of the tokens are such."""
    count = counter_named("o200k_base").count
    with asking() as (kernel, stub):
        for cell in SET_UP:
            kernel.run(cell)
        for n in range(TURNS):
            kernel.run(f"step = {n}\nlatest_{n} = sales['price'].sum() * {n}")
            stub.reply("Fine, go on.")
            kernel.run(f"%%assist\nIs everything right so far, as of round {n}?")
        texts = [as_text(stub, index) for index in range(TURNS)]

    assert len(stub.requests) == TURNS
    for before, text in pairwise(texts):
        assert text.startswith(before)
    # What both have is all of the one before.
    assert sum(map(count, texts[:-1])) / sum(map(count, texts[1:])) >= 0.9
    newest = stub.sent()[-1]["content"]
    assert "step: see below" in newest
    assert "step = 9" in newest
    assert "sales" not in newest.split("latest_9 = sales")[0]


def test_nothing_in_the_beginning_ticks():
    """The same talk in another kernel is the same bytes: no clock, id or address."""
    talks = []
    for _ in range(2):
        with asking() as (kernel, stub):
            kernel.run("class Cell: pass\nthing = Cell()\nseen = {'b': thing}")
            for n in range(2):
                kernel.run(f"x = {n}")
                kernel.run(f"%%assist\nwhat is thing, round {n}?")
            talks.append([as_text(stub, index) for index in range(2)])
    assert talks[0] == talks[1]
