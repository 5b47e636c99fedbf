"""Files of the project: what the prompt names, cells import, and errors come from."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.languages import of_path
from jupyter_ctx.code.skeleton import signatures, skeleton
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.mentions import read as mentions_in
from jupyter_ctx.core.engine.piece import AnchorId, Piece, over
from jupyter_ctx.core.engine.relevance import AT_ISSUE, MENTIONED
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.kernel.providers.cost import Cost
from jupyter_ctx.kernel.providers.history import analyse
from jupyter_ctx.kernel.providers.worth import worth
from jupyter_ctx.workspace.folder import Folder, folder, read
from jupyter_ctx.workspace.peek import peek

OFFERED = 20  # files
IMPORTED = 0.15  # weight of a module that cells import
SPOKEN = 0.5  # of one whose names the prompt names or the cell at issue reads
SURE = 0.95  # of one that is mentioned with @
TOLD = 0.05  # of one that an earlier turn told of

_FILE = "file:"
_PATH = re.compile(r"[\w./\\-]*[\w-]\.[A-Za-z]\w{0,7}\b")
_GAINS = {Fidelity.SIGNATURE: 3.0, Fidelity.OUTLINE: 5.0, Fidelity.FULL: 8.0}


class FileProvider:
    """One piece for each file that the request has to do with."""

    name = "files"
    cost: ClassVar[Cost] = "disk"

    def __init__(self, where: Callable[[], Path], mask: Callable[[str], str]) -> None:
        self._where = where
        self._mask = mask

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer files as source, outline and signatures, the surest first."""
        of = folder(self._where())
        ranked = sorted(chosen(wanted, of).items(), key=lambda one: (-one[1][0], one))
        offered = dict(ranked[:OFFERED])
        told = [one.partition(":")[2] for one in wanted.told if one.startswith(_FILE)]
        for path in told:
            offered.setdefault(path, (TOLD, "told with an earlier turn"))
        for path, (weight, why) in offered.items():
            text = read(of.root, path)
            if text is not None and text.strip():
                yield _piece(path, self._mask(text), weight, why)
            elif text is None and weight >= SURE and (seen := peek(of.root, path)):
                yield _glimpse(path, self._mask(seen.text), seen.note)
            elif path in told:
                yield over(_anchor(path), self.name, _fate(of, path))


def _anchor(path: str) -> AnchorId:
    return AnchorId(f"{_FILE}{path}")


def _fate(of: Folder, path: str) -> str:
    if not Path(of.root, path).exists():
        return "deleted"
    return "empty now" if read(of.root, path) is not None else "no longer readable"


def _piece(path: str, text: str, weight: float, why: str) -> Piece:
    language = of_path(path)
    language = "python" if language == "notebook" else language
    full = escape(text)
    ladder = {Fidelity.FULL: block("file", full, path=path)}
    outline = escape(skeleton(text, language))
    short = escape(signatures(text, language))
    if len(outline) < 0.8 * len(full):
        told = block("file", outline, path=path, shown="outline")
        ladder[Fidelity.OUTLINE] = told
    if len(short) < 0.8 * len(outline):
        told = block("file", short, path=path, shown="signatures")
        ladder[Fidelity.SIGNATURE] = told
    return Piece(
        id=_anchor(path),
        kind="file",
        source=FileProvider.name,
        ladder=dict(sorted(ladder.items())),
        gains=worth(ladder, _GAINS, weight),
        weight=weight,
        order=-1,
        why=why,
    )


def _glimpse(path: str, text: str, note: str) -> Piece:
    """Show the beginning of a file that is too large, or that it is no text."""
    ladder = {Fidelity.SIGNATURE: block("file", escape(note), path=path, shown="size")}
    if text:
        told = escape(f"{text}\n... ({note})")
        ladder[Fidelity.FULL] = block("file", told, path=path, shown="beginning")
    return Piece(
        id=_anchor(path),
        kind="file",
        source=FileProvider.name,
        ladder=ladder,
        gains=worth(ladder, _GAINS, MENTIONED),
        weight=MENTIONED,
        order=-1,
        why="named in the prompt",
    )


def chosen(wanted: Wanted, of: Folder) -> dict[str, tuple[float, str]]:
    """Give weight and reason by path; of several reasons the strongest."""
    found: dict[str, tuple[float, str]] = {}
    for path, weight, why in _reasons(wanted, of):
        if weight > found.get(path, (0.0, ""))[0]:
            found[path] = weight, why
    return found


def _reasons(wanted: Wanted, of: Folder) -> Iterator[tuple[str, float, str]]:
    error = wanted.state.error
    for frame in error.frames if error is not None else ():
        if frame.cell_run is None:
            for path in _named(frame.where, of):
                yield path, AT_ISSUE, "the open error passes through it"
    for word in _PATH.findall(wanted.prompt):
        for path in _named(word.replace("\\", "/"), of):
            yield path, MENTIONED, "named in the prompt"
    for mention in mentions_in(wanted.prompt):
        for path in () if mention.inside else _named(mention.name, of):
            yield path, SURE, "mentioned with @"
    yield from _imported(wanted, of)


def _imported(wanted: Wanted, of: Folder) -> Iterator[tuple[str, float, str]]:
    near = wanted.mentions | analyse(wanted.state.executions).at_issue(wanted)
    for execution in wanted.state.executions:
        if execution.language or "import" not in execution.source:
            continue
        for binding in names(execution.source).binds:
            path = _module(binding.module, binding.name, of)
            if path:
                weight = SPOKEN if binding.name in near else IMPORTED
                yield path, weight, f"imported in {execution.label}"


def _named(name: str, of: Folder) -> list[str]:
    """Find the files that *name* ends the path of; those beside the notebook first."""
    if name.startswith("../"):  # as seen from the notebook's folder
        name = posixpath.normpath(f"{of.here}/{name}")
    name = name.removeprefix("./")
    ends = [path for path in of.files if path == name or path.endswith(f"/{name}")]
    beside = f"{of.here}/{name}" if of.here else name
    return [beside] if beside in ends else ends[:3]


def _module(module: str, name: str, of: Folder) -> str:
    """Find the file of an imported module, beside the notebook or in the project."""
    if not module:
        return ""
    inner = module.strip(".").replace(".", "/")
    tries = [f"{inner}/{name}.py", f"{inner}.py", f"{inner}/__init__.py"]
    for base in dict.fromkeys((of.here, "", "src")):
        for one in tries:
            path = f"{base}/{one}".lstrip("/")
            if path in of.known:
                return path
    return ""
