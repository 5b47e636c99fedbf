"""Where compaction starts: at 80 % of the input, less what the context needs (C3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.engine.assembly import share_of
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.pictures.pictures import NO_SHOTS
from jupyter_ctx.manager.condensing.sentences import DUE
from tests.core.counting import SignCounter
from tests.manager.notebooks import notebook
from tests.manager.talking import WINDOW, Talk, talk
from tests.manager.test_compaction import compactions

COUNTER = SignCounter()
BIG = replace(WINDOW, window=40_000, budget=30_000, max_tokens=4_000)


def piece(name: str, words: int, kind: str = "cell") -> Piece:
    """Offer a name of its own, or so many *words*."""
    ladder = {Fidelity.NAME: "", Fidelity.FULL: "word " * words}
    return Piece(id=AnchorId(f"{kind}:{name}"), kind=kind, source="", ladder=ladder)


def first_due(at: Talk) -> tuple[int, int]:
    """Talk until older turns are condensed; give the largest request, and theirs."""
    largest, n = 0, 0
    while not compactions(at):
        n += 1
        assert n < 300
        turn = at.ask(f"Tell me about topic_{n} please, " + "and more of it " * 12)
        at.rest()
        if not compactions(at):
            largest = max(largest, at.reply(turn).tokens)
    return largest, compactions(at)[0].before


@pytest.mark.parametrize(
    ("spent", "needs", "share"),
    [
        (320, 10, 400),  # few turns: nothing is counted
        (321, 10, 975),  # 10 tokens in 0.4 of 25
        (321, 100, 750),
        (321, 240, 400),  # all but the least share
        (321, 9_000, 400),
    ],
)
def test_earlier_turns_may_take_what_the_context_leaves_free(spent, needs, share):
    """Of 1,000 tokens: 400 at least, else all but what a plan with all of it wants."""
    pieces = [piece("a", needs - 4), piece("b", 4)]
    assert share_of(pieces, NO_SHOTS, 1_000, spent, COUNTER) == share


def test_old_turns_that_are_found_again_take_nothing_from_the_new_ones():
    """They are looked for after the turns were fitted, and take what is left."""
    pieces = [piece("a", 10), piece("1", 500, "history")]
    assert share_of(pieces, NO_SHOTS, 1_000, 400, COUNTER) == 975


def test_a_tiny_notebook_leaves_the_input_to_the_talk():
    """The next request, with all turns, would take more than 80 % of the budget."""
    with talk(ways=Ways(notes=False)) as at:
        at.state = notebook(1, 8)
        largest, before = first_due(at)

        due = 0.8 * WINDOW.budget
        assert (largest, before) == (4_694, 4_770)
        assert largest <= due < largest + 300


def test_a_large_notebook_keeps_its_part():
    """Its context has 60 % of what rules and question leave, as in a short talk."""
    with talk(ways=Ways(notes=False), profile=BIG) as at:
        at.state = notebook(200, 400)
        _, before = first_due(at)

        assert before == 9_540


def test_a_notebook_that_grows_has_turns_condensed_and_none_left_out():
    """What it needs is taken from the turns by a compaction, never in silence."""
    with talk(ways=Ways(notes=False), profile=BIG) as at:
        at.state = notebook(1)
        at.talk(40)
        assert compactions(at) == ()
        for cells in range(2, 100, 7):
            at.state = notebook(cells)
            at.ask(f"and with {cells} cells?")

        assert len(compactions(at)) == 2
        assert at.reply(at.manager.conversation.tip).status == "complete"


def test_what_is_shown_of_the_next_question_counts_the_context_of_the_last_one():
    """The chip says that turns will be condensed where the question will do so."""
    with talk(ways=Ways(notes=False), profile=BIG) as at:
        at.state = notebook(200, 400)
        while not compactions(at):
            is_told = at.manager.compaction.due(BIG) == (DUE,)
            at.talk(1, start=len(at.prompts()) + 1)
            assert bool(compactions(at)) == is_told
