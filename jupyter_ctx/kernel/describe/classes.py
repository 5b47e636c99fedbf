"""Describes classes: bases, annotated attributes, methods with parameters."""

from __future__ import annotations

from types import FunctionType

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.functions import (
    annotation,
    doc_line,
    signature,
    unwrap,
)
from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    is_a,
    module_of,
    mro,
    name_of,
    namespace,
)

MEMBERS = 60  # attributes and methods listed of a class


def describe_class(value: Foreign, look: Look) -> Summary:
    """Give the bases, the attributes and the methods that *value* itself defines."""
    own = namespace(value)
    fields = [*_attributes(own), *_methods(own)][:MEMBERS]
    return Summary(
        name=look.name,
        type_name="class",
        kind="class",
        module=module_of(value),
        signature=f"class {name_of(value)}{_bases(value)}",
        doc=doc_line(own.get("__doc__"), look),
        detail=_where(own, look),
        fields=tuple(fields),
    )


def _bases(cls: type) -> str:
    # The order of resolution tells; `__bases__` of a class may be overridden.
    names = [name_of(base) for base in mro(cls)[1:] if base is not object]
    return f"({', '.join(names[:3])})" if names else ""


def _attributes(own: Foreign) -> list[Field]:
    annotations = own.get("__annotations__")
    if type(annotations) is not dict:
        return []
    return [
        Field(name=name, dtype=annotation(kind))
        for name, kind in annotations.items()
        if type(name) is str and not name.startswith("_")
    ]


def _methods(own: Foreign) -> list[Field]:
    fields = []
    for name, member in list(own.items()):
        function = _function(member)
        if type(name) is not str or (name.startswith("_") and name != "__init__"):
            continue
        if function is not None:
            fields.append(Field(name=name, dtype=signature(unwrap(function))))
        elif type(member) is property:
            fields.append(Field(name=name, dtype="property"))
    return fields


def _function(member: Foreign) -> FunctionType | None:
    if is_a(type(member), staticmethod) or is_a(type(member), classmethod):
        base = staticmethod if is_a(type(member), staticmethod) else classmethod
        member = base.__dict__["__func__"].__get__(member)
    return member if type(member) is FunctionType else None


def _where(own: Foreign, look: Look) -> str:
    for member in list(own.values()):
        function = _function(member)
        cell = look.label(function.__code__.co_filename) if function else ""
        if cell:
            return f"defined in {cell}"
    return ""
