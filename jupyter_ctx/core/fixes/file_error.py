"""Fixes for a file or folder that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from jupyter_ctx.core.fixes.calls import (
    before_statement,
    called,
    calls,
    owner,
    with_option,
)
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.key_error import quoted
from jupyter_ctx.core.fixes.name_error import at_top
from jupyter_ctx.core.fixes.near import SURE, near

_MODES = {
    "r": "to read it",
    "a": "to write behind what it holds",
    "w": "to write it anew: what it holds is lost",
}
UPWARDS = 3  # folders further up that are looked at
_FOLDER = re.compile(r"non-existent directory: '([^']+)'")


def propose(case: Case) -> Iterator[Fix | None]:
    """Take the file that is there, or make the folder that is to be written to."""
    wanted = case.report.names.get("filename", "")
    if case.report.ename == "FileExistsError":
        yield from _kept(case)
    elif case.report.ename == "UnsupportedOperation":
        yield from _opened(case)
    found = _FOLDER.search(case.report.evalue)
    folder = found[1] if found else case.report.names.get("folder", "")
    if folder and case.source and (found or _writes(case)):
        yield _made(case, folder)
    name = PurePath(wanted).name
    if case.source and name:
        yield from _elsewhere(case, wanted)
        yield _above(case, wanted)
        yield _slashed(case, wanted)
        yield from _respelt(case, wanted, name)


def _writes(case: Case) -> bool:
    """Tell whether the failing statement is about to write."""
    modes = [node.value for node in case.failing(ast.Constant)]
    if any(mode in ("w", "a", "x", "wb", "ab", "w+", "wt") for mode in modes):
        return True
    called = [node.attr for node in case.failing(ast.Attribute)]
    return any(name.startswith(("write", "save", "to_", "dump")) for name in called)


def _made(case: Case, folder: str) -> Fix | None:
    line = f"os.makedirs({folder!r}, exist_ok=True)"
    edits = [before_statement(case, line)]
    if not case.module("os"):
        edits.append(at_top(case, "import os"))
    if len(edits) > 1 and edits[0].start == edits[1].start:
        edits = [Edit(edits[0].start, edits[0].end, f"import os\n{edits[0].text}")]
    why = [f"there is no folder `{folder}`"]
    return edit(case, f"Make the folder `{folder}` first", edits, "likely", why)


def _elsewhere(case: Case, wanted: str) -> Iterator[Fix | None]:
    """Take the file of that name from the folder where it is."""
    literals = [node for node in case.nodes(ast.Constant) if node.value == wanted]
    found = [one for one in case.report.names.get("nearby", "").split("\n") if one]
    for path in found if literals else ():
        edits = [Edit(*case.span(n), quoted(path, case.text(n))) for n in literals]
        certainty: Certainty = "likely" if len(found) == 1 else "possible"
        why = [f"there is `{path}`, but no `{wanted}`"]
        yield edit(case, f"Open `{path}`", edits, certainty, why)


def _above(case: Case, wanted: str) -> Fix | None:
    """Take the file of that relative path from a folder further up."""
    literals = [node for node in case.nodes(ast.Constant) if node.value == wanted]
    if not literals or PurePath(wanted).is_absolute():
        return None
    for steps in range(1, UPWARDS + 1):
        path = "../" * steps + wanted.removeprefix("./")
        if Path(path).is_file():
            edits = [Edit(*case.span(n), quoted(path, case.text(n))) for n in literals]
            why = [f"there is `{path}`; the working folder is {steps} below"]
            return edit(case, f"Open `{path}`", edits, "likely", why)
    return None


def _slashed(case: Case, wanted: str) -> Fix | None:
    """Write a path of Windows with the slashes that work everywhere."""
    literals = [node for node in case.nodes(ast.Constant) if node.value == wanted]
    path = wanted.replace("\\", "/")
    if path == wanted or not Path(path).is_file():
        return None
    edits = [Edit(*case.span(n), quoted(path, case.text(n))) for n in literals]
    why = [f"there is `{path}`: folders are parted by `/` here"]
    return edit(case, f"Open `{path}`", edits, "likely", why)


def _kept(case: Case) -> Iterator[Fix | None]:
    """Accept a folder that is there already."""
    for call in calls(case, "mkdir", "makedirs"):
        holder = owner(call)
        if holder is None:
            continue
        why = ["the folder is there already"]
        edits = [with_option(case, call, "exist_ok=True")]
        if case.text(holder) == "os" and called(call) == "mkdir":
            edits.append(Edit(*case.span(call.func), "os.makedirs"))
        title = "Accept a folder that is there: `exist_ok=True`"
        yield edit(case, title, edits, "likely", why)


def _opened(case: Case) -> Iterator[Fix | None]:
    """Open the file to read, or to write; first so that nothing in it is lost."""
    modes = ("r",) if "readable" in case.report.evalue else ("a", "w")
    levels: tuple[Certainty, Certainty] = ("likely", "possible")
    for call in case.nodes(ast.Call):
        given = call.args[1] if len(call.args) > 1 else None
        for mode, level in zip(modes, levels, strict=False):
            change = with_option(case, call, f'"{mode}"')
            if given is not None:
                change = Edit(*case.span(given), f'"{mode}"')
            if called(call) == "open" and call.args:
                why = [f"the file was not opened for this: {case.report.evalue}"]
                title = f'Open it with the mode "{mode}", {_MODES[mode]}'
                yield edit(case, title, [change], level, why)


def _respelt(case: Case, wanted: str, name: str) -> Iterator[Fix | None]:
    literals = [
        node
        for node in case.nodes(ast.Constant)
        if isinstance(node.value, str) and _ends(node.value, wanted, name)
    ]
    found = [*near(name, case.report.candidates), *_of_other_type(case, name)]
    for other, score in dict(reversed(found)).items():
        certainty: Certainty = "likely" if score >= SURE else "possible"
        if PurePath(other).suffix.lower() != PurePath(name).suffix.lower():
            certainty = "possible"
        edits = [Edit(*case.span(n), _literal(case, n, name, other)) for n in literals]
        why = [f"the folder has `{other}`, not `{name}`"]
        title = f"Open `{other}` instead of `{name}`"
        yield edit(case, title, edits, certainty, why)


def _of_other_type(case: Case, name: str) -> list[tuple[str, float]]:
    """Find files that differ in their ending alone."""
    stem = PurePath(name).stem
    return [(one, 0.0) for one in case.report.candidates if PurePath(one).stem == stem]


def _ends(text: str, wanted: str, name: str) -> bool:
    return text == name or (text.endswith(f"/{name}") and wanted.endswith(text))


def _literal(case: Case, node: ast.Constant, name: str, other: str) -> str:
    text = str(node.value).removesuffix(name) + other
    return quoted(text, case.text(node))
