"""Where the names and values that the prompt speaks of are defined and used."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import ClassVar

from jupyter_ctx.code.blocks import around
from jupyter_ctx.code.impact import Site, Source, definitions, impact
from jupyter_ctx.code.languages import of_path
from jupyter_ctx.code.spoken import members, names_in, stems
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.mentions import ERROR, PICTURES
from jupyter_ctx.core.engine.mentions import read as mentions_in
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import MENTIONED
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.place import here
from jupyter_ctx.core.planning.ground import Ground, cells_of
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.providers.cost import Cost
from jupyter_ctx.kernel.providers.worth import worth
from jupyter_ctx.workspace.folder import Folder, folder, read

WORDS = 6  # of the prompt that are looked for
FILES = 400  # files that are searched
TIME_LIMIT = 0.4  # seconds for reading them
CHANGE_LIMIT = 3.0  # the same where a change is planned, which must forget nothing
DEFINITIONS = 6  # that are listed
SITES = 60  # places of an impact list; the rest is counted
_SEARCHED = ("python", "typescript", "tsx", "javascript", "sql", "prisma")
_CODE = re.compile(
    r"`([^`\n]{1,60})`|\"([^\"\n]{1,40})\"|'([^'\n]{1,40})'|"
    r"\b([A-Za-z]\w*(?:_\w+|[a-z0-9][A-Z]\w*))|\b([A-Za-z_]\w*)(?=\()"
)
_GAINS = {Fidelity.SIGNATURE: 2.5, Fidelity.OUTLINE: 4.0, Fidelity.FULL: 6.0}


class SymbolProvider:
    """One piece for each name or value that the prompt writes as code.

    For a change (`plan`, `rename`) it lists every definition and use, and the places
    that changes miss; else the definitions in files, the most relevant first.
    """

    name = "symbols"
    cost: ClassVar[Cost] = "disk"

    def __init__(self, where: Callable[[], Path], mask: Callable[[str], str]) -> None:
        self._where = where
        self._mask = mask

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer what is found of each word, in the order of the prompt."""
        spoken = list(dict.fromkeys(_words(wanted)))[:WORDS]
        is_change = wanted.request in ("plan", "rename")
        if not spoken and not (is_change and stems(wanted.prompt)):
            return
        of = folder(self._where())
        files, missing = _files(of, spoken, CHANGE_LIMIT if is_change else TIME_LIMIT)
        sources = [*_cells(wanted), *files]
        if is_change and not any(impact(word, sources) for word in spoken):
            # No name is written as code, or none that is there: plain words may be.
            files, missing = _files(of, stems(wanted.prompt), CHANGE_LIMIT, lower=True)
            sources = [*_cells(wanted), *files]
            spoken = _plainly(wanted.prompt, sources)
        place = here(wanted.state)
        near = place.label if place is not None else f"{of.here}/"
        for word in spoken:
            texts = (
                _impact(word, sources) if is_change else _defined(word, sources, near)
            )
            if texts:
                told = [self._mask(f"{text}{_limits(missing)}") for text in texts]
                yield _piece(word, told)


def _plainly(prompt: str, sources: list[Source]) -> list[str]:
    """Give the names that *prompt* says in plain words, with the members of enums."""
    names = names_in(prompt, sources)
    beside = [one for name in names for one in members(name, sources)]
    return list(dict.fromkeys([*names, *beside]))[:WORDS]


def _files(
    of: Folder, spoken: Iterable[str], limit: float, *, lower: bool = False
) -> tuple[list[Source], int]:
    """Read the files that have one of the words; count those there was no time for.

    With *lower* the words are in small letters, and stand for names in any.
    """
    if not spoken:
        return [], 0
    until = time.monotonic() + limit
    paths = [path for path in of.files if of_path(path) in _SEARCHED]
    paths.sort(key=lambda path: not _is_beside(path, of))
    found: list[Source] = []
    for index, path in enumerate(paths):
        if index >= FILES or time.monotonic() > until:
            return found, len(paths) - index
        text = read(of.root, path)
        looked = text.lower() if text is not None and lower else text
        if text and looked and any(word in looked for word in spoken):
            found.append(Source(path, text, of_path(path)))
    return found, 0


def _limits(missing: int) -> str:
    return f"\n({missing} more files were not searched)" if missing else ""


def _words(wanted: Wanted) -> Iterator[str]:
    yield from _mentioned(wanted)
    for groups in _CODE.findall(wanted.prompt):
        word = next(filter(None, groups)).strip().removesuffix("()")
        if word:
            yield (
                word.rpartition(".")[2]
                if word.replace(".", "a").isidentifier()
                else word
            )


def _mentioned(wanted: Wanted) -> Iterator[str]:
    """Give what is mentioned with `@` and is no live name: perhaps files define it."""
    alive = {one.name for one in wanted.state.variables} | PICTURES | {ERROR}
    for mention in mentions_in(wanted.prompt):
        if mention.name.isidentifier() and mention.name not in alive:
            yield mention.name


def _is_beside(path: str, of: Folder) -> bool:
    return path.rpartition("/")[0] == of.here


def _cells(wanted: Wanted) -> Iterator[Source]:
    """Give the newest run of each cell; for a change the cells as they stand."""
    if wanted.request in ("plan", "rename"):  # also what has not run, in any language
        yield from Ground(cells_of(wanted.state)).everything
        return
    newest = {run.cell_id or run.label: run for run in wanted.state.executions}
    for run in newest.values():
        if not run.language and run.source.strip():
            yield Source(run.label, run.source, is_cell=True)


def _defined(word: str, sources: list[Source], near: str) -> list[str]:
    """List definitions, if a file has one; then the source of the most relevant."""
    found = definitions(word, sources, near)[:DEFINITIONS]
    cells = {source.where for source in sources if source.is_cell}
    if all(site.where in cells for site in found):
        return []
    lines = [_line(site) for site in found]
    if len(lines) > 1:
        lines[0] += "  <- most relevant"
    listed = "\n".join(lines)
    first = next(site for site in found if site.where not in cells)
    text = next(source for source in sources if source.where == first.where)
    place = around(text.text, first.line, text.language)
    shown = text.text.split("\n")[place.first - 1 : place.last]
    return [
        listed,
        f"{listed}\n# {first.where}, line {place.first}\n" + "\n".join(shown),
    ]


def _impact(word: str, sources: list[Source]) -> list[str]:
    """Count the places of *word*, list those that matter most, then all of them."""
    found = impact(word, sources)
    if not found:
        return []
    defined = [site for site in found if site.form]
    missed = [site for site in found if site.trap]
    head = (
        f"{word}: {len(defined)} definitions, {len(missed)} places that changes miss, "
        f"{len(found) - len(defined) - len(missed)} other uses"
    )
    first = [_line(site) for site in [*defined, *missed][:SITES]]
    every = [_line(site) for site in found[:SITES]]
    if len(found) > SITES:
        every.append(f"... {len(found) - SITES} more uses")
    return [head, "\n".join([head, *first]), "\n".join([head, *every])]


def _line(site: Site) -> str:
    kind = site.form or (f"{site.trap}, easily missed" if site.trap else "use")
    return f"{site.where}:{site.line} {site.name} ({kind}): {site.text}"


def _piece(word: str, texts: list[str]) -> Piece:
    levels = (Fidelity.SIGNATURE, Fidelity.OUTLINE, Fidelity.FULL)
    ladder = {
        level: block("project", escape(text), of=word)
        for level, text in zip(levels, texts, strict=False)
    }
    return Piece(
        id=AnchorId(f"symbol:{word}"),
        kind="symbol",
        source=SymbolProvider.name,
        ladder=ladder,
        gains=worth(ladder, _GAINS, MENTIONED),
        weight=MENTIONED,
        order=-1,
        why="named in the prompt",
    )
