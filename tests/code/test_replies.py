"""Code in replies, case A12."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.replies import Block, blocks, insertable


def test_fence_inside_a_string_ends_no_block():
    """Three backquotes inside of a line are text of the block."""
    reply = "Sure!\n```python\ns = '''```not a fence'''\n```\nDone"
    assert insertable(reply) == ("s = '''```not a fence'''",)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("```\nx = 1\n```", ("x = 1",)),
        ("~~~py\nx = 1\n~~~", ("x = 1",)),
        ("  ```python\n  x = 1\n    y\n  ```", ("x = 1\n  y",)),
        ("````python\n```\nx = 1\n```\n````", ("```\nx = 1\n```",)),
        ("```python\nx = 1", ()),
        ("```bash\nls\n```", ()),
        ("```text\nx\n```\n```python\ny = 2\n```", ("y = 2",)),
        ("```python\n\n```", ()),
        ("x = 1\nprint(x)", ("x = 1\nprint(x)",)),
        ("%time x = 1", ("%time x = 1",)),
        ("Hello", ()),
        ("This is prose, and not code.", ()),
        ("", ()),
    ],
)
def test_only_code_may_be_inserted(reply, expected):
    """Complete Python blocks, or a whole reply that compiles; never prose."""
    assert insertable(reply) == expected


def test_blocks_tell_language_and_whether_they_are_complete():
    """A block whose fence never closes is not complete."""
    reply = "a\n```SQL {x}\nselect 1\n```\n```python\nx"
    assert blocks(reply) == (
        Block("sql", "select 1", True),
        Block("python", "x", False),
    )


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (
            "```python\ns = '''\n```\na\n```\n'''\n```\nafter",
            ("s = '''\n```\na\n```\n'''",),
        ),
        ("```python\ns = '''\n```\nafter", ("s = '''",)),
        ("```pycon\n>>> x = 1\n>>> x\n1\n```", ("x = 1\nx",)),
        ("- ```python\n  x = 1\n  ```", ("x = 1",)),
        ("  ```python\r\n  x = 1\r\n  ```\r\n", ("x = 1",)),
        ("```{python}\nx = 1\n```", ("x = 1",)),
        ("```\nls -l\n```", ()),
        ("Note: this", ()),
        ("e = mc\n```", ()),
        ("```python\n\n```", ()),
    ],
)
def test_blocks_of_models(reply, expected):
    """Strings over lines, transcripts, lists and carriage returns are read right."""
    assert insertable(reply) == expected
