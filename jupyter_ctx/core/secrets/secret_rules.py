"""Further rules of a user or team for secrets, from a TOML file like our own.

```toml
[[rule]]
name = "acme-key"
pattern = 'acme-([0-9a-f]{16})'
hints = ["acme-"]
```
"""

from __future__ import annotations

import re

from jupyter_ctx.core.secrets.redact import Rule
from jupyter_ctx.errors import SettingError

_NAME = re.compile(r"[\w-]{1,60}")


def read(text: str, where: str) -> tuple[Rule, ...]:
    """Read the rules in *text*; *where* names the file to people.

    Raises:
        SettingError: It is no TOML, or an entry is no rule. Nothing is sent then,
            because a secret that the rule was written for would be in it.

    """
    # Few users have such a file.
    import tomllib  # noqa: PLC0415

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingError(_fault(where, str(error))) from None
    entries = table.get("rule", [])
    if type(entries) is not list:
        raise SettingError(_fault(where, "rules are written as [[rule]]"))
    return tuple(_rule(entry, number, where) for number, entry in enumerate(entries, 1))


def _rule(entry: object, number: int, where: str) -> Rule:
    given = entry if isinstance(entry, dict) else {}
    name, pattern, hints = (given.get(key) for key in ("name", "pattern", "hints"))
    hints = [] if hints is None else hints
    if type(name) is not str or not _NAME.fullmatch(name):
        fault = f"rule {number} needs a name of letters, digits and -"
    elif type(pattern) is not str or not _compiles(pattern):
        fault = f"the pattern of {name} is no regular expression that finds text"
    elif type(hints) is not list or not all(type(one) is str for one in hints):
        fault = f"the hints of {name} must be a list of texts"
    else:
        return Rule(name, pattern, tuple(hints))
    raise SettingError(_fault(where, fault))


def _compiles(pattern: str) -> bool:
    """Tell whether *pattern* can be searched; one that matches nothing masks all."""
    try:
        return re.compile(pattern).search("") is None
    except re.error:
        return False


def _fault(where: str, fault: str) -> str:
    return f"{where} cannot be used: {fault}. Correct it, or put the file away."
