"""`%ctx` of what stands in each request, in a real IPython in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = r"""
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "jupyter_ctx")


def ctx(line):
    print(f"> {line}")
    shell.run_line_magic("ctx", line)


def cell(source):
    print(f"> {source.splitlines()[0]}")
    assert shell.run_cell(source).success


ctx("memory show")
ctx("memory edit")
print(shell.rl_next_input)
cell(shell.rl_next_input.replace("## Done\n", "## Done\n- [x] load\n"))
ctx("memory")
ctx("instructions add Don't use 'single' quotes.")
cell("%%assist -p none-such\nhello")
cell("%%assist\nFrom now on use polars.")
ctx("instructions")
cell("%%assist\n/clear")
ctx("memory undo")
with open("JUPYTER_CTX.md", "w", encoding="utf-16") as file:
    file.write("by hand")
cell("%%assist\nhello")
ctx("clear")
ctx("memory edit")
ctx("instructions remove 2")
ctx("instructions remove 1")
ctx("profile")
ctx("clear now")
ctx("memory undo it")
cell("%%assist\nstay")
ctx("off")
shell.run_line_magic("load_ext", "jupyter_ctx")
from jupyter_ctx.extension import active
active().manager.conversation
print("resumed", active().manager.is_resumed, active().is_resumed)
cell("%%ctx reset\ntext")
"""


def test_what_stands_in_each_request_is_shown_and_changed_by_commands(tmp_path: Path):
    """Memory, instructions, profiles and `/clear`: each says what it did."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "AGENTS.md").write_text("Use tabs.\n")
    environ = os.environ | {
        "JUPYTER_CTX_STORE": str(tmp_path / "kept" / "store.sqlite"),
        "JUPYTER_CTX_MODEL": "none",
        "JPY_SESSION_NAME": str(tmp_path / "notebook.ipynb"),
        "JUPYTER_CONFIG_DIR": str(tmp_path),
        "IPYTHONDIR": str(tmp_path / "ipython"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    told = done.stdout
    for line in (
        "> memory show\nAGENTS.md: ",
        "%%ctx memory JUPYTER_CTX.md --was new\n## Task\n",
        "JUPYTER_CTX.md is written; %ctx memory undo takes it back.",
        "> memory\nJUPYTER_CTX.md: ",
        "They go along at every privacy level.",
        "1. Don't use 'single' quotes.\n",
        "There is no profile 'none-such'. None is set.",
        'Holds from now on: "From now on use polars."',
        "> instructions\n1. Don't use 'single' quotes.\n2. From now on use polars.\n",
        "A new task: 1 message is put aside. Memory files and instructions (2) go on",
        "JUPYTER_CTX.md is as it was before.",
        "> clear\nA new task: 1 message is put aside.",
        "JUPYTER_CTX.md is too large, or no text; change it by hand.",
        "> instructions remove 2\n1. Don't use 'single' quotes.\n>",
        "> instructions remove 1\nNo instruction holds.",
        "> profile\nNo profile is set.",
        "%%ctx reset takes no text below it.",
        "%ctx clear takes nothing behind it, not now. Leave it out.",
        "%ctx memory undo takes nothing behind it, not it. Leave it out.",
        "resumed True False\n",  # the kernel is the same, whoever was loaded anew
    ):
        assert line in told + done.stderr
