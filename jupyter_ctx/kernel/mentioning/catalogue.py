"""The catalogue: all that a prompt can mention now, each as it would be written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Literal

import msgspec

from jupyter_ctx.core.engine.mentions import fold
from jupyter_ctx.core.engine.render import brief, one_line
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.workspace.folder import Folder, is_secret
from jupyter_ctx.workspace.symbols import symbols

Kind = Literal["error", "variable", "column", "cell", "symbol", "file"]

FIRST_WORDS = 40  # characters of a cell that a mention quotes
DETAIL = 70  # characters
FAR = 1_000_000  # runs ago: what no cell has used
COLUMNS = 500  # of one frame
_PLAIN_NAME = re.compile(r"[^\W\d]\w*\Z")
_PLAIN_PATH = re.compile(r"[\w./-]*[\w/-]\Z")


class Candidate(msgspec.Struct, frozen=True):
    """One thing that can be mentioned: *mention* with its `@`, and what it is called.

    *words* are what it is looked for by, *age* how long ago it was used, 0 the newest.
    """

    mention: str
    label: str
    kind: Kind
    detail: str = ""
    words: str = ""
    age: int = 0


def catalogue(state: KernelState, of: Folder | None) -> Iterator[Candidate]:
    """Give all that *state* and the project's folder have; no order is promised."""
    yield from _error(state)
    yield from _variables(state)
    yield from _cells(state)
    if of is not None:
        yield from _symbols(of, {one.name for one in state.variables})
        yield from _files(of)


def _error(state: KernelState) -> Iterator[Candidate]:
    if state.error is not None:
        told = one_line(state.error.headline, DETAIL)
        yield Candidate("@error", "error", "error", told, "error exception traceback")


def _variables(state: KernelState) -> Iterator[Candidate]:
    for one in state.variables:
        is_code = one.kind in ("function", "class")
        detail = one.signature if is_code else brief(one)
        yield Candidate(
            f"@{one.name}",
            one.name,
            "symbol" if is_code else "variable",
            one_line(detail or one.kind, DETAIL),
            one.name,
            state.as_of_run - one.run if one.run is not None else state.as_of_run,
        )
        yield from _columns(one, state.as_of_run)


def _columns(frame: Summary, now: int) -> Iterator[Candidate]:
    if frame.kind not in ("frame", "lazy", "series"):
        return
    age = now - frame.run if frame.run is not None else now
    for field in frame.fields[:COLUMNS]:
        mention = column(frame.name, field)
        if mention:
            label = f"{frame.name}.{field.name}"
            detail = one_line(field.dtype, DETAIL)
            yield Candidate(mention, label, "column", detail, field.name, age)


def column(owner: str, field: Field) -> str:
    """Write the mention of a column; empty where its name cannot be written."""
    name = field.name
    if _PLAIN_NAME.match(name):
        return f"@{owner}.{name}"
    if "\n" in name or not name.strip():
        return ""
    if '"' not in name:
        return f'@{owner}["{name}"]'
    return f"@{owner}['{name}']" if "'" not in name else ""


def _cells(state: KernelState) -> Iterator[Candidate]:
    newest = {one.cell_id or one.label: one for one in state.executions}
    runs = {one.cell_id: one for one in newest.values() if one.cell_id}
    cells = state.document.cells if state.document is not None else ()
    for one in newest.values():
        words = fold(one.source)
        if words and one.execution_count is not None:
            age = state.as_of_run - one.run
            told = one_line(words, DETAIL)
            head = f"{one.label} {words[:FIRST_WORDS]}"
            yield Candidate(f"@{one.label}", one.label, "cell", told, head, age)
    for at, cell in enumerate(cells, 1):
        words = fold(cell.source)
        if words and cell.id not in runs and cell.kind != "raw":
            kind = "not run" if cell.kind == "code" else "text"
            yield Candidate(
                first_words(words),
                one_line(words, DETAIL),
                "cell",
                f"cell {at}, {kind}",
                words[:FIRST_WORDS],
                len(cells),
            )


def first_words(words: str) -> str:
    """Write the mention of a cell that begins with *words*, folded."""
    short = words[:FIRST_WORDS]
    if len(words) > FIRST_WORDS and " " in short:
        short = short.rpartition(" ")[0]
    return f'@cell["{short.strip()}"]'


def _symbols(of: Folder, alive: set[str]) -> Iterator[Candidate]:
    for one in symbols(of):
        if one.name not in alive:
            detail = f"{one.kind} in {one.path}:{one.line}"
            yield Candidate(f"@{one.name}", one.name, "symbol", detail, one.name, FAR)


def _files(of: Folder) -> Iterator[Candidate]:
    here = f"{of.here}/" if of.here else ""
    beside = [path for path in of.files if path.startswith(here)]
    other = [path for path in of.files if not path.startswith(here)]
    for path in chain(beside, other):
        if not is_secret(path):
            name = path.rpartition("/")[2]
            yield Candidate(file(path), path, "file", "", f"{name} {path}", FAR)


def file(path: str) -> str:
    """Write the mention of a file, in quotes where its path has spaces."""
    return f"@{path}" if _PLAIN_PATH.match(path) else f'@"{path}"'
