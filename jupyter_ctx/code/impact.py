"""Every definition and every use of a name, a column or a value, over many sources."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import msgspec

from jupyter_ctx.code.blocks import scope
from jupyter_ctx.code.forms import form_of
from jupyter_ctx.code.places import places
from jupyter_ctx.code.spot import Spot
from jupyter_ctx.code.traps import Trap, trap_of

PLACES = 1_000  # places of one source; no person changes so many by hand
LINE = 160  # characters of a line that is quoted, whole words


class Source(msgspec.Struct, frozen=True):
    """A cell or a file: *where* is its label or its path."""

    where: str
    text: str
    language: str = "python"
    is_cell: bool = False


class Site(msgspec.Struct, frozen=True):
    """One place that a change of the word touches.

    *line* and *column* count from 1. *form* says what kind of definition it is,
    empty for a use; *trap* which of the places it is that changes miss. *name* is
    qualified by the definitions around it: `Board.show`.
    """

    where: str
    line: int
    column: int
    text: str
    name: str
    form: str = ""
    trap: Trap = ""

    @property
    def is_definition(self) -> bool:
        """Whether the word is defined here."""
        return bool(self.form)


def impact(word: str, sources: Iterable[Source]) -> tuple[Site, ...]:
    """Give every site of *word*: definitions, then what changes miss, then uses.

    Sites of one kind stand in the order of *sources* and of their lines.
    """
    found = [site for source in sources for site in _sites(word, source)]
    return tuple(sorted(found, key=_rank))


def definitions(word: str, sources: Iterable[Source], near: str = "") -> list[Site]:
    """Give the definitions of *word* alone, the most relevant first.

    The source *near* comes first, then cells, the newest of them first, then files
    that share most folders with it, what stands in no class before methods; in one
    source the last definition counts, as when it runs.
    """
    ordered = list(sources)
    cells = {source.where for source in ordered if source.is_cell}
    place = {source.where: index for index, source in enumerate(ordered)}
    found = [s for source in ordered for s in _sites(word, source) if s.form]
    found = [site for site in found if site.form not in ("import", "parameter", "loop")]
    return sorted(
        found,
        key=lambda site: (
            site.where != near,
            site.where not in cells,
            -_shared(site.where, near),
            site.name.count("."),
            -place[site.where] if site.where in cells else place[site.where],
            -site.line,
        ),
    )


def missed(word: str, added: str, sources: Iterable[Source]) -> list[Site]:
    """Give the sites that changes miss which know *word* but not *added* yet.

    For a new value beside *word*, or one that takes its place: called again after
    the change, it gives what was forgotten.
    """
    return [
        site
        for source in sources
        for spot, site in _placed(word, source)
        if site.trap and not _bare(added).search(spot.inner)
    ]


def _bare(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(word)}(?![\w$])")


def _rank(site: Site) -> int:
    return 0 if site.form else 1 if site.trap else 2


def _sites(word: str, source: Source) -> Iterator[Site]:
    return (site for _, site in _placed(word, source))


def _placed(word: str, source: Source) -> Iterator[tuple[Spot, Site]]:
    found = places(word, source.text, source.language)
    if not found:
        return
    lines = source.text.split("\n")
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    for place in found[:PLACES]:
        row = bisect_right(starts, place.start) - 1
        spot = Spot(source.text, place, word, source.language)
        form, trap = _kind(spot)
        yield (
            spot,
            Site(
                where=source.where,
                line=row + 1,
                column=place.start - starts[row] + 1,
                text=_quoted(lines[row].strip()),
                name=_qualified(word, source, row + 1, is_value=place.is_value),
                form=form,
                trap=trap,
            ),
        )


def _quoted(line: str) -> str:
    """Cut a long line between words: half a key would not be known as one."""
    if len(line) <= LINE:
        return line
    return f"{line[:LINE].rpartition(' ')[0]} ..."


def _kind(spot: Spot) -> tuple[str, Trap]:
    """Give form and trap; a list of options is rather missed than a definition."""
    form = form_of(spot)
    trap = trap_of(spot) if form in ("", "literal list") else ""
    return ("" if trap else form), trap


def _qualified(word: str, source: Source, line: int, *, is_value: bool) -> str:
    """Name the word by what is around it; of a value only that, if there is any."""
    around = scope(source.text, line, source.language)
    names: Sequence[str] = around if around[-1:] != (word,) else around[:-1]
    return ".".join(names if is_value and names else [*names, word])


def _shared(one: str, other: str) -> int:
    count = 0
    for left, right in zip(one.split("/"), other.split("/"), strict=False):
        if left != right:
            break
        count += 1
    return count
