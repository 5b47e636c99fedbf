"""Where code lives, for people: a cell, a file of the user, or a library."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

PACKAGES = ("site-packages", "dist-packages")
OURS = str(Path(__file__).parents[1])


@cache
def _stdlib() -> str:
    return str(Path(os.__file__).parent)


def is_library(filename: str) -> bool:
    """Tell whether *filename* is installed code rather than the user's own."""
    if filename.startswith("<") or not Path(filename).is_absolute():
        return True
    if any(f"{os.sep}{folder}{os.sep}" in filename for folder in PACKAGES):
        return True
    return filename.startswith((_stdlib() + os.sep, OURS + os.sep))


def short(filename: str) -> str:
    """Name a file for people: from its package, or from the current folder."""
    for folder in PACKAGES:
        _, found, rest = filename.rpartition(f"{os.sep}{folder}{os.sep}")
        if found:
            return rest
    for root in (_stdlib(), sys.path[0] or ".", _here()):
        if root and filename.startswith(root.rstrip(os.sep) + os.sep):
            return filename[len(root.rstrip(os.sep)) + 1 :]
    return filename if filename.startswith("<") else Path(filename).name


def _here() -> str:
    try:
        return str(Path.cwd())
    except OSError:  # the folder is gone
        return ""
