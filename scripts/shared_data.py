"""A build hook: the labextension, where it was built, goes to share/jupyter.

`shared-data` in pyproject.toml would do, but it fails where there is nothing to
share, and an editable install without node has nothing to share.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = "jupyter_ctx/labextension"
INSTALL_NOTE = "labextension/install.json"
TARGET = "share/jupyter/labextensions/jupyter-ctx"


class SharedDataHook(BuildHookInterface[Any]):
    """Adds the built labextension to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Name what *build_data* shares; nothing where there is no bundle."""
        if self.target_name != "wheel":
            return
        if (Path(self.root) / BUNDLE / "package.json").exists():
            build_data["shared_data"][BUNDLE] = TARGET
            build_data["shared_data"][INSTALL_NOTE] = f"{TARGET}/install.json"
