"""Describes altair charts by the specification they hold: mark and encodings."""

from __future__ import annotations

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief
from jupyter_ctx.kernel.describe.literals import element
from jupyter_ctx.kernel.describe.look import Describer, Look, about, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    is_a,
    loaded,
    module_of,
    type_name,
)

_PARTS = {"layer": "layers", "hconcat": "charts", "vconcat": "charts"}


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    is_chart = name == "TopLevelMixin" and module_of(base).endswith(".api")
    return describe_chart if is_chart and module_of(cls).startswith("altair.") else None


def describe_chart(value: object, look: Look) -> Summary:
    """Give mark, encodings, title and data of a chart, or the number of its parts."""
    kept = held(value, "_kwds")
    spec: dict[str, Foreign] = kept if type(kept) is dict else {}
    parts = [
        f"{len(spec[key])} {word}"
        for key, word in _PARTS.items()
        if type(spec.get(key)) is list
    ]
    return about(
        value,
        look,
        shape=joined(*parts, _mark(spec.get("mark")), _title(spec.get("title"), look)),
        fields=tuple(_channels(spec.get("encoding"), look)),
        detail=_data(spec.get("data"), look),
    )


def _mark(mark: object) -> str:
    kind = mark if type(mark) is str else _kept(mark, "type")
    return f"mark {kind}" if type(kind) is str else ""


def _kept(value: object, name: str) -> object:
    """Read *name* of a part of the specification, itself or in shorthand."""
    kept = held(value, "_kwds")
    if not _is_schema(value) or type(kept) is not dict:
        return None
    return kept.get(name)


def _is_schema(value: object) -> bool:
    base = loaded("altair.utils.schemapi", "SchemaBase")
    return base is not None and is_a(type(value), base)


def _title(title: object, look: Look) -> str:
    text = title if type(title) is str else _kept(title, "text")
    return f"'{look.mask('', text[:80])}'" if type(text) is str else ""


def _channels(encoding: object, look: Look) -> list[Field]:
    kept = held(encoding, "_kwds")
    found = []
    for name, channel in kept.items() if type(kept) is dict else ():
        if type(name) is str and _is_schema(channel):
            shown = [_kept(channel, key) for key in ("shorthand", "field", "title")]
            text = next((one for one in shown if type(one) is str), "")
            found.append(Field(name=name, dtype=look.mask("", text[:80])))
    return found


def _data(data: object, look: Look) -> str:
    if type_name(data) == "DataFrame" and held(data, "_mgr") is not None:
        rows, columns = (len(axis) for axis in reversed(held(data, "_mgr").axes))
        return f"data {rows} rows x {columns} columns"
    if type(data) is str:
        return f"data {element(data, look.name, look.mask)}"
    return (
        "" if type_name(data) == "UndefinedType" else f"data {brief(data, look.mask)}"
    )
