"""The same source gives the same bytes: in every process, with every line end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jupyter_ctx.code.skeleton import signatures, skeleton
from tests.code.test_blocks import JULIA, PYTHON, SQL, TYPESCRIPT, R

ROOT = Path(__file__).parents[2]
PROGRAM = """
import hashlib
from jupyter_ctx.code.blocks import around, excerpt
from jupyter_ctx.code.impact import Source, impact
from jupyter_ctx.code.skeleton import signatures, skeleton
from tests.code.test_blocks import JULIA, PYTHON, SQL, TYPESCRIPT, R
from tests.code.test_impact import ALL

made = []
for language, text in zip(
    ("python", "typescript", "sql", "julia", "r"), (PYTHON, TYPESCRIPT, SQL, JULIA, R)
):
    long = text + "".join(f"call_{n}(a, b, 'a long argument', c); d{n} = e{n}\\n"
                          for n in range(9))
    made += [skeleton(long, language), signatures(long, language)]
    made += [excerpt(text, around(text, line, language), language).text
             for line in range(1, 20)]
made += [str(site) for word in ("open", "state", "State") for site in impact(word, ALL)]
print(hashlib.sha256("\\0".join(made).encode()).hexdigest(), len(made))
"""


def test_processes_and_hash_seeds_agree():
    """Nothing depends on the order of a set or on where an object lies."""
    told = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            text=True,
        ).stdout
        for seed in ("0", "1", "77")
    }

    assert len(told) == 1
    assert int(told.pop().split()[1]) > 100


@pytest.mark.parametrize(
    ("language", "source"),
    [("python", PYTHON), ("typescript", TYPESCRIPT), ("sql", SQL), ("julia", JULIA),
     ("r", R)],
)  # fmt: skip
def test_line_ends_of_windows_change_nothing_else(language, source):
    """A file with CRLF has the outline of one with LF, its own line ends kept."""
    windows = source.replace("\n", "\r\n")
    for render in (skeleton, signatures):
        assert render(windows, language).replace("\r", "") == render(source, language)
