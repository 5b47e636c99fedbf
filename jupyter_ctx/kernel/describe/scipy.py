"""Describes sparse matrices and frozen distributions by what they store."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.literals import element, literal
from jupyter_ctx.kernel.describe.look import Describer, Look, about, find, joined
from jupyter_ctx.kernel.describe.static import Foreign, held, type_name


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del cls, name
    return find(_KNOWN, base)


def describe_sparse(value: object, look: Look) -> Summary:
    """Give shape, dtype and the number of stored values; none is converted."""
    shape, data = held(value, "_shape"), held(value, "data")
    if type(shape) is not tuple:
        return about(value, look, "array")
    size = dtype = ""
    if type_name(data) == "ndarray" and data.dtype.kind != "O":
        size, dtype = f"{data.size} stored", str(data.dtype)
    return about(
        value,
        look,
        "array",
        shape=joined(f"{shape} {dtype}".strip(), size, _density(shape, data)),
    )


def _density(shape: tuple[int, ...], data: Foreign) -> str:
    cells = 1
    for side in shape:
        cells *= side
    if not cells or type_name(data) != "ndarray" or data.dtype.kind == "O":
        return ""
    return f"density {data.size / cells:.2g}"


def describe_distribution(value: object, look: Look) -> Summary:
    """Give the name of a distribution and its parameters; nothing is drawn."""
    args, named = held(value, "args"), held(value, "kwds")
    kind = held(held(value, "dist"), "name")
    shown = [literal(one, 40) for one in args] if type(args) is tuple else []
    if type(named) is dict:
        shown += [f"{key}={element(one, key, look.mask)}" for key, one in named.items()]
    name = kind if type(kind) is str else ""
    return about(value, look, shape=f"{name}({', '.join(shown)})")


_KNOWN: dict[str, Describer] = {
    "scipy.sparse._base._spbase": describe_sparse,
    "scipy.stats._distn_infrastructure.rv_frozen": describe_distribution,
}
