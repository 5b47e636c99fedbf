"""The status line as values: who answers, what leaves, and how the kernel is."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jupyter_ctx.core import privacy
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.keys import provider_of
from jupyter_ctx.gateway.local import Server
from jupyter_ctx.protocol.setup import Level
from jupyter_ctx.protocol.values import Model, Option
from jupyter_ctx.ui.leaving import LOOPBACK, host_of, leaving, where

HINTS = ("gpt-5-mini", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash")
"""Well-known models to begin with; any other name can be written."""

LABELS: dict[privacy.Level, str] = {
    "everything": "Everything",
    "schema": "Schema only, no values",
    "code": "Code only",
}
LEVEL_ENTRIES = tuple(
    Level(name, LABELS[name], privacy.told(name)) for name in privacy.LEVELS
)
"""What can be picked, the widest first."""


def model_of(profile: Profile, *, has_key: bool) -> Model:
    """Describe who answers; *has_key* tells whether a key for it was found."""
    return Model(
        name=profile.model,
        origin=profile.origin,
        api_base=profile.api_base or "",
        window=profile.window,
        budget=profile.budget,
        is_embedded=profile.is_embedded,
        is_model_free=profile.is_model_free,
        leaves=leaving(profile),
        where=f"{where(profile)}.",
        privacy=profile.privacy,
        levels=LEVEL_ENTRIES,
        provider=key_owner(profile),
        has_key=has_key,
        profile=profile.name,
    )


def key_owner(profile: Profile) -> str:
    """Name under which a key is kept; empty where none is needed."""
    if profile.is_model_free or profile.is_embedded:
        return ""
    host = host_of(profile)
    if host in LOOPBACK:
        return ""
    # As `keys.resolve` looks it up: a bare name belongs to the host.
    return host if host and "/" not in profile.model else provider_of(profile.model)


def options_of(
    set_up: Profile | None,
    server: Server | None,
    installed: Iterable[str],
    has_key: Callable[[str], bool],
) -> tuple[Option, ...]:
    """List the entries of the picker: what is set and what is here come first.

    Well-known models of providers are offered where no address was set: whoever
    set one wants everything to go there.
    """
    found: list[Option] = []
    if set_up is not None and not set_up.is_model_free:
        base = set_up.api_base or ""
        found.append(Option(set_up.model, _plain(set_up.model), base, set_up.origin))
    if server is not None:
        where = f"{server.name} on this machine"
        found.append(Option(server.model, server.model, server.api_base, where))
    for name in installed:
        model = f"embedded:{name}"
        found.append(Option(model, name, "", "small offline model, installed"))
    if set_up is None or not set_up.api_base or host_of(set_up) in LOOPBACK:
        found += [
            Option(name, _plain(name), "", _hint(name, has_key)) for name in HINTS
        ]
    found.append(Option("none", "No model", "", "quick fixes and facts only"))
    seen: dict[tuple[str, str], Option] = {}
    for one in found:
        seen.setdefault((one.name, one.api_base), one)
    return tuple(seen.values())


def _plain(model: str) -> str:
    return model.rpartition("/")[2].removeprefix("embedded:")


def _hint(model: str, has_key: Callable[[str], bool]) -> str:
    provider = provider_of(model)
    return f"{provider}: {'key found' if has_key(model) else 'needs a key'}"
