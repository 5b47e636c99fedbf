"""What a plan stands on: the cells and files there are, and where a word is in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

import msgspec

from jupyter_ctx.code.impact import Site, Source, impact, missed
from jupyter_ctx.code.magics import language as magic_language
from jupyter_ctx.code.places import is_analysed, places
from jupyter_ctx.core.place import label_of
from jupyter_ctx.core.state import KernelState

_PROSE = frozenset(("text", "html", "latex", "markdown", "svg"))
"""What cell magics hold beside code; `%%writefile` often holds Python."""

_OURS = re.compile(r"\s*(?:%%assist\b|%(?:assist|ctx)\b)")


class PlanCell(msgspec.Struct, frozen=True):
    """A code cell as it stands now; *run* is that of its newest run, 0 without one.

    *language* is that of its cell magic, else of the notebook.
    """

    label: str
    source: str
    id: str = ""
    run: int = 0
    status: str = ""
    language: str = "python"


class Ground(msgspec.Struct, frozen=True):
    """The notebook's cells in order, and what was found of words in its files.

    *files* are the paths of the listing; *left_out* says what was not searched.
    """

    cells: tuple[PlanCell, ...] = ()
    files: frozenset[str] = frozenset()
    sources: tuple[Source, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def everything(self) -> tuple[Source, ...]:
        """The cells, then the files that have one of the words."""
        cells = (
            Source(one.label, one.source, one.language, is_cell=True)
            for one in self.cells
        )
        return (*cells, *self.sources)

    def cell(self, label: str, identity: str = "") -> PlanCell | None:
        """Find a cell by its id, or without one by its label."""
        if identity:
            found = (one for one in self.cells if one.id == identity)
        else:
            found = (one for one in self.cells if one.label == label)
        return next(found, None)


def cells_of(state: KernelState) -> tuple[PlanCell, ...]:
    """Give the code cells: as the document has them, else as they ran."""
    newest = {run.cell_id or run.label: run for run in state.executions}
    if state.document is None:
        return tuple(
            PlanCell(
                run.label,
                run.source,
                run.cell_id or "",
                run.run,
                run.status,
                _language(run.source, run.language),
            )
            for run in newest.values()
            if _is_work(run.source)
        )
    written_in = state.document.language
    found = []
    for cell in state.document.cells:
        if cell.kind == "code" and _is_work(cell.source):
            ran = newest.get(cell.id)
            label = ran.label if ran is not None else label_of(cell, state)
            run, status = (ran.run, ran.status) if ran is not None else (0, "")
            language = _language(cell.source, written_in)
            found.append(PlanCell(label, cell.source, cell.id, run, status, language))
    return tuple(found)


def language_of(state: KernelState) -> str:
    """Name the language of a new cell of the notebook."""
    if state.document is not None:
        return state.document.language.lower() or "python"
    return next((one.language.lower() for one in state.executions[-1:]), "") or "python"


def _language(source: str, notebook: str) -> str:
    """Name the language of a cell; *notebook* is that of the others, empty: Python."""
    if notebook:
        return notebook.lower()
    language = magic_language(source)
    return "python" if language in _PROSE else language


def read_as_text(sources: Iterable[Source], words: Iterable[str]) -> list[str]:
    """Say of which languages there is no analyser, where one of *words* is."""
    words = list(words)
    found = dict.fromkeys(
        source.language
        for source in sources
        if not is_analysed(source.language)
        and any(places(word, source.text, source.language) for word in words)
    )
    return [
        f"What is written in {language} is read as plain text: every whole word "
        "counts there, in comments and strings, too."
        for language in found
    ]


def sites_of(words: Iterable[str], sources: Collection[Source]) -> tuple[Site, ...]:
    """Give every place of each of *words*, once."""
    return tuple(dict.fromkeys(s for word in words for s in impact(word, sources)))


def forgotten(
    old: Iterable[str], new: str, sources: Collection[Source]
) -> tuple[Site, ...]:
    """Give the places that changes miss and that know an *old* word, but not *new*."""
    found = (site for word in old for site in missed(word, new, sources))
    places: dict[tuple[str, int, str], Site] = {}
    for site in found:
        places.setdefault((site.where, site.line, site.trap), site)
    return tuple(places.values())


def overlaid(sources: Iterable[Source], texts: dict[str, str]) -> Iterator[Source]:
    """Give *sources* with what is to stand in some of them."""
    for one in sources:
        text = texts.get(one.where)
        yield one if text is None else msgspec.structs.replace(one, text=text)


def _is_work(source: str) -> bool:
    return bool(source.strip()) and _OURS.match(source) is None
