"""What the well-known assistants send, as read from their sources.

Versions: Jupyter AI 2.31.7 and 3.2.0, Notebook Intelligence 6.2.0, Mito AI 0.1.69,
Positron, VS Code Copilot and Deepnote as of 2026-11, jupyter-cc 0.2.0, marimo 0.25.2,
jupyterlab-magic-wand 0.6.0. Without a kernel a policy has no variables to send.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jupyter_ctx.bench.policies.request import Request, commented, output_text
from jupyter_ctx.code.defuse import names

NBI_SHARE = 0.8  # of the window, for the current file
NBI_INLINE_SHARE = 0.7  # of the window, for the cells above
POSITRON_ALL = 20  # cells up to which Positron sends all
POSITRON_AROUND = 10  # cells on each side beyond that
WAND_CELLS = 3  # cells above that the magic wand sends
SMALL_OUTPUT = 1_000  # characters of an output in Positron
REPR_LIMIT = 100  # characters of a value in jupyter-cc


def jupyter_ai_file(request: Request) -> str:
    """Jupyter AI v2 with `@file:notebook.ipynb`: all sources, cut at the end."""
    told = "Here are some files that the user has referenced:\n"
    return request.head(told + "\n\n".join(c["source"] for c in request.cells))


def jupyter_ai_notebook(request: Request) -> str:
    """Jupyternaut in Jupyter AI v3: the raw notebook file, outputs included."""
    book = {
        "cells": [{**cell, "metadata": {}} for cell in request.cells],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return request.head(json.dumps(book, indent=1, ensure_ascii=False, default=str))


def nbi_chat(request: Request) -> str:
    """NBI's sidebar with the current file on: sources, markdown as comments."""
    body = request.head(_script(request), int(NBI_SHARE * request.budget))
    last = request.code[-1] if request.code else {"source": ""}
    selected = (
        f"currently selected cell input is: {last['source']} "
        f"and output is: {output_text(last)}"
    )
    return request.head(f"{body}\n{selected}")


def nbi_inline(request: Request) -> str:
    """NBI's inline prompt: the nearest cells above until a share of the window."""
    told = ""
    for cell in reversed(request.cells):
        if request.count(told) >= NBI_INLINE_SHARE * request.budget:
            break
        told = f"{_as_script(cell)}\n{told}"
    return request.tail(told)


def mito(request: Request) -> str:
    """Mito's chat: the variables, then every cell as JSON, without a budget."""
    cells = [
        {"id": f"c{index}", "cell_type": cell["cell_type"], "code": cell["source"]}
        for index, cell in enumerate(request.cells)
    ]
    return request.head(f"Variables:\n[]\nNotebook:\n{json.dumps(cells, indent=2)}")


def positron(request: Request) -> str:
    """Positron's notebook mode: all of a short notebook, else the nearest cells."""
    cells = list(request.cells)
    near = cells if len(cells) < POSITRON_ALL else cells[-POSITRON_AROUND:]
    return request.head("\n".join(map(_positron_cell, near)))


def vscode(request: Request) -> str:
    """VS Code: a summary line a cell, then the sources of the newest cells."""
    lines = [
        f"Cell {index}: {cell['cell_type']}, {len(cell['source'].splitlines())} lines, "
        f"execution count {cell.get('execution_count')}"
        for index, cell in enumerate(request.cells)
    ]
    summary = request.head("\n".join(lines), request.budget // 2)
    room = request.budget - request.count(summary) - 1
    sources = "\n\n".join(cell["source"] for cell in request.code)
    return f"{summary}\n{request.tail(sources, room)}"


def jupyter_cc(request: Request) -> str:
    """jupyter-cc on a new conversation: changed variables, then the cells run."""
    bound: dict[str, str] = {}
    for cell in request.code:
        for binding in names(cell["source"]).binds:
            if binding.kind not in ("import", "def", "class") and binding.literal:
                bound[binding.name] = binding.literal[:REPR_LIMIT]
    variables = "\n".join(f"+ {name} = {value}" for name, value in bound.items())
    cells = "\n".join(
        f"In [{number}]:\n{cell['source']}"
        for number, cell in enumerate(request.code, start=1)
    )
    return request.head(f"New variables:\n{variables}\nCells run:\n{cells}")


def marimo(request: Request) -> str:
    """Send as marimo does: the code of all other cells, in the notebook's order."""
    cells = "\n".join(f"<code>\n{c['source']}\n</code>" for c in request.code)
    return request.head(f"<code_from_other_cells>\n{cells}\n</code_from_other_cells>")


def deepnote(request: Request) -> str:
    """Deepnote's agent block: every block with its outputs, in order, uncut."""
    return request.head("\n".join(map(_block, request.cells)))


def magic_wand(request: Request) -> str:
    """jupyterlab-magic-wand: the sources of the three cells above."""
    return request.head("\n".join(c["source"] for c in request.code[-WAND_CELLS:]))


def _as_script(cell: Mapping[str, Any]) -> str:
    source = str(cell["source"])
    return source if cell["cell_type"] == "code" else commented(source)


def _script(request: Request) -> str:
    return "\n".join(map(_as_script, request.cells))


def _positron_cell(cell: Mapping[str, Any]) -> str:
    head = f"<cell type={cell['cell_type']} order={cell.get('execution_count')}>"
    printed = output_text(cell)[:SMALL_OUTPUT] if cell["cell_type"] == "code" else ""
    return f"{head}\n{cell['source']}\n{printed}\n</cell>"


def _block(cell: Mapping[str, Any]) -> str:
    printed = output_text(cell) if cell["cell_type"] == "code" else ""
    return f"[{cell['cell_type']}]\n{cell['source']}\n{printed}"
