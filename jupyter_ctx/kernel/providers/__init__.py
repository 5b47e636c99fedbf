"""Providers: each turns one part of a kernel state into pieces.

They work on values only, so they run on any thread and without a kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from jupyter_ctx.core.engine.piece import Piece
from jupyter_ctx.core.provider import Provider, Wanted
from jupyter_ctx.kernel.providers.cells import CellProvider
from jupyter_ctx.kernel.providers.document import DocumentProvider
from jupyter_ctx.kernel.providers.enclosed import EnclosedProvider
from jupyter_ctx.kernel.providers.environment import EnvironmentProvider
from jupyter_ctx.kernel.providers.errors import ErrorProvider
from jupyter_ctx.kernel.providers.focus import FocusProvider
from jupyter_ctx.kernel.providers.outputs import OutputProvider
from jupyter_ctx.kernel.providers.stale import StaleProvider
from jupyter_ctx.kernel.providers.variables import VariableProvider

PROVIDERS: Sequence[Provider] = (
    EnvironmentProvider(),
    VariableProvider(),
    CellProvider(),
    DocumentProvider(),
    OutputProvider(),
    StaleProvider(),
    ErrorProvider(),
    FocusProvider(),
    EnclosedProvider(),
)


def offer(wanted: Wanted, providers: Iterable[Provider] = PROVIDERS) -> Iterator[Piece]:
    """Give the pieces of all *providers* for *wanted*."""
    for provider in providers:
        yield from provider.pieces(wanted)
