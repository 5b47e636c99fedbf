"""Fenced blocks in Markdown: one reader for what is shown, inserted and offered."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from jupyter_ctx.code.fences import Part, parts
from jupyter_ctx.ui.markdown import safe

PIECES = (
    "```python\n",
    "~~~\n",
    "````choices x\r\n",
    "```\n",
    "  ```\n",
    "- ```sql\n",
    "'''\n",
    "text `a`\n",
    "\n",
    "end",
)


@pytest.mark.parametrize("seed", range(40))
def test_the_parts_are_the_text(seed):
    """Put together again they are the text, and no two stretches of text meet."""
    dice = random.Random(seed)
    text = "".join(dice.choice(PIECES) for _ in range(dice.randint(0, 30)))

    found = parts(text)

    assert "".join(text[part.start : part.end] for part in found) == text
    pairs = pairwise(found)
    assert all(one.is_fence or two.is_fence for one, two in pairs)


def test_a_block_has_its_language_body_and_end():
    """The indent of the fence is not part of the code; an open block says so."""
    text = "a\n  ```{python} x=1\n  y\n    z\n  ```\n~~~SQL\nselect"

    assert parts(text) == (
        Part(0, 2),
        Part(2, 36, True, "{python} x=1", "y\n  z\n", True),
        Part(36, 49, True, "SQL", "select", False),
    )
    assert [part.language for part in parts(text)] == ["", "python", "sql"]


def test_a_fence_in_a_string_of_python_is_shown_inside_its_block():
    """What is shown as one block is what would be inserted."""
    text = "```python\ns = '''\n```\nrm -rf\n```\n'''\n```\nafter"

    assert safe(text) == "````python\ns = '''\n```\nrm -rf\n```\n'''\n````\n\nafter"


def test_a_string_that_never_ends_hides_no_fence_for_long():
    """A block of broken code ends at its first fence, however long the reply is."""
    text = "```python\ns = '''\n```\n" + "word\n" * 20_000
    first = parts(text)[0]

    assert (first.is_fence, first.end) == (True, 22)
