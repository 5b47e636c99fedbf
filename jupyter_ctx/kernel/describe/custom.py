"""Descriptions that others write: `_ctx_describe_` on a class, and entry points.

    class Well:
        def _ctx_describe_(self):
            return "3 wells, 40 m deep"

    [project.entry-points."jupyter_ctx.describers"]
    "wells.Well" = "jupyter_ctx_wells:describe"

Either returns a text, whose first line stands beside the type, or a dict of
names to texts. This is the only code of others that a look runs, because its
author asked for it: it is stopped after `TIME_LIMIT`, what it prints is dropped,
and what it returns is cut and masked.
"""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from itertools import islice
from types import FunctionType
from typing import Any

from msgspec.structs import replace

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.brief import brief
from jupyter_ctx.kernel.describe.deadline import LateError, within
from jupyter_ctx.kernel.describe.literals import label_text
from jupyter_ctx.kernel.describe.look import Describer, Look, about
from jupyter_ctx.kernel.describe.objects import describe_object
from jupyter_ctx.kernel.describe.static import (
    class_attribute,
    module_of,
    mro,
    name_of,
    type_name,
)

METHOD = "_ctx_describe_"
GROUP = "jupyter_ctx.describers"
TIME_LIMIT = 0.05  # seconds; the whole hook of a cell has 0.02 for what is ours
TEXT_LIMIT = 2_000  # characters of a text
LINE_LIMIT = 200  # characters of a line or of a field
LINES = 10  # beside the first
FIELDS = 60

_LOG = logging.getLogger("jupyter_ctx")


class _Plugins:
    """What is declared, what of it is loaded, and what took too long."""

    def __init__(self) -> None:
        self.declared: dict[str, Any] | None = None
        self.loaded: dict[str, Callable[[object], object]] = {}
        self.late: set[object] = set()


_PLUGINS = _Plugins()


def describer(cls: type) -> Describer | None:
    """Find what the class of an object, or a plugin, says of it."""
    own = class_attribute(cls, METHOD)
    if type(own) is FunctionType:
        code = own.__code__
        # An edited class comes from another cell, and is tried again.
        key = (code.co_filename, code.co_firstlineno)
        return partial(_describe, own, f"its {METHOD}", key)
    if _PLUGINS.loaded:
        for base in mro(cls):
            name = f"{module_of(base)}.{name_of(base)}"
            found = _PLUGINS.loaded.get(name)
            if found is not None:
                return partial(_describe, found, f"the describer of {name}", name)
    return None


def _describe(
    act: Callable[[object], object], who: str, key: object, value: object, look: Look
) -> Summary:
    if key in _PLUGINS.late:
        return _without(value, look, f"{who} takes too long")
    try:
        found = within(TIME_LIMIT, partial(_quietly, act, value))
    except LateError:
        _PLUGINS.late.add(key)
        return _without(value, look, f"{who} takes too long")
    except KeyboardInterrupt:
        # Of the user perhaps: it goes on, but the next look must not meet it again.
        _PLUGINS.late.add(key)
        raise
    except BaseException as error:  # noqa: BLE001 - whatever others raise, an exit too
        return _without(value, look, f"{who} failed: {type_name(error)}")
    return _summary(found, who, value, look)


def _without(value: object, look: Look, reason: str) -> Summary:
    """Tell what any object stores, and its author what went wrong."""
    return replace(describe_object(value, look), detail=reason)


def _quietly(act: Callable[[object], object], value: object) -> object:
    dropped = io.StringIO()
    with redirect_stdout(dropped), redirect_stderr(dropped):
        return act(value)


def _summary(found: Any, who: str, value: object, look: Look) -> Summary:  # noqa: ANN401
    if type(found) is str:
        # Masked before it is cut: half a key is no longer known as one.
        lines = look.mask("", found[:TEXT_LIMIT]).splitlines() or [""]
        rest = [line[:LINE_LIMIT] for line in lines[1 : LINES + 1] if line.strip()]
        return about(value, look, shape=lines[0][:LINE_LIMIT], rows=tuple(rest))
    if type(found) is dict:
        pairs = islice(dict.items(found), FIELDS)
        return about(value, look, fields=tuple(_field(*pair, look) for pair in pairs))
    kind = type_name(found)
    return _without(value, look, f"{who} gave {kind}, not str or dict")


def _field(key: object, content: object, look: Look) -> Field:
    name = label_text(key)
    if type(content) is str:
        text = look.mask(name, content[:TEXT_LIMIT])
    else:
        text = brief(content, look.mask)
    return Field(name=look.mask("", name)[:LINE_LIMIT], dtype=text[:LINE_LIMIT])


def load_describers() -> set[str]:
    """Load the plugins for libraries that are there; name the new ones.

    Installed packages are scanned once, at the first question.
    """
    if _PLUGINS.declared is None:
        _PLUGINS.declared = _scan()
    new = set()
    for name, point in list(_PLUGINS.declared.items()):
        if name.partition(".")[0] not in sys.modules:
            continue
        del _PLUGINS.declared[name]
        try:
            _PLUGINS.loaded[name] = point.load()
        except Exception:  # noqa: BLE001 - whatever others raise
            _LOG.exception("The describer of %s does not load; its package says", name)
        else:
            new.add(name)
    return new


def _scan() -> dict[str, Any]:
    # Reading what is installed takes milliseconds: not before a question.
    from importlib import metadata  # noqa: PLC0415

    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def forget() -> None:
    """Forget all plugins and what was too slow; the next question scans again."""
    _PLUGINS.__init__()  # type: ignore[misc]
