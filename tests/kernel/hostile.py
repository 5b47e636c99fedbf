"""Objects that notice every look: whoever runs their code is found in `HITS`."""

from __future__ import annotations

from typing import Any

HITS: list[str] = []


def spy(name: str) -> Any:
    """Make a method that notes that it was called, then refuses."""

    def called(*_: object, **__: object) -> Any:
        HITS.append(name)
        raise RuntimeError(name)

    return called


DUNDERS = (
    "__len__", "__repr__", "__str__", "__iter__", "__bool__", "__eq__", "__ne__",
    "__hash__", "__getattr__", "__getattribute__", "__contains__", "__getitem__",
    "__format__", "__dir__", "__reduce__", "__reduce_ex__", "__deepcopy__",
    "__copy__", "__sizeof__", "__lt__", "__call__", "__next__", "__int__",
    "__float__", "__index__", "__array__", "__await__", "__fspath__",
)  # fmt: skip

Hostile = type("Hostile", (), {name: spy(name) for name in DUNDERS})
"""Every special method of an instance is a trap."""

Trapped = type(
    "Trapped",
    (),
    {
        name: property(spy(name))
        for name in ("shape", "columns", "dtype", "count", "__class__", "__dict__")
    },
)
"""Every attribute that a curious tool asks for is a trap, `__class__` too."""

Meta = type(
    "Meta",
    (type,),
    {name: spy(f"meta {name}") for name in DUNDERS if name != "__call__"}
    | {"__instancecheck__": spy("meta"), "__subclasscheck__": spy("meta")},
)
WithMeta = type.__call__(Meta, "WithMeta", (), {})
"""A class whose class is a trap."""


class Me:
    """Answers itself to every attribute, as a lazy graph does."""

    def __getattr__(self, name: str) -> Me:
        """Note the look."""
        HITS.append(name)
        return self


def all_hostile() -> dict[str, Any]:
    """Make one of each, by the name it should have in a namespace."""
    HITS.clear()
    return {
        "hostile": object.__new__(Hostile),
        "trapped": object.__new__(Trapped),
        "meta": WithMeta,
        "of_meta": object.__new__(WithMeta),
        "me": Me(),
        "generator": (HITS.append(str(i)) for i in range(3)),
    }
