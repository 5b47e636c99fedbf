"""The project itself: what it is made with, its tree and how it is set up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.providers.cost import Cost
from jupyter_ctx.kernel.providers.worth import worth
from jupyter_ctx.workspace.folder import Folder, folder, read
from jupyter_ctx.workspace.stack import Stack, stack

SHOWN = 40  # lines of the tree
SETTINGS = 1_500  # characters of one file that says how the project is set up
FEW, ASKED = 0.06, 0.6  # weights: no word of it, or the prompt asks for it
_ASKING = re.compile(
    r"\b(?:projects?|repo(?:sitory)?|install(?:ed)?|dependenc\w+|packages?|requirements|"
    r"versions?|config\w*|settings?|tests?|scripts?|files?|folders?|director(?:y|ies)|"
    r"structure|module)\b",
    re.IGNORECASE,
)
_GAINS = {Fidelity.SIGNATURE: 1.5, Fidelity.OUTLINE: 3.0, Fidelity.FULL: 4.5}


class ProjectProvider:
    """One piece: the stack in a line, then the tree, then its settings."""

    name = "project"
    cost: ClassVar[Cost] = "disk"

    def __init__(self, where: Callable[[], Path], mask: Callable[[str], str]) -> None:
        self._where = where
        self._mask = mask

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the project; a mere folder of data only where the prompt asks."""
        of = folder(self._where())
        if len(of.files) <= 1:
            return
        made = stack(of)
        weight = ASKED if _ASKING.search(wanted.prompt) else FEW
        if weight == FEW and not made.line:
            return  # a folder of data: its name says nothing
        head = [f"{Path(of.root).name}: {made.line or 'no source files'}"]
        head += [f"notebook in {of.here}"] if of.here else []
        texts = [head, [*head, *tree(of)]]
        settings = self._settings(of, made)
        texts += [[*texts[1], *settings]] if settings else []
        levels = (Fidelity.SIGNATURE, Fidelity.OUTLINE, Fidelity.FULL)
        ladder = {
            level: block("project", escape("\n".join(lines)))
            for level, lines in zip(levels, texts, strict=False)
        }
        yield Piece(
            id=AnchorId("project:tree"),
            kind="project",
            source=self.name,
            ladder=ladder,
            gains=worth(ladder, _GAINS, weight),
            weight=weight,
            order=-1,
            why="the prompt asks for it" if weight == ASKED else "around the notebook",
        )

    def _settings(self, of: Folder, made: Stack) -> list[str]:
        lines: list[str] = []
        for path in made.settings[:3]:
            text = self._mask(read(of.root, path) or "").strip()
            if text and len(text) <= SETTINGS:
                lines += [f"# {path}", text]
        return [*lines, *(f"script {script}" for script in made.scripts)]


def tree(of: Folder) -> list[str]:
    """Give files beside the notebook, and of other folders the number of files."""
    beside = f"{of.here}/" if of.here else ""
    near = [
        path
        for path in of.files
        if path.startswith(beside) and "/" not in path[len(beside) :]
    ]
    folders = Counter(
        path.rpartition("/")[0] for path in of.files if path not in set(near)
    )
    lines = near[:SHOWN]
    lines += [f"... {len(near) - SHOWN} more files"] if len(near) > SHOWN else []
    top: Counter[str] = Counter()
    for inside, count in folders.items():
        top["/".join(inside.split("/")[:2]) or "."] += count
    counted = sorted(top.items())[: SHOWN // 2]
    lines += [f"{name}/ ({count} files)" for name, count in counted]
    rest = len(top) - len(counted)
    return [*lines, f"... {rest} more folders"] if rest > 0 else lines
