"""What git says was changed since the last commit, staged or not, as lines alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from jupyter_ctx.workspace.folder import Folder, git, is_secret

FILES = 40  # changed files that are told
LINES = 200  # changed lines of one file; the rest is counted
_EXCLUDED = (
    ":(exclude)*.ipynb", ":(exclude)*.lock", ":(exclude)*-lock.*", ":(exclude)*.min.*",
    ":(exclude)*.svg", ":(exclude)*.csv",
)  # fmt: skip
_DIFF = (
    "-c", "core.quotePath=false", "diff", "-U0", "--relative", "--no-color",
    "--no-ext-diff", "--no-textconv", "--no-renames",
)  # fmt: skip
_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@ ?(.*)")
_FILE = re.compile(r"diff --git a/(?P<old>.+?) b/(?P<new>.+)")


class Change(msgspec.Struct, frozen=True):
    """What was changed in one file.

    *hunks* are its changed lines (`-U0`): a header `@@ line 12 in load @@`, then
    lines that begin with `-` or `+`, comments too. *spots* names the functions of
    the hunks, or their lines. *is_new* is a file that git does not know.
    """

    path: str
    hunks: str = ""
    spots: tuple[str, ...] = ()
    added: int = 0
    removed: int = 0
    is_new: bool = False


def changes(of: Folder) -> tuple[Change, ...]:
    """Give what was changed in the notebook's folder; nothing where git cannot tell.

    Notebooks, lock files and data are left out: their lines say nothing to a reader.
    """
    if not of.is_git:
        return ()
    base = Path(of.root)
    wanted = ("--", of.here or ".", *_EXCLUDED)
    told = git(base, *_DIFF, "HEAD", *wanted)
    if told is None:  # no commit yet
        told = git(base, *_DIFF, *wanted)
    if told is None:
        return ()
    new = git(base, "ls-files", "-z", "--others", "--exclude-standard", *wanted) or ""
    unknown = [Change(path, is_new=True) for path in sorted(new.split("\0")) if path]
    return tuple([*_parsed(told), *unknown][:FILES])


def _parsed(told: str) -> Iterator[Change]:
    for part in re.split(r"^(?=diff --git )", told, flags=re.MULTILINE):
        header = _FILE.match(part)
        if header is not None and not is_secret(header["new"]):
            lines = part.split("\n")
            starts = [n for n, line in enumerate(lines) if line.startswith("@@ ")]
            if starts:
                yield _change(header["new"], lines[starts[0] :])


def _change(path: str, lines: list[str]) -> Change:
    body = [line for line in lines if line[:1] in ("+", "-", "@")]
    hunks = [_HUNK.match(line) for line in body]
    spots = dict.fromkeys(_spot(hunk) for hunk in hunks if hunk is not None)
    shown = [_line(line, hunk) for line, hunk in zip(body, hunks, strict=True)]
    rest = len(shown) - LINES
    if rest > 0:
        shown = [*shown[:LINES], f"... {rest} more lines"]
    return Change(
        path=path,
        hunks="\n".join(shown),
        spots=tuple(spots),
        added=_count(body, "+"),
        removed=_count(body, "-"),
    )


def _count(lines: Iterable[str], sign: str) -> int:
    return sum(line.startswith(sign) for line in lines)


def _line(line: str, hunk: re.Match[str] | None) -> str:
    return line if hunk is None else f"@@ {_place(hunk)} @@"


def _place(hunk: re.Match[str]) -> str:
    around = hunk[3].strip()
    return f"line {hunk[1]} in {around}" if around else f"line {hunk[1]}"


def _spot(hunk: re.Match[str]) -> str:
    """Name the function of a hunk, or its line."""
    named = re.search(r"(?:def|class|function|func|fn)\s+([\w$]+)", hunk[3])
    return named[1] if named else f"line {hunk[1]}"
