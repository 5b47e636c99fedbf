"""The sheet of the inspector: of a long conversation it lists the newest messages."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.keeps import Keeps
from jupyter_ctx.core.engine.piece import Item
from jupyter_ctx.protocol import values
from jupyter_ctx.tokens import TokenCounter
from jupyter_ctx.ui.sidebar.sheet import LEFT_SHOWN, Sheet, left_out

WHY = "older than the turns' share of the budget"


def _sheet(*gone: Item) -> Sheet:
    made = Assembly(messages=(), tokens=0, budget=9, model="m", items=(), left_out=gone)
    counter = TokenCounter("letters", len, exact=True)
    return Sheet(made=made, pieces={}, keeps=Keeps((), lambda _: None), counter=counter)


def _messages(count: int) -> list[Item]:
    return [
        Item(f"turn:-{n}:user", "turn", "conversation", "NONE", n, WHY, "Hello")
        for n in range(count, 0, -1)
    ]


@pytest.mark.parametrize("count", [1, 2, 9_000])
def test_one_row_stands_for_the_older_messages_that_are_not_sent(count):
    """What crosses the wire does not grow with the conversation; nothing is untold."""
    other = Item("var:df", "var", "variables", "NONE", 0, "no room left")

    older, *rest = left_out(_sheet(*_messages(LEFT_SHOWN + count), other))

    assert older == values.Item(
        id="older turns",
        kind="turn",
        source="conversation",
        fidelity="NONE",
        tokens=sum(range(LEFT_SHOWN + 1, LEFT_SHOWN + count + 1)),
        why=WHY,
        label="1 older message" if count == 1 else f"{count:,} older messages",
    )
    newest = [f"turn:-{n}:user" for n in range(LEFT_SHOWN, 0, -1)]
    assert [item.id for item in rest] == [*newest, "var:df"]


def test_few_messages_that_are_not_sent_are_all_listed():
    """No row stands for none."""
    rows = left_out(_sheet(*_messages(LEFT_SHOWN)))

    assert [row.id for row in rows] == [
        f"turn:-{n}:user" for n in range(LEFT_SHOWN, 0, -1)
    ]
