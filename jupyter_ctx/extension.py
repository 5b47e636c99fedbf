"""The composition root: the one place that knows all names.

Loading the extension starts the recorder and registers three thin magics. All
else, from the store to the worker, is imported and started at its first use.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from jupyter_ctx import __version__
from jupyter_ctx.abilities import Abilities
from jupyter_ctx.core.secrets.quiet import mask_logs
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.ui.magics import register, unregister

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from jupyter_ctx.core.engine.assembly import Assembly
    from jupyter_ctx.core.privacy import Level
    from jupyter_ctx.core.provider import RequestKind, Wanted
    from jupyter_ctx.core.secrets.redact import Masker
    from jupyter_ctx.core.state import KernelState
    from jupyter_ctx.gateway.gateway import Profile
    from jupyter_ctx.gateway.profiles import Settings
    from jupyter_ctx.kernel.providers.desk import Desk
    from jupyter_ctx.kernel.sight import Scene, Sight
    from jupyter_ctx.manager.services import Door, Occasion
    from jupyter_ctx.ui.models import Case, ModelChoice
    from jupyter_ctx.ui.session import Screens
    from jupyter_ctx.ui.settings import JupyterCtx
    from jupyter_ctx.ui.sidebar.door import Door as Sidebar

# Lazy imports below keep `load_ext` within a fifth of the cost of IPython.
# ruff: noqa: PLC0415

LOGGERS = ("jupyter_ctx.kernel", "jupyter_ctx.manager", "jupyter_ctx.sidebar")
TARGET = "jupyter_ctx"  # of comms, as in protocol.messages, which loads at need

_sessions: dict[int, Session] = {}
_asked: set[str] = set()  # turns of sessions that ended in this very process


def load(shell: InteractiveShell) -> None:
    """Start recording in *shell* and register the magics; twice is once."""
    if id(shell) in _sessions:
        return
    session = Session(shell)
    session.shell.configurables.append(session.config)  # for `%config JupyterCtx`
    session.recorder.install()
    session.doors = register(shell, session)
    session.listen()
    mask_logs(LOGGERS, session.mask)
    _sessions[id(shell)] = session


def unload(shell: InteractiveShell) -> None:
    """Remove every hook, magic, thread and widget of ours from *shell*."""
    session = _sessions.pop(id(shell), None)
    if session is not None:
        unregister(shell)
        mask_logs(LOGGERS, None)
        session.shell.configurables.remove(session.config)
        session.close()


def attach() -> str:
    """Load the extension into the shell of this process; give why not, or nothing."""
    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    if shell is None:
        return "There is no IPython shell in this process. Use a Python kernel."
    try:
        # Not by IPython: the user's own %load_ext shall not be told that it is late.
        load(shell)
    except Exception as error:  # noqa: BLE001 - a page that asks gets an answer
        return f"jupyter_ctx could not be loaded ({type(error).__name__}: {error})."
    return ""


def active() -> Session:
    """Give the session of the shell that is running.

    Raises:
        SettingError: The extension is not loaded.

    """
    from IPython.core.getipython import get_ipython

    session = _sessions.get(id(get_ipython()))
    if session is None:
        from jupyter_ctx.errors import SettingError

        msg = "jupyter_ctx is not loaded here. Run %load_ext jupyter_ctx first."
        raise SettingError(msg)
    return session


class Session(Abilities):
    """What belongs to one shell: recorder, settings, and later the manager."""

    version = __version__

    def __init__(self, shell: InteractiveShell) -> None:
        super().__init__()
        self.shell: Any = shell
        self.recorder = Recorder(shell, self.masker)
        self._masker: Masker | None = None
        self._sight: Sight | None = None
        self._desk: Desk | None = None
        self._config: JupyterCtx | None = None
        self._models: ModelChoice | None = None
        self._sidebar: Sidebar | None = None
        self._told = ""  # the last notice about the store
        self.doors: Screens | None = None

    @property
    def config(self) -> JupyterCtx:
        """The user's traitlets."""
        if self._config is None:
            from jupyter_ctx.ui.settings import JupyterCtx

            self._config = JupyterCtx(parent=self.shell)
        return self._config

    @property
    def has_page(self) -> bool:
        """Whether a page of JupyterLab with our extension listens now."""
        return self._sidebar is not None and self._sidebar.has_page

    def listen(self) -> None:
        """Let pages of JupyterLab in; what they need is imported when one comes."""
        comms = getattr(getattr(self.shell, "kernel", None), "comm_manager", None)
        if comms is not None:
            comms.register_target(TARGET, self._open_comm)

    def _open_comm(self, comm: Any, message: object) -> None:  # noqa: ANN401
        from jupyter_ctx.ui.sidebar.door import Door

        with self._making:
            if self._sidebar is None:
                self._sidebar = Door(self)
        self._sidebar.open(comm, message)

    @property
    def is_kernel(self) -> bool:
        """Whether a front end shows the outputs, not a terminal."""
        return getattr(self.shell, "kernel", None) is not None

    def masker(self) -> Masker:
        """Give the masker, which follows the environment."""
        if self._masker is None:
            from jupyter_ctx.core.secrets.redact import masker
            from jupyter_ctx.ui.secrets import own_rules

            self._masker = masker(os.environ, own_rules(self.config))
        return self._masker

    def mask(self, text: str) -> str:
        """Hide every secret in *text*, those too that only a description has met."""
        return self.recorder.covering(self.masker().mask).mask(text)

    def state(
        self,
        prompt: str = "",
        scene: Scene | None = None,
        privacy: Level = "everything",
    ) -> KernelState:
        """Give all that is known for *prompt*, on any thread.

        What *privacy* keeps back is in no part of the state.
        """
        from jupyter_ctx.core.privacy import restrict

        page = self._sidebar.page if self._sidebar is not None else None
        seen = self.sight.state(prompt, scene, page=page)
        return self._with_restart(restrict(seen, privacy))

    @property
    def sight(self) -> Sight:
        """What looks at the kernel."""
        with self._making:
            if self._sight is None:
                from jupyter_ctx.kernel.sight import Sight

                loop = getattr(getattr(self.shell, "kernel", None), "io_loop", None)
                self._sight = Sight(self.recorder, self.masker(), loop)
            return self._sight

    def _with_restart(self, state: KernelState) -> KernelState:
        """Say so where the conversation is older than this kernel session."""
        import msgspec

        return msgspec.structs.replace(state, restarted=self.is_resumed)

    @property
    def is_resumed(self) -> bool:
        """Whether the conversation is older than this kernel session.

        Until the first question after the restart is in it.
        """
        if self._managed is None or not self.manager.is_resumed:
            return False
        return _asked.isdisjoint(self.manager.conversation.turns)

    @property
    def is_busy(self) -> bool:
        """Whether a cell runs now."""
        return self.recorder.is_running

    def glance(self) -> tuple[int, str, int, str]:
        """Give the last run and its name, how many variables live, and the error."""
        if self.recorder.is_behind:
            self.sight.look()
        return self.recorder.glance()

    def look(self) -> None:
        """Look at what is alive where no cell runs; for any thread."""
        self.sight.look()

    def marked(self, page: Scene) -> KernelState:
        """Mark what is out of date in the notebook of *page*; not to be sent."""
        return self.sight.marked(page)

    def known(self, page: Scene | None) -> KernelState:
        """Give what is known without a look, masked: to be completed from."""
        if self.recorder.is_behind:
            self.sight.look()
        return self.sight.known(page)

    @property
    def models(self) -> ModelChoice:
        """Which model answers, and what was picked."""
        if self._models is None:
            from jupyter_ctx.ui.models import ModelChoice

            self._models = ModelChoice(lambda: self.config, os.environ)
        return self._models

    def profile(
        self, options: Settings | None = None, case: Case | None = None
    ) -> Profile:
        """Decide which model answers, or answers the request of *case*.

        Raises:
            SettingError: The settings do not go together.

        """
        profile = self.models.profile(options, case)
        is_told = options is not None and options.privacy is not None
        return profile if is_told else self.identity.levels.applied(profile)

    def settings(self) -> Settings:
        """Give what was set, below environment and options."""
        return self.models.settings()

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
        """Take what a request needs, at the moment it is asked.

        Raises:
            SettingError: The settings do not go together.

        """
        from jupyter_ctx.manager.services import Occasion
        from jupyter_ctx.ui.models import case_of

        state = self.state(prompt, scene)
        profile = self.profile(options, case_of(request, prompt, state))
        return Occasion(
            state=state,
            profile=profile,
            request=request,
            door=door,
            key=key,
            model=(options.model or "") if options is not None else "",
            temperature=self.config.temperature,
            notices=self._news() if door != "preview" else (),
        )

    def _news(self) -> tuple[str, ...]:
        """Give the store's notice once: it need not stand under every reply."""
        notice = self.manager.notice
        is_new, self._told = notice != self._told, notice
        return (notice,) if notice and is_new else ()

    def context(
        self,
        prompt: str = "",
        *,
        budget: int | None = None,
        request: RequestKind = "ask",
        encoding: str | None = None,
    ) -> str:
        """See `jupyter_ctx.context`."""
        from jupyter_ctx.core.engine.assembly import render
        from jupyter_ctx.tokens import counter_for, counter_named

        profile = self.profile()
        if encoding is None and profile.is_model_free:
            encoding = "o200k_base"
        counter = counter_for(profile) if encoding is None else counter_named(encoding)
        wanted = self._wanted(prompt, request, profile.privacy)
        room = profile.budget if budget is None else budget
        return render(self.desk.offer(wanted), room, counter)

    def preview(
        self,
        prompt: str,
        *,
        request: RequestKind,
        options: Settings | None = None,
        scene: Scene | None = None,
    ) -> Assembly:
        """Assemble what *prompt* would send now."""
        occasion = self.occasion(
            prompt, request=request, door="preview", options=options, scene=scene
        )
        return self.manager.preview(prompt, occasion)

    def off(self) -> None:
        """Take everything of ours out of the shell."""
        # By way of IPython, so that %load_ext loads it again and not "already loaded".
        self.shell.extension_manager.unload_extension("jupyter_ctx")
        unload(self.shell)

    def close(self) -> None:
        """Take the recorder's hooks out and end what was started."""
        self.recorder.uninstall()
        comms = getattr(getattr(self.shell, "kernel", None), "comm_manager", None)
        if comms is not None:
            comms.targets.pop(TARGET, None)
        if self._sidebar is not None:
            self._sidebar.close()
        if self.doors is not None:
            self.doors.close()
        if self._managed is not None:
            _asked.update(self.manager.asked)
            self.manager.close()

    def _wanted(self, prompt: str, request: RequestKind, privacy: Level) -> Wanted:
        from jupyter_ctx.core.engine.relevance import words
        from jupyter_ctx.core.provider import Wanted

        state = self.state(prompt, privacy=privacy)
        return Wanted(prompt, request, state, words(prompt), privacy=privacy)

    @property
    def desk(self) -> Desk:
        """Asks the providers; made, with those of other packages, at the first use."""
        with self._making:
            if self._desk is None:
                from jupyter_ctx.wiring import make_desk

                self._desk = make_desk(self)
            return self._desk
