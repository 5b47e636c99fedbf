"""Secrets come back into code for the user's own notebook, never into another place."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.secrets.unmask import secrets, unmasked

MASK = "<masked name=key rule=jwt>"
OTHER = "<masked rule=url-credentials>"
CELL = (f'key = "{MASK}"\nprint(key, totl)', 'key = "s3cret"\nprint(key, totl)')
OLD = (f"key = '{MASK}'", "key = 'old'")


@pytest.mark.parametrize(
    ("masked", "real", "expected"),
    [
        (*CELL, [(MASK, "s3cret")]),
        (f"a={MASK},b={OTHER}", "a=1,b=22", [(MASK, "1"), (OTHER, "22")]),
        (f"a={MASK}", "b=1", None),
        (f"a={MASK};", "a=;", None),
        ("a=1", "a=1", []),
        ("a=1", "a=2", None),
    ],
)
def test_a_mask_stands_for_what_is_between_equal_texts(masked, real, expected):
    """Anything that differs elsewhere gives nothing."""
    assert secrets(masked, real) == expected


@pytest.mark.parametrize(
    ("source", "pairs", "expected"),
    [
        # an edit of the cell
        (CELL[0].replace("totl", "total"), [CELL], CELL[1].replace("totl", "total")),
        # new code with the same mask
        (f'login("{MASK}")', [CELL], 'login("s3cret")'),
        # two cells, two secrets of one name: the cell or the line tells
        (CELL[0], [CELL, OLD], CELL[1]),
        (OLD[0], [CELL, OLD], OLD[1]),
        # else nobody knows
        (f'login("{MASK}")', [CELL, OLD], None),
        (f'login("{OTHER}")', [CELL], None),
        (f'login("{MASK}")', [], None),
        ("x = 1", [], "x = 1"),
    ],
)
def test_a_mask_is_filled_where_it_is_clear(source, pairs, expected):
    """No mask gets into a cell, and no secret into another's place."""
    assert unmasked(source, pairs) == expected
