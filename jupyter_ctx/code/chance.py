"""Sources that make the same each time that they read the same, as far as is known."""

from __future__ import annotations

import re

# fmt: off
_CHANCE = re.compile(
    r"\b(random|rand|randn|randint|randrange|integers|shuffle|choices?|sample|normal"
    r"|uniform|permutation|default_rng|RandomState|train_test_split|make_[a-z]+)\b"
)
_SEEDED = re.compile(
    r"\b(seed|manual_seed|default_rng|RandomState|random_state)\s*[(=]\s*\d"
)
_WORLD = re.compile(
    r"\b(time|now|today|utcnow|perf_counter|monotonic|urandom|uuid\d?|secrets|getenv"
    r"|environ|open|read|read_\w+|scan_\w+|load|loads|load_\w+|fetch\w*|requests|urlopen"
    r"|urlretrieve|httpx|execute|sql|input|glob|rglob|listdir|iterdir|walk|exists|stat"
    r"|next|await|global|nonlocal|exec|eval|getvalue|popen|run|check_output)\b"
    r"|^\s*(\w+\s*=\s*)?[%!](?!%(capture|time|timeit)\b)",
    re.MULTILINE,
)
# fmt: on


def is_settled(source: str) -> bool:
    """Tell whether nothing but the names that *source* reads decides what it makes.

    No chance, no clock, no file and no network, by the words in it; chance with a
    seed is none.
    """
    if _WORLD.search(source) is not None:
        return False
    return _CHANCE.search(source) is None or _SEEDED.search(source) is not None
