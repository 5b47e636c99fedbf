"""Addresses of objects: no request tells them, so that the same state is the same."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.addresses import unplaced


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<sqlite3.Cursor at 0x7fdc1a2b3c40>", "<sqlite3.Cursor>"),
        ("<__main__.Q object at 0x7F1A2B>", "<__main__.Q object>"),
        (
            "<bound method Q.f of <__main__.Q object at 0x7f1a2b>>",
            "<bound method Q.f of <__main__.Q object>>",
        ),
        ("<Task coro=<f() at 0x7f1a> at 0x7f1b>", "<Task coro=<f()>>"),
        ("{'a': <Q at 0x7f1a>, 'b': 1}\nend", "{'a': <Q>, 'b': 1}\nend"),
        (
            "[<L at 0x7f1a>,\n <L at 0x7f1b>,\n <L at 0x7f1c>, 2]",
            "[<L>, ... 2 more, 2]",
        ),
        ("[<L at 0x7f1a>, <L at 0x7f1b>]", "[<L>, <L>]"),
        ("segfault at 0xdeadbeef", "segfault at 0xdeadbeef"),
        ("<br>, <br>, <br>", "<br>, <br>, <br>"),
        ("<a>\nat 0x7f1a\n</a>", "<a>\nat 0x7f1a\n</a>"),
    ],
)
def test_addresses_of_objects_are_dropped_and_what_repeats_is_counted(text, told):
    """What is no object's address, and what had none, stays as it was."""
    assert unplaced(text) == told
