"""Describes numpy arrays by shape and dtype; small ones by value."""

from __future__ import annotations

from typing import Any

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.look import Describer, Look, module
from jupyter_ctx.kernel.describe.static import Foreign, loaded, type_name

PLAIN_KINDS = "biufcmM"  # dtypes whose elements are plain numbers and dates
SHOWN = 6  # elements of a small look


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*: arrays and universal functions."""
    if name == "ndarray" and loaded("numpy", name) is base:
        return describe_array
    if name == "ufunc" and loaded("numpy", name) is base and cls is base:
        return describe_ufunc
    return None


def describe_array(value: Foreign, look: Look) -> Summary:
    """Give shape and dtype through the slots of ndarray, and a few elements."""
    ndarray: Any = loaded("numpy", "ndarray")
    shape = ndarray.shape.__get__(value)
    dtype = ndarray.dtype.__get__(value)
    size = ndarray.size.__get__(value)
    fields = dtype.names or ()
    shown = f"{shape} {dtype if not fields else 'record'}"
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="array",
        module=module(value),
        shape=shown,
        detail=_elements(value, ndarray, dtype, size) if size else "",
    )


def _elements(value: Foreign, ndarray: Foreign, dtype: Foreign, size: int) -> str:
    if dtype.kind not in PLAIN_KINDS:
        return ""
    # A view as the base class: no `__array_finalize__` of a subclass is asked.
    flat = ndarray.view(value, ndarray).flat[:SHOWN]
    shown = ", ".join(literal(item) or str(item) for item in flat.tolist())
    return f"[{shown}{', ...' if size > SHOWN else ''}]"


def describe_ufunc(value: Foreign, look: Look) -> Summary:
    """Name a universal function."""
    return Summary(
        name=look.name,
        type_name="ufunc",
        kind="function",
        module="numpy",
        signature=f"def {value.__name__}({', '.join('x' * value.nin)})",
    )
