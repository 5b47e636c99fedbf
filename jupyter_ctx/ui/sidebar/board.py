"""The board: gathers what the status line shows, on the sidebar's thread."""

from __future__ import annotations

import os
import platform
from typing import TYPE_CHECKING

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.errors import CtxError
from jupyter_ctx.gateway import keys, local, named
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.protocol.messages import Status
from jupyter_ctx.protocol.values import KernelFacts, Model, Option
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.status import model_of, options_of

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session


class Board:
    """Looks at settings, keys and the recorder's counts.

    It looks at no live object but for who watches the variables.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._options: tuple[Option, ...] | None = None

    def forget(self) -> None:
        """List the models anew at the next look: a key or a setting has changed."""
        self._options = None

    def state(
        self, connection: Connection, *, looks: bool = False
    ) -> KernelState | None:
        """Give what is known for the page of *connection*; not to be sent.

        None before it has told its notebook. With *looks* the kernel is looked at.
        """
        scene = connection.scene()
        if scene is None:
            return None
        if looks and not scene.is_alone:
            self._session.look()
        return self._session.marked(scene)

    def status(self, connection: Connection, stale: int) -> Status:
        """Give what the page of *connection* shows now; *stale* cells are due."""
        if self._options is None:
            self._options = self._list()
        model, due = self._model()
        notice = self._session.manager.notice
        return Status(
            model=model,
            kernel=self._kernel(connection, stale),
            options=self._options,
            notices=(*((notice,) if notice else ()), *due),
            outranked=self._session.models.outranked(),
        )

    def _model(self) -> tuple[Model, tuple[str, ...]]:
        """Describe who answers, and what becomes of older messages with a question."""
        try:
            profile = self._session.profile()
            model = model_of(profile, has_key=_has_key(profile))
            return model, self._session.manager.compaction.due(profile)
        except CtxError as error:
            return Model(name="", problem=str(error)), ()

    def _kernel(self, connection: Connection, stale: int) -> KernelFacts:
        run, last, variables, error = self._session.glance()
        return KernelFacts(
            python=f"Python {platform.python_version()}",
            run=run,
            last=last,
            variables=variables,
            error=error,
            is_busy=self._session.is_busy,
            is_restarted=self._session.is_resumed,
            has_subshells=connection.has_subshell,
            is_document_only=connection.is_companion,
            stale=stale,
        )

    def _list(self) -> tuple[Option, ...]:
        try:
            set_up = self._session.models.set_up()
        except CtxError:
            set_up = None  # the model's problem is told already
        server = local.find_server(os.environ)
        there = options_of(set_up, server, local.installed(), _has_key_for)
        return (*self._profiles(), *there)

    def _profiles(self) -> tuple[Option, ...]:
        try:
            known = self._session.models.profiles.values()
        except CtxError:
            return ()  # the model's problem tells of it
        return tuple(
            Option(f"{named.PREFIX}{one.name}", one.name, "", f"{one.settings.model}")
            for one in known
        )


def _has_key(profile: Profile) -> bool:
    try:
        return named.key_for(profile) is not None
    except CtxError:
        return False  # the profile's own source holds none


def _has_key_for(model: str) -> bool:
    try:
        return keys.resolve(model) is not None
    except CtxError:
        return False  # a keys file that cannot be read
