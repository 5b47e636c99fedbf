"""Pinned turns within a share: whole, else without their middle, else not kept."""

from __future__ import annotations

import random

from msgspec.structs import replace

from jupyter_ctx.core.compact.pins import fitted
from jupyter_ctx.core.compact.said import cost
from tests.core.compact.test_texts import olds
from tests.core.counting import SignCounter

COUNTER = SignCounter()


def test_pins_that_fit_stay_as_they_are():
    """Nothing is touched where all have room."""
    turns = tuple(replace(one, is_kept=True) for one in olds(4, 10))

    pins = fitted(
        turns, cost([m for o in turns for m in o.messages], COUNTER), COUNTER, 9
    )
    assert (pins.turns, pins.shortened, pins.unkept) == (turns, (), ())


def test_a_long_pin_is_shortened_beside_short_ones_that_stay_whole():
    """The short ones leave what they do not need; the long one says what is missing."""
    short, long = olds(1, 4)[0], olds(2, 4_000)[1]
    turns = tuple(replace(one, is_kept=True) for one in (short, long))
    pins = fitted(turns, 900, COUNTER, 900)

    assert pins.turns[0] == turns[0]
    (made,) = pins.shortened
    assert (made.turn, pins.unkept) == (long.turn, ())
    assert "characters left out here" in made.user
    assert made.user.startswith(long.user[:20])
    assert made.user.endswith(long.user[-20:])
    assert (pins.turns[1].user, pins.turns[1].reply) == (made.user, made.reply)
    assert 600 < cost([m for o in pins.turns for m in o.messages], COUNTER) <= 900


def test_of_more_pins_than_there_is_room_for_the_newest_stay():
    """Those without room for a mark are no pins any more, and are named."""
    turns = tuple(replace(one, is_kept=True) for one in olds(20, 200))
    pins = fitted(turns, 700, COUNTER, 700)

    gone = len(pins.unkept)
    assert 0 < gone < 20
    assert pins.unkept == tuple(one.turn for one in turns[:gone])
    assert [one.is_kept for one in pins.turns] == [False] * gone + [True] * (20 - gone)


def test_pins_never_take_more_than_their_part():
    """Whatever their sizes, and also where there is no room at all."""
    dice = random.Random(5)
    for _ in range(200):
        turns = [
            replace(
                olds(n + 1, dice.choice([0, 3, 40, 500]))[n],
                is_kept=dice.random() < 0.7,
                reply=dice.choice(["", "so ", "so it is " * 200]),
            )
            for n in range(dice.randint(1, 12))
        ]
        most = dice.choice([0, 5, 60, 61, 200, 1_000, 3_000])
        pins = fitted(turns, most, COUNTER, most)
        kept = [m for one in pins.turns if one.is_kept for m in one.messages]
        assert cost(kept, COUNTER) <= most
        assert [one.end for one in pins.turns] == [one.end for one in turns]
