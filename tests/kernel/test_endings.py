"""How a cell ended, as the payload tells it: failed, interrupted, exited."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.notebook import join
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter
from tests.kernel.recording import FakeShell, recording

ENDED = pytest.mark.parametrize(
    ("source", "told"),
    [
        ("n = 1\nraise KeyboardInterrupt", "interrupted"),
        ("raise KeyboardInterrupt('by hand')", "interrupted"),
        ("raise SystemExit(3)", "exited"),
        ("raise ValueError('KeyboardInterrupt: no')", "failed"),
        ("try:\n    x\nexcept NameError:\n    raise KeyboardInterrupt", "interrupted"),
    ],
)


def context(state: KernelState) -> str:
    """Assemble what a question sends of *state*."""
    prompt = "why did it stop?"
    wanted = Wanted(prompt=prompt, request="ask", state=state, mentions=words(prompt))
    return render(offer(wanted), 2_000, SignCounter())


@ENDED
def test_a_cell_is_told_with_how_it_ended(source, told):
    """Stop and `sys.exit` are told behind the cell's label, not as a failure."""
    shell, recorder = recording()

    shell.run_cell(source)
    shell.run_cell("1/0")
    state = recorder.state()

    assert state.executions[0].ending == told
    assert f"# In[1] {told}\n{source}" in context(state)


def test_a_cell_that_went_well_or_runs_has_no_ending():
    """What a sound cell shows of an error, by `%run` say, did not end it."""
    shown = (Output("error", "KeyboardInterrupt"),)

    assert Execution(1, "%run a.py", outputs=shown).ending == ""
    assert Execution(1, "x", status="running").ending == ""
    assert Execution(1, "x", status="error").ending == "failed"


def test_the_cell_under_the_cursor_is_told_with_how_it_ended():
    """The mark of a cell beside the question says `interrupted`, edited or not."""
    shell, recorder = recording()
    source = "raise KeyboardInterrupt"
    shell.run_cell(source, cell_id="c")

    for now, told in ((source, "interrupted"), ("x = 1", "interrupted_edited_since")):
        page = Document((Cell("c", "code", now, 1),))
        state = join(recorder.state(), page, Focus("c"))
        assert f"<cell id=In[1] status={told} " in context(state)


def test_a_cell_that_was_stopped_before_we_came_is_told_so():
    """What IPython keeps of the past says which cells were stopped."""
    shell = FakeShell()
    shell.run_cell("raise KeyboardInterrupt")
    shell.history_manager.exceptions[1] = {"ename": "KeyboardInterrupt"}

    _, recorder = recording(shell)

    assert "# In[1] interrupted\nraise KeyboardInterrupt" in context(recorder.state())
