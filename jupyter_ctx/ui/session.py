"""What the doors ask of whoever wires them: the composition root fulfils it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.provider import RequestKind
from jupyter_ctx.core.secrets.redact import Masker
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.profiles import Settings
from jupyter_ctx.kernel.sight import Scene
from jupyter_ctx.manager import Manager
from jupyter_ctx.manager.conversations import Conversations
from jupyter_ctx.manager.identity import Identity
from jupyter_ctx.manager.pruning import Pruning
from jupyter_ctx.manager.services import Door, Occasion
from jupyter_ctx.ui.models import Case, ModelChoice
from jupyter_ctx.ui.settings import JupyterCtx

if TYPE_CHECKING:
    # It reads the project's files, which no request needs at load.
    from jupyter_ctx.kernel.enclosures import Enclosures
    from jupyter_ctx.kernel.mentioning.guide import Guide
    from jupyter_ctx.kernel.providers.desk import Desk
    from jupyter_ctx.manager.instructions import StandingInstructions
    from jupyter_ctx.manager.standing.drafts import Drafts
    from jupyter_ctx.manager.standing.remembering import MemoryDesk


class Screens(Protocol):
    """What the notebook's doors show."""

    def close(self) -> None:
        """Take panels and screens down."""
        ...


class Session(Protocol):
    """What belongs to one shell."""

    shell: Any
    version: str
    doors: Screens | None

    @property
    def config(self) -> JupyterCtx:
        """The user's traitlets."""
        ...

    @property
    def manager(self) -> Manager:
        """The manager; made at the first use."""
        ...

    @property
    def identity(self) -> Identity:
        """Which conversation the notebook has."""
        ...

    @property
    def conversations(self) -> Conversations:
        """All conversations that are kept."""
        ...

    @property
    def pruning(self) -> Pruning:
        """What of the conversation is not sent, and what stays."""
        ...

    @property
    def standing(self) -> StandingInstructions:
        """What the user told to do from now on."""
        ...

    @property
    def memory(self) -> tuple[MemoryDesk, Drafts]:
        """What changes the memory file, and what drafts a new text for it."""
        ...

    @property
    def enclosures(self) -> Enclosures:
        """What pages enclosed with their questions."""
        ...

    @property
    def guide(self) -> Guide:
        """What completes mentions, and says what became of them."""
        ...

    def known(self, page: Scene | None) -> KernelState:
        """Give what is known without a look, masked: to be completed from."""
        ...

    @property
    def is_kernel(self) -> bool:
        """Whether a front end shows the outputs, not a terminal."""
        ...

    @property
    def has_page(self) -> bool:
        """Whether a page of JupyterLab with our extension listens now."""
        ...

    @property
    def models(self) -> ModelChoice:
        """Which model answers, and what was picked."""
        ...

    def glance(self) -> tuple[int, str, int, str]:
        """Give the last run and its name, how many variables live, and the error."""
        ...

    def look(self) -> None:
        """Look at what is alive where no cell runs; for any thread."""
        ...

    def marked(self, page: Scene) -> KernelState:
        """Mark what is out of date in the notebook of *page*; not to be sent."""
        ...

    @property
    def is_busy(self) -> bool:
        """Whether a cell runs now."""
        ...

    @property
    def is_resumed(self) -> bool:
        """Whether the conversation is older than this kernel session."""
        ...

    def masker(self) -> Masker:
        """Give what hides secrets, with those of this session."""
        ...

    def mask(self, text: str) -> str:
        """Hide every secret in *text*, those too that only a description has met."""
        ...

    @property
    def desk(self) -> Desk:
        """Who asks the providers, and what the user pinned or dropped."""
        ...

    def settings(self) -> Settings:
        """Give the traitlets as settings."""
        ...

    def profile(
        self, options: Settings | None = None, case: Case | None = None
    ) -> Profile:
        """Decide which model answers, or answers the request of *case*."""
        ...

    def occasion(  # noqa: PLR0913 - each is a fact of the request, given by name
        self,
        prompt: str,
        *,
        request: RequestKind = "ask",
        door: Door = "magic",
        key: str = "",
        options: Settings | None = None,
        scene: Scene | None = None,
    ) -> Occasion:
        """Take what a request needs, at the moment it is asked."""
        ...

    def state(self, prompt: str = "") -> KernelState:
        """Look at the kernel for *prompt*."""
        ...

    def preview(
        self,
        prompt: str,
        *,
        request: RequestKind,
        options: Settings | None = None,
        scene: Scene | None = None,
    ) -> Assembly:
        """Assemble what *prompt* would send now."""
        ...

    def off(self) -> None:
        """Take everything of ours out of the shell."""
        ...
