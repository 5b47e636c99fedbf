"""Describes formulas of sympy: written out from their parts, without its printer."""

from __future__ import annotations

from math import inf

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about
from jupyter_ctx.kernel.describe.static import Foreign, held, is_of, type_name

PARTS = 60  # of one formula that are written
WIDTH = 200  # characters of a formula that are told
POWER = 3  # how strongly `**` binds
_CONSTANTS = {
    "Exp1": "E", "ImaginaryUnit": "I", "Infinity": "oo", "NegativeInfinity": "-oo",
    "ComplexInfinity": "zoo", "NaN": "nan", "Pi": "pi", "BooleanTrue": "True",
    "BooleanFalse": "False",
}  # fmt: skip
_NUMBERS = {"Zero": 0, "One": 1, "NegativeOne": -1}
_SIGNS = {
    "Add": (" + ", 1), "Mul": ("*", 2), "Pow": ("**", POWER), "Equality": (" == ", 0),
    "StrictLessThan": (" < ", 0), "LessThan": (" <= ", 0),
    "StrictGreaterThan": (" > ", 0), "GreaterThan": (" >= ", 0), "And": (" & ", 0),
    "Or": (" | ", 0),
}  # fmt: skip
"""The sign between the arguments, and how strongly it binds."""


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    if name == "RepMatrix" and is_of(cls, "sympy") and is_of(base, "sympy"):
        return describe_matrix
    return describe_formula if name == "Basic" and is_of(base, "sympy") else None


def describe_formula(value: object, look: Look) -> Summary:
    """Write a formula as it is written in code; a long one is cut."""
    left = [PARTS]
    text = _written(value, 0, left)
    more = f", more than {PARTS} parts" if left[0] < 0 else ""
    shown = text if len(text) <= WIDTH else f"{text[: WIDTH - 3]}..."
    return about(value, look, shape=f"= {look.mask(look.name, shown)}{more}")


def describe_matrix(value: object, look: Look) -> Summary:
    """Give the shape of a matrix; its elements are not computed."""
    shape = held(held(value, "_rep"), "shape")
    is_known = type(shape) is tuple and all(type(side) is int for side in shape)
    return about(value, look, "array", shape=str(shape) if is_known else "")


def _written(node: Foreign, binds: int, left: list[int]) -> str:
    """Write *node* inside of what binds by *binds*; *left* parts may be written."""
    left[0] -= 1
    if left[0] < 0:
        return "..."
    kind = type_name(node)
    plain = _atom(node, kind)
    if plain:
        is_loose = plain[0] == "-" or ("/" in plain and binds == POWER)
        return f"({plain})" if binds and is_loose else plain
    parts = _parts(node)
    sign, own = _SIGNS.get(kind, ("", 0))
    if not sign or len(parts) < 2:  # noqa: PLR2004 - two sides
        inner = ", ".join(_written(part, 0, left) for part in parts)
        return f"{kind}({inner})"
    text = sign.join(_written(part, own, left) for part in parts)
    if text.startswith("(-1)*"):
        own, text = 0, f"-{text[5:]}"
    return f"({text})" if own < binds or own == binds == POWER else text


def _parts(node: object) -> tuple[object, ...]:
    """Give the arguments of *node*, or what a polynomial is written in."""
    args = held(node, "_args") or held(node, "gens")
    return args if type(args) is tuple else ()


def _atom(node: object, kind: str) -> str:
    """Write a symbol, a number or a constant; nothing for all else."""
    if kind in _CONSTANTS:
        return _CONSTANTS[kind]
    if kind in _NUMBERS:
        return str(_NUMBERS[kind])
    if kind == "Half":
        return "1/2"
    name, whole, below = held(node, "name"), held(node, "p"), held(node, "q")
    if type(name) is str:
        return name
    if type(whole) is int:
        return f"{whole}/{below}" if type(below) is int and below != 1 else f"{whole}"
    return _float(held(node, "_mpf_"))


def _float(parts: object) -> str:
    """Write a number of any precision, which is stored as its parts, to 6 digits."""
    if type(parts) is not tuple or not all(type(one) is int for one in parts[1:3]):
        return ""
    try:
        number = (-1) ** parts[0] * parts[1] * 2.0 ** parts[2]
    except OverflowError:
        number = inf
    return "a number beyond 1e308" if abs(number) == inf else f"{number:.6g}"
