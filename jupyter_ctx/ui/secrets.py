"""The user's own rules for secrets: patterns of a setting, and those of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jupyter_ctx.core.secrets.redact import Rule
from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway.keys import keys_file

if TYPE_CHECKING:
    from jupyter_ctx.ui.settings import JupyterCtx


def own_rules(config: JupyterCtx) -> tuple[Rule, ...]:
    """Give the rules that the user added, by setting and by file.

    Raises:
        SettingError: The file cannot be read or used.

    """
    own = tuple(
        Rule(f"own-{number}", pattern)
        for number, pattern in enumerate(config.secret_rules, 1)
    )
    return (*own, *_of_file(config.secret_rules_file))


def _of_file(named: str) -> tuple[Rule, ...]:
    """Read the rules of the file *named*; none where the usual one is not there."""
    path = Path(named) if named else keys_file().with_name("secrets.toml")
    if not named and not path.exists():
        return ()
    # Most users have no such file.
    from jupyter_ctx.core.secrets.secret_rules import read  # noqa: PLC0415

    try:
        return read(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path} cannot be read ({error}). Correct the setting or the file."
        raise SettingError(msg) from None
