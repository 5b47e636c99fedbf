"""How what was told is named, and whether it still says the same."""

from __future__ import annotations

from jupyter_ctx.core.engine.over import is_as_told, label_of


def test_a_cell_is_named_by_its_label_wherever_that_stands():
    """Behind the last line, or above the source where more is said of the cell."""
    texts = (
        "a = 1\nb = a  # In[2]\n",
        "# In[2] (a deleted since)\na = 1\n",
        "# In[2] interrupted\na = 1\n",
        "# In[2] %%javascript: function load(u)",
    )
    assert [label_of((), text) for text in texts] == ["In[2]"] * 4
    assert label_of((), "a = 1  # run 12\n") == "run 12"


def test_a_cell_says_the_same_whatever_stands_beside_its_label():
    """Names deleted since are told for themselves; another source is another cell."""
    told = "a = 1\nb = a  # In[2]\n"
    assert is_as_told(told, "# In[2] (a deleted since)\na = 1\nb = a\n")
    assert not is_as_told(told, "# In[2] (a deleted since)\na = 1\nb = 2\n")
    assert not is_as_told(told, "a = 1\nb = a  # In[3]\n")
