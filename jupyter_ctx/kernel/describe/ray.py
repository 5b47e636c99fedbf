"""Describes Ray's data sets and references by what is known here: no task starts."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.static import Foreign, held, is_of, type_name

COLUMNS = 1_000  # listed of one data set


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del name
    return find(_KNOWN, base) if is_of(cls, "ray") else None


def describe_dataset(value: object, look: Look) -> Summary:
    """Give the last step of the plan, and the schema if it was already asked for."""
    last = held(held(value, "_logical_plan"), "_dag")
    name = held(last, "_name")
    step = name if type(name) is str else type_name(last)
    # Where releases differ in who keeps the schema, the first that has it counts.
    keepers = (held(value, "_cache"), held(value, "_plan"))
    schemas = [held(keeper, "_schema") for keeper in keepers]
    known = next((one for one in schemas if one is not None), None)
    return about(
        value,
        look,
        "lazy",
        shape=f"plan ends with {step}" if last is not None else "",
        fields=_schema(known, look),
    )


def _schema(schema: Foreign, look: Look) -> tuple[Field, ...]:
    base = held(schema, "base_schema") or schema
    if not is_of(type(base), "pyarrow"):
        return ()
    pairs = list(zip(base.names, base.types, strict=True))[:COLUMNS]
    return tuple(
        Field(name=look.mask("", name), dtype=str(kind)[:80]) for name, kind in pairs
    )


def describe_reference(value: Foreign, look: Look) -> Summary:
    """Name a reference; it is neither fetched nor waited for."""
    return about(value, look, "lazy", shape=joined("of a task or object"))


def describe_actor(value: object, look: Look) -> Summary:
    """Name the class of an actor."""
    made = held(held(value, "_ray_actor_creation_function_descriptor"), "class_name")
    shape = f"of {made}" if type(made) is str else type_name(value)
    return about(value, look, "lazy", shape=shape)


_KNOWN: dict[str, Describer] = {
    "ray._raylet.ObjectRef": describe_reference,
    "ray.actor.ActorHandle": describe_actor,
    "ray.data.dataset.Dataset": describe_dataset,
}
