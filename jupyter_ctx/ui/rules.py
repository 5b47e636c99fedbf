"""The user's own rules, as text or as the name of a file that holds it."""

from __future__ import annotations

from pathlib import Path

from jupyter_ctx.errors import SettingError
from jupyter_ctx.workspace.memory import SIZE_LIMIT, decoded

_ENDS = (".md", ".txt", ".prompt", ".rst")


def own_rules(setting: str, beside: Path) -> str:
    """Give the rules that *setting* is, or that are in the file that it names.

    A single line that ends as files of text do is a path, from the notebook's folder
    or the user's home (`~`). It is read anew each time.

    Raises:
        SettingError: The file cannot be read.

    """
    told = setting.strip()
    if "\n" in told or not told.lower().endswith(_ENDS):
        return told
    path = beside / Path(told).expanduser()
    try:
        if path.stat().st_size > SIZE_LIMIT:
            fault = f"it has more than {SIZE_LIMIT:,} bytes"
            raise SettingError(_cannot(path, fault))
        return decoded(path.read_bytes()).strip()
    except OSError as error:
        raise SettingError(_cannot(path, error.strerror or str(error))) from error


def _cannot(path: Path, fault: str) -> str:
    return (
        f"The rules in {path} cannot be read ({fault}). Mend the file, or change "
        "c.JupyterCtx.system_prompt."
    )
