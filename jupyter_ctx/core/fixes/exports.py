"""Fixes for names that an installed library exports, found in its own files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.fixes import known
from jupyter_ctx.core.fixes.calls import called
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.name_error import at_top

# Libraries whose names are used without the library, in this order.
_LIBRARIES = ("sklearn", "scipy", "statsmodels", "tensorflow", "keras", "torch")
FILES = 400  # files of a library that are read
MOST = 3  # homes offered


def propose(case: Case) -> Iterator[Fix | None]:
    """Import the name from the module of an installed library that exports it."""
    name = case.report.names.get("name", "")
    if len(name) < 3 or not name.isidentifier():  # noqa: PLR2004 - too short to mean one
        return
    wrong = case.report.names.get("module", "")
    tops = _imported(case)
    homes = [home for top in tops for home in exporting(top, name) if home != wrong]
    is_called = any(called(call) == name for call in case.nodes(ast.Call))
    is_meant = case.report.ename == "ImportError" or is_called
    if not is_meant and not name[:1].isupper():
        # A plain word is a variable, or a module that a library has at its top.
        homes = [home for home in homes if home in _LIBRARIES]
    level: Certainty = "likely" if is_meant and len(homes) <= MOST else "possible"
    for home in homes[:MOST]:
        why = [f"`{home}` exports `{name}`"]
        statement = f"from {home} import {name}"
        if case.report.ename == "NameError":
            edits = [at_top(case, statement)]
            yield edit(case, f"Add `{statement}`", edits, level, why)
        else:
            yield _instead(case, name, wrong, statement, why)


def _instead(
    case: Case, name: str, wrong: str, statement: str, why: list[str]
) -> Fix | None:
    pattern = rf"from\s+{re.escape(wrong)}\s+import\s+{name}\b"
    found = re.search(pattern, case.source)
    edits = [Edit(*found.span(), statement)] if found else []
    return edit(case, f"Write `{statement}`", edits, "likely", why)


def _imported(case: Case) -> list[str]:
    """List the libraries that the notebook imports from, then the usual ones."""
    used = [
        binding.module.partition(".")[0]
        for execution in case.state.executions
        if not execution.language
        for binding in names(execution.source).binds
        if binding.kind == "import"
    ]
    known_ones = [one for one in used if one and known.is_known_module(one)]
    return list(dict.fromkeys([*known_ones, *_LIBRARIES]))


@lru_cache(maxsize=64)
def exporting(top: str, name: str) -> tuple[str, ...]:
    """Name the public modules of *top* whose `__init__` files export *name*.

    The files are read, not run; a package that is not installed has none.
    """
    spec = PathFinder.find_spec(top)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    found = []
    for folder in places:
        files = [
            Path(folder, "__init__.py"),
            *sorted(Path(folder).glob("*/__init__.py")),
        ]
        for file in files[:FILES]:
            inner = "" if file.parent == Path(folder) else f".{file.parent.name}"
            if not inner.startswith("._") and _exports(file, name):
                found.append(f"{top}{inner}")
    return tuple(found)


def _exports(file: Path, name: str) -> bool:
    """Tell whether `__all__` or an import of *file* has *name*."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    word = re.escape(name)
    is_listed = re.search(
        rf"^\s*['\"]{word}['\"],?\s*$|[\[(,]\s*['\"]{word}['\"]", text, re.MULTILINE
    )
    # scipy lists its functions in the text of the package alone.
    is_told = file.parts[-3:-2] == ("scipy",) and re.search(
        rf"^ +{word}(?: +-|$)", text, re.MULTILINE
    )
    is_bound = re.search(
        rf"^from .* import (?:.*\W)?{word}\b|^    {word},$", text, re.MULTILINE
    )
    return bool(is_listed or is_bound or is_told)
