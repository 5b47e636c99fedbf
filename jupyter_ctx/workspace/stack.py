"""What a project is made with: its languages, its libraries, how it is run."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from jupyter_ctx.code.languages import of_path
from jupyter_ctx.workspace.folder import Folder, read

CONFIGURATION = (
    "pyproject.toml", "requirements.txt", "environment.yml", "setup.cfg",
    "package.json", "tsconfig.json", "Project.toml", "DESCRIPTION",
    "dbt_project.yml", "Makefile", "Dockerfile", "docker-compose.yml", "dvc.yaml",
)  # fmt: skip
"""Files that say how a project is set up, the most telling first."""

MANY = 5  # source files from which a project is more than its notebooks
_PACKAGES = (
    "pyproject.toml",
    "setup.py",
    "package.json",
    "Project.toml",
    "DESCRIPTION",
)
_CODE = ("python", "typescript", "tsx", "javascript", "julia", "r", "sql")
LIBRARIES = 40  # that are told
SCRIPTS = 12
_REQUIREMENT = re.compile(
    r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([=<>!~][^;#]*)?"
)
_CONDA = re.compile(r"\s*-\s*([A-Za-z0-9][\w.-]*)\s*([=<>!~][^#]*)?")


class Stack(msgspec.Struct, frozen=True):
    """What is known of a project without running any of it.

    *languages* are in the order of how many files they have; *libraries* are as
    declared, with their versions; *scripts* are `name: command`; *settings* the
    paths of the files that said so.
    """

    languages: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """All of it in one line; empty where nothing is known."""
        parts = [", ".join(self.languages)] if self.languages else []
        if self.libraries:
            parts.append(f"declares {', '.join(self.libraries[:LIBRARIES])}")
        return "; ".join(parts)


def stack(of: Folder) -> Stack:
    """Say what the project *of* is made with; what is broken is passed over."""
    counted = Counter(map(of_path, of.files))
    for other in ("text", "html", "notebook"):
        counted.pop(other, None)
    known = set(of.files)
    settings = [
        path
        for name in CONFIGURATION
        for path in dict.fromkeys((f"{of.here}/{name}", name))
        if path in known
    ]
    libraries: dict[str, None] = {}
    scripts: list[str] = []
    for path in settings:
        text = read(of.root, path) or ""
        libraries |= dict.fromkeys(_libraries(path.rpartition("/")[2], text))
        scripts += _scripts(path.rpartition("/")[2], text)
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return Stack(
        languages=tuple(name for name, _ in ordered),
        libraries=tuple(libraries)[:LIBRARIES],
        scripts=tuple(scripts[:SCRIPTS]),
        settings=tuple(settings),
    )


def emphasis(of: Folder) -> dict[str, float]:
    """Give factors on what providers are worth, by what the folder is.

    In a package that has notebooks its modules matter more; in a folder of data and
    notebooks alone, what stands around the notebook matters less.
    """
    languages = Counter(map(of_path, of.files))
    code = sum(languages[name] for name in _CODE)
    is_package = any(path.rpartition("/")[2] in _PACKAGES for path in of.files)
    if is_package and code >= MANY:
        return {"files": 1.3, "symbols": 1.3}
    return {} if code else {"project": 0.5}


def _libraries(name: str, text: str) -> Iterator[str]:
    if name == "pyproject.toml":
        yield from _of_pyproject(_toml(text))
    elif name == "requirements.txt":
        lines = (
            line for line in text.split("\n") if line.strip()[:1] not in ("-", "#")
        )
        yield from _required(lines)
    elif name == "environment.yml":
        found = (_CONDA.match(line) for line in text.split("\n"))
        yield from (f"{m[1]}{(m[2] or '').strip()}" for m in found if m)
    elif name == "package.json":
        content = _json(text)
        for part in ("dependencies", "devDependencies"):
            for library, version in _table(content, part).items():
                yield f"{library} {version}"


def _of_pyproject(content: Mapping[str, Any]) -> Iterator[str]:
    project = _table(content, "project")
    listed = project.get("dependencies")
    yield from _required(map(str, listed if isinstance(listed, list) else []))
    poetry = _table(_table(_table(content, "tool"), "poetry"), "dependencies")
    yield from (f"{name} {version}" for name, version in poetry.items())


def _required(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        found = _REQUIREMENT.match(line)
        if found is not None:
            yield f"{found[1]}{(found[2] or '').strip()}"


def _scripts(name: str, text: str) -> Iterator[str]:
    content: Mapping[str, Any] = {}
    if name == "package.json":
        content = _table(_json(text), "scripts")
    elif name == "pyproject.toml":
        content = _table(_table(_toml(text), "project"), "scripts")
    yield from (f"{script}: {command}" for script, command in content.items())


def _table(content: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = content.get(name)
    return found if isinstance(found, dict) else {}


def _toml(text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _json(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
