"""Cells in other languages: what they define is told where they have no room."""

from __future__ import annotations

from jupyter_ctx.core.state import KernelState
from tests.providers.test_providers import cells, context

SCRIPT = """%%javascript
function load(u, n=3) {
  let tries = 0;
  while (tries < n) {
    tries += 1;
  }
  return null;
}"""


def test_an_old_cell_in_another_language_is_told_in_one_line():
    """Its functions are found by the prompt; whole, it needs no such line."""
    loops = [f"frame{n} = []\nsum{n} = sum(frame{n})" for n in range(20)]
    state = KernelState(executions=cells(SCRIPT, *loops), is_static=True)
    line = "# In[1] %%javascript: function load(u, n=3)"
    tight = context(state, "call the js load function", 150)
    wide = context(state, "call the js load function", 2_000)
    assert line in tight
    assert "tries += 1" not in tight
    assert line not in wide
    assert "tries += 1" in wide


def test_a_cell_of_python_has_no_such_line():
    """A magic that runs Python defines names, which are told as ever."""
    state = KernelState(executions=cells("%%time\nx = 1", "y = 2"), is_static=True)
    assert "%%time:" not in context(state, "x", 40)
