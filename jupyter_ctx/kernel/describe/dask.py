"""Describes dask collections from what they already know: no task is started."""

from __future__ import annotations

from msgspec.structs import replace

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import label_text
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.pandas import describe_frame, describe_series
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    is_of,
    mro,
    name_of,
    type_name,
)

LAYERS = 2_000  # of a graph, counted


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; dask's own classes are read as stored."""
    del name
    return find(_KNOWN, base) if is_of(cls, "dask", "distributed") else None


def describe_frame_of_parts(value: object, look: Look) -> Summary:
    """Give columns from the empty frame that dask keeps, and the partitions."""
    expression = held(value, "_expr")
    meta = held(expression, "_meta")
    divisions = held(expression, "divisions") or held(expression, "_divisions")
    parts = len(divisions) - 1 if type(divisions) is tuple else _parts(expression)
    shown = about(value, look, "lazy")
    if is_of(type(meta), "pandas"):
        is_frame = type_name(meta) == "DataFrame"
        inner = (describe_frame if is_frame else describe_series)(meta, look)
        fields = tuple(Field(one.name, one.dtype) for one in inner.fields)
        shape = "" if is_frame else inner.shape.removeprefix("0 rows ")
        shown = replace(shown, fields=fields, shape=shape)
    known = count(parts, "partition") if parts else ""
    return replace(
        shown,
        shape=joined(shown.shape, known),
        detail=f"plan {type_name(expression)}",
    )


def _parts(expression: object) -> int:
    """Look for the number of partitions among the operands of the expression."""
    for _ in range(LAYERS):
        operands, names = held(expression, "operands"), _parameters(expression)
        if type(operands) is not list:
            return 0
        stated = dict(zip(names, operands, strict=False)).get("npartitions")
        if type(stated) is int:
            return stated
        below = [one for one in operands if held(one, "operands") is not None]
        if not below or not _keeps_partitions(expression):
            return 0
        expression = below[0]
    return 0


def _parameters(expression: object) -> list[str]:
    found = class_attribute(type(expression), "_parameters")
    return found if type(found) is list else []


def _keeps_partitions(expression: object) -> bool:
    return any(name_of(base) in _BLOCKWISE for base in mro(type(expression)))


_BLOCKWISE = ("Blockwise", "Elemwise")


def describe_array(value: Foreign, look: Look) -> Summary:
    """Give shape, dtype and chunks."""
    chunks = held(value, "_Array__chunks")
    meta: Foreign = held(value, "_meta")
    dtype = meta.dtype if is_of(type(meta), "numpy") else ""
    if type(chunks) is not tuple:
        return about(value, look, "lazy")
    shape = tuple(sum(sides) for sides in chunks)
    number = 1
    for sides in chunks:
        number *= len(sides)
    largest = tuple(max(sides, default=0) for sides in chunks)
    return about(
        value,
        look,
        "lazy",
        shape=f"{shape} {dtype}, {count(number, 'chunk')} of {largest}",
        detail=_plan(held(value, "dask")),
    )


def describe_bag(value: object, look: Look) -> Summary:
    """Give the number of partitions."""
    parts = held(value, "npartitions")
    shape = count(parts, "partition") if type(parts) is int else ""
    return about(value, look, "lazy", shape=shape, detail=_plan(held(value, "dask")))


def describe_delayed(value: object, look: Look) -> Summary:
    """Name the call that is delayed."""
    key = held(value, "_key")
    name = label_text(key).rpartition("-")[0] if type(key) is str else ""
    if name.count("-") >= UUID_DASHES:
        name = name.rsplit("-", UUID_DASHES)[0]
    return about(
        value,
        look,
        "lazy",
        shape=f"of {look.mask('', name)}" if name else "",
        detail=_plan(held(value, "_dask")),
    )


UUID_DASHES = 4  # of a random key; the first one is gone with the last part


def _plan(graph: object) -> str:
    layers = held(graph, "layers")
    return f"plan of {count(len(layers), 'layer')}" if type(layers) is dict else ""


def describe_client(value: object, look: Look) -> Summary:
    """Give state and address of a client; the scheduler is not asked."""
    status = held(value, "status")
    scheduler = held(held(value, "scheduler"), "addr")
    return about(
        value,
        look,
        shape=joined(
            status if type(status) is str else "",
            look.mask(look.name, scheduler) if type(scheduler) is str else "",
        ),
    )


def describe_future(value: object, look: Look) -> Summary:
    """Give the key and the state that the client last heard of; it is not asked."""
    key, status = held(value, "key"), held(held(value, "_state"), "status")
    return about(
        value,
        look,
        "lazy",
        shape=joined(
            look.mask("", label_text(key))[:80] if type(key) in (str, tuple) else "",
            status if type(status) is str else "",
        ),
    )


_KNOWN: dict[str, Describer] = {
    "dask.array.core.Array": describe_array,
    "dask.bag.core.Bag": describe_bag,
    "dask.dataframe.dask_expr._collection.FrameBase": describe_frame_of_parts,
    "dask.delayed.Delayed": describe_delayed,
    "distributed.client.Client": describe_client,
    "distributed.client.Future": describe_future,
}
