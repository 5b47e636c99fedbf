"""What a second run of a cell would change once more."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.again import once_more


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("n += 1", {"n"}),
        ("df = df.dropna()", {"df"}),
        ("rows.append(1)", {"rows"}),
        ("df['x'] = df['x'] * 2", {"df"}),
        ("df['x'] = 1\ndf.sort_values('x', inplace=True)", {"df"}),
        ("df['x'] = df['y'] * 2", set()),
        ("df['x'] = 1\ndf['y'] = 2", set()),
        ("n = 1\nn += 1", set()),
        ("y = df.dropna()", set()),
        ("import pandas as pd\ndf = pd.DataFrame()", set()),
        ("n = (", set()),
    ],
)
def test_what_is_read_from_before_and_changed_changes_once_more(source, changed):
    """An item that is only set is the same after a second time."""
    assert once_more(source) == changed
