"""Imports point downwards, as pyproject.toml draws the layers."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_contract_of_the_layers_is_kept():
    """No module imports from a layer above it, nor a library its layer may not."""
    command = "from importlinter.cli import lint_imports_command as run; run()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout
