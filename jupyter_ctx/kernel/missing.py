"""What an error looked for in vain, and which names exist in that place."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from jupyter_ctx.kernel.cells import Cells
from jupyter_ctx.kernel.describe.literals import label_text, literal
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    instance_dict,
    is_a,
    loaded,
    module_dict,
    mro,
    name_of,
    namespace,
    type_name,
)
from jupyter_ctx.kernel.frames import Level, levels, statement

CANDIDATES = 1_000  # names listed
FILES = 300  # of a folder that are listed
KEY_LIMIT = 200  # characters of a key

Facts = tuple[dict[str, str], tuple[str, ...]]

_NOT_FOUND = re.compile(r"(\S{1,1000}) not found\.$")
_FROM = re.compile(
    r"cannot import name '([^']+)' from (?:partially \w+ module )?'([^']+)'"
)


def missing(
    error: BaseException, cells: Cells, live: Callable[[], dict[str, Any]]
) -> Facts:
    """Tell the machine-readable facts of *error* and the names that do exist.

    *live* gives the namespace of the user. Errors of other kinds have no facts.
    """
    cls = type(error)
    if is_a(cls, NameError):
        return _name(error, cells, live)
    if is_a(cls, AttributeError):
        return _attribute(error)
    if is_a(cls, KeyError):
        return _key(error, cells)
    if is_a(cls, ImportError):
        return _import(error)
    return _file(error) if is_a(cls, FileNotFoundError) else ({}, ())


def _text(base: type, slot: str, error: BaseException) -> str:
    found = base.__dict__[slot].__get__(error)
    return found[:KEY_LIMIT] if type(found) is str else ""


def _capped(names: Iterable[object]) -> tuple[str, ...]:
    texts = (name for name in names if type(name) is str)
    return tuple(islice(dict.fromkeys(texts), CANDIDATES))


def _user_level(error: BaseException, cells: Cells) -> Level | None:
    traceback = BaseException.__dict__["__traceback__"].__get__(error)
    user = [level for level in levels(traceback, cells) if level.is_user]
    return user[-1] if user else None


def _name(
    error: BaseException, cells: Cells, live: Callable[[], dict[str, Any]]
) -> Facts:
    name = _text(NameError, "name", error)
    level = _user_level(error, cells)
    own: list[str] = []
    if level is not None and level.function != "<module>":
        own = list(level.frame.f_locals)
    # The newest are kept: a star may have brought thousands before them.
    public = [name for name in live() if not str(name).startswith("_")][-CANDIDATES:]
    near = [name for name in own if not name.startswith("_")]
    return ({"name": name} if name else {}), _capped([*near, *public])


def _attribute(error: BaseException) -> Facts:
    owner = AttributeError.__dict__["obj"].__get__(error)
    name = _text(AttributeError, "name", error)
    facts = {"attribute": name} if name else {}
    if owner is None:
        return facts, ()
    if module_dict(owner):
        own = module_dict(owner)
        return facts | {"obj_type": "module", "module": _module_name(own)}, _public(own)
    columns = _labels(owner) if loaded("pandas", "DataFrame") is type(owner) else []
    cls = owner if is_a(type(owner), type) else type(owner)
    facts["obj_type"] = name_of(cls)
    names = [key for base in mro(cls) for key in namespace(base)]
    return facts, _public([*columns, *(instance_dict(owner) or {}), *names])


def _module_name(own: dict[str, Any]) -> str:
    found = own.get("__name__")
    return found if type(found) is str else ""


def _public(names: Iterable[object]) -> tuple[str, ...]:
    return _capped(n for n in names if type(n) is str and not n.startswith("_"))


def _key(error: BaseException, cells: Cells) -> Facts:
    args = BaseException.__dict__["args"].__get__(error)
    if type(args) is not tuple or len(args) != 1:
        return {}, ()
    facts = {"key": label_text(args[0])[:KEY_LIMIT]}
    level = _user_level(error, cells)
    if level is None:
        return facts, ()
    for source, holder in _holders(level, statement(level, cells)):
        labels = _labels(holder)
        # What has the key is not where it is missing, as one side of a merge.
        if labels and not _has(labels, args[0]):
            facts |= {"object": source, "obj_type": type_name(holder)}
            return facts, _capped(map(label_text, labels))
    return facts, ()


def _has(labels: Iterable[object], key: object) -> bool:
    """Tell whether *key* is one of *labels*, without asking either: 1 is not '1'."""
    wanted = label_text(key)
    return any(type(one) is type(key) and label_text(one) == wanted for one in labels)


def _holders(level: Level, source: str) -> Iterable[tuple[str, Any]]:
    """Find what the failing statement subscripts, then what it names, in order."""
    try:
        tree = ast.parse(_unfinished(source))
    except SyntaxError:
        return
    nodes = list(ast.walk(tree))
    inner = [node.value for node in nodes if isinstance(node, ast.Subscript)]
    read = [
        node
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    ]
    for node in [*inner, *sorted(read, key=_position)]:
        holder = _look_up(node, level)
        if holder is not None:
            yield ast.unparse(node), holder


def _position(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _unfinished(source: str) -> str:
    """Complete the head of a block, which does not parse without its body."""
    text = source.strip()
    if text.startswith(("elif ", "else:", "except")):
        text = "if " + text.partition(" ")[2]
    return f"{text} pass" if text.endswith(":") else text


def _look_up(node: ast.expr, level: Level) -> Foreign:
    """Evaluate names, stored attributes and constant keys; run no code."""
    if isinstance(node, ast.Name):
        inner = level.frame.f_locals
        return (
            inner[node.id] if node.id in inner else level.frame.f_globals.get(node.id)
        )
    if isinstance(node, ast.Attribute):
        owner = _look_up(node.value, level)
        if _is_frame(owner) and node.attr in ("loc", "iloc", "at", "columns"):
            return owner
        return None if owner is None else (instance_dict(owner) or {}).get(node.attr)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        owner = _look_up(node.value, level)
        is_dict = is_a(type(owner), dict)
        return dict.get(owner, node.slice.value) if is_dict else None
    return None


def _is_frame(value: Foreign) -> bool:
    return loaded("pandas", "DataFrame") is type(value)


def _is_series(value: Foreign) -> bool:
    return loaded("pandas", "Series") is type(value)


def _labels(holder: Foreign) -> list[object]:
    """List the keys of a dict, the columns of a frame or labels of a series."""
    if is_a(type(holder), dict):
        return list(islice(dict.keys(holder), CANDIDATES))
    if _is_frame(holder):
        return list(holder.columns[:CANDIDATES])
    if _is_series(holder):
        return list(holder.index[:CANDIDATES])
    if holder is os.environ:
        return list(islice(os.environ, CANDIDATES))
    return []


def _import(error: BaseException) -> Facts:
    name = _text(ImportError, "name", error)
    facts = {"module": name} if name else {}
    wanted = _FROM.search(_text(ImportError, "msg", error))
    if wanted is None:
        return facts, ()
    own = module_dict(sys.modules.get(wanted[2]))
    return facts | {"name": wanted[1], "module": wanted[2]}, _public(own)


def _file(error: BaseException) -> Facts:
    found = OSError.__dict__["filename"].__get__(error)
    if type(found) is str:
        name = found
    else:
        name = str(found) if literal(found) and "Path" in type_name(found) else ""
    name = name or _told(error)
    if not name:
        return {}, ()
    # Loaded with the first file that is missed.
    from jupyter_ctx.kernel.nearby import nearby  # noqa: PLC0415

    facts = {"filename": name[:1_000]}
    try:
        entries = sorted(
            path.name for path in islice(Path(name).parent.iterdir(), FILES)
        )
    except OSError:
        entries = []
    folder = Path(name).parent
    if not folder.is_dir():
        facts["folder"] = str(folder)[:1_000]
    found = nearby(name)
    if found:
        facts["nearby"] = "\n".join(found)
    return facts, _capped(entries)


def _told(error: BaseException) -> str:
    """Take the name out of the message, as numpy writes it."""
    args = BaseException.__dict__["args"].__get__(error)
    text = args[0] if type(args) is tuple and args else ""
    wanted = _NOT_FOUND.match(text) if type(text) is str else None
    return wanted[1] if wanted is not None else ""
