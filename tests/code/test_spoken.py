"""Names that a sentence says in plain words."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.impact import Source
from jupyter_ctx.code.spoken import names_in, stems, value_beside

ORDERS = Source(
    "orders.py",
    "class OrderStatus(Enum):\n    PAID = 'paid'\n    SHIPPED = 'shipped'\n"
    "ORDER_STATUSES = ['paid', 'shipped']\n"
    "def order_total(order): return order['status'] in ORDER_STATUSES\n"
    "# a refund is no order\n",
)


@pytest.mark.parametrize(
    ("goal", "names"),
    [
        ("Add the order status returned", ("OrderStatus", "ORDER_STATUSES", "status")),
        ("show shipped ones in grey", ("SHIPPED", "shipped")),
        ("make statuses nicer", ("status",)),
        ("take the order total in cents", ("order_total",)),
        ("write a refund function", ()),
        ("add a list of all files", ()),
        ("make it better", ()),
        ("增加订单 status 的值 returned", ("status",)),
    ],
)
def test_names_are_found_by_their_words(goal, names):
    """Whatever their case and number; comments hold none, common words are none."""
    assert names_in(goal, [ORDERS]) == names


def test_a_long_text_is_not_read_so():
    """A page of prose names half of a project by chance."""
    assert names_in("status " * 100, [ORDERS]) == ()
    assert stems("status " * 100) == ()


@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("Add the order status returned", "returned"),
        ("Add a returned order status", "returned"),
        ("Add the order status paid", ""),
        ("Add logging to the order status", ""),
    ],
)
def test_a_new_value_stands_by_the_name_of_its_kind(goal, value):
    """And is nowhere yet."""
    assert value_beside(goal, ["OrderStatus"], [ORDERS]) == value
