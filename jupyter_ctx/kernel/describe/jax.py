"""Describes arrays of jax by shape, dtype and device; nothing is waited for."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Describer, Look, about
from jupyter_ctx.kernel.describe.static import Foreign, is_of, loaded, type_name


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*: arrays that hold values, and traced ones."""
    if name == "ArrayImpl" and cls is base and is_of(cls, "jaxlib"):
        return describe_array
    is_tracer = name == "Tracer" and loaded("jax.core", name) is base
    return describe_tracer if is_tracer else None


def describe_array(value: Foreign, look: Look) -> Summary:
    """Give shape, dtype and device."""
    aval = value.aval
    devices = sorted({str(device.platform) for device in value.sharding.device_set})
    return about(
        value,
        look,
        "array",
        shape=f"{tuple(aval.shape)} {aval.dtype} {', '.join(devices)}",
    )


def describe_tracer(value: object, look: Look) -> Summary:
    """Name a value inside a traced function: it has no value yet."""
    return about(value, look, "lazy", detail=f"traced, {type_name(value)}")
