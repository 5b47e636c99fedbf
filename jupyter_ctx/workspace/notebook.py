"""Another notebook of the project as one text: its cells, without any output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def text_of(content: str) -> str | None:
    """Give code and markdown, each cell under `# %%`; None where it is no notebook.

    Markdown stands in comments, so that the text of a Python notebook is Python.
    """
    try:
        notebook = json.loads(content)
    except (ValueError, RecursionError):
        return None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        return None
    return "\n".join(line for cell in cells for line in _lines(cell))


def _lines(cell: Any) -> Iterator[str]:  # noqa: ANN401 - whatever the file holds
    if not isinstance(cell, dict):
        return
    kind, source = cell.get("cell_type"), cell.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str) or not source.strip():
        return
    if kind == "markdown":
        yield "# %% [markdown]"
        yield from (f"# {line}".rstrip() for line in source.split("\n"))
    elif kind == "code":
        yield "# %%"
        yield source
