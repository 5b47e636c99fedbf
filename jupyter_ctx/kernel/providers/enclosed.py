"""What the user enclosed with the question, and with earlier ones."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.talk.enclosed import Enclosure
from jupyter_ctx.kernel.clip import clip
from jupyter_ctx.kernel.providers.worth import worth

EARLIER = 0.4  # weight of what came with an earlier question
PART, BEGINNING = 6_000, 1_000  # characters that the lower levels show
_GAINS = {Fidelity.SIGNATURE: 4.0, Fidelity.OUTLINE: 7.0, Fidelity.FULL: 10.0}


class EnclosedProvider:
    """One piece for each text; pictures that the model sees go beside the messages."""

    name = "enclosed"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the enclosed texts, whole or in part."""
        told: set[str] = set()
        for one in wanted.enclosed:
            if one.text:
                # Browsers call every pasted picture alike.
                name = f"{one.name}_{one.key[:8]}" if one.name in told else one.name
                told.add(one.name)
                yield _piece(replace(one, name=name))


def _piece(one: Enclosure) -> Piece:
    tag = "picture" if one.mime.startswith("image/") else "file"
    ladder = {Fidelity.FULL: block(tag, escape(one.text), enclosed=one.name)}
    for level, limit in ((Fidelity.OUTLINE, PART), (Fidelity.SIGNATURE, BEGINNING)):
        if len(one.text) > limit:
            told = escape(clip(one.text, limit))
            ladder[level] = block(tag, told, enclosed=one.name, shown="excerpt")
    weight = EARLIER if one.is_earlier else 1.0
    return Piece(
        id=AnchorId(f"enclosed:{one.name}"),
        kind="enclosed",
        source=EnclosedProvider.name,
        ladder=dict(sorted(ladder.items())),
        gains=worth(ladder, _GAINS, weight),
        weight=weight,
        order=-1,
        is_pinned=not one.is_earlier,
        why="added to an earlier question" if one.is_earlier else "added by you",
    )
