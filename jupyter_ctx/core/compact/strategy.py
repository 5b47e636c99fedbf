"""Which old turns are condensed, and which stay: the four ways to keep within a share.

`layers` and `summary` condense all but the newest turns; `sliding` leaves them out;
`retrieval` leaves them out and finds those that a question is about; `importance`
keeps those that are worth most by age, by what refers back to them, and by pins.
"""

from __future__ import annotations

import math
from collections import Counter as Bag
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, get_args

import msgspec

from jupyter_ctx.core.compact.pins import Pins, fitted
from jupyter_ctx.core.compact.said import Old
from jupyter_ctx.core.compact.sizes import Room
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.talk.events import Shortened
from jupyter_ctx.core.tokens import Counter

Strategy = Literal["layers", "sliding", "summary", "retrieval", "importance"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)

WINDOW_SHARE = 0.55  # of the share, for what stays where nothing is told of the rest
PIN_SHARE = 0.55  # of the share, that pinned turns may take whole
SHORT_SHARE = 0.4  # of it, for them where they are longer: what follows has room, too
AFTER_SHARE = 0.7  # of it, so that not every turn after a compaction makes another due
MESSAGE = 16  # tokens around a text that is sent as a message
FOUND_SHARE = 0.3  # of the share, for old turns that a question is about
DECAY = 0.93  # of a turn's worth, with each turn since
REFERENCE = 0.25  # of worth, for each later question that names what it brought
LONG_WORD = 7  # letters, from which on a word may be a name
LEAST_MATCH = 2  # rare words that a question and an old turn have in common


class Ways(msgspec.Struct, frozen=True):
    """How old turns are kept within their share; what the user set.

    *form* is `nine` or `five` sections; the newest *last* turns stay word for word;
    with *every* > 0 old turns are condensed after so many, too. With *notes* a memory
    note is kept between the questions.
    """

    strategy: Strategy = "layers"
    form: str = "nine"
    last: int = 4
    every: int = 0
    notes: bool = True


class Split(msgspec.Struct, frozen=True):
    """The *old* turns, which are condensed; *kept* are ids of them that stay.

    *shortened* and *unkept* are pinned turns of them, as `Pins` has them.
    """

    old: tuple[Old, ...]
    kept: tuple[str, ...] = ()
    shortened: tuple[Shortened, ...] = ()
    unkept: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[Old, ...]:
        """The turns that are not sent themselves."""
        kept = set(self.kept)
        return tuple([o for o in self.old if not (o.is_kept or o.turn in kept)])


def split(turns: Sequence[Old], room: Room, ways: Ways, counter: Counter) -> Split:
    """Cut *turns* of a branch: the newest stay, as many as there is room for.

    What stays beside pins, and a text of the room's size, is never over the share.
    """
    pins = _pins(turns, room, counter)
    return _reached(_cut(pins.turns, room, ways, counter), pins)


def _pins(turns: Sequence[Old], room: Room, counter: Counter) -> Pins:
    whole, short = int(room.share * PIN_SHARE), int(room.share * SHORT_SHARE)
    return fitted(turns, whole, counter, short)


def least(turns: Sequence[Old], room: Room, counter: Counter) -> Split:
    """Cut *turns* so that pinned ones alone stay."""
    pins = _pins(turns, room, counter)
    return _reached(Split(pins.turns), pins)


def _reached(cut: Split, pins: Pins) -> Split:
    """Let *cut* reach to the last of *pins* that is changed; what is between stays."""
    changed = {*(one.turn for one in pins.shortened), *pins.unkept}
    if not changed:
        return cut
    places = [n for n, one in enumerate(pins.turns, 1) if one.turn in changed]
    end = max([len(cut.old), *places[-1:]])
    between = (one.turn for one in pins.turns[len(cut.old) : end])
    return Split(
        pins.turns[:end],
        (*cut.kept, *(one for one in between if one not in pins.unkept)),
        pins.shortened,
        pins.unkept,
    )


def _cut(turns: Sequence[Old], room: Room, ways: Ways, counter: Counter) -> Split:
    pinned = sum([one.tokens(counter) for one in turns if one.is_kept])
    if ways.strategy == "importance":
        return _by_worth(turns, room, ways, counter)
    if ways.strategy in ("sliding", "retrieval"):
        most = int(room.share * WINDOW_SHARE) - pinned
        return Split(_older(turns, most, most, len(turns), counter))
    left = room.share - room.text - MESSAGE - pinned
    most = int(room.share * AFTER_SHARE) - room.text - pinned
    return Split(_older(turns, min(room.recent, most), left, ways.last, counter))


def short(turns: Sequence[Old], room: Room, ways: Ways, counter: Counter) -> Split:
    """Cut *turns* that have room enough: all of the newest stay that the user wants."""
    left = room.share - room.text
    return Split(_older(turns, left, left, ways.last, counter))


def _older(
    turns: Sequence[Old], most: int, single: int, last: int, counter: Counter
) -> tuple[Old, ...]:
    """Give all but the newest *last* turns, that have *most* tokens at most.

    The newest of all may have *single* tokens.
    """
    start, spent = len(turns), 0
    while start > max(0, len(turns) - last):
        turn = turns[start - 1]
        spent += 0 if turn.is_kept else turn.tokens(counter)
        if spent > (single if start == len(turns) else most):
            break
        start -= 1
    return tuple(turns[:start])


def _by_worth(turns: Sequence[Old], room: Room, ways: Ways, counter: Counter) -> Split:
    """Keep what is worth most, the newest among it."""
    old = _older(turns, room.recent, room.recent, ways.last, counter)
    most = int(room.share * WINDOW_SHARE)
    pinned = [one for one in turns[: len(old)] if one.is_kept]
    most -= sum(one.tokens(counter) for one in (*pinned, *turns[len(old) :]))
    worth = {one.turn: value for one, value in zip(turns, worths(turns), strict=True)}
    kept: list[str] = []
    for one in sorted(old, key=lambda one: (-worth[one.turn], -one.place)):
        tokens = 0 if one.is_kept else one.tokens(counter)
        if one.is_kept or tokens <= most:
            kept.append(one.turn)
            most -= tokens
    return Split(old, tuple(kept))


def worths(turns: Sequence[Old]) -> list[float]:
    """Value *turns*: less with age, more with each later question that refers back."""
    brought: list[frozenset[str]] = []
    seen: frozenset[str] = frozenset()
    for one in turns:
        names = _names(one.text)
        brought.append(names - seen)
        seen |= names
    asked = [_names(one.user) for one in turns]
    found = []
    for place, new in enumerate(brought):
        later = sum(bool(new & names) for names in asked[place + 1 :])
        age = len(turns) - 1 - place
        found.append(DECAY**age + REFERENCE * later)
    return found


@lru_cache(maxsize=4_096)
def _names(text: str) -> frozenset[str]:
    """Give the identifiers in *text* that are no plain words."""
    return frozenset(
        word for word in words(text) if "_" in word or len(word) >= LONG_WORD
    )


def about(
    turns: Sequence[Old], prompt: str, most: int, counter: Counter
) -> tuple[Old, ...]:
    """Find those of *turns* that *prompt* is about, within *most* tokens, in order.

    By words in common, rare ones counting more, as BM25 does; nothing is found by
    common words alone, and by one rare word only where it is a name in code.
    """
    bags = [words(one.text.casefold()) for one in turns]
    held = Bag(word for bag in bags for word in bag)
    asked = words(prompt.casefold())
    scored = []
    for one, bag in zip(turns, bags, strict=True):
        shared = asked & bag
        rare = [w for w in shared if held[w] <= max(1, len(turns) // 4)]
        weight = sum(LEAST_MATCH if "_" in word else 1 for word in rare)
        score = sum(math.log(1 + len(turns) / held[word]) for word in shared)
        if rare and weight >= min(LEAST_MATCH, len(asked)):
            scored.append((score / math.sqrt(1 + len(bag)), one))
    found = []
    for _, one in sorted(scored, key=lambda pair: (-pair[0], -pair[1].place)):
        tokens = one.tokens(counter)
        if tokens <= most:
            found.append(one)
            most -= tokens
    return tuple(sorted(found, key=lambda one: one.place))
