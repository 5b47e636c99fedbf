"""The cases of the context benchmark: a cell of a notebook and what came before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import nbformat

from jupyter_ctx.bench.facts import Fact, needed
from jupyter_ctx.code.defuse import names

FIRST_CELL = 3  # code cells that come before the first case of a notebook
LEAST_FACTS = 2  # needed facts of a case, fewer tell nothing
QUESTION_LIMIT = 1_500  # characters of the markdown above a cell

OWN_NOTEBOOKS = Path(__file__).with_name("notebooks")


class Case(msgspec.Struct, frozen=True):
    """One next cell: *cells* are what came before it, as nbformat dictionaries.

    *number* counts the notebook's code cells from 0; *question* is the markdown just
    above the cell; *truth* the cell itself, which no policy sees.
    """

    notebook: str
    number: int
    cells: tuple[dict[str, Any], ...]
    question: str
    truth: str
    facts: tuple[Fact, ...]


def notebooks(folder: Path) -> list[Path]:
    """List the notebooks below *folder*, checkpoints left out, in a fixed order."""
    found = folder.rglob("*.ipynb")
    return sorted(p for p in found if ".ipynb_checkpoints" not in p.parts)


def cases(path: Path, name: str, most: int) -> Iterator[Case]:
    """Give at most *most* cases of one notebook, spread evenly over it."""
    yield from _spread(_found(name, tuple(_cells(path))), most)


def session(paths: Sequence[Path], name: str) -> list[Case]:
    """Give the cases of notebooks that are run in one kernel, one after the other."""
    cells = [cell for path in paths for cell in _cells(path)]
    own = [cell | {"id": f"cell-{number}"} for number, cell in enumerate(cells)]
    return _found(name, tuple(own))


def _found(name: str, cells: tuple[dict[str, Any], ...]) -> list[Case]:
    code = [i for i, cell in enumerate(cells) if _is_code(cell)]
    return [
        case
        for number, index in enumerate(code)
        if number >= FIRST_CELL
        and (case := _case(name, number, cells, index)) is not None
    ]


def _cells(path: Path) -> Iterator[dict[str, Any]]:
    book = nbformat.read(str(path), as_version=4)  # type: ignore[no-untyped-call]
    for number, cell in enumerate(book.cells):
        source = cell.source.replace("\r\n", "\n").replace("\r", "\n")
        yield dict(cell) | {"source": source, "id": f"cell-{number}"}


def _is_code(cell: dict[str, Any]) -> bool:
    return cell["cell_type"] == "code" and bool(cell["source"].strip())


def _case(
    name: str, number: int, cells: Sequence[dict[str, Any]], index: int
) -> Case | None:
    before, truth = tuple(cells[:index]), cells[index]["source"]
    if not names(truth).is_parsed:
        return None
    sources = [cell["source"] for cell in before if _is_code(cell)]
    facts = needed(truth, sources)
    if len(facts) < LEAST_FACTS:
        return None
    return Case(name, number, before, _question(before), truth, facts)


def _question(before: Sequence[dict[str, Any]]) -> str:
    told: list[str] = []
    for cell in reversed(before):
        if _is_code(cell):
            break
        if cell["cell_type"] == "markdown":
            told.insert(0, cell["source"])
    return "\n".join(told)[-QUESTION_LIMIT:]


def _spread(found: list[Case], most: int) -> list[Case]:
    if len(found) <= most:
        return found
    return [found[index * len(found) // most] for index in range(most)]
