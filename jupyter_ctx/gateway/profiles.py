"""Which model answers, and within which sizes: settings become a profile."""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec

from jupyter_ctx.core.privacy import level
from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway import catalogue, local
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.vocabulary import files as vocabulary

EMBEDDED_WINDOW = 4_096  # tokens; more costs memory and, on two cores, patience
EMBEDDED_BUDGET = 1_200  # tokens; reading the prompt is what takes the time
DEFAULT_WINDOW = 8_192  # tokens, where no catalogue knows the model
BUDGET_CAP = 32_000  # tokens of a request unless more is asked for: it costs money
LEAST_ANSWER = 16  # tokens that must be left for the answer

NO_MODEL = ("none", "off")


class Settings(msgspec.Struct, frozen=True):
    """What the user set, by traitlets or options; None leaves it open."""

    model: str | None = None
    api_base: str | None = None
    window: int | None = None
    budget: int | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    tools: bool | None = None
    privacy: str | None = None
    vision: bool | None = None
    worker_python: str = ""

    def override(self, **values: object) -> Settings:
        """Put the *values* that are not None on top, as a magic's options are."""
        given = {name: value for name, value in values.items() if value is not None}
        return msgspec.structs.replace(self, **given)


def from_environment(settings: Settings, environ: Mapping[str, str]) -> Settings:
    """Put the `JUPYTER_CTX_…` variables on top of *settings*.

    Raises:
        SettingError: A number is none, or not positive.

    """
    return settings.override(
        model=environ.get("JUPYTER_CTX_MODEL") or None,
        api_base=environ.get("JUPYTER_CTX_API_BASE") or None,
        window=_number(environ, "JUPYTER_CTX_WINDOW"),
        budget=_number(environ, "JUPYTER_CTX_BUDGET"),
        max_tokens=_number(environ, "JUPYTER_CTX_MAX_TOKENS"),
        privacy=environ.get("JUPYTER_CTX_PRIVACY") or None,
        vision=_switch(environ, "JUPYTER_CTX_VISION"),
    )


def _switch(environ: Mapping[str, str], name: str) -> bool | None:
    text = environ.get(name, "").strip().lower()
    return text not in ("0", "no", "false", "off") if text else None


def _number(environ: Mapping[str, str], name: str) -> int | None:
    text = environ.get(name, "").strip()
    if not text:
        return None
    try:
        value = int(text.replace(",", "").replace("_", ""))
    except ValueError:
        value = 0
    if value <= 0:
        msg = f"{name} must be a positive number of tokens, not {text!r}. Change it."
        raise SettingError(msg)
    return value


def resolve(
    settings: Settings,
    environ: Mapping[str, str] = os.environ,
    *,
    options: Settings | None = None,
) -> Profile:
    """Decide who answers: *options* > environment > *settings* > what is there.

    With nothing set, a model server on loopback is taken, else the embedded
    model if it is installed, else no model: quick fixes and facts only.

    Raises:
        SettingError: Sizes that do not go together, or an unusable number.

    """
    wanted = from_environment(settings, environ)
    if options is not None:
        wanted = wanted.override(**msgspec.structs.asdict(options))
    if (wanted.model or "").lower() in NO_MODEL:
        return _sized(Profile(model="", origin="no model is wanted"), wanted)
    if wanted.model or wanted.api_base:
        return _configured(wanted, environ)
    return _found(wanted, environ)


def _configured(wanted: Settings, environ: Mapping[str, str]) -> Profile:
    model = wanted.model or "default"
    if model.startswith("embedded:") or model in local.names():
        return _embedded(wanted, model.removeprefix("embedded:"), "as set")
    known = catalogue.sizes(model)
    base = _clean_base(wanted.api_base)
    # Only of a catalogued model it is known; a custom server may be another one.
    tools = known.tools and base is None if wanted.tools is None else wanted.tools
    vision = known.vision and base is None
    profile = Profile(
        model=model,
        api_base=base,
        tools=tools,
        origin="as set",
        vision=vision,
        vocabulary=vocabulary.find(model, base, environ),
    )
    return _sized(profile, wanted, known.window, known.output)


def _found(wanted: Settings, environ: Mapping[str, str]) -> Profile:
    server = local.find_server(environ)
    if server is not None:
        origin = f"found on this machine: {server.name}"
        path = vocabulary.find(server.model, server.api_base, environ)
        profile = Profile(server.model, server.api_base, origin=origin, vocabulary=path)
        return _sized(profile, wanted, server.window)
    installed = local.installed()
    if installed:
        return _embedded(wanted, installed[0], "installed on this machine")
    return _sized(Profile(model="", origin="no model was found"), wanted)


def _embedded(wanted: Settings, name: str, origin: str) -> Profile:
    if name not in local.installed():
        msg = (
            f"The embedded model {name} is not installed. Run "
            f"`jupyter ctx model install {name}`."
        )
        raise SettingError(msg)
    path = local.model_path(name)
    profile = Profile(f"embedded:{name}", origin=origin, vocabulary=path)
    return _sized(profile, wanted, EMBEDDED_WINDOW, cap=EMBEDDED_BUDGET)


def _clean_base(base: str | None) -> str | None:
    if base is None:
        return None
    if not base.startswith(("http://", "https://")):
        msg = (
            f"JUPYTER_CTX_API_BASE must be a http(s) address, not {base!r}. Change it."
        )
        raise SettingError(msg)
    return base.rstrip("/")


def _sized(
    profile: Profile,
    wanted: Settings,
    known: int = 0,
    output: int = 0,
    *,
    cap: int = BUDGET_CAP,
) -> Profile:
    """Fit window, answer and budget together: budget + answer <= window.

    What the user set stays; what is open adapts, also a window that is only our
    guess. Sizes that the user set and that do not fit are an error.
    """
    window = wanted.window or known or DEFAULT_WINDOW
    if not wanted.window and not known and wanted.budget:
        window = max(window, wanted.budget + (wanted.max_tokens or window // 4))
    answer = wanted.max_tokens or _answer(window, output, wanted.budget)
    budget = wanted.budget or min(cap, window - answer)
    if budget <= 0 or budget + answer > window:
        msg = (
            f"A window of {window:,} tokens has no room for a budget of "
            f"{max(budget, 1):,} and an answer of {answer:,}. Lower the budget "
            "(`-b N` or JUPYTER_CTX_BUDGET) or the answer (JUPYTER_CTX_MAX_TOKENS), "
            "or set the model's real window (JUPYTER_CTX_WINDOW)."
        )
        raise SettingError(msg)
    return msgspec.structs.replace(
        profile,
        window=window,
        max_tokens=answer,
        budget=budget,
        privacy=level(wanted.privacy or "everything"),
        vision=profile.vision if wanted.vision is None else wanted.vision,
    )


def _answer(window: int, output: int, budget: int | None) -> int:
    """Give the model's longest answer, at most a quarter, less for a large budget."""
    quarter = max(LEAST_ANSWER, window // 4)
    left = window - (budget or 0)
    return max(LEAST_ANSWER, min(output or quarter, quarter, left))
