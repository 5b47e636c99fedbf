"""Memory files: which are found, the nearest first, and what is no text of theirs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jupyter_ctx.workspace.memory import SIZE_LIMIT, files


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project with a notebook's folder two levels down."""
    root = tmp_path / "project"
    (root / "a" / "nb").mkdir(parents=True)
    (root / ".git").mkdir()
    return root


def found(beside: Path) -> list[tuple[str, str]]:
    """Give path and text, or fault, of each file."""
    return [(one.path, one.fault or one.text) for one in files(beside)]


def test_the_nearest_file_comes_first_and_none_above_the_project(project: Path):
    """From the notebook's folder up to the project's, four names in each."""
    (project.parent / "AGENTS.md").write_text("above")
    (project / "CLAUDE.md").write_text("root, claude")
    (project / "JUPYTER_CTX.md").write_text("root, own")
    (project / "a" / "OPENCODE.md").write_text("middle")
    (project / "a" / "nb" / "AGENTS.md").write_text("near")

    assert found(project / "a" / "nb") == [
        ("a/nb/AGENTS.md", "near"),
        ("a/OPENCODE.md", "middle"),
        ("JUPYTER_CTX.md", "root, own"),
        ("CLAUDE.md", "root, claude"),
    ]


def test_a_file_is_read_anew_when_it_changes(project: Path):
    """By its time and size, at the next look; gone, it is gone."""
    path = project / "JUPYTER_CTX.md"
    path.write_text("never use pandas")
    assert found(project) == [("JUPYTER_CTX.md", "never use pandas")]
    path.write_text("never use polars!")
    assert found(project) == [("JUPYTER_CTX.md", "never use polars!")]
    path.unlink()
    assert found(project) == []


def test_two_files_with_one_text_are_one(project: Path):
    """A link beside the file, or a copy, is not sent twice."""
    (project / "AGENTS.md").write_text("rules")
    (project / "CLAUDE.md").symlink_to("AGENTS.md")

    assert found(project) == [("AGENTS.md", "rules")]


def test_what_is_no_text_of_the_project_is_refused_and_told(project: Path):
    """Links out of it, folders, pipes, large and binary files: each with its reason."""
    outside = project.parent / "secret.txt"
    outside.write_text("secret")
    near = project / "a"
    (near / "JUPYTER_CTX.md").symlink_to(outside)
    (near / "AGENTS.md").mkdir()
    (near / "CLAUDE.md").write_bytes(b"a\0b")
    (near / "OPENCODE.md").write_text("x" * (SIZE_LIMIT + 1))
    os.mkfifo(project / "AGENTS.md")
    (project / "CLAUDE.md").symlink_to("CLAUDE.md")

    assert found(near) == [
        ("a/JUPYTER_CTX.md", "it is a link that leads out of the project"),
        ("a/AGENTS.md", "it is no file"),
        ("a/CLAUDE.md", "it is no text"),
        ("a/OPENCODE.md", f"it has {SIZE_LIMIT + 1:,} bytes, more than {SIZE_LIMIT:,}"),
        ("AGENTS.md", "it is no file"),
        ("CLAUDE.md", "it is a link that leads to itself"),
    ]


def test_broken_encodings_survive(project: Path):
    """What Windows wrote is read by its mark; broken bytes are shown as such."""
    (project / "AGENTS.md").write_bytes("Grüße\r\nx".encode("utf-16"))
    (project / "CLAUDE.md").write_bytes("\ufeffGrüße".encode())
    (project / "OPENCODE.md").write_bytes(b"Gr\xfc\xdfe")

    assert found(project) == [
        ("AGENTS.md", "Grüße\nx"),
        ("CLAUDE.md", "Grüße"),
        ("OPENCODE.md", "Gr\ufffd\ufffde"),
    ]


def test_a_home_above_the_notebook_is_not_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Neither the user's own, nor another one's that happens to be a repository."""
    mine, other = tmp_path / "homes" / "me", tmp_path / "homes" / "other"
    for home in (mine, other):
        (home / "work").mkdir(parents=True)
        (home / ".git").mkdir()
        (home / ".bashrc").touch()
        (home / "CLAUDE.md").write_text("private")
        (home / "work" / "AGENTS.md").write_text("work")
    monkeypatch.setenv("HOME", str(mine))

    assert [text for _, text in found(mine / "work")] == ["work"]
    assert [text for _, text in found(other / "work")] == ["work"]


def test_a_project_beside_a_home_has_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """It lies where homes lie, but nobody logs in there."""
    (tmp_path / "homes" / "me").mkdir(parents=True)
    work = tmp_path / "homes" / "project" / "nb"
    work.mkdir(parents=True)
    (work.parent / ".git").mkdir()
    (work.parent / "CLAUDE.md").write_text("rules")
    monkeypatch.setenv("HOME", str(tmp_path / "homes" / "me"))

    assert found(work) == [("CLAUDE.md", "rules")]


def test_signs_that_no_encoding_gives_are_counted(project: Path):
    """Those that the user wrote are not, nor those of a file that says what it is."""
    (project / "AGENTS.md").write_bytes(b"Gr\xfc\xdfe, \xe9t\xe9")
    (project / "CLAUDE.md").write_text("the sign \ufffd", encoding="utf-8")
    (project / "OPENCODE.md").write_bytes("Grüße".encode("utf-16"))

    assert [one.broken for one in files(project)] == [4, 0, 0]


def test_a_folder_without_a_project_has_its_own_files(tmp_path: Path):
    """Without any mark of a project nothing above the notebook counts."""
    (tmp_path / "AGENTS.md").write_text("above")
    (tmp_path / "nb").mkdir()
    (tmp_path / "nb" / "AGENTS.md").write_text("here")

    assert found(tmp_path / "nb") == [("AGENTS.md", "here")]
