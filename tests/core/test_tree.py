"""Ways through a tree: as walked, whatever was looked at before."""

from __future__ import annotations

import random

import msgspec

from jupyter_ctx.core.talk.tree import path_to


class _Turn(msgspec.Struct, frozen=True):
    id: str
    parent: str
    text: str = ""


def walked(turns: dict[str, _Turn], tip: str) -> tuple[_Turn, ...]:
    """Walk from *tip* to the first; a broken or cyclic link ends it."""
    found: list[_Turn] = []
    turn = turns.get(tip)
    while turn is not None and turn not in found:
        found.append(turn)
        turn = turns.get(turn.parent)
    return tuple(reversed(found))


def test_a_way_is_the_same_whatever_was_looked_at_before():
    """Random trees, broken and cyclic links, turns that change and turns that come."""
    dice = random.Random(5)
    for _ in range(400):
        names = [f"t{n}" for n in range(dice.randint(1, 7))]
        parents = ["", "gone", *names]
        turns = {one: _Turn(one, dice.choice(parents)) for one in names}
        for step in range(8):
            name = dice.choice(list(turns))
            changed = msgspec.structs.replace(turns[name], text=str(step))
            turns = {**turns, name: changed}
            if dice.random() < 0.4:
                new = dice.choice(["gone", f"n{len(turns)}"])
                turns = {**turns, new: _Turn(new, name)}
            for tip in dice.sample(list(turns), min(3, len(turns))):
                assert path_to(turns, tip) == walked(turns, tip)
