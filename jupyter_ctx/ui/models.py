"""Which model answers, for all doors: what was picked, over what was set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from jupyter_ctx.core.place import source_at_issue
from jupyter_ctx.gateway import named
from jupyter_ctx.gateway.catalogue import sizes
from jupyter_ctx.gateway.profiles import Settings, from_environment, resolve
from jupyter_ctx.protocol.setup import LabSettings, Outranked
from jupyter_ctx.tokens import estimate
from jupyter_ctx.ui.lab import LabLayer
from jupyter_ctx.ui.leaving import LOOPBACK

if TYPE_CHECKING:
    from jupyter_ctx.core.provider import RequestKind
    from jupyter_ctx.core.state import KernelState
    from jupyter_ctx.gateway.gateway import Profile
    from jupyter_ctx.ui.settings import JupyterCtx

PICKED = "picked in the sidebar"
OF_LAB = "set in JupyterLab's settings"


class Case(msgspec.Struct, frozen=True):
    """A request as rules see it: its kind, and its size in tokens."""

    kind: RequestKind = "ask"
    size: int = 0


def case_of(kind: RequestKind, prompt: str, state: KernelState) -> Case:
    """Describe a request: its size is that of the question and the cell at issue."""
    return Case(kind, estimate(prompt) + estimate(source_at_issue(state)))


class ModelChoice:
    """Settings by precedence: option, pick, rule, environment, traitlets, JupyterLab.

    A pick is an explicit act and holds until the kernel ends. JupyterLab's
    settings count only where nothing else names a model or an address, since a
    model of one place and an address of another do not go together. `profile:NAME`
    in the place of a model stands for all that the profile sets.
    """

    def __init__(
        self, config: Callable[[], JupyterCtx], environ: Mapping[str, str]
    ) -> None:
        self._lab = Settings()
        self._layer: LabLayer | None = None
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

    def profile(
        self, options: Settings | None = None, case: Case | None = None
    ) -> Profile:
        """Decide who answers now, or answers the request that *case* describes.

        Raises:
            SettingError: The settings do not go together.

        """
        name, why = self._profile_name(options, case)
        if name:
            return self._of_profile(name, why, options)
        names_model = options is not None and options.model is not None
        if self._picked is None or names_model:
            return self._named(resolve(self.settings(), self._environ, options=options))
        return self._resolve(self._picked, options)

    @property
    def profiles(self) -> dict[str, named.Named]:
        """The named profiles.

        Raises:
            SettingError: One of them makes no sense.

        """
        return named.profiles(self._config().profiles)

    @property
    def rules(self) -> tuple[named.Rule, ...]:
        """The rules that pick a profile; the first that fits counts.

        Raises:
            SettingError: One of them makes no sense, or uses a profile that is none.

        """
        made = named.rules(self._config().profile_rules)
        known = self.profiles if made else {}
        for rule in made:
            named.find(rule.use, known)
        return made

    def _profile_name(
        self, options: Settings | None, case: Case | None
    ) -> tuple[str, str]:
        """Give the profile that is to answer, if one is, and why."""
        given = options.model if options is not None else None
        if given is not None:
            return _name_of(given), "named with the request"
        if self._picked is not None:
            return _name_of(self._picked.model), "picked"
        for rule in self.rules if case is not None else ():
            if case is not None and rule.fits(case.kind, case.size):
                why = f"by the rule for {rule.told}; this {case.kind} has {case.size:,}"
                return rule.use, why
        set_up = from_environment(self.settings(), self._environ)
        return _name_of(set_up.model), "as set"

    def _of_profile(self, name: str, why: str, options: Settings | None) -> Profile:
        """Give the profile *name*, sizes of *options* on top.

        What was set for another model does not count, but for the privacy level.
        """
        found = named.find(name, self.profiles)
        common = from_environment(self.settings(), self._environ)
        base = Settings(
            temperature=common.temperature,
            worker_python=common.worker_python,
            privacy=common.privacy,
        )
        wanted = base.override(**msgspec.structs.asdict(found.settings))
        if options is not None:
            on_top = msgspec.structs.replace(options, model=None)
            wanted = wanted.override(**msgspec.structs.asdict(on_top))
        quiet = {
            key: value
            for key, value in self._environ.items()
            if not key.startswith("JUPYTER_CTX_") or key == "JUPYTER_CTX_PROBE"
        }
        profile = resolve(wanted, quiet)
        return msgspec.structs.replace(
            profile, name=name, key=found.key, origin=f"profile {name}, {why}"
        )

    def set_up(self) -> Profile:
        """Decide who would answer if nothing had been picked.

        Raises:
            SettingError: The settings do not go together.

        """
        set_up = from_environment(self.settings(), self._environ)
        if name := _name_of(set_up.model):
            return self._of_profile(name, "as set", None)
        return self._named(resolve(self.settings(), self._environ))

    def set_lab(self, model: str, api_base: str = "") -> None:
        """Take in the settings of the page: the last to be asked."""
        self._lab = Settings(model=model or None, api_base=api_base or None)

    def lay(self, settings: LabSettings) -> None:
        """Take in all settings of the page, below everything else that is set."""
        profile = f"{named.PREFIX}{settings.profile}" if settings.profile else ""
        self.set_lab(settings.model or profile, settings.api_base)
        if self._layer is None:
            self._layer = LabLayer(self._config(), self._environ)
        self._layer.lay(settings)

    def outranked(self) -> tuple[Outranked, ...]:
        """Give the page's settings that do not count, each with what does."""
        if self._layer is None:
            return ()
        return tuple(self._layer.outranked(is_picked=self.is_picked))

    def pick(self, model: str, api_base: str = "") -> None:
        """Let *model* answer from now on; empty takes the pick back.

        Raises:
            SettingError: It cannot be used; what was picked before stays.

        """
        if not model:
            self._picked = None
            return
        self.once(model, api_base)
        self._picked = Settings(model=model, api_base=api_base or None)

    def once(self, model: str, api_base: str = "") -> Profile:
        """Decide who would answer if *model* were picked; nothing is picked.

        Raises:
            SettingError: It cannot be used.

        """
        if name := _name_of(model):
            return self._of_profile(name, "picked", None)
        return self._resolve(Settings(model=model, api_base=api_base or None), None)

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


def _name_of(model: str | None) -> str:
    """Give the profile that `profile:NAME` names, else nothing."""
    is_profile = model is not None and model.startswith(named.PREFIX)
    return model.removeprefix(named.PREFIX).strip() if model and is_profile else ""
