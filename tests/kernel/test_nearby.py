"""Missing files: what is offered in their place, and how little is looked at."""

from __future__ import annotations

from jupyter_ctx.kernel import nearby as module
from jupyter_ctx.kernel.nearby import nearby


def test_the_folder_that_was_meant_comes_first(tmp_path, monkeypatch):
    """Of several files of that name, that in the folder of the same name is first."""
    for folder in ("a", "in/raw", ".hidden", "node_modules"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "X.csv").touch()
    monkeypatch.chdir(tmp_path)
    assert nearby("raw/x.csv") == ("in/raw/X.csv", "a/X.csv")


def test_a_file_beside_the_working_folder_is_found(tmp_path, monkeypatch):
    """A notebook in a folder of its own finds what lies above it."""
    (tmp_path / "work").mkdir()
    (tmp_path / "data.csv").touch()
    monkeypatch.chdir(tmp_path / "work")
    assert nearby("data.csv") == ("../data.csv",)


def test_what_is_looked_at_is_bounded(tmp_path, monkeypatch):
    """A folder with very many files costs no more than the limit."""
    for number in range(50):
        (tmp_path / f"{number}.txt").touch()
    (tmp_path / "z.csv").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "ENTRIES", 20)
    assert nearby("z.csv") == ()
