"""Files that plans write: guarded, atomic, as they were but for the change."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from jupyter_ctx.core.planning.splices import splices
from jupyter_ctx.errors import FileError
from jupyter_ctx.workspace import scan as scanning
from jupyter_ctx.workspace import writing
from jupyter_ctx.workspace.folder import Folder
from jupyter_ctx.workspace.project import Project
from jupyter_ctx.workspace.scan import scan


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Make an empty project."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "pyproject.toml").touch()
    return Project(lambda: root, tmp_path / "originals")


def root_of(project: Project) -> Path:
    """Give the folder of *project*."""
    return Path(project.listed().root)


def change(project: Project, path: str, old: str, new: str) -> tuple[str, str]:
    """Write *new* for *old*, as a step does."""
    now = project.look(path)
    assert now is not None
    edits = splices(now.text, now.text.replace(old, new))
    return project.write(path, edits, now.digest, lambda text: text)


@pytest.mark.parametrize(
    "content",
    [
        b"a = 1\nb = 2\n",
        b"a = 1\r\nb = 2\r\n",
        b"a = 1\r\nb = 2",
        b"\xef\xbb\xbfa = 1\nb = 2\n",
        b"# -*- coding: latin-1 -*-\n# \xe9\xe8\na = 1\nb = 2\n",
        b"a = 1\r\nb = 2\nc = 3\r\n",
        "a = 1  # é 日本\n".encode(),
        b"a = 1",
    ],
)
def test_line_ends_encoding_and_mode_are_kept(project: Project, content: bytes):
    """Nothing but the change differs, and undo brings back every byte."""
    path = root_of(project) / "a.py"
    path.write_bytes(content)
    path.chmod(0o640)
    after, original = change(project, "a.py", "a = 1", "a = 5")

    assert path.read_bytes() == content.replace(b"a = 1", b"a = 5")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [one.name for one in path.parent.iterdir() if one.name[0] == "."] == []
    project.restore("a.py", after, original)
    assert path.read_bytes() == content


def test_added_lines_end_as_the_others_do(project: Project):
    """Also at the end of a file without a last newline."""
    path = root_of(project) / "a.py"
    path.write_bytes(b"a = 1\r\nb = 2")
    change(project, "a.py", "b = 2", "b = 2\nc = 3")

    assert path.read_bytes() == b"a = 1\r\nb = 2\r\nc = 3"
    change(project, "a.py", "b = 2\nc = 3", "b = 2")
    assert path.read_bytes() == b"a = 1\r\nb = 2"


def test_text_that_the_encoding_does_not_have_is_refused(project: Project):
    """The file stays as it was."""
    path = root_of(project) / "a.py"
    path.write_bytes(b"# -*- coding: latin-1 -*-\na = 1\n")

    with pytest.raises(FileError, match="in its encoding"):
        change(project, "a.py", "a = 1", "a = '日'")
    assert path.read_bytes() == b"# -*- coding: latin-1 -*-\na = 1\n"


@pytest.mark.parametrize(
    "path",
    [
        "../a.py", "/etc/passwd", "~/a.py", "a/../../b.py", "", ".", "C:/a.py",
        "..\\a.py", "\\\\server\\a.py", "a\0.py", ".git/hooks/pre-commit", ".env",
        "deploy.pem", "other.ipynb", "node_modules/x.js", ".bashrc", "a/.config/b.sh",
    ],
)  # fmt: skip
def test_what_may_not_be_written_is_refused(project: Project, path: str):
    """Each with a sentence; nothing is made."""
    (root_of(project).parent / "a.py").write_text("mine")

    assert project.fault(path)
    with pytest.raises(FileError):
        project.write(path, splices("", "x"), writing.NEW, lambda text: text)
    assert (root_of(project).parent / "a.py").read_text() == "mine"


def test_a_link_inside_is_followed_and_one_out_of_it_is_not(project: Project):
    """A linked file of the project is changed in its place; the link stays."""
    root = root_of(project)
    (root / "real.py").write_text("a = 1\n")
    (root / "link.py").symlink_to(root / "real.py")
    (root.parent / "outside.py").write_text("a = 1\n")
    (root / "out.py").symlink_to(root.parent / "outside.py")
    (root / "loop.py").symlink_to(root / "loop.py")
    change(project, "link.py", "a", "b")

    assert (root / "link.py").is_symlink()
    assert (root / "real.py").read_text() == "b = 1\n"
    assert "leads out of" in project.fault("out.py")
    with pytest.raises(FileError):
        project.look("out.py")
    assert (root.parent / "outside.py").read_text() == "a = 1\n"


def test_originals_are_for_the_user_alone(project: Project):
    """They are as secret as the files are."""
    path = root_of(project) / "a.py"
    path.write_text("a = 1\n")
    _, original = change(project, "a.py", "a", "b")
    kept = root_of(project).parent / "originals" / original

    assert kept.read_text() == "a = 1\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700


def test_without_room_for_the_original_nothing_is_written(
    project: Project, tmp_path: Path
):
    """A change that could not be taken back is not made."""
    path = root_of(project) / "a.py"
    path.write_text("a = 1\n")
    (tmp_path / "originals").write_text("in the way")

    with pytest.raises(FileError, match="it is as it was"):
        change(project, "a.py", "a", "b")
    assert path.read_text() == "a = 1\n"


def test_a_read_only_file_is_left_alone(project: Project):
    """Its owner said that it shall not change."""
    path = root_of(project) / "a.py"
    path.write_text("a = 1\n")
    path.chmod(0o444)

    with pytest.raises(FileError, match="is read-only"):
        change(project, "a.py", "a", "b")
    assert path.read_text() == "a = 1\n"


def _binary(path: Path) -> None:
    path.write_bytes(b"a\0b")


def _large(path: Path) -> None:
    path.write_bytes(b"a = 1\n" * 50_000)


def _no_utf8(path: Path) -> None:
    path.write_bytes(b"a = '\xff\xfe'\n")


def _folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("make", [_binary, _large, _no_utf8, _folder])
def test_what_is_no_text_is_not_read(project: Project, make: Callable[[Path], None]):
    """It is said so, in a sentence."""
    make(root_of(project) / "a.sql")

    with pytest.raises(FileError, match=r"a\.sql"):
        project.look("a.sql")


def test_a_test_that_hangs_is_stopped(project: Project):
    """By the user; its output so far is told."""
    (root_of(project) / "test_a.py").write_text(
        "import time\nprint('begun', flush=True)\ntime.sleep(600)\n"
    )
    looks = iter([False] * 5)
    ran = project.test("test_a.py", lambda: next(looks, True))

    assert not ran.passed
    assert "Stopped" in ran.output


def test_the_scan_says_what_it_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Bounded in number; large and binary files are counted; secrets are not read."""
    for number in range(6):
        (tmp_path / f"f{number}.py").write_text("amt = 1\n")
    (tmp_path / "f0.py").write_bytes(b"amt\0")
    names = tuple(f"f{number}.py" for number in range(6))
    of = Folder(str(tmp_path), files=(*names, "a.ipynb", "b.ipynb", "c.txt"))
    monkeypatch.setattr(scanning, "FILES", 4)
    found = scan(of, ["AMT"])

    assert [one.where for one in found.sources] == ["f1.py", "f2.py", "f3.py"]
    assert found.left_out == (
        "2 more files were not searched (limit of number, size or time)",
        "1 file is too large, or no text, and was not searched",
        "1 other notebook in the folder was not searched",
    )
