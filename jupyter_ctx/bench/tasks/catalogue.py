"""The tasks: short notebooks, what a user asks at their end, and how to check it.

Each file of `notebooks/` has the cells that ran, the data files that they read, and
its tasks. A check is a statement on the namespace after the answer's code ran.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

FOLDER = Path(__file__).with_name("notebooks")

Needs = Literal["code", "live", "changed"]


class Task(msgspec.Struct, frozen=True):
    """One task; *prompt* is what a user would type.

    *needs* tells what the answer must know: `code` that ran, a `live` fact that no
    cell shows, or a value `changed` since the cell that shows it. *solution* is one
    right answer; *files* are the texts of the data files by name.
    """

    id: str
    needs: Needs
    prompt: str
    solution: str
    check: str
    notebook: str
    cells: tuple[str, ...]
    files: dict[str, str]


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    needs: Needs
    prompt: str
    solution: str
    check: str


class _Notebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cells: tuple[str, ...]
    task: tuple[_Asked, ...]
    files: dict[str, str] = {}


def tasks(most: int | None = None) -> list[Task]:
    """List the tasks, or *most* of them: one of each notebook, then a second one."""
    turns = [
        (turn, file.stem, task)
        for file in sorted(FOLDER.glob("*.toml"))
        for turn, task in enumerate(_read(file))
    ]
    return [task for *_, task in sorted(turns, key=lambda item: item[:2])][:most]


def _read(file: Path) -> Iterator[Task]:
    book = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Notebook)
    files = {name: text.lstrip("\n") for name, text in book.files.items()}
    cells = tuple(cell.strip("\n") for cell in book.cells)
    for asked in book.task:
        yield Task(
            **msgspec.structs.asdict(asked),
            notebook=file.stem,
            cells=cells,
            files=files,
        )
