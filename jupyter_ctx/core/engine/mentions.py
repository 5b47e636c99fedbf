"""What a prompt names with `@`: files, functions, cells, variables, columns, errors."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

import msgspec

from jupyter_ctx.core.document import Cell, Document
from jupyter_ctx.core.engine.keeps import find
from jupyter_ctx.core.engine.over import FOCUSED
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.errors import AnchorError

MOST = 20  # mentions of one prompt; more is a pasted text
PICTURES = frozenset(
    f"{word}{end}"
    for word in ("picture", "plot", "figure", "chart", "image")
    for end in ("", "s")
)
CELL = "cell"  # stands before the first words of a cell: `@cell["load the data"]`
ERROR = "error"

# Not in an address of a person, and not a decorator in code.
_MENTION = re.compile(
    r"(?<![\w@.`/])@(?:"
    r"(?P<run>In\s?\[\d{1,6}\])"
    r'|"(?P<path>[^"\n]{1,200})"'
    r"|(?P<owner>[^\W\d]\w*)\[(?:\"(?P<one>[^\"\n]{1,200})\"|'(?P<two>[^'\n]{1,200})')\]"
    r"|(?P<name>[\w./\\-]{1,200})"
    r")"
)
_UP = re.compile(r"^(?:\.\.?/)+")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


class Mention(msgspec.Struct, frozen=True):
    """*text* as it was written; what it names, and what *inside* of that.

    *inside* is a column, or the first words of a cell.
    """

    text: str
    name: str
    inside: str = ""

    @property
    def is_cell(self) -> bool:
        """Whether it names a cell by its first words, if nothing else is called so."""
        return self.name == CELL and bool(self.inside)


class Met(msgspec.Struct, frozen=True):
    """What became of one mention: how faithfully it is sent, for how many tokens.

    *problem* says why it is not, empty where it is.
    """

    mention: str
    kind: str = ""
    fidelity: str = ""
    tokens: int = 0
    problem: str = ""


def read(prompt: str) -> tuple[Mention, ...]:
    """Find the mentions in *prompt*, in their order; not those in fenced code."""
    if "@" not in prompt:
        return ()
    found = _MENTION.finditer(_FENCE.sub("", prompt))
    read = dict.fromkeys(made for one in found if (made := _read(one)).name)
    return tuple(read)[:MOST]


def _read(found: re.Match[str]) -> Mention:
    text = found[0]
    if found["run"]:
        return Mention(text, found["run"].replace("In [", "In["))
    if found["path"]:
        return Mention(text, found["path"].replace("\\", "/"))
    if found["owner"]:
        return Mention(text, found["owner"], found["one"] or found["two"])
    name = found["name"].replace("\\", "/").rstrip(".-/")
    return Mention(f"@{found['name'][: len(name)]}", name)


def mentioned(
    prompt: str, pieces: Sequence[Piece], state: KernelState | None = None
) -> frozenset[AnchorId]:
    """Find what *prompt* names with `@`; what is not there is a word like any other.

    `@df.col` and `@df["two words"]` name the frame, `@stats.py` a file wherever it is,
    `@In[3]` a cell, `@cell["first words"]` one that may not have run, `@error` the
    open error.
    """
    named = read(prompt)
    return frozenset(a for one in named for a in anchors(one, pieces, state))


def anchors(
    mention: Mention, pieces: Sequence[Piece], state: KernelState | None = None
) -> tuple[AnchorId, ...]:
    """Give the pieces that *mention* names; none where it is not there."""
    if mention.is_cell and state is not None:
        cell = cell_of(mention, state.document)
        found = _of_cell(cell, pieces, state) if cell is not None else ()
        if found:
            return found
    errors = tuple(_errors(pieces)) if mention.name == ERROR else ()
    return (*errors, *_named(mention.name, pieces))


def _errors(pieces: Sequence[Piece]) -> Iterator[AnchorId]:
    """Give the error at issue, else the newest other one."""
    found = [one for one in pieces if one.kind == "error" and not one.is_over]
    found.sort(key=lambda one: (not one.tail, -one.order))
    yield from (one.id for one in found[:1])


def _named(name: str, pieces: Sequence[Piece]) -> Iterator[AnchorId]:
    name = _UP.sub("", name)
    for tried in filter(None, dict.fromkeys((name, name.partition(".")[0]))):
        inside = [one.id for one in pieces if one.id.endswith(f"/{tried}")]
        if inside:
            yield from inside
            return
        for word in (tried, f"symbol:{tried}"):
            try:
                yield find(word, pieces)
            except AnchorError:
                continue
            return


def cell_of(mention: Mention, document: Document | None) -> Cell | None:
    """Find the first cell of *document* that begins with the words of *mention*."""
    if not mention.is_cell or document is None:
        return None
    begin = fold(mention.inside)
    cells = document.cells
    return next((one for one in cells if fold(one.source).startswith(begin)), None)


def fold(text: str) -> str:
    """Give *text* as mentions of cells quote it: one line, without quotes."""
    return " ".join(text.replace('"', "'").split())


def cells_in(prompt: str, document: Document) -> frozenset[str]:
    """Give the ids of the cells that *prompt* names by their first words."""
    found = (cell_of(one, document) for one in read(prompt))
    return frozenset(cell.id for cell in found if cell is not None)


def names_in(prompt: str) -> frozenset[str]:
    """Give what *prompt* names inside of other things, as it is spelt: columns."""
    return frozenset(one.inside for one in read(prompt) if one.inside)


def _of_cell(
    cell: Cell, pieces: Sequence[Piece], state: KernelState
) -> tuple[AnchorId, ...]:
    runs = [one.run for one in reversed(state.executions) if one.cell_id == cell.id]
    tried = [f"document:{cell.id}", *(f"cell:{run}" for run in runs)]
    if state.focus is not None and state.focus.cell == cell.id:
        tried.insert(0, FOCUSED)
    return _first(tried, {one.id for one in pieces if not one.is_over})


def _first(tried: Sequence[str], offered: Collection[AnchorId]) -> tuple[AnchorId, ...]:
    return tuple(AnchorId(one) for one in tried if one in offered)[:1]
