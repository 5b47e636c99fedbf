"""Pasted logs on their way from each door of a real kernel to the model's server."""

from __future__ import annotations

import pytest

from tests.code.pasted import PASTES
from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = [pytest.mark.live, pytest.mark.timeout(180)]

LOG = PASTES["python"].text
SHORT = "OSError: Could not open Parquet input source 'x.parquet'"
NOTICE = "11 pasted lines are reduced to 1 error"


def test_every_door_sends_the_error_and_keeps_the_log():
    """The cell, its preview and the sidebar agree; what was typed stays (A11)."""
    prompt = f"Why does loading fail?\n\n{LOG}\n\nI use pandas 2.2."
    with asking() as (kernel, stub):
        preview = kernel.run(f"%%assist --dry-run\n{prompt}").text
        answer = kernel.run(f"%%assist --no-widget\n{prompt}").text
        sent = [contents(stub.sent())]
        kernel.run("%ctx reset")
        page = Page(kernel)
        page.ask("ask", prompt=prompt, wait=60)
        sent.append(contents(stub.sent()))
        (turn,) = [one for one in page.turns() if one["prompt"]]
        page.close()

    for text in (*sent, preview):
        assert SHORT in text
        assert "line 17: return pd.read_parquet(path)" in text
        assert "in <module>" not in text
        assert "impl.read(" not in text
        assert "Why does loading fail?" in text
        assert "I use pandas 2.2." in text
    assert NOTICE in answer
    assert NOTICE in preview
    assert turn["prompt"] == prompt
