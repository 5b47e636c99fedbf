"""The status line as values: who answers, what leaves, and how the kernel is."""

from __future__ import annotations

from urllib.parse import urlsplit

from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.keys import provider_of
from jupyter_ctx.protocol.values import Model

LOOPBACK = ("localhost", "127.0.0.1", "::1", "0.0.0.0")  # noqa: S104 - as addresses


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
        leaves=leaves(profile),
        provider=key_owner(profile),
        has_key=has_key,
    )


def leaves(profile: Profile) -> str:
    """Say in one line what leaves this machine, and where to."""
    if profile.is_model_free or profile.is_embedded:
        return "Nothing leaves this machine."
    host = host_of(profile)
    if host in LOOPBACK:
        return f"What is sent stays on this machine ({profile.model} at {host})."
    return (
        "Code, outputs and values that the context list shows go to "
        f"{host or provider_of(profile.model)} ({profile.model})."
    )


def host_of(profile: Profile) -> str:
    """Give the host of the address that was set; empty for a provider's own."""
    return (urlsplit(profile.api_base).hostname or "") if profile.api_base else ""


def key_owner(profile: Profile) -> str:
    """Name under which a key is kept; empty where none is needed."""
    if profile.is_model_free or profile.is_embedded:
        return ""
    host = host_of(profile)
    if host in LOOPBACK:
        return ""
    # As `keys.resolve` looks it up: a bare name belongs to the host.
    return host if host and "/" not in profile.model else provider_of(profile.model)
