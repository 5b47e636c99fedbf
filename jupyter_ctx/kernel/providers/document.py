"""What the notebook says beside its runs: markdown, and code that did not run."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from jupyter_ctx.code.skeleton import skeleton
from jupyter_ctx.core.document import Cell, Document
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.mentions import cells_in
from jupyter_ctx.core.engine.piece import AnchorId, Piece, over
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.clip import clip
from jupyter_ctx.kernel.providers.worth import worth

OFFERED = 40  # cells nearest to the user
TEXT_LIMIT = 2_000  # characters of one cell of text
HEADINGS = 40  # lines of the outline
SPOKEN = 0.4  # weight of a cell that has a rare word of the prompt
_DOCUMENT, _HEADINGS = "document:", "headings"
_HEADING = re.compile(r"^#{1,6}\s+\S.*", re.MULTILINE)
_TEXT_GAINS = {Fidelity.SIGNATURE: 1.0, Fidelity.FULL: 2.0}
_CODE_GAINS = {Fidelity.OUTLINE: 3.0, Fidelity.FULL: 4.0}
_LONG_WORD = 5  # characters from which a word tells something


class DocumentProvider:
    """Cells of text and cells that did not run, by their distance from the user."""

    name = "document"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the headings, then the nearest cells."""
        document = wanted.state.document
        if document is None:
            return
        yield from _headings(document)
        middle = _middle(wanted, document)
        ran = {run.cell_id for run in wanted.state.executions}
        order = _orders(wanted, document)
        other = [
            (index, cell)
            for index, cell in enumerate(document.cells)
            if cell.source.strip() and index != middle and _is_other(cell, ran)
        ]
        other.sort(key=lambda one: abs(one[0] - middle))
        kept = {*wanted.told, *map(_of, cells_in(wanted.prompt, document))}
        for place, (index, cell) in enumerate(other):
            if place < OFFERED or _anchor(cell) in kept:
                yield _piece(cell, index, middle, order[index], wanted)
        yield from _over(wanted, document, {_anchor(cell) for _, cell in other})


def _anchor(cell: Cell) -> AnchorId:
    return _of(cell.id)


def _of(cell: str) -> AnchorId:
    return AnchorId(f"{_DOCUMENT}{cell}")


def _over(
    wanted: Wanted, document: Document, left: Container[AnchorId]
) -> Iterator[Piece]:
    """Tell what became of the cells that were told and are none of those *left*."""
    runs = {run.cell_id: run.label for run in wanted.state.executions}
    for one in wanted.told:
        cell = one.removeprefix(_DOCUMENT)
        if cell in (one, _HEADINGS) or one in left:
            continue
        if cell in runs:
            why = f"ran as {runs[cell]}"
        else:
            why = "no longer so" if document.find(cell) is not None else "deleted"
        yield over(AnchorId(one), DocumentProvider.name, why)


def _is_other(cell: Cell, ran: set[str | None]) -> bool:
    return cell.kind == "markdown" or (cell.kind == "code" and cell.id not in ran)


def _middle(wanted: Wanted, document: Document) -> int:
    """Give the index of the cell where the user is, else of the last one."""
    focus = wanted.state.focus
    ids = [cell.id for cell in document.cells]
    is_known = focus is not None and focus.cell in ids
    return ids.index(focus.cell) if focus and is_known else len(ids)


def _orders(wanted: Wanted, document: Document) -> list[int]:
    """Give each cell the run of the newest cell at or above it, to stand behind."""
    runs = {run.cell_id: run.run for run in wanted.state.executions}
    orders: list[int] = []
    for cell in document.cells:
        last = orders[-1] if orders else 0
        orders.append(runs.get(cell.id, last))
    return orders


def _headings(document: Document) -> Iterator[Piece]:
    texts = (cell.source for cell in document.cells if cell.kind == "markdown")
    found = [line for text in texts for line in _HEADING.findall(text)]
    if len(found) < 2:  # noqa: PLR2004 - one heading is no outline
        return
    rest = len(found) - HEADINGS
    shown = found[:HEADINGS] + ([f"... {rest} more headings"] if rest > 0 else [])
    text = block("cell", escape("\n".join(shown)), kind="markdown", shown="headings")
    yield Piece(
        id=AnchorId(f"{_DOCUMENT}{_HEADINGS}"),
        kind="markdown",
        source=DocumentProvider.name,
        ladder={Fidelity.FULL: text},
        gains={Fidelity.FULL: 0.4},
        weight=0.1,
        order=-1,
        why="the headings of the notebook",
    )


def _piece(cell: Cell, index: int, middle: int, order: int, wanted: Wanted) -> Piece:
    spoken = {word for word in wanted.mentions if len(word) >= _LONG_WORD}
    is_spoken = not spoken.isdisjoint(words(cell.source))
    weight = max(SPOKEN * is_spoken, 0.4 / (1 + abs(index - middle)))
    is_text = cell.kind == "markdown"
    ladder = _text(cell, index) if is_text else _code(cell, index, wanted)
    gains = worth(ladder, _TEXT_GAINS if is_text else _CODE_GAINS, weight)
    return Piece(
        id=_anchor(cell),
        kind="markdown" if is_text else "unrun",
        source=DocumentProvider.name,
        ladder=ladder,
        gains=gains,
        weight=weight,
        order=order,
        why="has a word of the prompt" if is_spoken else "near to the user",
    )


def _text(cell: Cell, index: int) -> dict[Fidelity, str]:
    tag = {"id": f"cell_{index + 1}", "kind": "markdown"}
    source = cell.source.strip()
    ladder = {Fidelity.FULL: block("cell", escape(clip(source, TEXT_LIMIT)), **tag)}
    first = source.split("\n", 1)[0]
    if len(first) < len(source) / 2:
        told = block("cell", escape(first), **tag, shown="excerpt")
        ladder[Fidelity.SIGNATURE] = told
    return dict(sorted(ladder.items()))


def _code(cell: Cell, index: int, wanted: Wanted) -> dict[Fidelity, str]:
    tag = {"id": f"cell_{index + 1}", "status": "not_run"}
    document = wanted.state.document
    language = document.language if document is not None else ""
    full = escape(cell.source)
    ladder = {Fidelity.FULL: block("cell", full, **tag)}
    outline = escape(skeleton(cell.source, language.lower() or ""))
    if len(outline) < 0.8 * len(full):
        ladder[Fidelity.OUTLINE] = block("cell", outline, **tag, shown="outline")
    return dict(sorted(ladder.items()))
