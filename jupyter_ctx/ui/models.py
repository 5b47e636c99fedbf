"""Which model answers, for all doors: what was picked, over what was set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from jupyter_ctx.gateway.catalogue import sizes
from jupyter_ctx.gateway.profiles import Settings, from_environment, resolve
from jupyter_ctx.ui.leaving import LOOPBACK

if TYPE_CHECKING:
    from jupyter_ctx.gateway.gateway import Profile
    from jupyter_ctx.ui.settings import JupyterCtx

PICKED = "picked in the sidebar"
OF_LAB = "set in JupyterLab's settings"


class ModelChoice:
    """Settings by precedence: option, pick, environment, traitlets, JupyterLab.

    A pick is an explicit act and holds until the kernel ends. JupyterLab's
    settings count only where nothing else names a model or an address, since a
    model of one place and an address of another do not go together.
    """

    def __init__(
        self, config: Callable[[], JupyterCtx], environ: Mapping[str, str]
    ) -> None:
        self._lab = Settings()
        self._config = config
        self._environ = environ
        self._picked: Settings | None = None

    @property
    def is_picked(self) -> bool:
        """Whether the user has picked a model in this kernel session."""
        return self._picked is not None

    def settings(self) -> Settings:
        """Give what was set, below environment and options; 0 is left open."""
        config = self._config()
        settings = Settings(
            model=config.model or None,
            api_base=config.api_base or None,
            window=config.window or None,
            budget=config.budget or None,
            max_tokens=config.max_tokens or None,
            temperature=config.temperature,
            worker_python=config.worker_python,
            privacy=config.privacy,
            vision=config.vision,
        )
        if not self._is_lab_asked(settings):
            return settings
        return settings.override(model=self._lab.model, api_base=self._lab.api_base)

    def profile(self, options: Settings | None = None) -> Profile:
        """Decide who answers now.

        Raises:
            SettingError: The settings do not go together.

        """
        names_model = options is not None and options.model is not None
        if self._picked is None or names_model:
            return self._named(resolve(self.settings(), self._environ, options=options))
        return self._resolve(self._picked, options)

    def set_up(self) -> Profile:
        """Decide who would answer if nothing had been picked.

        Raises:
            SettingError: The settings do not go together.

        """
        return self._named(resolve(self.settings(), self._environ))

    def set_lab(self, model: str, api_base: str = "") -> None:
        """Take in the settings of the page: the last to be asked."""
        self._lab = Settings(model=model or None, api_base=api_base or None)

    def pick(self, model: str, api_base: str = "") -> None:
        """Let *model* answer from now on; empty takes the pick back.

        Raises:
            SettingError: It cannot be used; what was picked before stays.

        """
        if not model:
            self._picked = None
            return
        wanted = Settings(model=model, api_base=api_base or None)
        self._resolve(wanted, None)
        self._picked = wanted

    def _resolve(self, picked: Settings, options: Settings | None) -> Profile:
        settings, environ = self.settings(), dict(self._environ)
        if self._is_elsewhere(picked, from_environment(settings, environ)):
            settings = msgspec.structs.replace(settings, api_base=None)
            environ.pop("JUPYTER_CTX_API_BASE", None)
        if options is not None:
            picked = picked.override(**msgspec.structs.asdict(options))
        profile = resolve(settings, environ, options=picked)
        return msgspec.structs.replace(profile, origin=PICKED)

    def _is_elsewhere(self, picked: Settings, set_up: Settings) -> bool:
        """Tell whether a provider's model was picked beside a server of this machine.

        Any other address that was set is a gateway, which everything goes through.
        """
        if picked.api_base or picked.model in (None, set_up.model):
            return False
        host = urlsplit(set_up.api_base or "").hostname or ""
        is_known = "/" in picked.model or bool(sizes(picked.model).window)
        return host in LOOPBACK and is_known

    def _is_lab_asked(self, settings: Settings) -> bool:
        above = from_environment(settings, self._environ)
        return not (above.model or above.api_base)

    def _named(self, profile: Profile) -> Profile:
        """Tell that JupyterLab's settings decided, where they did."""
        lab = self._lab
        is_of_lab = profile.model == lab.model and profile.origin == "as set"
        if not is_of_lab or from_environment(Settings(), self._environ).model:
            return profile
        if self._config().model:
            return profile
        return msgspec.structs.replace(profile, origin=OF_LAB)
