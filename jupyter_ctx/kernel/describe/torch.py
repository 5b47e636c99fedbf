"""Describes tensors by what they store about themselves: no value is fetched."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, module
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    is_a,
    loaded,
    module_of,
    stored,
    type_name,
)


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; a tensor class of the user may run its code."""
    is_tensor = name == "Tensor" and loaded("torch", name) is base
    return describe_tensor if is_tensor and _is_of_torch(cls) else None


def _is_of_torch(cls: type) -> bool:
    return module_of(cls).partition(".")[0] == "torch"


def describe_tensor(value: Foreign, look: Look) -> Summary:
    """Give shape, dtype and device, e.g. `(3, 4) float32 cuda:0`."""
    parts = [_shape(stored(value, "shape"))]
    parts += [_word(stored(value, name)) for name in ("dtype", "device")]
    grad = stored(value, "requires_grad")
    return Summary(
        name=look.name,
        type_name=type_name(value),
        kind="array",
        module=module(value),
        shape=" ".join(part for part in parts if part),
        detail="requires grad" if grad is True else "",
    )


def _shape(value: Foreign) -> str:
    if not is_a(type(value), tuple):
        return ""
    sizes = list(tuple.__iter__(value))
    return str(tuple(sizes)) if all(type(size) is int for size in sizes) else ""


def _word(value: object) -> str:
    if type(value) is not str and not _is_of_torch(type(value)):
        return ""
    return str(value).removeprefix("torch.")[:40]
