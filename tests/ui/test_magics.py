"""Lines of our magics as IPython reads them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from jupyter_ctx.ui.magics import Doors, Question, unregister


def read(source: str) -> str:
    """Give *source* as IPython runs it where our magics are."""
    manager = TransformerManager()
    manager.token_transformers.append(Question)
    return manager.transform_cell(source)


@pytest.mark.parametrize(
    "told",
    ["what is x?", "and how much is that?", "is it?", "why (a, b)?", "is x so??"],
)
@pytest.mark.parametrize("name", ["assist", "ctx"])
def test_a_question_mark_at_the_end_leaves_a_question_a_question(name, told):
    """IPython would show the help of the last word in place of asking."""
    asked = f"get_ipython().run_line_magic('{name}', '{told}')"

    assert read(f"%{name} {told}") == f"{asked}\n"
    assert read(f"x = 1\nif x:\n    %{name} {told}\ny = 2") == (
        f"x = 1\nif x:\n    {asked}\ny = 2\n"
    )


@pytest.mark.parametrize(
    "source",
    [
        *("%assist?", "%assist??", "%ctx?", "x?", "x??", "%time?", "%time f(x)?", "?x"),
        *("s = '''\n%assist what is x?\n'''", "%%assist\nwhat is x?", "%assist is it"),
    ],
)
def test_all_else_is_read_as_without_us(source):
    """Help stays help, and text stays text."""
    assert read(source) == TransformerManager().transform_cell(source)


@pytest.mark.parametrize(
    ("asked", "run"),
    [
        ("/help", "help"),
        ("/usage\n", "usage"),
        ("/export a.md", "export a.md"),
        ("/compact the limits", "compact --keep the limits"),
        ("/compact --preview", "compact --preview"),
        ("/compact", "compact"),
    ],
)
def test_commands_are_written_as_in_the_sidebar(monkeypatch, asked, run):
    """A cell that is a command runs it and asks no model."""
    ran: list[str] = []
    monkeypatch.setattr(Doors, "ctx", lambda _, line: ran.append(line))
    unused: Any = None
    Doors(unused).assist("", asked)

    assert ran == [run]


def test_nothing_of_ours_reads_cells_once_the_magics_are_gone():
    """`%ctx off` takes the reading of questions along."""
    manager = TransformerManager()
    before = list(manager.token_transformers)
    manager.token_transformers.append(Question)
    magics = SimpleNamespace(magics={"line": {}, "cell": {}})
    shell: Any = SimpleNamespace(
        input_transformer_manager=manager, magics_manager=magics
    )
    unregister(shell)

    assert manager.token_transformers == before
