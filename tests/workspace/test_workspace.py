"""The files around a notebook: listing, reading, changes and set-up."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from jupyter_ctx.workspace import folder as folders
from jupyter_ctx.workspace.changes import Change, changes
from jupyter_ctx.workspace.folder import Folder, folder, is_secret, read
from jupyter_ctx.workspace.stack import Stack, emphasis, stack
from tests.workspace.project import FILES, commit, make


@pytest.fixture(autouse=True)
def fresh():
    """Forget listings: tests are faster than they get old."""
    folders._listed.cache_clear()


def test_the_project_is_found_above_the_notebook(tmp_path):
    """The nearest folder with a marker is the project; hidden files are not listed."""
    make(tmp_path)
    found = folder(tmp_path / "notebooks")

    assert (found.root, found.here, found.is_git) == (str(tmp_path), "notebooks", False)
    assert found.files == tuple(sorted(set(FILES) - {".env"}))


def test_git_lists_what_it_does_not_ignore(tmp_path):
    """`.gitignore` is respected, new files are listed."""
    make(tmp_path)
    (tmp_path / ".gitignore").write_text("data/\n.env\n")
    commit(tmp_path)
    (tmp_path / "new.py").write_text("")
    found = folder(tmp_path)

    assert found.is_git
    assert "new.py" in found.files
    assert not {"data/big.csv", ".env"} & found.known


def test_a_folder_without_marker_is_alone(tmp_path, monkeypatch):
    """Neither the home nor the root of the disk is taken for a project."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "package.json").write_text("{}")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)

    assert folder(tmp_path / "deep").root == str(tmp_path / "deep")
    assert folder(tmp_path).files == ("package.json",)


def test_of_a_folder_that_is_no_project_only_the_top_is_listed(tmp_path, monkeypatch):
    """Beside a lone notebook two folders deep are looked at, no more."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    deep = tmp_path / "a/b/c/d"
    deep.mkdir(parents=True)
    for one in (tmp_path / "a", deep.parents[0], deep):
        (one / "x.py").write_text("")

    assert folder(tmp_path / "a").files == ("b/c/x.py", "x.py")


def test_only_texts_of_the_project_are_read(tmp_path):
    """Secrets, binaries, made files and what leads outside are not read."""
    root = tmp_path / "project"
    make(root)
    (tmp_path / "outside.py").write_text("x = 1\n")
    (root / "link.py").symlink_to(tmp_path / "outside.py")
    (root / "binary.py").write_bytes(b"a\0b")
    (root / "made.js").write_text("x" * 5_000)
    (root / "windows.py").write_bytes(b"a\r\nb\r\n")

    assert read(str(root), "helpers.py") == FILES["helpers.py"]
    assert read(str(root), "windows.py") == "a\nb\n"
    for path in ("../outside.py", "link.py", ".env", "binary.py", "made.js", "no.py"):
        assert read(str(root), path) is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [(".env", True), ("a/.env.local", True), ("k/id_rsa", True), ("server.pem", True),
     ("env.py", False), ("keys.py", False)],
)  # fmt: skip
def test_files_made_for_secrets_are_known_by_name(path, expected):
    """Their text never enters a context, whatever asks for it."""
    assert is_secret(path) is expected


def test_a_changed_file_is_read_anew(tmp_path):
    """What was read is kept by time and size of the file."""
    (tmp_path / "a.py").write_text("one")
    assert read(str(tmp_path), "a.py") == "one"
    (tmp_path / "a.py").write_text("three")

    assert read(str(tmp_path), "a.py") == "three"


def test_changes_are_lines_alone(tmp_path):
    """Row P8: staged and unstaged, with deleted lines and comments, as `-U0`."""
    make(tmp_path)
    commit(tmp_path)
    (tmp_path / "helpers.py").write_text(
        "RATE = 3\n\n\ndef load(path):\n    return open(path)\n    # done\n"
    )
    (tmp_path / "web/app.ts").write_text("export const x = 2;\n")
    subprocess.run(["git", "-C", str(tmp_path), "add", "web/app.ts"], check=True)
    (tmp_path / "notebooks/study.ipynb").write_text('{"a": 1}')
    (tmp_path / "new.py").write_text("x = 1\n")
    (tmp_path / ".env").write_text("TOKEN=changed\n")

    assert changes(folder(tmp_path)) == (
        Change(
            path="helpers.py",
            hunks=(
                "@@ line 1 @@\n-RATE = 2\n+RATE = 3\n"
                "@@ line 4 in def load(path): @@\n-    # read it\n"
                "@@ line 6 in def load(path): @@\n+    # done"
            ),
            spots=("line 1", "load"),
            added=2,
            removed=2,
        ),
        Change(
            path="web/app.ts",
            hunks="@@ line 1 @@\n-export const x = 1;\n+export const x = 2;",
            spots=("line 1",),
            added=1,
            removed=1,
        ),
        Change(path="new.py", is_new=True),
    )


def test_changes_are_those_of_the_notebooks_folder(tmp_path):
    """A change elsewhere in the repository is not told."""
    make(tmp_path)
    commit(tmp_path)
    (tmp_path / "helpers.py").write_text("RATE = 3\n")
    (tmp_path / "notebooks/local.py").write_text("x = 1\n")
    found = changes(folder(tmp_path / "notebooks"))

    assert [change.path for change in found] == ["notebooks/local.py"]


def test_nothing_in_the_repository_is_run_or_written(tmp_path):
    """Monitors and filters that a repository names stay unused, its index too."""
    make(tmp_path)
    commit(tmp_path)
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    trap.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "diff.x.textconv"):
        subprocess.run(
            ["git", "-C", str(tmp_path), "config", key, str(trap)], check=True
        )
    (tmp_path / ".gitattributes").write_text("*.py diff=x\n")
    (tmp_path / "helpers.py").write_text("RATE = 3\n")
    index = (tmp_path / ".git/index").read_bytes()
    os.utime(tmp_path / "web/app.ts")

    assert changes(folder(tmp_path))
    assert not (tmp_path / "ran").exists()
    assert (tmp_path / ".git/index").read_bytes() == index


def test_without_git_there_are_no_changes(tmp_path, monkeypatch):
    """Neither a plain folder nor a machine without the program is an error."""
    make(tmp_path)
    assert changes(folder(tmp_path)) == ()
    commit(tmp_path)
    monkeypatch.setenv("PATH", "")
    folders._listed.cache_clear()

    assert changes(folder(tmp_path)) == ()
    assert "helpers.py" in folder(tmp_path).files


def test_the_stack_is_read_from_settings(tmp_path):
    """Languages by their files, libraries and scripts as declared."""
    make(tmp_path)

    assert stack(folder(tmp_path)) == Stack(
        languages=("python", "typescript"),
        libraries=("pandas>=2", "numpy", "react ^19"),
        scripts=("run: demo:main", "test: jest"),
        settings=("pyproject.toml", "package.json"),
    )


@pytest.mark.parametrize(
    ("name", "text", "libraries"),
    [
        ("requirements.txt", "# x\npandas==2.1  # why\n-r other.txt\nnumpy\n",
         ("pandas==2.1", "numpy")),
        ("environment.yml", "dependencies:\n  - python=3.12\n  - scipy\n",
         ("python=3.12", "scipy")),
        ("pyproject.toml", "[tool.poetry.dependencies]\nattrs = '^2'\n", ("attrs ^2",)),
        ("pyproject.toml", "[project\n", ()),
        ("package.json", "[1]", ()),
        ("package.json", '{"dependencies": 3}', ()),
    ],
)  # fmt: skip
def test_libraries_of_each_kind_of_settings(tmp_path, name, text, libraries):
    """What is broken declares nothing."""
    (tmp_path / name).write_text(text)
    found = stack(Folder(str(tmp_path), files=(name,), known=frozenset({name})))

    assert found.libraries == libraries


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("pyproject.toml", *(f"a{n}.py" for n in range(5))),
         {"files": 1.3, "symbols": 1.3}),
        (("a.py", "b.csv"), {}),
        (("a.csv", "b.ipynb"), {"project": 0.5}),
    ],
)  # fmt: skip
def test_what_a_project_is_made_with_changes_weights(files, expected):
    """Row A12: a package's modules matter more, a folder of data less."""
    assert emphasis(Folder("/", files=files)) == expected


CELLS = (
    '{"cells": [{"cell_type": "markdown", "source": ["# A\\n", "b"]}, '
    '{"cell_type": "code", "source": "x = 1", "outputs": [{"text": "big"}]}]}'
)
ODD = '{"cells": [1, {"cell_type": "code"}, {"cell_type": "raw", "source": "r"}]}'


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (CELLS, "# %% [markdown]\n# # A\n# b\n# %%\nx = 1"),
        ("{}", None),
        ("[1", None),
        (ODD, ""),
    ],
)
def test_of_another_notebook_the_cells_are_read(tmp_path, content, expected):
    """Code and markdown without outputs; what is no notebook is no text."""
    (tmp_path / "other.ipynb").write_text(content)

    assert read(str(tmp_path), "other.ipynb") == expected
