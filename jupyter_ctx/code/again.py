"""Which names a cell would change once more if it ran a second time."""

from __future__ import annotations

import ast
from collections import Counter
from functools import lru_cache

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse

CACHED = 1_024  # cells whose answer is remembered: it is asked after every run


@lru_cache(maxsize=CACHED)
def once_more(source: str) -> frozenset[str]:
    """Give the names that *source* reads from before and changes.

    `n += 1` counts, `df = df.dropna()` and `rows.append(1)` as well. What only sets
    an item that it reads nowhere (`df["x"] = 0`) is the same after a second time.
    """
    found = names(source)
    written = {binding.name for binding in found.binds}
    changed = Counter(name for name, _ in found.mutates)
    read = set(found.uses)
    for name, times in _items_set(source).items():
        if times == changed[name]:
            changed.pop(name)
    return frozenset(read & (written | changed.keys()))


def _items_set(source: str) -> Counter[str]:
    """Count for each name the assignments to an item of a key that stands once."""
    tree = parse(blank(source))
    if tree is None:
        return Counter()
    keys = Counter(n.value for n in ast.walk(tree) if isinstance(n, ast.Constant))
    targets = [
        target
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
    ]
    return Counter(
        target.value.id
        for target in targets
        if isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and isinstance(target.slice, ast.Constant)
        and keys[target.slice.value] == 1
    )
