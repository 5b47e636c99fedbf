"""Micro-compaction: what becomes a stub, what stays, and that it stays so."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.compact.micro import Said, trim

LOG = "\n".join(f"line {n}" for n in range(9))
CODE = "def clean(df):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return df"


def said(place: int, prompt: str = "?", reply: str = "ok", key: str = "") -> Said:
    """Make one turn."""
    return Said(place, key, prompt, reply)


@pytest.mark.parametrize("language", ["", "text", "console", "output", "log"])
def test_pasted_output_becomes_a_stub(language):
    """What it was, how large, and how to see it again; words around it stay."""
    turn = said(3, f"Why?\n```{language}\n{LOG}\n```\nPlease say.")

    stub = "[pasted output, 9 lines; %ctx show turn:3 shows it]"
    assert trim([turn])[0].prompt == f"Why?\n{stub}\nPlease say."


def test_code_becomes_a_stub_once_it_was_replaced():
    """A later reply defines the same names, or answers the same cell."""
    old = said(1, reply=f"So:\n```python\n{CODE}\n```\n")
    new = said(2, reply=f"Better:\n```python\n{CODE} + 1\n```\n")
    other = said(3, reply="```python\nx = 1\n```\n")

    first, second, third = trim([old, new, other])
    stub = "[code that was replaced later, 6 lines; %ctx show turn:1 shows it]"
    assert first.reply == f"So:\n{stub}\n"
    assert (second, third) == (new, other)


def test_an_attempt_that_was_tried_again_becomes_a_stub():
    """Of a repair loop in one cell the last attempt stays."""
    turns = [
        said(n, reply=f"```python\n{CODE.replace('clean', f'f{n}')}\n```\n", key="c")
        for n in (1, 2)
    ]
    first, second = trim(turns)

    assert first.reply.startswith("[code that was replaced later")
    assert second == turns[1]


@pytest.mark.parametrize(
    "text",
    [f"```python\n{CODE}\n```", "```text\nshort\n```", f"```sql\n{LOG}\n```", LOG],
)
def test_code_short_blocks_and_words_of_the_user_stay(text):
    """Only what is bulky and of a known kind goes."""
    turn = said(1, prompt=text)

    assert trim([turn]) == (turn,)


def test_stubs_stay_byte_for_byte_when_turns_are_added():
    """A stub is made of what stands up to its turn; more turns make more stubs."""
    turns = [said(n, f"```\n{LOG}\n```", f"```diff\n{LOG}\n```") for n in range(1, 9)]
    for end in range(1, 8):
        assert trim(turns)[:end] == trim(turns[:end])
