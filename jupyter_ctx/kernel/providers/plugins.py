"""Providers of other packages, found by their entry points.

    [project.entry-points."jupyter_ctx.providers"]
    dvc = "jupyter_ctx_dvc:DvcProvider"

Each is a class without arguments whose objects have a `name` and `pieces(wanted)`.
Their texts are plain: they are masked, escaped and put into a block that says whose
they are, so that they are data to a model whatever they hold.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import msgspec

from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Provider, Wanted
from jupyter_ctx.kernel.providers.cost import Cost, cost_of

GROUP = "jupyter_ctx.providers"
OFFERED = 50  # pieces of one provider
TEXT_LIMIT = 20_000  # characters of one text
GAIN_LIMIT = 8.0  # what a file that the prompt names is worth

_LOG = logging.getLogger("jupyter_ctx.kernel")


class PluginProvider:
    """Asks a provider of another package, and takes its pieces as data."""

    def __init__(
        self, name: str, provider: Provider, mask: Callable[[str], str]
    ) -> None:
        self.name = name
        self.cost: Cost = cost_of(provider)
        self._provider = provider
        self._mask = mask

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer what the provider offers; what is no piece is passed over."""
        for index, piece in enumerate(self._provider.pieces(wanted)):
            if index >= OFFERED:
                return
            if isinstance(piece, Piece):
                yield self._own(piece)

    def _own(self, piece: Piece) -> Piece:
        """Make a piece that neither hides a live name nor speaks for us."""
        return msgspec.structs.replace(
            piece,
            id=AnchorId(f"{self.name}:{piece.id}"),
            kind="project",
            source=self.name,
            ladder={
                level: block("project", self._data(text), source=self.name)
                for level, text in piece.ladder.items()
            },
            gains={level: min(gain, GAIN_LIMIT) for level, gain in piece.gains.items()},
            names=(),
            host=None,
            beside={},
            requires=(),
            tail=False,
        )

    def _data(self, text: str) -> str:
        # Masked before it is cut: half a key is no longer known as one.
        return escape(self._mask(text)[:TEXT_LIMIT])


def installed() -> list[str]:
    """Name the providers of all installed packages, loading none."""
    # Reading what is installed takes milliseconds: not before a question.
    from importlib import metadata  # noqa: PLC0415

    return sorted(point.name for point in metadata.entry_points(group=GROUP))


def plugins(mask: Callable[[str], str]) -> list[PluginProvider]:
    """Load the providers of all installed packages, by name; broken ones are logged."""
    # Reading what is installed takes milliseconds: not before a question.
    from importlib import metadata  # noqa: PLC0415

    found = []
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda one: one.name):
        try:
            provider = point.load()()
        except Exception:  # noqa: BLE001 - whatever others raise
            _LOG.exception("Provider %s does not load; its package says", point.name)
        else:
            found.append(PluginProvider(point.name, provider, mask))
    return found
