"""The guide beside the field: completes mentions, says what they came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.mentions import Met, anchors, read
from jupyter_ctx.core.engine.piece import Item, Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.mentioning.catalogue import Candidate, catalogue
from jupyter_ctx.kernel.mentioning.ranking import ranked
from jupyter_ctx.kernel.mentioning.unmet import unmet
from jupyter_ctx.workspace.folder import Folder, folder


class Guide:
    """Looks at values and at the project's files; at no live object."""

    def __init__(
        self, where: Callable[[], Path], reads_project: Callable[[], bool]
    ) -> None:
        self._where = where
        self._reads_project = reads_project

    def complete(
        self, text: str, state: KernelState, kind: str = ""
    ) -> tuple[Candidate, ...]:
        """Give what *text*, written after an `@`, may become; the likeliest first."""
        return ranked(text, catalogue(state, self._folder()), kind)

    def meet(
        self, wanted: Wanted, pieces: Sequence[Piece], made: Assembly
    ) -> tuple[Met, ...]:
        """Say of each mention what of it is sent, as *made* tells, or why it is not."""
        if "@" not in wanted.prompt:
            return ()
        problems = unmet(wanted, pieces, self._folder())
        placed = {one.id: one for one in [*made.left_out, *made.items]}
        kinds = {one.id: one.kind for one in pieces}
        told = []
        for mention in read(wanted.prompt):
            found = anchors(mention, pieces, wanted.state)
            rows = [placed[one] for one in found if one in placed]
            problem = problems.get(mention, "")
            if found or problem:
                of = [kinds[one] for one in found]
                told.append(_met(mention.text, of, rows, problem))
        return tuple(told)

    def _folder(self) -> Folder | None:
        return folder(self._where()) if self._reads_project() else None


def _met(text: str, kinds: Sequence[str], rows: Sequence[Item], problem: str) -> Met:
    out = next((one for one in rows if one.fidelity == "NONE"), None)
    if out is not None and not problem:
        problem = f"{text} is not sent: {out.why}."
    return Met(
        mention=text,
        kind=kinds[0] if kinds else "",
        fidelity=rows[0].fidelity if rows else "",
        tokens=sum(one.tokens for one in rows),
        problem=problem,
    )
