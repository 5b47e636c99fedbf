"""Describes numpy arrays by shape and dtype; small ones by value."""

from __future__ import annotations

from typing import Any

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import elements
from jupyter_ctx.kernel.describe.literals import element, literal
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_of,
    loaded,
    type_name,
)

PLAIN_KINDS = "biufcmM"  # dtypes whose elements are plain numbers and dates
SHOWN = 6  # elements of a small look
MASK_CELLS = 200_000  # cells looked at to count masked ones
PLACES = 60  # fields listed of a structured array


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*: arrays, universal functions, generators."""
    if name == "ndarray" and loaded("numpy", name) is base:
        return describe_array
    if name == "dtype" and loaded("numpy", name) is base and is_of(cls, "numpy"):
        return describe_dtype
    return find(_KNOWN, base) if cls is base else None


def describe_array(value: Foreign, look: Look) -> Summary:
    """Give shape and dtype through the slots of ndarray, and a few elements."""
    ndarray: Any = loaded("numpy", "ndarray")
    shape = ndarray.shape.__get__(value)
    dtype = ndarray.dtype.__get__(value)
    size = ndarray.size.__get__(value)
    names = dtype.names or ()
    return about(
        value,
        look,
        "array",
        shape=f"{shape} {dtype if not names else 'record'}",
        fields=tuple(
            Field(name=name, dtype=str(dtype.fields[name][0])[:80])
            for name in names[:PLACES]
        ),
        detail=joined(
            _elements(value, dtype, size, look) if size else "",
            _masked(value, size),
            _file(value, look),
        ),
    )


def _elements(value: Foreign, dtype: Foreign, size: int, look: Look) -> str:
    ndarray: Any = loaded("numpy", "ndarray")
    # A view as the base class: no `__array_finalize__` of a subclass is asked.
    flat = ndarray.view(value, ndarray).flat[:SHOWN]
    more = ", ..." if size > SHOWN else ""
    if dtype.kind == "O":
        return f"holds {elements(flat.tolist(), look.mask)}"
    if dtype.kind not in PLAIN_KINDS and not (dtype.names or dtype.kind in "US"):
        return ""
    if dtype.kind in "mM":
        shown = [str(item) for item in flat]
    else:
        shown = [element(item, look.name, look.mask) for item in flat.tolist()]
    return f"[{', '.join(shown)}{more}]" if all(shown) else ""


def _masked(value: object, size: int) -> str:
    """Count the masked cells of a masked array where that is cheap."""
    mask = held(value, "_mask")
    if not is_of(type(value), "numpy") or type_name(mask) != "ndarray":
        return ""
    if size > MASK_CELLS or mask.dtype.names:
        return ""
    return f"{int(mask.sum())} masked"


def _file(value: object, look: Look) -> str:
    """Name the file that an array is mapped to."""
    name = held(value, "filename")
    if name is None or not is_of(type(value), "numpy"):
        return ""
    return f"file {look.mask(look.name, literal(name))}"


def describe_ufunc(value: Foreign, look: Look) -> Summary:
    """Name a universal function."""
    count = value.nin
    names = ", ".join(f"x{at + 1}" for at in range(count)) if count > 1 else "x"
    return Summary(
        name=look.name,
        type_name="ufunc",
        kind="function",
        module="numpy",
        signature=f"def {value.__name__}({names})",
        detail="ufunc of numpy",
    )


def describe_dtype(value: Foreign, look: Look) -> Summary:
    """Write a dtype."""
    return about(value, look, "scalar", value=str(value)[:200])


def describe_generator(value: Foreign, look: Look) -> Summary:
    """Name the bit generator of a random generator; no number is drawn."""
    return about(value, look, shape=f"of {type_name(value.bit_generator)}")


_KNOWN: dict[str, Describer] = {
    "numpy.ufunc": describe_ufunc,
    "numpy.random._generator.Generator": describe_generator,
}
