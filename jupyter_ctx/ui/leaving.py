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
    said = where(profile)
    return f"{said} ({what})." if _stays(profile) else f"{said}; {what}."


def where(profile: Profile) -> str:
    """Say where to what is sent goes, without a full stop."""
    if profile.is_model_free:
        return "Nothing leaves this machine: no model is set"
    if profile.is_embedded:
        return "Nothing leaves this machine: the model runs on it"
    host = host_of(profile)
    if _stays(profile):
        return f"Nothing leaves this machine: {profile.model} at {host}"
    there = f"{host or provider_of(profile.model)} ({profile.model})"
    return f"Your question, this conversation and context go to {there}"


def _stays(profile: Profile) -> bool:
    is_here = profile.is_model_free or profile.is_embedded
    return is_here or host_of(profile) in LOOPBACK


def host_of(profile: Profile) -> str:
    """Give the host of the address that was set; empty for a provider's own."""
    return (urlsplit(profile.api_base).hostname or "") if profile.api_base else ""
