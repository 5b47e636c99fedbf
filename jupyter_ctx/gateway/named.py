"""Named profiles: sets of model, address, sizes and key that are picked by name.

`profile:NAME` stands for one wherever a model is named. A rule picks one by the kind
and the size of a request, where nobody picked a model.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
from jupyter_core.paths import jupyter_config_dir

from jupyter_ctx.core.provider import RequestKind
from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway import keys
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.profiles import Settings

PREFIX = "profile:"
KINDS: tuple[str, ...] = get_args(RequestKind)
FILE_RULES = "profile_rules"  # the entry of the file that is no profile

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{1,80}")
_SECRET = re.compile(r"^(?:sk|pk|gsk|hf|xai|AIza)[-_A-Za-z0-9]{16,}$")
_FIELDS = (
    "model",
    "api_base",
    "window",
    "budget",
    "max_tokens",
    "temperature",
    "tools",
    "privacy",
    "vision",
)
_SIZES = ("window", "budget", "max_tokens")


class Named(msgspec.Struct, frozen=True):
    """One profile: what it sets, and the name of the variable that holds its key."""

    name: str
    settings: Settings
    key: str = ""


class Rule(msgspec.Struct, frozen=True):
    """Requests of *kinds* (all if empty) of *above* to *below* tokens use a profile."""

    use: str
    kinds: tuple[str, ...] = ()
    below: int | None = None
    above: int | None = None

    @property
    def told(self) -> str:
        """The rule in words."""
        parts = [" or ".join(self.kinds) or "all requests"]
        if self.above is not None:
            parts.append(f"above {self.above:,} tokens")
        if self.below is not None:
            parts.append(f"below {self.below:,} tokens")
        return " ".join(parts)

    def fits(self, kind: str, size: int) -> bool:
        """Tell whether a request of *kind* with *size* tokens is meant."""
        is_kind = not self.kinds or kind in self.kinds
        is_large = self.above is None or size > self.above
        return is_kind and is_large and (self.below is None or size < self.below)


def profiles_file() -> Path:
    """Give the path of the file with profiles, on the kernel's host."""
    return Path(jupyter_config_dir()) / "jupyter_ctx" / "profiles.json"


def profiles(given: Mapping[str, Any]) -> dict[str, Named]:
    """Read the profiles that are *given*, and below them those of the file.

    Raises:
        SettingError: One of them makes no sense.

    """
    found = {**_file(), **given}
    found.pop(FILE_RULES, None)
    return {name: _named(name, one) for name, one in found.items()}


def rules(given: Sequence[Any]) -> tuple[Rule, ...]:
    """Read the rules that are *given*, before those of the file; the first one counts.

    Raises:
        SettingError: One of them makes no sense.

    """
    of_file = _file().get(FILE_RULES, [])
    if not isinstance(of_file, list):
        msg = f"{FILE_RULES} in {profiles_file()} must be a list. Mend the file."
        raise SettingError(msg)
    return tuple(_rule(one) for one in (*given, *of_file))


def find(name: str, known: Mapping[str, Named]) -> Named:
    """Find the profile *name*.

    Raises:
        SettingError: There is none of this name.

    """
    if name in known:
        return known[name]
    there = f"These are set: {', '.join(known)}." if known else "None is set."
    msg = (
        f"There is no profile {name!r}. {there} Set it in c.JupyterCtx.profiles or in "
        f"{profiles_file()}."
    )
    raise SettingError(msg)


def key_for(profile: Profile, environ: Mapping[str, str] = os.environ) -> str | None:
    """Find the key for *profile*: from where it says, else as for every model.

    Raises:
        SettingError: The profile's own source holds none.

    """
    if not profile.key:
        return keys.resolve(profile.model, api_base=profile.api_base, environ=environ)
    found = environ.get(profile.key) or keys.stored().get(profile.key)
    if not found:
        msg = (
            f"The profile {profile.name} takes its key from {profile.key}, which is "
            f"not set. Set that variable and restart the kernel, or save the key with "
            f"`jupyter ctx key set {profile.key}`."
        )
        raise SettingError(msg)
    return found


def named(failure: str, profile: Profile) -> str:
    """Give the sentence of a *failure* with the profile and where its key is from."""
    if not profile.name or f"profile {profile.name}" in failure:
        return failure
    key = f", its key from {profile.key}" if profile.key else ""
    return f"{failure} (Profile {profile.name}: {profile.model}{key}.)"


def _file() -> dict[str, Any]:
    path = profiles_file()
    try:
        found = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, RecursionError) as error:
        msg = f"The profiles in {path} cannot be read ({error}). Mend or delete it."
        raise SettingError(msg) from error
    if not isinstance(found, dict):
        msg = f"The file {path} must hold an object: profiles by name. Mend it."
        raise SettingError(msg)
    return found


def _named(name: str, given: object) -> Named:
    if not isinstance(given, Mapping):
        msg = f"The profile {name} must be a table, such as {{'model': 'gpt-5-mini'}}."
        raise SettingError(msg)
    unknown = [field for field in given if field not in (*_FIELDS, "key")]
    if unknown:
        msg = (
            f"The profile {name} has no setting {unknown[0]!r}. Use key, "
            f"{', '.join(_FIELDS)}."
        )
        raise SettingError(msg)
    model = given.get("model")
    if not isinstance(model, str) or not model or model.startswith(PREFIX):
        msg = f"The profile {name} needs a model, by litellm's name."
        raise SettingError(msg)
    try:
        values = {key: given[key] for key in _FIELDS if given.get(key) is not None}
        settings = msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        msg = f"The profile {name} makes no sense: {error}. Change it."
        raise SettingError(msg) from error
    for field in _SIZES:
        size = getattr(settings, field)
        if size is not None and size <= 0:
            msg = f"The profile {name} needs a positive number of tokens for {field}."
            raise SettingError(msg)
    return Named(name, settings, _key(name, given.get("key") or ""))


def _key(name: str, given: object) -> str:
    """Check that it is the name of a variable; a key itself is never repeated."""
    is_name = isinstance(given, str) and (not given or _VARIABLE.fullmatch(given))
    if not is_name or _SECRET.match(str(given)):
        msg = (
            f"In the profile {name}, key must be the name of an environment variable, "
            "such as 'OPENAI_API_KEY', not the key itself."
        )
        raise SettingError(msg)
    return str(given)


def _rule(given: object) -> Rule:
    kinds = given.get("kind", ()) if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping) or not isinstance(given.get("use"), str):
        msg = f"A rule must say which profile to use, as in {_EXAMPLE}: {given!r}."
        raise SettingError(msg)
    unknown = [key for key in given if key not in ("kind", "below", "above", "use")]
    sizes = [given.get("below"), given.get("above")]
    is_odd = any(size is not None and not _is_size(size) for size in sizes)
    kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds or ())
    odd = [kind for kind in kinds if kind not in KINDS]
    if odd and not unknown and not is_odd:
        msg = (
            f"The rule {dict(given)!r} names no kind of request by {odd[0]!r}. Use one "
            f"of {', '.join(KINDS)}."
        )
        raise SettingError(msg)
    if unknown or is_odd:
        msg = f"The rule {dict(given)!r} makes no sense; write it as in {_EXAMPLE}."
        raise SettingError(msg)
    return Rule(given["use"], kinds, given.get("below"), given.get("above"))


def _is_size(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 0


_EXAMPLE = "{'kind': ['fix', 'complete'], 'below': 2000, 'use': 'local'}"
