"""Describes tensors of TensorFlow and models of Keras; no value is fetched."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_a,
    is_of,
    place,
    type_name,
)

LAYERS = 200  # visited to count parameters


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    if place(base).startswith("tensorflow."):
        return (
            describe_tensor if name in _TENSORS and is_of(cls, "tensorflow") else None
        )
    return find(_KNOWN, base)


_TENSORS = ("EagerTensor", "SymbolicTensor", "ResourceVariable")


def describe_tensor(value: Foreign, look: Look) -> Summary:
    """Give shape, dtype and device of a tensor or variable."""
    device = value.device if type_name(value) == "EagerTensor" else ""
    short = str(device).rpartition("device:")[2].lower()
    shape = value.shape
    sides = tuple(shape.as_list()) if shape.rank is not None else "unknown shape"
    return about(
        value,
        look,
        "array",
        shape=" ".join(part for part in (str(sides), value.dtype.name, short) if part),
    )


def describe_model(value: object, look: Look) -> Summary:
    """Give layers and parameters of a model; it is neither built nor called."""
    layers = _items(held(value, "_layers"))[:LAYERS]
    variables = [one for layer in [value, *layers] for one in _variables(layer)]
    total = sum(map(_size, {id(one): one for one in variables}.values()))
    return about(
        value,
        look,
        shape=joined(
            count(total, "parameter"),
            "built" if held(value, "built") is True else "not built",
            "compiled" if held(value, "compiled") is True else "",
        ),
        fields=tuple(_layer(one) for one in layers),
    )


def _items(value: Foreign) -> list[object]:
    return list(list.__iter__(value)) if is_a(type(value), list) else []


def _variables(layer: object) -> list[object]:
    names = ("_trainable_variables", "_non_trainable_variables")
    return [one for name in names for one in _items(held(layer, name))]


def _size(variable: object) -> int:
    shape = held(variable, "_shape")
    if not is_a(type(shape), tuple):
        return 0
    size = 1
    for side in tuple.__iter__(shape):
        size *= side if type(side) is int else 0
    return size


def _layer(layer: object) -> Field:
    name, units = held(layer, "name"), held(layer, "units")
    shown = f"(units={units})" if type(units) is int else ""
    return Field(
        name=name if type(name) is str else "layer", dtype=f"{type_name(layer)}{shown}"
    )


_KNOWN: dict[str, Describer] = {"keras.src.models.model.Model": describe_model}
