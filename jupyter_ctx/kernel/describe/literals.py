"""Small values as Python literals: exact, known types only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from jupyter_ctx.kernel.describe.static import (
    Foreign,
    is_a,
    loaded,
    module_of,
    name_of,
    type_name,
)

TEXT_LIMIT = 200  # characters of a text that is given as a whole
BITS_LIMIT = 256  # the repr of a larger integer takes quadratic time
ITEMS_LIMIT = 12  # elements of a container that is given as a whole
DEPTH = 3  # containers within containers that are given as a whole

# Types are looked up by id: hashing a class asks its metaclass. The built-in
# ones are immortal, so an id is never that of another class.
_PLAIN = {id(cls) for cls in (float, bool, complex, type(None), type(...), range)}

_SAFE_ZONES = ("datetime", "zoneinfo", "pytz", "dateutil", "pandas")
_REPR = {
    "decimal": ("Decimal",),
    "fractions": ("Fraction",),
    "uuid": ("UUID",),
    "pathlib": ("PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"),
    "datetime": ("date", "timedelta", "timezone"),
}
_TIMES = {"datetime": ("datetime", "time"), "pandas": ("Timestamp",)}
_STR = {"pandas": ("Timedelta", "Period")}


def literal(value: object, limit: int = TEXT_LIMIT) -> str:
    """Write *value* as a literal if its exact type is known to be cheap, else ''.

    Texts are cut to *limit* characters, with `...` at the cut.
    """
    cls = type(value)
    if cls is str:
        return text_literal(value, limit)  # type: ignore[arg-type]
    if cls is int:
        return _int_literal(value)  # type: ignore[arg-type]
    if id(cls) in _PLAIN:
        return repr(value)
    if cls is bytes:
        return repr(value) if len(value) <= limit else ""  # type: ignore[arg-type]
    return _library_literal(value)


def text_literal(text: str, limit: int = TEXT_LIMIT) -> str:
    """Write *text* as a literal, at most *limit* characters of it."""
    return repr(text) if len(text) <= limit else repr(text[:limit]) + "..."


def _int_literal(value: int) -> str:
    return repr(value) if value.bit_length() <= BITS_LIMIT else ""


def _library_literal(value: Foreign) -> str:
    cls = type(value)
    module = module_of(cls).partition(".")[0]
    if module == "numpy":
        return _numpy_literal(value)
    if _is_one_of(cls, module, _REPR):
        return repr(value)
    if _is_one_of(cls, module, _TIMES):
        zone = value.tzinfo
        is_safe = zone is None or module_of(type(zone)).split(".")[0] in _SAFE_ZONES
        return str(value) if is_safe else ""
    return str(value) if _is_one_of(cls, module, _STR) or _is_missing(value) else ""


def _is_one_of(cls: type, module: str, table: Mapping[str, tuple[str, ...]]) -> bool:
    names = table.get(module, ())
    return name_of(cls) in names and loaded(module, name_of(cls)) is cls


def _is_missing(value: object) -> bool:
    """Tell whether *value* is one of the marks for a missing value of pandas."""
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return False
    return value is pandas.NA or value is pandas.NaT


def _numpy_literal(value: Foreign) -> str:
    generic: Any = loaded("numpy", "generic")
    cls = type(value)
    if generic is None or not is_a(cls, generic) or module_of(cls) != "numpy":
        return ""
    if name_of(cls) in ("void", "object_"):
        return ""
    item = generic.item(value)
    return literal(item) if type(item) is not cls else str(value)


def is_scalar(value: object) -> bool:
    """Tell whether `literal` knows the type of *value*."""
    return bool(literal(value))


def label_text(value: object) -> str:
    """Write a column label or key as people do: texts bare, the rest as literals."""
    if type(value) is str:
        return value
    if type(value) is tuple:
        return "(" + ", ".join(literal(part) or _type(part) for part in value) + ")"
    return literal(value) or _type(value)


def _type(value: object) -> str:
    return f"<{type_name(value)}>"


def element(
    value: Foreign, name: str, mask: Callable[[str, str], str], depth: int = 0
) -> str:
    """Write *value*, which belongs to *name*, with secrets masked; '' if unknown.

    Small containers within are written too, a few levels deep.
    """
    if type(value) is str:
        if len(value) > TEXT_LIMIT:
            return ""
        masked = mask(name, value)
        return masked if masked != value else repr(value)
    if id(type(value)) in _BRACKETS and depth < DEPTH:
        return small_container(value, name, mask, depth + 1)
    plain = literal(value)
    return mask(name, plain) if plain else ""


_PAIR = 2  # of a user and a password
_BRACKETS = {
    id(list): ("[", "]"),
    id(tuple): ("(", ")"),
    id(set): ("{", "}"),
    id(dict): ("{", "}"),
}


def small_container(
    value: Foreign, name: str, mask: Callable[[str, str], str], depth: int = 0
) -> str:
    """Write a short list, tuple, set or dict of plain values as a literal, else ''."""
    cls = type(value)
    if id(cls) not in _BRACKETS or len(value) > ITEMS_LIMIT:
        return ""
    if cls is set and not value:
        return "set()"
    if cls is dict:
        pairs = [
            (literal(key), element(item, label_text(key), mask, depth))
            for key, item in islice(dict.items(value), ITEMS_LIMIT)
        ]
        parts = [f"{key}: {text}" for key, text in pairs if key and text]
        return _joined(parts, len(pairs), "{", "}")
    parts = _parts(value, name, mask, depth)
    if cls is tuple and len(parts) == 1:
        return _joined([f"{part}," for part in parts if part], 1, "(", ")")
    opening, closing = _BRACKETS[id(cls)]
    return _joined([part for part in parts if part], len(parts), opening, closing)


def _parts(
    value: Foreign, name: str, mask: Callable[[str, str], str], depth: int
) -> list[str]:
    """Write the elements, up to the first that is unknown or one too many."""
    # Its patterns cost a tenth of what loading us does; by now the masker has them.
    from jupyter_ctx.core.secrets.redact_names import is_login  # noqa: PLC0415

    parts, size = [], 0
    is_pair = type(value) is tuple and len(value) == _PAIR and is_login(name)
    for at, item in enumerate(islice(iter(value), ITEMS_LIMIT)):
        named = f"{name}.password" if is_pair and at else name
        parts.append(element(item, named, mask, depth))
        size += len(parts[-1])
        if not parts[-1] or size > TEXT_LIMIT:
            return [""]
    return parts


def _joined(parts: list[str], expected: int, opening: str, closing: str) -> str:
    text = f"{opening}{', '.join(parts)}{closing}"
    is_whole = len(parts) == expected
    return text if is_whole and len(text) <= TEXT_LIMIT else ""
