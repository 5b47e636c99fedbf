"""Fixes for a module or member that cannot be imported."""

from __future__ import annotations

import ast
import pkgutil
import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder

from jupyter_ctx.core.fixes import known
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit, new_cell
from jupyter_ctx.core.fixes.near import begun, certainty, near

_MODULE = re.compile(r"No module named '([^']+)'")
_FROM = re.compile(r"(\bfrom\s+)([\w.]+)")


def propose(case: Case) -> Iterator[Fix | None]:
    """Mend the spelling, follow a move, or install the distribution."""
    if case.report.ename == "ModuleNotFoundError":
        found = _MODULE.search(case.report.evalue)
        name = case.report.names.get("module", "") or (found[1] if found else "")
        if name:
            yield from _of_module(case, name)
    else:
        yield from _of_member(case)


def _of_module(case: Case, name: str) -> Iterator[Fix | None]:
    target = known.moved(name)
    top = name.partition(".")[0]
    if target:
        why = [f"`{name}` is now `{target}`"]
        title = f"Import from `{target}`"
        yield edit(case, title, _renamed(case, name, target), "likely", why)
    elif known.is_known_module(top) and not is_installed(top):
        yield _installed(top)
    else:
        respelt = list(_respelt(case, name))
        yield from respelt
        # Nobody shall install a typing error: it may be a trap.
        if not respelt and not is_installed(top):
            meant = near(top, known.modules())
            yield _installed(meant[0][0], meant_by=top) if meant else _installed(top)


def _installed(top: str, meant_by: str = "") -> Fix:
    distribution = known.distribution(top)
    is_known = known.is_known_module(top)
    level: Certainty = "likely" if is_known and not meant_by else "possible"
    why = [f"no module `{top}` is installed here"]
    if meant_by:
        why.append(f"`{top}` is the known module most like `{meant_by}`")
    elif not is_known:
        why.append("nothing is known of it: check the spelling before installing")
    if distribution != top:
        why.append(f"`{top}` comes with the distribution `{distribution}`")
    title = f"Install `{distribution}`"
    return new_cell(title, f"%pip install {distribution}", level, why)


def _respelt(case: Case, name: str) -> Iterator[Fix | None]:
    parent, _, last = name.rpartition(".")
    siblings = _submodules(parent) if parent else _tops()
    found = near(last, siblings)
    for other, _ in found:
        full = f"{parent}.{other}" if parent else other
        if not parent and not is_installed(other):
            continue
        level = certainty(other, found)
        title = f"Write `{full}` instead of `{name}`"
        why = [f"there is a module `{full}`"]
        yield edit(case, title, _renamed(case, name, full), level, why)


def is_installed(top: str) -> bool:
    """Tell whether the top module *top* can be found, without importing it."""
    if top in sys.modules or top in sys.builtin_module_names:
        return True
    try:
        return PathFinder.find_spec(top) is not None
    except (ImportError, ValueError):
        return False


def _tops() -> list[str]:
    public = [name for name in sys.stdlib_module_names if not name.startswith("_")]
    loaded = [name for name in list(sys.modules) if name.isidentifier()]
    return [*known.modules(), *public, *(n for n in loaded if not n.startswith("_"))]


def _submodules(parent: str) -> list[str]:
    """List the modules inside of *parent* from its folder, importing nothing."""
    path = None
    for part in parent.split("."):
        spec = PathFinder.find_spec(part, path)
        if spec is None or spec.submodule_search_locations is None:
            return []
        path = list(spec.submodule_search_locations)
    return [module.name for module in pkgutil.iter_modules(path)]


def _renamed(case: Case, name: str, other: str) -> list[Edit]:
    """Write *other* for the module *name* in every import of the cell."""
    edits = []
    for alias in case.nodes(ast.alias):
        if _is_in(alias.name, name) and _is_module(case, alias):
            start, _ = case.span(alias)
            text = other
            if alias.asname is None and "." not in name and alias.name == name:
                text = _bound_so(case, name, other)
            edits.append(Edit(start, start + len(name), text))
    for node in case.nodes(ast.ImportFrom):
        if node.module and _is_in(node.module, name) and not node.level:
            start, _ = case.span(node)
            found = _FROM.match(case.source, start)
            if found and found[2] == node.module:
                at = found.start(2)
                edits.append(Edit(at, at + len(name), other))
    return edits


def _bound_so(case: Case, name: str, other: str) -> str:
    """Keep the name that the cell goes on to use, `import pandas as pandsa`."""
    is_used = any(node.id == name for node in case.nodes(ast.Name))
    return f"{other} as {name}" if is_used else other


def _is_in(module: str, name: str) -> bool:
    return module == name or module.startswith(f"{name}.")


def _is_module(case: Case, alias: ast.alias) -> bool:
    return any(alias in node.names for node in case.nodes(ast.Import))


def _of_member(case: Case) -> Iterator[Fix | None]:
    name = case.report.names.get("name", "")
    module = case.report.names.get("module", "")
    home = known.new_home(module, name)
    if home:
        yield edit(
            case,
            f"Import `{name}` from `{home}`",
            _moved(case, name, home),
            "likely",
            [f"`{name}` is in `{home}` now"],
        )
    names = case.report.candidates
    found = (near(name, names) or begun(name, names)) if name else ()
    for other, _ in found:
        level = certainty(other, found)
        title = f"Import `{other}` instead of `{name}`"
        why = [f"`{module}` has `{other}`, not `{name}`"]
        yield edit(case, title, _member(case, module, name, other), level, why)


def _member(case: Case, module: str, name: str, other: str) -> list[Edit]:
    edits = [
        Edit(case.span(alias)[0], case.span(alias)[0] + len(name), other)
        for node in case.nodes(ast.ImportFrom)
        if node.module == module
        for alias in node.names
        if alias.name == name
    ]
    is_bound_as_is = any(
        alias.name == name and alias.asname is None for alias in case.nodes(ast.alias)
    )
    uses = [node for node in case.nodes(ast.Name) if node.id == name]
    return edits + [Edit(*case.span(use), other) for use in uses if is_bound_as_is]


def _moved(case: Case, name: str, home: str) -> list[Edit]:
    """Take *name* out of its statement, and import it from *home*."""
    for node in case.failing(ast.ImportFrom):
        moving = [alias for alias in node.names if alias.name == name]
        if not moving:
            continue
        start, end = case.span(node)
        staying = [case.text(a) for a in node.names if a not in moving]
        text = f"from {home} import {case.text(moving[0])}"
        if staying:
            indent = " " * node.col_offset
            text = f"from {node.module} import {', '.join(staying)}\n{indent}{text}"
        return [Edit(start, end, text)]
    return []
