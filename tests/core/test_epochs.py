"""Epochs: what was sent stays as it was sent, and what changed is said."""

from __future__ import annotations

import random
import re

import pytest
from msgspec.structs import replace

from jupyter_ctx.bench import layout
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.epochs import Epoch, begin, go_on
from jupyter_ctx.core.engine.keeps import Keeps
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter

COUNTER = SignCounter()
WHAT = ("reuse", "between plans", "recall", "input cost")


def pieces(*sources: str, **values: str) -> list[Piece]:
    """Offer what a kernel holds after cells with *sources*, ints with *values*."""
    state = KernelState(
        executions=tuple(
            Execution(run=n, source=source, execution_count=n, cell_id=f"c{n}")
            for n, source in enumerate(sources, start=1)
        ),
        variables=tuple(
            Summary(name, "int", "scalar", value=value)
            for name, value in values.items()
        ),
        as_of_run=len(sources),
    )
    return list(offer(Wanted(prompt="", request="ask", state=state)))


def test_a_new_cell_is_added_behind_what_was_sent():
    """The next request begins with all of the one before."""
    first = begin(pieces("a = f()", a="1"), 400, COUNTER)
    second = go_on(first, pieces("a = f()", "b = g(a)", a="1", b="2"), 400, COUNTER)
    assert second.text.startswith(first.text)
    added = second.text.removeprefix(first.text)
    assert "b = g(a)  # In[2]" in added
    assert "a = f()" not in added


def test_without_news_nothing_is_added():
    """The same state again is the same text again."""
    now = pieces("a = f()", a="1")
    first = begin(now, 400, COUNTER)
    assert go_on(first, now, 400, COUNTER).text == first.text


def test_what_is_pinned_or_dropped_is_told_once():
    """A pin is in what was sent: it is not sent again, nor is a name without text."""
    keeps = Keeps()
    keeps.pin(AnchorId("var:a"))
    keeps.drop(AnchorId("var:b"))
    now = keeps.applied(pieces("a = f()\nb = g()", a="1", b="2"))
    asked = [replace(piece, weight=1.0) for piece in now]

    epoch = begin(asked, 1_000, COUNTER)
    for _ in range(3):
        epoch = go_on(epoch, asked, 1_000, COUNTER)

    assert "int = 1" in epoch.plan
    assert epoch.tails == ("", "", "", "")


def test_a_value_that_changed_is_superseded_and_told():
    """The old value stands above, so the newest tail says that it is over."""
    first = begin(pieces("a = f()", a="1"), 400, COUNTER)
    second = go_on(first, pieces("a = f()", a="5"), 400, COUNTER)
    added = second.text.removeprefix(first.text)
    assert "<superseded>\na: see below\n</superseded>\n" in added
    assert "a: int = 5" in added or "a = f()  # int = 5" in added


def test_a_name_that_died_is_said_once():
    """A deleted name that was told of is named in one tail only."""
    first = begin(pieces("a = f()\nb = g()", a="1", b="2"), 400, COUNTER)
    left = pieces("a = f()\nb = g()", "del b", a="1")
    second = go_on(first, left, 400, COUNTER)
    third = go_on(second, left, 400, COUNTER)
    assert "b: deleted" in second.text
    assert third.text == second.text


def test_a_full_budget_begins_anew():
    """Where no tail fits any more, a new plan stands alone, with room to grow."""
    sources = [f"v{n} = make({n})" for n in range(60)]
    epoch: Epoch | None = None
    begun = 0
    for length in range(1, 60):
        values = {f"v{n}": str(n) for n in range(length)}
        epoch = go_on(epoch, pieces(*sources[:length], **values), 300, COUNTER)
        begun += len(epoch.tails) == 1
        assert COUNTER.count(epoch.text) <= 300
        assert f"v{length - 1}" in epoch.text
    assert 2 <= begun <= 20


@pytest.mark.parametrize("seed", range(20))
def test_random_sessions_keep_their_prefix_and_budget(seed):
    """Between two plans every request begins with the one before."""
    dice = random.Random(seed)
    sources: list[str] = []
    values: dict[str, str] = {}
    epoch: Epoch | None = None
    for _ in range(25):
        name = f"v{dice.randint(0, 9)}"
        if dice.random() < 0.1 and values:
            values.pop(dice.choice(sorted(values)))
        values[name] = str(dice.randint(0, 99))
        sources.append(f"{name} = load({dice.randint(0, 9)})\nshow({name})")
        before, budget = epoch, 350
        epoch = go_on(before, pieces(*sources, **values), budget, COUNTER)
        assert COUNTER.count(epoch.text) <= budget
        if before is not None and epoch.plan == before.plan:
            assert epoch.text.startswith(before.text)


def test_epochs_reuse_what_a_window_sends_again(capsys):
    """On our notebooks: nearly nine tenths reused, at the recall of planning anew."""
    assert layout.main(["--budget", "2000", "--joined"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = {line.split()[0]: line for line in lines}
    figures = {
        name: [float(re.split(rf"{what} ([\d.]+)", line)[1]) for what in WHAT]
        for name, line in told.items()
    }
    assert list(figures) == ["window", "replanned", "epochs"]
    reuse, between, recall, cost = figures["epochs"]
    assert reuse >= 0.88
    assert between >= 0.9
    assert recall >= 0.97
    assert cost < 0.3 * min(figures["window"][3], figures["replanned"][3])
    assert "stale 0, over budget 0" in told["epochs"]
