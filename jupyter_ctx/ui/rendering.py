"""`jupyter ctx render`: the context of a notebook, read as saved or run anew."""

from __future__ import annotations

import ast
import json
import queue
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.engine import assembly
from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.errors import CtxError, SettingError
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.kernel.notebook import executed_in
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.unrun import wanted_at
from jupyter_ctx.tokens import TokenCounter, counter_for, counter_named
from jupyter_ctx.ui.book import read

BUDGET = 4_000  # tokens, where none is given
ENCODING = "o200k_base"  # where no model is named
CELL_LIMIT = 600  # seconds that one cell may run with --execute
START_LIMIT = 60  # seconds that a kernel may take to start

_LOAD = "get_ipython().run_line_magic('load_ext', 'jupyter_ctx')"
_TEXT = (
    "__import__('jupyter_ctx').context({prompt!r}, budget={budget}, "
    "request={request!r}, encoding={encoding!r})"
)
_WHOLE = (
    "__import__('jupyter_ctx.ui.show', fromlist=['_']).as_json("
    "__import__('jupyter_ctx.extension', fromlist=['_']).active().preview("
    "{prompt!r}, request={request!r}, options=__import__("
    "'jupyter_ctx.gateway.profiles', fromlist=['_']).Settings("
    "budget={budget}, model={model!r})))"
)


class Job(msgspec.Struct, frozen=True):
    """What to render: *cell* is an id or a number from 1, empty for the last cell.

    *budget* counts the context alone in the form `text`, else the whole request.
    """

    notebook: str
    cell: str = ""
    budget: int = BUDGET
    prompt: str = ""
    model: str = ""
    execute: bool = False
    form: str = "text"


def rendered(job: Job) -> str:
    """Give what *job* asks for: the context, the messages, or all as JSON.

    Raises:
        SettingError: There is no such notebook or cell.
        BudgetError: Not even the number of live names fits the budget.
        CtxError: The kernel did not start or did not answer.

    """
    book = read(job.notebook)
    focus = _focus(book, job.cell)
    if job.execute:
        return _run(job, _above(book, focus))
    wanted = _wanted(job, book, focus)
    if job.form == "text":
        return assembly.render(offer(wanted), job.budget, _counter(job))
    return _form(job, msgspec.to_builtins(_assembled(job, wanted)))


def _focus(book: Document, cell: str) -> Focus | None:
    """Put the cursor at the end of the named cell.

    Raises:
        SettingError: No cell has that id or number.

    """
    if not cell:
        return None
    for number, one in enumerate(book.cells, start=1):
        if cell in (one.id, str(number)):
            lines = one.source.split("\n")
            return Focus(one.id, len(lines) - 1, len(lines[-1]))
    msg = f"There is no cell {cell}. Give an id, or a number up to {len(book.cells)}."
    raise SettingError(msg)


def _above(book: Document, focus: Focus | None) -> tuple[Cell, ...]:
    """Give the cells down to the one in *focus*, without one all of them."""
    found = (
        at for at, one in enumerate(book.cells, 1) if focus and one.id == focus.cell
    )
    return book.cells[: next(found, None)]


def _wanted(job: Job, book: Document, focus: Focus | None) -> Wanted:
    """Read *book* as it was when the cell in *focus* was the newest.

    What ran after it is not there, nor what stands below it and did not run before.
    """
    ran = executed_in(book, is_cleared=True)
    ids = [cell.id for cell in ran]
    above = {cell.id for cell in _above(book, focus)}
    if focus is None or focus.cell not in ids:
        before = above & set(ids)
    else:
        before = set(ids[: ids.index(focus.cell) + 1])
    kept = before | (above - set(ids))
    document = replace(book, cells=tuple(c for c in book.cells if c.id in kept))
    ran = [cell for cell in ran if cell.id in before]
    return wanted_at(document, ran, job.prompt, focus)


def _counter(job: Job) -> TokenCounter:
    if not job.model:
        return counter_named(ENCODING)
    return counter_for(Profile(model=job.model))


def _assembled(job: Job, wanted: Wanted) -> Assembly:
    return assembly.assemble(
        wanted,
        offer(wanted),
        (),
        budget=job.budget,
        counter=_counter(job),
        model=job.model,
    )


def _form(job: Job, made: Mapping[str, Any]) -> str:
    told = made["messages"] if job.form == "messages" else made
    return json.dumps(told, ensure_ascii=False, indent=1)


def _run(job: Job, cells: Sequence[Cell]) -> str:
    """Run *cells* in a fresh kernel beside the notebook and ask the product in it."""
    # Only this form needs a kernel, and only then its client.
    from jupyter_client.manager import start_new_kernel  # noqa: PLC0415

    folder = str(Path(job.notebook).resolve().parent)
    manager, client = start_new_kernel(
        startup_timeout=START_LIMIT,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _execute(client, _LOAD, silent=True)
        statuses = [
            _execute(client, cell.source)["status"]
            for cell in cells
            if cell.kind == "code" and cell.source.strip()
        ]
        is_failed = statuses[-1:] == ["error"]
        text = _ask(client, _expression(job, "fix" if is_failed else "ask"))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return text if job.form == "text" else _form(job, json.loads(text))


def _expression(job: Job, request: str) -> str:
    encoding = None if job.model else ENCODING
    template = _TEXT if job.form == "text" else _WHOLE
    return template.format(
        prompt=job.prompt,
        budget=job.budget,
        request=request,
        encoding=encoding,
        model=job.model or None,
    )


def _ask(client: Any, expression: str) -> str:  # noqa: ANN401 - untyped library
    reply = _execute(client, "", silent=True, expressions={"it": expression})
    answer = reply.get("user_expressions", {}).get("it", {})
    if answer.get("status") != "ok":
        msg = (
            f"The kernel could not render ({answer.get('ename', 'no answer')}: "
            f"{answer.get('evalue', '')}). Install jupyter_ctx in its environment."
        )
        raise CtxError(msg)
    return str(ast.literal_eval(answer["data"]["text/plain"]))


def _execute(
    client: Any,  # noqa: ANN401 - untyped library
    code: str,
    *,
    silent: bool = False,
    expressions: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Run *code* to its end and give the reply; its output is not shown."""
    sent = client.execute(
        code,
        silent=silent,
        store_history=not silent,
        user_expressions=dict(expressions or {}),
        allow_stdin=False,
        stop_on_error=False,
    )
    end = time.monotonic() + CELL_LIMIT
    while time.monotonic() < end:
        try:
            reply = client.get_shell_msg(timeout=1)
        except queue.Empty:
            if not client.is_alive():
                break
            continue
        if reply["parent_header"].get("msg_id") == sent:
            return dict(reply["content"])
    msg = f"A cell did not end within {CELL_LIMIT} s, or its kernel died. Run fewer."
    raise CtxError(msg)
