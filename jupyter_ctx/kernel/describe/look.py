"""What a describer needs to know beside the object itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from jupyter_ctx.core.variable import Kind, Summary
from jupyter_ctx.kernel.describe.static import module_of, place, type_name

Mask = Callable[[str, str], str]
"""Gives the text of a named value with secrets replaced."""


class Look(msgspec.Struct, frozen=True):
    """One look at the variable *name*.

    *mask* replaces secrets in the text of a named value; *label* names the cell
    whose code has a given file name, or gives an empty string. *keep* are columns that
    were asked for: their values are told, however many others stand before them.
    """

    name: str
    mask: Mask
    label: Callable[[str], str]
    keep: frozenset[str] = frozenset()

    def first(self, names: Sequence[str], limit: int) -> list[int]:
        """Give the places of *limit* of the *names*, those to keep before the rest."""
        kept = [at for at, name in enumerate(names) if name in self.keep]
        return list(dict.fromkeys([*kept, *range(min(limit, len(names)))]))[:limit]


Describer = Callable[[object, Look], Summary]
"""Makes a summary; may only use what runs no code of the user."""


def about(
    value: object,
    look: Look,
    kind: Kind = "object",
    /,
    **facts: Any,  # noqa: ANN401 - the fields of a summary
) -> Summary:
    """Make a summary of *value* from further *facts*; type and module are filled in."""
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind=kind,
        module=module(value),
        **facts,
    )


def find(known: Mapping[str, Describer], base: type) -> Describer | None:
    """Find the describer of *base* by its full name.

    A class that only calls itself so is not found.
    """
    return known.get(place(base))


def joined(*facts: str) -> str:
    """Put the *facts* that are not empty side by side."""
    return ", ".join(fact for fact in facts if fact)


def count(number: int, word: str) -> str:
    """Write *number* things, `1 row` or `12,000 rows`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def bare(name: str, value: object) -> Summary:
    """Say no more of *value* than its name and type."""
    return Summary(name=name, type_name=type_name(value), module=module(value))


def module(value: object) -> str:
    """Give the module of the type of *value*; empty for built-in types."""
    found = module_of(type(value))
    return "" if found == "builtins" else found


def mask_all(texts: list[str], mask: Mask) -> list[str]:
    """Mask many short texts, labels say, at the cost of one where none is secret."""
    together = "\n".join(texts)
    if len(texts) > 1 and mask("", together) == together:
        return texts
    return [mask("", text) for text in texts]
