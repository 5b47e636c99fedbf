"""One line for the user: what leaves this machine, and where to."""

from __future__ import annotations

from urllib.parse import urlsplit

from jupyter_ctx.core import privacy
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.keys import provider_of

LOOPBACK = ("localhost", "127.0.0.1", "::1", "0.0.0.0")  # noqa: S104 - as addresses


def leaving(profile: Profile) -> str:
    """Say where to what is sent goes, and what the privacy level lets out."""
    what = f"privacy {profile.privacy}: {privacy.told(profile.privacy)}"
    if profile.is_model_free:
        return f"Nothing leaves this machine: no model is set ({what})."
    if profile.is_embedded:
        return f"Nothing leaves this machine: the model runs on it ({what})."
    host = host_of(profile)
    if host in LOOPBACK:
        return f"Nothing leaves this machine: {profile.model} at {host} ({what})."
    where = f"{host or provider_of(profile.model)} ({profile.model})"
    return f"Your question, this conversation and context go to {where}; {what}."


def host_of(profile: Profile) -> str:
    """Give the host of the address that was set; empty for a provider's own."""
    return (urlsplit(profile.api_base).hostname or "") if profile.api_base else ""
