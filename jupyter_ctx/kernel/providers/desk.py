"""Asking the providers: the cheap ones first, each on its own, and noted."""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from jupyter_ctx.core.engine.keeps import Keeps
from jupyter_ctx.core.engine.kinds import DEFAULTS, Weights, factor_of, weighed
from jupyter_ctx.core.engine.mentions import mentioned
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.provider import Provider, Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.providers import PROVIDERS
from jupyter_ctx.kernel.providers.changes import ChangeProvider
from jupyter_ctx.kernel.providers.cost import COSTS, Cost, cost_of
from jupyter_ctx.kernel.providers.elided import elided
from jupyter_ctx.kernel.providers.files import FileProvider
from jupyter_ctx.kernel.providers.plugins import plugins
from jupyter_ctx.kernel.providers.project import ProjectProvider
from jupyter_ctx.kernel.providers.symbols import SymbolProvider
from jupyter_ctx.workspace.folder import folder
from jupyter_ctx.workspace.stack import emphasis

REMEMBERED = 200  # askings that are noted

_LOG = logging.getLogger("jupyter_ctx.kernel")


class Asked(msgspec.Struct, frozen=True):
    """One asking of one provider: how long it took, and what came of it.

    *failure* names the type of what it raised; its traceback is in the log.
    """

    source: str
    cost: Cost
    seconds: float
    pieces: int
    failure: str = ""


class Desk:
    """Knows all providers; what is set is looked at anew for every request.

    *where* gives the notebook's folder, *weights* what each kind of request is given;
    the project's providers are left out where *reads_project* says no. *asked* are
    the last askings, oldest first; *offered* the pieces of the last request
    before the user's *keeps* are applied, which are its own where none are given.
    """

    def __init__(
        self,
        mask: Callable[[str], str],
        where: Callable[[], Path],
        weights: Callable[[], Weights] = lambda: DEFAULTS,
        reads_project: Callable[[], bool] = lambda: True,
        keeps: Callable[[], Keeps] | None = None,
    ) -> None:
        self._mask = mask
        self._where = where
        self._weights = weights
        self._reads_project = reads_project
        self._outside: list[Provider] | None = None
        self._stressed: Mapping[str, float] = {}  # by what the project is made with
        self.asked: deque[Asked] = deque(maxlen=REMEMBERED)
        own = Keeps()
        self._keeps = keeps or (lambda: own)
        self.offered: list[Piece] = []

    @property
    def keeps(self) -> Keeps:
        """What the user pinned and dropped in the conversation that is open."""
        return self._keeps()

    def offer(self, wanted: Wanted) -> list[Piece]:
        """Give the pieces of all providers; one that fails is passed over.

        Of two pieces with one id the first counts.

        Raises:
            SettingError: The weights that are set make no sense.

        """
        weights = self._weights()
        found: dict[AnchorId, Piece] = {}
        for provider in self._providers(wanted):
            factor = factor_of(weights, wanted.request, provider.name)
            factor *= self._stressed.get(provider.name, 1.0)
            asked = self._ask(provider, wanted) if factor else []
            for piece in weighed(asked, factor, provider.name, weights[wanted.request]):
                found.setdefault(piece.id, piece)
        self.offered = list(found.values())
        keeps = self.keeps
        keeps.follow(wanted.state.executions)
        held = mentioned(wanted.prompt, self.offered, wanted.state)
        return keeps.applied(self.offered, wanted.told, held)

    def last(self) -> list[Asked]:
        """Give the askings of the last request, in the order in which they were."""
        found: list[Asked] = []
        for one in reversed(self.asked):
            if one.source in {other.source for other in found}:
                break
            found.insert(0, one)
        return found

    def elided(self, mention: str, state: KernelState, shown: Mapping[str, str]) -> str:
        """Give the lines that *mention* stands for in what was *shown* of *state*.

        Raises:
            AnchorError: Nothing leaves out lines of this name.

        """
        return self._mask(elided(mention, self.offered, shown, state, self._where()))

    def _providers(self, wanted: Wanted) -> Iterator[Provider]:
        yield from PROVIDERS
        # A narrower level lets out cells at most: no file, and no word of others.
        if wanted.privacy == "everything" and self._reads_project():
            self._stressed = emphasis(folder(self._where()))
            yield from sorted(self._others(), key=_dearness)

    def _others(self) -> Iterable[Provider]:
        if self._outside is None:
            own = (FileProvider, SymbolProvider, ProjectProvider, ChangeProvider)
            self._outside = [kind(self._where, self._mask) for kind in own]
            self._outside += plugins(self._mask)
        return self._outside

    def _ask(self, provider: Provider, wanted: Wanted) -> list[Piece]:
        start = time.perf_counter()
        pieces: list[Piece] = []
        failure = ""
        try:
            pieces += provider.pieces(wanted)
        except Exception as error:  # noqa: BLE001 - whatever others raise
            # An answer without its part is better than none.
            failure = type(error).__name__
            _LOG.exception("The provider %s failed and was left out", provider.name)
        seconds = time.perf_counter() - start
        cost = cost_of(provider)
        told = "%s gave %d pieces in %.1f ms"
        _LOG.debug(told, provider.name, len(pieces), 1000 * seconds)
        self.asked.append(Asked(provider.name, cost, seconds, len(pieces), failure))
        return pieces


def _dearness(provider: Provider) -> int:
    return COSTS.index(cost_of(provider))


def beside(environ: Mapping[str, str] = os.environ) -> Path:
    """Give the folder of the notebook, as the server told; else the working one."""
    told = environ.get("JPY_SESSION_NAME", "")
    folder = Path(told).parent if told else Path()
    if told and folder.is_absolute() and folder.is_dir():
        return folder
    try:
        return Path.cwd()
    except OSError:  # deleted under the kernel
        return Path.home()
