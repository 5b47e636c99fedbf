"""Objects of a class that was defined anew since, as they are told."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter
from tests.stale.notebook import Notebook

OLD = "class A:\n    def f(self): return 1"
NEW = "class A:\n    def g(self): return 2"


@pytest.mark.parametrize("budget", [60, 90, 300, 2_000])
@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ((f"a: {OLD}", "b: a = A()", f"c: {NEW}"), "A of In[1]"),
        ((f"a: {OLD}", "b: a = A()", f"a: {NEW}"), "A of In[1]"),
        ((f"a: {OLD}", f"c: {NEW}", "b: a = A()", f"a: {OLD}"), "A of In[2]"),
        ((f"a: {OLD}", "b: a = A()", "a:"), "A"),
        ((f"a: {OLD}", "b: a = A()", f"c: {NEW}", "b:"), "A"),
        ((f"a: {OLD}\na = A()", f"c: {NEW}"), "A of In[1]"),
    ],
)
def test_an_object_tells_which_of_two_classes_it_is_of(steps, told, budget):
    """What the new class can do is not taken for what the old object can."""
    notebook = Notebook()
    for step in steps:
        notebook.take(step)

    text = render(offer(Wanted("x", "ask", notebook.state())), budget, SignCounter())

    assert {f"a: {told}", f"a = A()  # {told}"} & set(text.split("\n"))
