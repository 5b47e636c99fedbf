"""A notebook file as a document: cells, saved outputs and the language of the code."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat

from jupyter_ctx.core.document import Cell, Document, Kind, SavedOutput
from jupyter_ctx.errors import SettingError
from jupyter_ctx.kernel.saved import count_of, saved_of, text_of

FORMAT = 4  # of nbformat, as which older files are read
_KINDS: Mapping[object, Kind] = {"code": "code", "markdown": "markdown"}
_PYTHON = ("python", "ipython")


def read(path: str) -> Document:
    """Read the notebook at *path*; what is wrong in one cell spoils no other.

    Raises:
        SettingError: There is no file, or none that holds cells.

    """
    try:
        book = json.loads(Path(path).read_bytes().decode("utf-8-sig"))
        if _mapping(book).get("nbformat") != FORMAT:
            # It converts older files, and refuses all others, each in its own way.
            book = nbformat.reads(json.dumps(book), as_version=FORMAT)  # type: ignore[no-untyped-call]
    except Exception as error:
        raise _no_notebook(path, error) from error
    if not isinstance(_mapping(book).get("cells"), list):
        raise _no_notebook(path, "it has no list of cells")
    return Document(tuple(_cells(book["cells"])), _language(book))


def _no_notebook(path: str, why: object) -> SettingError:
    told = str(why).strip().split("\n", 1)[0]
    msg = f"{path} is no notebook that can be read ({told}). Name another file."
    return SettingError(msg)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _cells(raws: list[object]) -> Iterator[Cell]:
    """Give every cell a name of its own, as old files give none."""
    known: set[str] = set()
    for number, raw in enumerate(map(_mapping, raws), 1):
        name = raw.get("id")
        if not isinstance(name, str) or not name or name in known:
            name = f"#{number}"
        known.add(name)
        kind = _KINDS.get(text_of(raw.get("cell_type")), "raw")
        outputs = tuple(_outputs(raw)) if kind == "code" else ()
        source, count = text_of(raw.get("source")), _count(raw, outputs)
        yield Cell(name, kind, source, count, outputs)


def _count(raw: Mapping[str, Any], outputs: tuple[SavedOutput, ...]) -> int | None:
    count = raw.get("execution_count")
    if type(count) is int and count > 0:
        return count
    told = (count_of(output) for output in outputs if output.kind == "error")
    return next(told, None)


def _outputs(raw: Mapping[str, Any]) -> Iterator[SavedOutput]:
    """Give the outputs of a cell; those of the conversation are not among them."""
    outputs = raw.get("outputs")
    for output in map(_mapping, outputs if isinstance(outputs, list) else ()):
        saved = saved_of(output)
        is_ours = "jupyter_ctx" in _mapping(output.get("metadata"))
        if saved is not None and not is_ours:
            yield saved


def _language(book: Mapping[str, Any]) -> str:
    """Name the language of the code, empty for Python and where nobody says."""
    told = _mapping(book.get("metadata"))
    names = (
        _mapping(told.get("language_info")).get("name"),
        _mapping(told.get("kernelspec")).get("language"),
    )
    name = next((one for one in names if isinstance(one, str) and one), "")
    name = name.strip().lower()
    return "" if name in _PYTHON else name
