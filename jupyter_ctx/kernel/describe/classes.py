"""Describes classes: bases, annotated attributes, methods with parameters."""

from __future__ import annotations

from types import FunctionType

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.enumerations import members
from jupyter_ctx.kernel.describe.functions import (
    annotation,
    doc_line,
    signature,
    unwrap,
)
from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.look import Look, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    is_a,
    module_of,
    mro,
    name_of,
    namespace,
    place,
    type_name,
)

MEMBERS = 60  # attributes and methods listed of a class


def describe_class(value: Foreign, look: Look) -> Summary:
    """Give the bases, the attributes and the methods that *value* itself defines."""
    own = namespace(value)
    fields = [*_attributes(value, own, look), *_methods(own, look)][:MEMBERS]
    return Summary(
        name=look.name,
        type_name="class",
        kind="class",
        module=module_of(value),
        signature=f"class {name_of(value)}{_bases(value)}",
        doc=doc_line(own.get("__doc__"), look),
        detail=joined(_flavour(value), _where(value, own, look)),
        fields=tuple(fields),
    )


def _bases(cls: type) -> str:
    # The order of resolution tells; `__bases__` of a class may be overridden.
    names = [name_of(base) for base in mro(cls)[1:] if base is not object]
    return f"({', '.join(names[:3])})" if names else ""


def _flavour(cls: type) -> str:
    if type(class_attribute(cls, "__dataclass_fields__")) is dict:
        return "dataclass"
    table = held(class_attribute(cls, "__table__"), "name")
    return f"table {str.__str__(table)}" if is_a(type(table), str) else ""


def _attributes(cls: type, own: Foreign, look: Look) -> list[Field]:
    """List members, fields, columns or annotated names, and plain class values."""
    found = [*members(cls, look), *_columns(cls), *_fields(cls, look)]
    known = {field.name for field in found}
    found += [field for field in _annotated(own) if field.name not in known]
    known |= {field.name for field in found}
    for name, value in list(own.items()):
        text = literal(value) if type(name) is str and name[:1] != "_" else ""
        if text and name not in known:
            sample = look.mask(name, text)
            found.append(Field(name=name, dtype=type_name(value), sample=sample))
    return found


def _columns(cls: type) -> tuple[Field, ...]:
    """List the columns of a class that SQLAlchemy maps to a table."""
    table = class_attribute(cls, "__table__")
    if place(type(table)) != "sqlalchemy.sql.schema.Table":
        return ()
    # Loaded only here: few classes are mapped to a table.
    from jupyter_ctx.kernel.describe.sqlalchemy import columns  # noqa: PLC0415

    return columns(table)


def _fields(cls: type, look: Look) -> list[Field]:
    """List the fields of a dataclass or a pydantic model, inherited ones too."""
    found = []
    for table, slot in (
        ("__dataclass_fields__", "type"),
        ("__pydantic_fields__", "annotation"),
    ):
        known = class_attribute(cls, table)
        for name, one in list(known.items()) if type(known) is dict else ():
            default = literal(held(one, "default"), 40)
            kind = annotation(held(one, slot))
            given = f" = {look.mask(name, default)}" if default else ""
            found.append(Field(name=name, dtype=f"{kind}{given}"))
    return found


def _annotated(own: Foreign) -> list[Field]:
    annotations = own.get("__annotations__")
    if type(annotations) is not dict:
        return []
    return [
        Field(name=name, dtype=annotation(kind))
        for name, kind in annotations.items()
        if type(name) is str and not name.startswith("_")
    ]


def _methods(own: Foreign, look: Look) -> list[Field]:
    fields = []
    for name, member in list(own.items()):
        function = _function(member)
        if type(name) is not str or (name.startswith("_") and name != "__init__"):
            continue
        if function is not None:
            fields.append(
                Field(name=name, dtype=signature(unwrap(function), look.mask))
            )
        elif type(member) is property:
            fields.append(Field(name=name, dtype="property"))
    return fields


def _function(member: Foreign) -> FunctionType | None:
    if is_a(type(member), staticmethod) or is_a(type(member), classmethod):
        base = staticmethod if is_a(type(member), staticmethod) else classmethod
        member = base.__dict__["__func__"].__get__(member)
    return member if type(member) is FunctionType else None


def _where(cls: type, own: Foreign, look: Look) -> str:
    for member in list(own.values()):
        function = _function(member)
        cell = look.label(function.__code__.co_filename) if function else ""
        if cell:
            return f"defined in {cell}"
    module = module_of(cls)
    return f"from {module}" if module not in ("", "__main__") else ""
