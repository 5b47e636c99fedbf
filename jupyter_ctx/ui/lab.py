"""JupyterLab's settings, laid below what the environment and traitlets say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from traitlets import All, TraitError

from jupyter_ctx.protocol.setup import LabSettings, Outranked

if TYPE_CHECKING:
    from jupyter_ctx.ui.settings import JupyterCtx

_TRAITS = (
    "privacy",
    "budget",
    "max_tokens",
    "compaction",
    "memory_note",
    "on_interrupt",
    "reads_project",
    "choice_form",
)
"""Settings that are traits of the same name."""

_VARIABLES = {
    "privacy": "JUPYTER_CTX_PRIVACY",
    "budget": "JUPYTER_CTX_BUDGET",
    "max_tokens": "JUPYTER_CTX_MAX_TOKENS",
}
_MODEL_VARIABLES = ("JUPYTER_CTX_MODEL", "JUPYTER_CTX_API_BASE")


class LabLayer:
    """Gives each trait that the user left alone the value of JupyterLab's setting.

    What the user set stays, also if it is set later or to the default.
    """

    def __init__(self, config: JupyterCtx, environ: Mapping[str, str]) -> None:
        self.settings = LabSettings()
        self._config = config
        self._environ = environ
        self._is_laying = False
        self._own = {name for name in _TRAITS if _is_set(config, name)}
        config.observe(self._note, names=All)

    def lay(self, settings: LabSettings) -> None:
        """Take in *settings* in place of those of before."""
        self.settings = settings
        self._is_laying = True
        try:
            for name in _TRAITS:
                if self._config.has_trait(name) and name not in self._own:
                    self._give(name, getattr(settings, name))
        finally:
            self._is_laying = False

    def outranked(self, *, is_picked: bool) -> Iterator[Outranked]:
        """Give the settings that do not count, and what does in their place.

        That is a variable, a trait as `c.JupyterCtx.NAME`, the setting `model`, or
        `picked` where the user has picked a model in the sidebar.
        """
        yield from self._outranked_models(is_picked=is_picked)
        for name in _TRAITS:
            by = self._winner(name)
            if by and not _is_open(getattr(self.settings, name)):
                yield Outranked(_camel(name), by)

    def _outranked_models(self, *, is_picked: bool) -> Iterator[Outranked]:
        by = "picked" if is_picked else self._model_winner()
        for name in ("model", "api_base", "profile"):
            is_set = bool(getattr(self.settings, name))
            if is_set and by:
                yield Outranked(_camel(name), by)
            elif is_set and name == "profile" and self.settings.model:
                yield Outranked(name, "model")

    def _model_winner(self) -> str:
        named = [name for name in _MODEL_VARIABLES if self._environ.get(name)]
        traits = [
            f"c.JupyterCtx.{name}"
            for name in ("model", "api_base")
            if getattr(self._config, name)
        ]
        return next(iter([*named, *traits]), "")

    def _winner(self, name: str) -> str:
        variable = _VARIABLES.get(name, "")
        if variable and self._environ.get(variable):
            return variable
        return f"c.JupyterCtx.{name}" if name in self._own else ""

    def _give(self, name: str, value: object) -> None:
        given = self._config.trait_defaults(name) if _is_open(value) else value
        try:
            setattr(self._config, name, given)
        except TraitError:
            # A settings file that was written by hand; the default is safe.
            setattr(self._config, name, self._config.trait_defaults(name))

    def _note(self, change: Mapping[str, Any]) -> None:
        if not self._is_laying:
            self._own.add(change["name"])


def _is_set(config: JupyterCtx, name: str) -> bool:
    """Tell whether the user set the trait, be it to its default."""
    if not config.has_trait(name):
        return False
    section = config.config.get("JupyterCtx", {})
    is_other = getattr(config, name) != config.trait_defaults(name)
    return name in section or is_other


def _is_open(value: object) -> bool:
    """Tell whether a setting says nothing; False does."""
    return value is None or (value is not False and value in ("", 0, "auto"))


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
