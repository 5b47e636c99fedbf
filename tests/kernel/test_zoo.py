"""A zoo of live objects: each is described truly, and none notices (B2, B3, B6)."""

from __future__ import annotations

import gc
import sys
import weakref
from collections import Counter

import pytest

from jupyter_ctx.core.engine.render import card, live_line, outline
from jupyter_ctx.core.variable import Summary
from tests.kernel.hostile import HITS
from tests.kernel.looks import see
from tests.kernel.zoo import zoo

ANIMALS = zoo()
OURS = "jupyter_ctx."

# The zoo opens files and databases, and lets them go.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


def told(summary: Summary) -> str:
    """Give a description at its highest fidelity, live line included."""
    return "\n".join([live_line(summary), outline(summary), card(summary)])


def meet(animal):
    """Make *animal*, or skip and say what is missing."""
    if animal.missing:
        pytest.skip(f"{animal.missing} is not installed")
    return animal.make()


def test_the_zoo_is_large():
    """There are more than 80 objects of many kinds; the run says how many of each."""
    kinds = Counter(animal.kind for animal in ANIMALS)
    absent = sorted({animal.missing for animal in ANIMALS} - {""})
    print(f"\n{len(ANIMALS)} objects: {dict(kinds)}; not installed: {absent}")

    assert len(ANIMALS) >= 120
    assert kinds["hostile"] >= 30


@pytest.mark.parametrize("animal", ANIMALS, ids=lambda animal: animal.name)
def test_each_is_told_truly(animal):
    """The description states every fact and none of what is not so."""
    value = meet(animal)

    text = told(see(value, animal.name))

    assert [fact for fact in animal.facts if fact not in text] == [], text
    assert [fact for fact in animal.never if fact in text] == [], text


@pytest.mark.parametrize("animal", ANIMALS, ids=lambda animal: animal.name)
def test_none_notices_the_look(animal):
    """A look calls no trap, imports nothing, keeps nothing and adds no attribute."""
    value = meet(animal)
    see(value)  # our own files are loaded now
    HITS.clear()
    modules, held = set(sys.modules), sys.getrefcount(value)

    summary = see(value)

    new = [name for name in set(sys.modules) - modules if not name.startswith(OURS)]
    assert (HITS, new) == ([], [])
    assert sys.getrefcount(value) == held
    assert type(summary) is Summary


def test_none_is_kept():
    """After the look each object dies with its name, as it would have without one."""
    unseen = fates(lambda _: None)
    seen = fates(see)

    print(f"\n{len(seen)} objects died with their names, {len(unseen)} without a look")
    assert seen == unseen
    assert len(seen) > 60


def fates(act):
    """Make each animal that can be referred to weakly, do *act*; name the dead."""
    living = {}
    for animal in ANIMALS:
        value = None if animal.missing else animal.make()
        if OFFSET(type(value)):
            living[animal.name] = weakref.ref(value)
            act(value)
        del value
    gc.collect()
    return {name for name, reference in living.items() if reference() is None}


OFFSET = type.__dict__["__weakrefoffset__"].__get__


def test_nothing_is_imported_by_the_first_look():
    """Our describers come with the first look, and nothing else does."""
    animals = [(animal.name, meet(animal)) for animal in ANIMALS if not animal.missing]
    before = set(sys.modules)

    summaries = [see(value, name) for name, value in animals]

    new = [name for name in set(sys.modules) - before if not name.startswith(OURS)]
    assert new == []
    assert len(summaries) == len(animals)
