"""Pinned turns within their share: whole, else without their middle, else not kept."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.compact.clip import clip
from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.talk.events import Shortened
from jupyter_ctx.core.tokens import Counter

LEAST_PIN = 60  # tokens; of a pinned turn with less no more than a mark would be left
STEP, TRIES = 0.8, 20  # how much shorter each try is, until a turn fits


class Pins(msgspec.Struct, frozen=True):
    """The *turns* of a branch as they may be kept.

    *shortened* are pins without their middle; *unkept* the ids of those that there is
    no room for at all, which are no pins in *turns*.
    """

    turns: tuple[Old, ...]
    shortened: tuple[Shortened, ...] = ()
    unkept: tuple[str, ...] = ()


def fitted(turns: Sequence[Old], whole: int, counter: Counter, most: int) -> Pins:
    """Give the pinned of *turns* as they are, if they have *whole* tokens together.

    Where they have more, they have *most* tokens together: all get the same, and
    what one does not need is for the others; if that is too little for a turn, the
    newest of them get it.
    """
    sizes = {one.turn: one.tokens(counter) for one in turns if one.is_kept}
    if sum(sizes.values()) <= whole:
        return Pins(tuple(turns))
    shares = _shares(sizes, most)
    made = [
        _short(one, shares.get(one.turn, 0), counter)
        if one.is_kept and sizes[one.turn] > shares.get(one.turn, 0)
        else one
        for one in turns
    ]
    changed = [one for one, old in zip(made, turns, strict=True) if one is not old]
    return Pins(
        tuple(made),
        tuple(Shortened(o.turn, o.user, o.reply) for o in changed if o.is_kept),
        tuple(one.turn for one in changed if not one.is_kept),
    )


def _shares(sizes: dict[str, int], most: int) -> dict[str, int]:
    """Share *most* tokens out; the short ones first, so that the long get what is left.

    *sizes* are in the order of the branch.
    """
    number = most // LEAST_PIN
    kept = list(sizes)[-number:] if number > 0 else []
    shares: dict[str, int] = {}
    for place, turn in enumerate(sorted(kept, key=lambda one: sizes[one])):
        shares[turn] = min(sizes[turn], most // (len(kept) - place))
        most -= shares[turn]
    return shares


def _short(turn: Old, most: int, counter: Counter) -> Old:
    """Shorten *turn* to *most* tokens; it is no pin any more where that cannot be."""
    words = most
    for _ in range(TRIES if most >= LEAST_PIN else 0):
        user, reply = _halves(turn, words, counter)
        if not user:
            break
        made = replace(turn, user=user, reply=reply)
        if made.tokens(counter) <= most:
            return made
        words = int(words * STEP)
    return replace(turn, is_kept=False)


def _halves(turn: Old, most: int, counter: Counter) -> tuple[str, str]:
    """Give question and reply half of *most* tokens each, and what the other leaves."""
    reply = min(counter.count(turn.reply), most // 2)
    user = clip(turn.user, most - reply, counter.count)
    return user, clip(turn.reply, most - counter.count(user), counter.count)
