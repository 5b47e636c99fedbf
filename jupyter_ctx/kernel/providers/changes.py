"""Git changes of the project's files, as changed lines alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece, over
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.clip import clip
from jupyter_ctx.kernel.providers.cost import Cost
from jupyter_ctx.kernel.providers.files import chosen
from jupyter_ctx.kernel.providers.worth import worth
from jupyter_ctx.workspace.changes import FILES, Change, changes
from jupyter_ctx.workspace.folder import folder

LIMIT = 4_000  # characters of the changed lines of one file
USED, ASKED, OTHER = 0.6, 0.5, 0.08  # weights: cells use the file, changes are meant
_CHANGE, _NEW = "change:", AnchorId("change:new")
_WORDS = frozenset({"diff", "change", "changes", "changed", "commit", "git", "review"})
_GAINS = {Fidelity.SIGNATURE: 1.5, Fidelity.OUTLINE: 2.5, Fidelity.FULL: 5.0}


class ChangeProvider:
    """One piece for each changed file, and one for all that git does not know."""

    name = "changes"
    cost: ClassVar[Cost] = "process"

    def __init__(self, where: Callable[[], Path], mask: Callable[[str], str]) -> None:
        self._where = where
        self._mask = mask

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer what was changed since the last commit, staged or not."""
        of = folder(self._where())
        found = changes(of)
        used = chosen(wanted, of)
        asked = not _WORDS.isdisjoint(word.lower() for word in wanted.mentions)
        for change in found:
            if not change.is_new:
                weight = ASKED if asked else OTHER
                if change.path in used:
                    weight = max(weight, USED, used[change.path][0])
                yield _piece(change, weight, self._mask)
        new = [change.path for change in found if change.is_new]
        if new:
            yield _new(new, ASKED if asked else OTHER)
        kept = {_anchor(change.path) for change in found if not change.is_new}
        kept |= {_NEW} if new else set()
        for one in wanted.told if len(found) < FILES else ():
            if one.startswith(_CHANGE) and one not in kept:
                yield over(AnchorId(one), self.name, "no longer changed")


def _anchor(path: str) -> AnchorId:
    return AnchorId(f"{_CHANGE}{path}")


def _piece(change: Change, weight: float, mask: Callable[[str], str]) -> Piece:
    size = f"+{change.added} -{change.removed}"
    spots = ", ".join(change.spots)
    texts = {
        Fidelity.SIGNATURE: size,
        Fidelity.OUTLINE: f"{size}: {spots}",
        Fidelity.FULL: clip(mask(change.hunks), LIMIT),
    }
    ladder = {
        level: block("change", escape(text), of=change.path)
        for level, text in texts.items()
    }
    return Piece(
        id=_anchor(change.path),
        kind="change",
        source=ChangeProvider.name,
        ladder=ladder,
        gains=worth(ladder, _GAINS, weight),
        weight=weight,
        order=-1,
        why="changed since the last commit",
    )


def _new(paths: list[str], weight: float) -> Piece:
    text = f"not in git yet: {', '.join(paths)}"
    level = Fidelity.SIGNATURE
    return Piece(
        id=_NEW,
        kind="change",
        source=ChangeProvider.name,
        ladder={level: block("change", escape(text), of="project")},
        gains={level: _GAINS[level] * weight},
        weight=weight,
        order=-1,
        why="files that git does not know",
    )
