"""Real notebooks where they are at hand, and the cells of them that may run."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

BESIDE = Path(__file__).parents[3] / "shared" / "corpus"
CORPUS = Path(os.environ.get("JUPYTER_CTX_CORPUS", BESIDE))
CELLS = 150  # of one notebook
UNSAFE = re.compile(
    r"^\s*(!|%%(bash|sh|script|cython|writefile|file|perl|ruby|html|javascript|js|"
    r"latex|svg)|%(pip|conda|run|load|cd|rm|mkdir|matplotlib|sc|sx|system))|=\s*!",
    re.MULTILINE,
)
SLOW = re.compile(r"serve_forever|input\(|getpass\(|webbrowser|time\.sleep\(\s*\d{2,}")


class Source(NamedTuple):
    """A notebook: its name, the sources of its cells, and the folder of its data."""

    name: str
    cells: tuple[str, ...]
    folder: Path | None = None


def corpus() -> Iterator[Source]:
    """Give the notebooks of the corpus that can run offline."""
    table = (CORPUS / "exec.tsv").read_text(encoding="utf-8")
    for line in table.splitlines():
        name, path, folder = line.split("\t")
        yield Source(name, tuple(_cells(CORPUS / path)), CORPUS / folder)


def _cells(path: Path) -> Iterator[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    sources = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    safe = [s for s in sources if s.strip() and not UNSAFE.search(s)]
    return iter([s for s in safe if not SLOW.search(s)][:CELLS])
