"""API keys: one resolver for every door."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from jupyter_core.paths import jupyter_config_dir

from jupyter_ctx.errors import SettingError

OWN_VARIABLE = "JUPYTER_CTX_API_KEY"

# Providers whose variable is not PROVIDER_API_KEY.
_VARIABLES = {
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "google": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "together_ai": ("TOGETHER_API_KEY", "TOGETHERAI_API_KEY"),
    "huggingface": ("HF_TOKEN", "HUGGINGFACE_API_KEY"),
    "fireworks_ai": ("FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY"),
}
# Model names without a provider, by how they start.
_BARE = (
    ("gpt", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("chatgpt", "openai"),
    ("claude", "anthropic"),
    ("gemini", "gemini"),
    ("command", "cohere"),
    ("mistral", "mistral"),
    ("deepseek", "deepseek"),
)


def provider_of(model: str) -> str:
    """Name the provider of litellm's model name; `openai` where it says nothing."""
    if "/" in model:
        return model.split("/", 1)[0].lower()
    bare = model.lower()
    return next((name for start, name in _BARE if bare.startswith(start)), "openai")


def variables(provider: str) -> tuple[str, ...]:
    """List the environment variables that may hold *provider*'s key."""
    return _VARIABLES.get(provider, (f"{provider.upper()}_API_KEY",))


def keys_file() -> Path:
    """Give the path of the keys file, on the kernel's host."""
    return Path(jupyter_config_dir()) / "jupyter_ctx" / "keys.json"


def resolve(
    model: str,
    *,
    given: str | None = None,
    api_base: str | None = None,
    environ: Mapping[str, str] = os.environ,
) -> str | None:
    """Find the key for *model*: argument, then environment, then keys file.

    Looked up anew for every request, so that a change takes effect at once. A
    server named by *api_base* gets a provider's key only where *model* names
    that provider, else the one stored for its host: a key must not leave for a
    host that it is not meant for.
    """
    if given:
        return given
    if environ.get(OWN_VARIABLE):
        return environ[OWN_VARIABLE]
    host = (urlsplit(api_base).hostname or "") if api_base else ""
    if host and "/" not in model:
        return stored().get(host)
    provider = provider_of(model)
    for name in variables(provider):
        if environ.get(name):
            return environ[name]
    return stored().get(provider)


def stored() -> dict[str, str]:
    """Read the keys file: provider to key; empty where there is none.

    Raises:
        SettingError: The file is not what we write.

    """
    path = keys_file()
    try:
        found = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        msg = f"The keys file {path} cannot be read ({error}). Mend or delete it."
        raise SettingError(msg) from error
    if not isinstance(found, dict):
        msg = f"The keys file {path} must hold an object. Mend or delete it."
        raise SettingError(msg)
    return {str(name): str(key) for name, key in found.items()}


def save(provider: str, key: str | None) -> None:
    """Write *provider*'s key to the keys file, or remove it with None.

    The file is readable by its owner alone, from its first byte on.

    Raises:
        SettingError: The folder cannot be written.

    """
    keys = stored()
    keys.pop(provider, None)
    if key:
        keys[provider] = key
    path = keys_file()
    fresh = path.with_suffix(".new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A crash may have left one behind, with any mode.
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(keys, file, indent=1)
        fresh.replace(path)
    except OSError as error:
        msg = (
            f"The key cannot be saved to {path} ({error}). Set it in the "
            f"environment instead, as {variables(provider)[0]}."
        )
        raise SettingError(msg) from error
