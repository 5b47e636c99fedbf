"""A small project on disk, with or without git."""

from __future__ import annotations

import subprocess
from pathlib import Path

FILES = {
    "pyproject.toml": (
        '[project]\nname = "demo"\ndependencies = ["pandas>=2", "numpy"]\n'
        '[project.scripts]\nrun = "demo:main"\n'
    ),
    "package.json": '{"scripts": {"test": "jest"}, "dependencies": {"react": "^19"}}',
    "helpers.py": (
        "RATE = 2\n\n\ndef load(path):\n    # read it\n    return open(path)\n"
    ),
    "web/app.ts": "export const x = 1;\n",
    "notebooks/study.ipynb": "{}",
    "notebooks/local.py": "def near():\n    return 1\n",
    ".env": "TOKEN=abc\n",
    "data/big.csv": "a,b\n1,2\n",
}


def make(root: Path) -> Path:
    """Write the project below *root*."""
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def commit(root: Path) -> None:
    """Put all of it under git."""
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", str(root), *identity, *command], check=True)
