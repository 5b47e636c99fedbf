"""Describes what Python's library brings beside data: patterns, processes, ..."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.functions import annotation
from jupyter_ctx.kernel.describe.literals import element, literal, text_literal
from jupyter_ctx.kernel.describe.look import (
    Describer,
    Look,
    about,
    bare,
    count,
    find,
    joined,
)
from jupyter_ctx.kernel.describe.registry import describe
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    held,
    instance_dict,
    type_name,
)

LEVELS = {0: "", 10: "DEBUG", 20: "INFO", 30: "WARNING", 40: "ERROR", 50: "CRITICAL"}
FLAGS = {2: "IGNORECASE", 8: "MULTILINE", 16: "DOTALL", 64: "VERBOSE", 256: "ASCII"}
ARGUMENTS = 6  # shown of an exception or a partial call


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del name
    return find(_KNOWN, base) if cls is base else None


def describe_pattern(value: Foreign, look: Look) -> Summary:
    """Give the text of a pattern, its flags and its named groups."""
    flags = [name for bit, name in FLAGS.items() if value.flags & bit]
    named = ", ".join(value.groupindex)
    return about(
        value,
        look,
        "scalar",
        value=element(value.pattern, look.name, look.mask),
        shape=" | ".join(flags),
        detail=f"groups {named}" if named else "",
    )


def describe_match(value: Foreign, look: Look) -> Summary:
    """Give where a pattern matched, and what."""
    groups = len(value.re.groupindex) or value.re.groups
    text = value.group()
    return about(
        value,
        look,
        "scalar",
        shape=f"span {value.span()}",
        value=element(text, look.name, look.mask),
        detail=count(groups, "group") if groups else "",
    )


def describe_process(value: object, look: Look) -> Summary:
    """Give the command of a process and its exit code; it is not polled."""
    command = held(value, "args")
    code = held(value, "returncode")
    state = f"exit code {code}" if type(code) is int else "no exit code yet"
    shown = element(command, look.name, look.mask)
    return about(value, look, "lazy", shape=joined(shown, state))


def describe_logger(value: object, look: Look) -> Summary:
    """Give name and level."""
    name, level = held(value, "name"), held(value, "level")
    shown = LEVELS.get(level, str(level)) if type(level) is int else ""
    return about(value, look, shape=joined(element(name, look.name, look.mask), shown))


def describe_connection(value: Foreign, look: Look) -> Summary:
    """Say what kind of database it is; it is not asked."""
    return about(value, look, "lazy", shape="of sqlite3")


def describe_cursor(value: Foreign, look: Look) -> Summary:
    """Give the columns of the last query; nothing is fetched."""
    heads = value.description or ()
    names = look.mask("", ", ".join(head[0] for head in heads))
    shape = f"of sqlite3, columns {names}" if names else "of sqlite3"
    return about(value, look, "lazy", shape=shape)


def describe_reference(value: Foreign, look: Look) -> Summary:
    """Name the type of what a weak reference leads to."""
    referent = value()
    state = "dead" if referent is None else f"to {type_name(referent)}"
    return about(value, look, shape=state)


def describe_partial(value: Foreign, look: Look) -> Summary:
    """Give the function below and the arguments that are fixed."""
    inner = describe(value.func, look)
    fixed = [
        element(item, "", look.mask) or type_name(item)
        for item in value.args[:ARGUMENTS]
    ]
    fixed += [
        f"{name}={element(item, name, look.mask) or type_name(item)}"
        for name, item in list(value.keywords.items())[:ARGUMENTS]
    ]
    return about(
        value,
        look,
        "function",
        signature=f"partial of {inner.signature or inner.type_name}",
        doc=inner.doc,
        detail=joined(f"fixed {', '.join(fixed)}" if fixed else "", inner.detail),
    )


def describe_cached(value: object, look: Look) -> Summary:
    """Describe the function that is cached."""
    inner = (instance_dict(value) or {}).get("__wrapped__")
    if inner is None:
        return bare(look.name, value)
    shown = describe(inner, look)
    return replace(shown, detail=joined("cached", shown.detail))


def describe_exception(value: object, look: Look) -> Summary:
    """Give the arguments of an exception that a name was bound to."""
    arguments: tuple[Any, ...] = BaseException.args.__get__(value)  # type: ignore[attr-defined]
    shown = [_argument(item, look) for item in arguments[:ARGUMENTS]]
    return about(value, look, shape=f"({', '.join(shown)})")


def _argument(item: object, look: Look) -> str:
    if type(item) is str:
        masked = look.mask(look.name, item)
        return masked[:200] if masked != item else text_literal(item)
    return element(item, look.name, look.mask) or f"<{type_name(item)}>"


def describe_slice(value: Foreign, look: Look) -> Summary:
    """Give the bounds of a slice."""
    bounds = [
        literal(part) or f"<{type_name(part)}>"
        for part in (value.start, value.stop, value.step)
    ]
    return about(value, look, "scalar", value=f"slice({', '.join(bounds)})")


def describe_alias(value: object, look: Look) -> Summary:
    """Write a type made for annotations."""
    return about(value, look, "scalar", value=annotation(value))


def describe_memory(value: Foreign, look: Look) -> Summary:
    """Give the size of a view of memory."""
    try:
        size = count(value.nbytes, "byte")
    except ValueError:
        size = "released"
    return about(value, look, "array", shape=size)


_KNOWN: dict[str, Describer] = {
    "functools._lru_cache_wrapper": describe_cached,
    "functools.partial": describe_partial,
    "logging.Logger": describe_logger,
    "logging.RootLogger": describe_logger,
    "re.Match": describe_match,
    "re.Pattern": describe_pattern,
    "sqlite3.Connection": describe_connection,
    "sqlite3.Cursor": describe_cursor,
    "subprocess.Popen": describe_process,
    "weakref.ReferenceType": describe_reference,
}
