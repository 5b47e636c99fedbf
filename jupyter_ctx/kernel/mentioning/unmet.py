"""What was mentioned and is not there: one sentence each, with what is near."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from jupyter_ctx.core.engine.mentions import (
    ERROR,
    PICTURES,
    Mention,
    anchors,
    read,
)
from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.mentioning.catalogue import Candidate, catalogue
from jupyter_ctx.kernel.mentioning.ranking import fold
from jupyter_ctx.workspace.folder import Folder, is_secret

NEAR = 3  # names that are told
SHORT = 3  # characters of a name in which one of two may be wrong
_DECORATORS = frozenset(dir(builtins)) | {
    *("dataclass", "cache", "lru_cache", "cached_property", "wraps", "overload"),
    *("abstractmethod", "contextmanager", "pytest", "functools", "override", "final"),
    *("jit", "njit", "app", "router", "click", "tf", "torch", "jax", "numba"),
}
"""What follows an `@` in talk about code, and is no mention unless it is there."""

_RUN = re.compile(r"In\[(\d+)\]\Z")


def unmet(
    wanted: Wanted, pieces: Sequence[Piece], of: Folder | None
) -> dict[Mention, str]:
    """Say of each mention that names nothing of *pieces* why, and what is near."""
    state = wanted.state
    told: dict[Mention, str] = {}
    for mention in read(wanted.prompt):
        if mention.name in PICTURES:
            continue
        if not anchors(mention, pieces, state):
            if mention.name.partition(".")[0] not in _DECORATORS:
                told[mention] = _sentence(mention, wanted, of)
        elif missed := _column(mention, state):
            told[mention] = missed
    return told


def _sentence(mention: Mention, wanted: Wanted, of: Folder | None) -> str:
    if mention.name == ERROR:
        return "There is no @error: the last cell that failed ran well since."
    if (found := _RUN.match(mention.name)) is not None:
        return _of_run(mention, int(found[1]), wanted.state)
    if of is not None and (path := _file(mention.name, of)):
        return _of_file(mention, path, wanted)
    near = _near(mention, catalogue(wanted.state, of))
    return f"There is no {mention.text} here{_or(near)}"


def _or(near: Sequence[str]) -> str:
    if near:
        return f". Did you mean {' or '.join(near)}?"
    return "; it is sent as it is written. Type @ to see what there is."


def _of_run(mention: Mention, count: int, state: KernelState) -> str:
    runs = [one for one in state.executions if one.execution_count == count]
    cell = runs[-1].cell_id if runs else None
    again = [one.label for one in state.executions if cell and one.cell_id == cell]
    if again and again[-1] != mention.name:
        return f"{mention.text} ran again as {again[-1]}: mention @{again[-1]}."
    newest = [one.label for one in state.executions[-1:]]
    last = f"; the newest is @{newest[0]}" if newest else "; no cell has run yet"
    return f"No cell ran as {mention.text}{last}."


def _of_file(mention: Mention, path: str, wanted: Wanted) -> str:
    if is_secret(path):
        return f"{mention.text} is not sent: files of that name hold secrets."
    if wanted.privacy != "everything":
        return (
            f"{mention.text} stays here: at privacy level {wanted.privacy!r} no file "
            "is sent."
        )
    return f"{mention.text} cannot be read, or is empty."


def _file(name: str, of: Folder) -> str:
    ends = (one for one in of.files if one == name or one.endswith(f"/{name}"))
    return next(ends, "")


def _column(mention: Mention, state: KernelState) -> str:
    """Say that a table has no such column; an attribute after a dot may be meant."""
    owner, dot, name = mention.name.partition(".")
    inside = mention.inside or (name if dot else "")
    found = next((one for one in state.variables if one.name == owner), None)
    if not inside or found is None or found.kind not in ("frame", "lazy"):
        return ""
    names = [field.name for field in found.fields]
    if inside in names or not names:
        return ""
    near = get_close_matches(inside, names, NEAR, 0.6)
    if not mention.inside and not near:
        return ""
    more = f" Did you mean {' or '.join(near)}?" if near else ""
    return f"{owner} has no column {inside!r}.{more}"


def _near(mention: Mention, found: Iterator[Candidate]) -> list[str]:
    """Find what *mention* is part of, or what is spelt nearly so."""
    wanted = fold(mention.text)
    by_name: dict[str, str] = {}
    for one in found:
        by_name.setdefault(fold(one.mention), one.mention)
        by_name.setdefault(fold(one.mention).rpartition("/")[2], one.mention)
    inside = [name for name in by_name if len(wanted) > 1 and wanted in name]
    inside.sort(key=len)
    alike = 0.6 if len(wanted) > SHORT else 0.5
    close = get_close_matches(wanted, by_name, NEAR, alike)
    names = [*close, *inside][: 2 * NEAR]
    return list(dict.fromkeys(by_name[name] for name in names))[:NEAR]
