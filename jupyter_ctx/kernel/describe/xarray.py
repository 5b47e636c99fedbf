"""Describes data sets with named dimensions; what is on disk stays there."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import element, label_text
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    is_of,
    type_name,
)

VARIABLES = 500  # listed of one data set
ATTRIBUTES = 8  # of a data set or array, on its card


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; a subclass is read by what it stores."""
    del cls, name
    return find(_KNOWN, base)


def describe_dataset(value: object, look: Look) -> Summary:
    """Give dimensions, variables with dtype and dimensions, and attributes."""
    variables, coordinates = held(value, "_variables"), held(value, "_coord_names")
    if type(variables) is not dict:
        return about(value, look)
    sizes: dict[str, int] = {}
    for one in variables.values():
        sizes |= _sizes(one)
    fields = [
        _field(name, one, _role(name, coordinates), look)
        for name, one in list(dict.items(variables))[:VARIABLES]
    ]
    attributes = [_attributes(one, look) for one in variables.values()]
    detail = joined(*dict.fromkeys([_attributes(value, look), *attributes]))
    return about(
        value, look, "frame", shape=_dims(sizes), fields=tuple(fields), detail=detail
    )


def _role(name: object, coordinates: object) -> str:
    is_one = type(coordinates) is set and type(name) is str and name in coordinates
    return "coordinate" if is_one else ""


def _sizes(variable: object) -> dict[str, int]:
    dims = held(variable, "_dims")
    shape = _shape(variable)
    named = [label_text(one) for one in dims] if type(dims) is tuple else []
    return dict(zip(named, shape, strict=False))


def _shape(variable: object) -> tuple[int, ...]:
    """Read the shape that the data states, in memory or on disk."""
    data = held(variable, "_data")
    shape = _stated(data, "shape")
    return shape if type(shape) is tuple else ()


def _stated(data: Foreign, name: str) -> object:
    """Ask arrays of numpy, dask and xarray only: they know without computing."""
    if data is None or not is_of(type(data), "numpy", "dask", "xarray", "pandas"):
        return None
    if class_attribute(type(data), name) is None:
        return held(data, name)
    found: object = getattr(data, name)
    return found


def _dims(sizes: dict[str, int]) -> str:
    shown = ", ".join(f"{name} {size}" for name, size in sizes.items())
    return f"({shown})"


def _field(name: object, variable: object, role: str, look: Look) -> Field:
    dims = ", ".join(_sizes(variable))
    dtype = _stated(held(variable, "_data"), "dtype")
    kind = str(dtype)[:40] if is_of(type(dtype), "numpy", "pandas") else ""
    return Field(
        name=look.mask("", label_text(name)),
        dtype=" ".join(part for part in (kind, f"({dims})", role) if part),
    )


def _attributes(value: object, look: Look) -> str:
    stored = held(value, "_attrs")
    if type(stored) is not dict:
        return ""
    shown = [
        f"{label_text(name)} {element(item, label_text(name), look.mask).strip(_QUOTE)}"
        for name, item in list(dict.items(stored))[:ATTRIBUTES]
    ]
    return joined(*shown)


_QUOTE = "'"


def describe_array(value: object, look: Look) -> Summary:
    """Give shape, dtype, dimensions and coordinates of an array."""
    variable, name = held(value, "_variable"), held(value, "_name")
    coordinates = held(value, "_coords")
    pairs = list(dict.items(coordinates)) if type(coordinates) is dict else []
    dtype = _stated(held(variable, "_data"), "dtype")
    return about(
        value,
        look,
        "array",
        shape=f"{_shape(variable)} {dtype}" if dtype is not None else "",
        fields=tuple(_field(key, one, "coordinate", look) for key, one in pairs),
        detail=joined(
            f"dims {_dims(_sizes(variable))}",
            f"name {look.mask('', label_text(name))}" if name is not None else "",
            _attributes(variable, look),
        ),
    )


def describe_variable(value: object, look: Look) -> Summary:
    """Give dimensions and dtype of a variable of a data set."""
    field = _field(look.name, value, "", look)
    return about(value, look, "array", shape=f"{type_name(value)} {field.dtype}")


_KNOWN: dict[str, Describer] = {
    "xarray.core.dataset.Dataset": describe_dataset,
    "xarray.core.dataarray.DataArray": describe_array,
    "xarray.core.variable.Variable": describe_variable,
}
