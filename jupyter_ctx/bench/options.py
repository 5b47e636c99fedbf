"""What the benchmarks' options mean: lists of policies."""

from __future__ import annotations

from jupyter_ctx.bench.policies import POLICIES
from jupyter_ctx.errors import SettingError


def policies(text: str) -> list[str]:
    """Read names of policies; an empty text means all of them.

    Raises:
        SettingError: A policy is not known.

    """
    wanted = [part for part in text.split(",") if part] or list(POLICIES)
    for name in wanted:
        if name not in POLICIES:
            known = ", ".join(POLICIES)
            msg = f"There is no policy {name}. Known are {known}."
            raise SettingError(msg)
    return wanted
