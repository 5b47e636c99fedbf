"""The ways to keep within a share: what stays, what goes, what is found again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.compact.again import found, raised
from jupyter_ctx.core.compact.said import cost
from jupyter_ctx.core.compact.sizes import Room
from jupyter_ctx.core.compact.strategy import STRATEGIES, Ways, about, split, worths
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from tests.core.compact.test_texts import olds
from tests.core.counting import SignCounter

COUNTER = SignCounter()
ROOM = Room(1_000, 800)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("size", [4, 60, 900])
def test_what_stays_leaves_room_for_the_rest(strategy, size):
    """Pinned turns stay in any case; all else together has its part of the share."""
    turns = [replace(one, is_kept=one.place == 2) for one in olds(20, size)]
    cut = split(turns, ROOM, Ways(strategy), COUNTER)

    left = turns[len(cut.old) :]
    kept = [one for one in cut.old if one.turn in cut.kept and not one.is_kept]
    told = cost([m for one in (*left, *kept) for m in one.messages], COUNTER)
    assert told <= ROOM.share - ROOM.text
    assert [one.end for one in turns[: len(cut.old)]] == [one.end for one in cut.old]
    pins = [m for one in cut.old if one.is_kept for m in one.messages]
    assert cost([*pins, *(m for one in left for m in one.messages)], COUNTER) <= 700
    if strategy in ("layers", "summary"):
        assert len(left) <= 4


def test_worth_falls_with_age_and_grows_with_use():
    """A turn that a later question names is worth more than its neighbours."""
    turns = list(olds(6))
    turns[1] = replace(turns[1], reply="let special_name_9 be 1")
    turns[4] = replace(turns[4], user="what is special_name_9?")
    first, second, third, *_ = worths(turns)

    assert second > third > first


def test_what_a_question_is_about_is_found_by_rare_words():
    """Common words alone find nothing."""
    turns = list(olds(12))
    turns[3] = replace(turns[3], user="the zebra quota is 14")

    assert about(turns, "what was the zebra quota?", 500, COUNTER) == (turns[3],)
    assert about(turns, "ask w w", 500, COUNTER) == ()
    assert about(turns, "what was the zebra quota?", 3, COUNTER) == ()
    (piece,) = found([turns[3]])
    assert piece.ladder[Fidelity.FULL].startswith("<history turns=4>\nuser: the zebra")


def test_a_name_in_code_finds_its_old_turn_alone():
    """One rare word of a text is chance, a name with an underscore is not."""
    turns = list(olds(12))
    turns[3] = replace(turns[3], user="the zebra is kept in zebra_quota")

    assert about(turns, "print zebra_quota now", 500, COUNTER) == (turns[3],)
    assert about(turns, "print a zebra now", 500, COUNTER) == ()


def test_after_a_compaction_the_newest_cells_are_raised():
    """Five at most, none that is too long, and nothing else."""
    cells = [
        Piece(
            id=AnchorId(f"cell:{n}"),
            kind="cell",
            source="cells",
            ladder={Fidelity.FULL: "w " * (9_000 if n == 8 else 10)},
            gains={Fidelity.FULL: 1.0},
            weight=0.1,
            order=n,
        )
        for n in range(1, 9)
    ]
    made = raised(cells, COUNTER, 200_000)

    assert [one.order for one in made if one.weight > 0.5] == [4, 5, 6, 7]
    assert [one.id for one in made] == [one.id for one in cells]
