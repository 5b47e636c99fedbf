"""Names whose last binding no cell shows any more: re-run with another source."""

from __future__ import annotations

import random
import re

import pytest

from jupyter_ctx.core.engine.epochs import begin
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter
from tests.kernel.recording import recording

NAMES = ("alpha", "beta", "gamma", "delta", "eps", "zeta")


def ran(*cells: tuple[str, str]) -> KernelState:
    """Run sources in their cells, one after the other, and look."""
    shell, recorder = recording()
    for cell_id, source in cells:
        shell.run_cell(source, cell_id=cell_id)
    return recorder.state()


def pieces(state: KernelState, prompt: str = "") -> list[Piece]:
    """Offer *state* for *prompt*."""
    wanted = Wanted(prompt=prompt, request="ask", state=state, mentions=words(prompt))
    return list(offer(wanted))


def planned(state: KernelState, budget: int = 700) -> str:
    """Give the first plan over *state*."""
    return begin(pieces(state), budget, SignCounter()).text


def test_a_binding_of_a_cell_that_says_something_else_now_stands_where_it_ran():
    """The line of a live name comes after the cell that deleted it before."""
    state = ran(("a", "x = 1"), ("b", "del x"), ("c", "x = 5"), ("c", "y = 2"))

    text = planned(state)

    assert text.index("del x  # In[2]") < text.index("x = 5  # int")
    assert "deleted since" not in text


def test_the_statement_that_is_told_of_a_name_is_the_one_that_bound_it():
    """A cell that was edited and run again still bound what the kernel holds."""
    state = ran(("a", "x = 1"), ("c", "x = len('12345')"), ("c", "y = 2"))

    told = {piece.id: piece for piece in pieces(state)}

    texts = "\n".join(told["var:x"].ladder.values())
    assert "x = len('12345')  # int = 5" in texts
    assert "x = 1" not in texts
    assert (told["var:x"].order, told["cell:1"].requires) == (2, ("x",))


def test_a_cell_that_deletes_what_is_alive_needs_the_later_binding():
    """Whatever code has bound it: a cell, one run anew, or a string."""
    for later in (
        [("c", "x = 5")],
        [("c", "x = 5"), ("c", "y = 1")],
        [("c", "exec('x = 5')")],
    ):
        told = {p.id: p for p in pieces(ran(("a", "x = 1"), ("b", "del x"), *later))}
        assert told["cell:2"].requires == ("x",)
        assert told["var:x"].order == 3


def test_what_a_cell_bound_and_is_no_more_is_said_at_the_cell():
    """Also where no cell shows the `del`; of what was never bound nothing is said."""
    deleted = ran(("a", "x = 1"), ("b", "del x"), ("b", "y = 2"))
    failed = ran(("a", "1/0; x = 1"), ("b", "y = 2"))
    private = ran(("a", "_x = 1"), ("b", "y = 2"))

    assert "# In[1] (x deleted since)\nx = 1" in planned(deleted)
    assert "deleted since" not in planned(failed) + planned(private)


def test_a_name_that_was_counted_up_stands_behind_that():
    """The value that the kernel holds is not read before the cell that made it."""
    state = ran(("a", "x = 1\n" + "pad = 'x'\n" * 90), ("b", "x += 4"))

    text = planned(state, 300)

    assert text.index("x += 4") < text.index("x: int = 5")


@pytest.mark.parametrize("seed", range(30))
def test_the_last_word_of_a_plan_is_what_the_kernel_holds(seed):
    """In notebooks made at random no plan leaves a live name deleted, or a dead one."""
    dice = random.Random(seed)
    shell, recorder = recording()
    for number in range(dice.randint(5, 60)):
        cell_id = f"c{dice.choice((number + 20, dice.randint(1, 20)))}"
        shell.run_cell(_cell(dice, set(shell.user_ns)), cell_id=cell_id)
    offered = pieces(recorder.state(), f"about {dice.choice(NAMES)}")

    for budget in (200, 300, 450, 700, 1_000, 1_500):
        text = begin(offered, budget, SignCounter()).text
        told = {name: left for name in NAMES if (left := _leaves(text, name))}
        assert told == {name: shell.user_ns.get(name, "deleted") for name in told}


def _cell(dice: random.Random, live: set[str]) -> str:
    name, kind = dice.choice(NAMES), dice.random()
    if kind > 0.75 or (kind > 0.5 and name not in live):
        body = "".join(f"    y{n} = x + {n}\n" for n in range(dice.randint(1, 9)))
        return f"def fn_{dice.randint(0, 9)}(x):\n{body}    return x"
    if kind > 0.65:
        return f"{name} += 1"
    if kind > 0.5:
        return f"del {name}"
    more = (f"t{n}_{dice.randint(0, 999)} = {n}" for n in range(dice.randint(0, 8)))
    return "\n".join([f"{name} = {dice.randint(1_000, 9_999)}", *more])


def _live(name: str) -> str:
    return rf"(?:(?:\w+, )*{name}(?:, \w+)*:|{name} \+= 1  #) int = (\d+)$"


def _leaves(text: str, name: str) -> int | str | None:
    """Give the value that *text*, read from the top, leaves *name* with."""
    value: int | str | None = None
    gone = False
    for labelled in text.split("\n"):
        line = re.sub(r"  # In\[\d+\]$", "", labelled)
        if not line or line.startswith("# "):
            gone = re.search(rf"\W{name}\b.*deleted since", line) is not None
        elif line == f"del {name}":
            value = "deleted"
        elif line == f"{name} += 1" and type(value) is int:
            value = "deleted" if gone else value + 1
        elif found := re.match(rf"{name} = (\d+)(?:  # int)?$", line):
            value = "deleted" if gone else int(found[1])
        elif found := re.match(_live(name), line):
            value = int(found[1])
    return value
