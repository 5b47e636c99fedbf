"""Cells in other languages in one line: what they define, which no variable tells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jupyter_ctx.code.magics import language
from jupyter_ctx.code.skeleton import signatures
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.relevance import MENTIONED, words
from jupyter_ctx.core.engine.render import one_line
from jupyter_ctx.core.engine.tags import escape
from jupyter_ctx.kernel.providers.history import cell_anchor

GAIN = 5.0  # what the line is worth, as the header of a definition
UNASKED = 0.15  # the chance that it is needed where the prompt does not say so
LINE_LIMIT = 160  # characters of the line

_LEFT_OUT = re.compile(r"/\*.*?\*/|(?:#|//|--) \.\.\. .*$", re.MULTILINE)


def foreign(
    execution: Execution, mentions: frozenset[str], source: str
) -> Iterator[Piece]:
    """Tell what a cell in another language holds, until it is shown word for word."""
    written_in = execution.language.lower() or language(execution.source)
    if written_in in ("python", "text"):  # or in none that is known
        return
    magic, _, body = execution.source.strip().partition("\n")
    if not magic.startswith("%%"):
        magic, body = execution.language, execution.source
    outlined = signatures(body, written_in)
    said = one_line(_LEFT_OUT.sub("...", outlined), LINE_LIMIT)
    spoken = {word.casefold() for word in mentions}
    held = {word.casefold() for word in words(said)}
    weight = UNASKED if spoken.isdisjoint(held) else MENTIONED
    text = f"# {execution.label} {one_line(magic, LINE_LIMIT)}: {said}"
    yield Piece(
        id=AnchorId(f"foreign:{execution.run}"),
        kind="definition" if weight == MENTIONED else "foreign",
        source=source,
        ladder={Fidelity.SIGNATURE: escape(text)},
        gains={Fidelity.SIGNATURE: GAIN * weight},
        host=cell_anchor(execution),
        weight=weight,
        order=execution.run,
        why=f"what {execution.label} defines in {written_in}",
    )
