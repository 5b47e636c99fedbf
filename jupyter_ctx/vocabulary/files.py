"""Where the tokenizer of a model may lie on this machine; nothing is downloaded."""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

LOOPBACK = ("127.0.0.1", "localhost", "::1")
# The file in litellm's wheel has the tool tags of V3; distilled models have another.
_DEEPSEEK = re.compile(r"deepseek[-/](?:chat|reasoner|v3|r1)(?!.*distill)")


class _Layer(msgspec.Struct, frozen=True):
    media_type: str = msgspec.field(name="mediaType", default="")
    digest: str = ""


class _Manifest(msgspec.Struct, frozen=True):
    layers: tuple[_Layer, ...] = ()


def find(
    model: str, api_base: str | None = None, environ: Mapping[str, str] = os.environ
) -> str:
    """Give the file that holds the tokenizer of *model*, or an empty text.

    A GGUF file that a server on this machine has loaded, the folder of Ollama, the
    cache of the Hugging Face hub, a file in litellm's wheel.
    """
    host = urlsplit(api_base).hostname if api_base else "localhost"
    found = [_gguf(model), _ollama(model, environ)] if host in LOOPBACK else []
    found += [_hub(model, environ), _litellm(model)]
    return next((str(path) for path in found if path is not None), "")


def _gguf(model: str) -> Path | None:
    """Take a name that is a path itself, as llama.cpp's server reports it."""
    bare = model.removeprefix("openai/")
    path = Path(bare)
    return path if bare.endswith(".gguf") and _is_file(path) else None


def _ollama(model: str, environ: Mapping[str, str]) -> Path | None:
    name, _, tag = re.sub(r"^(?:ollama|ollama_chat|openai)/", "", model).partition(":")
    parts = Path(name if "/" in name else f"library/{name}")
    if not name or parts.is_absolute() or ".." in (*parts.parts, tag) or "/" in tag:
        return None
    root = Path(environ.get("OLLAMA_MODELS") or _home(environ) / ".ollama" / "models")
    path = root / "manifests" / "registry.ollama.ai" / parts / (tag or "latest")
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=_Manifest)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
    wanted = (one for one in manifest.layers if one.media_type.endswith(".model"))
    digest = next((one.digest for one in wanted), "")
    blob = root / "blobs" / digest.replace(":", "-")
    is_plain = re.fullmatch(r"sha256:[0-9a-f]+", digest)
    return blob if is_plain and _is_file(blob) else None


def _hub(model: str, environ: Mapping[str, str]) -> Path | None:
    """Look for `owner/name`, the last two parts of *model*, in the hub's cache."""
    parts = model.split("/")[-2:]
    if len(parts) < 2 or not all(re.fullmatch(r"[\w.-]+", one) for one in parts):  # noqa: PLR2004
        return None
    home = Path(environ.get("HF_HOME") or _home(environ) / ".cache" / "huggingface")
    cache = Path(environ.get("HF_HUB_CACHE") or home / "hub")
    folder = cache / f"models--{parts[0]}--{parts[1]}"
    try:
        commit = (folder / "refs" / "main").read_text("utf-8").strip()
    except (OSError, ValueError):
        return None
    path = folder / "snapshots" / Path(commit).name / "tokenizer.json"
    return path if _is_file(path) else None


def _litellm(model: str) -> Path | None:
    if not _DEEPSEEK.search(model.lower()):
        return None
    spec = importlib.util.find_spec("litellm")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "litellm_core_utils" / "tokenizers"
        if _is_file(path / "deepseek_tokenizer.json"):
            return path / "deepseek_tokenizer.json"
    return None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or environ.get("USERPROFILE") or ".")
