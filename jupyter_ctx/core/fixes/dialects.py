"""Fixes for what Python 2, a prompt or another language writes otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from jupyter_ctx.core.fixes.place import Correction, Offer, Place, place_of

_REWRITES = (
    (r"^(?:>>> ?|\.\.\. ?|In ?\[\d*\]: ?|\s+\.\.\.: ?)", "", "without the prompts"),
    (r"^(\s*except\s+[\w.]+)\s*,\s*(\w+)\s*:", r"\1 as \2:", "with `as`"),
    (r"^(\s*raise\s+[\w.]+)\s*,\s*(.+)$", r"\1(\2)", "with brackets"),
    (r"<>", "!=", "with `!=`"),
    (r"(?<![\w.])0+(?=[1-9]\d*\b(?!\.))", "", "without the zeros"),
    (r"(?<![\w.])(\d+(?:\.\d+)?)L\b", r"\1", "without the `L`"),
    (r"(?<![\w.])(\d+(?:\.\d+)?)(?=[A-Za-z_]\w*)", r"\1 * ", "with `*`"),
    (r"(?<!\w)(\d+)(\w+)(?=\s*=)", r"\2_\1", "with the number behind"),
    (r"\s+then\s*:?\s*$", ":", "without `then`"),
    (r"^(\s*)(?:else\s*if|elseif|elsif)\b", r"\1elif", "with `elif`"),
    (r"^(\s*)(?:foreach)\b", r"\1for", "with `for`"),
    (r"^(\s*)function\s+(\w+)", r"\1def \2", "with `def`"),
    (r"^(\s*)(?:const|var|let|int|float|string|double|auto)\s+(?=\w+\s*=)", r"\1",
     "without the type"),
    (r"([(,]\s*)(?:int|float|str|string|double|bool)\s+(?=\w)", r"\1", "without types"),
    (r"=\s*new\s+(?=\w)", "= ", "without `new`"),
    (r"^(\s*)(.+?)\s*=\s*(.+?)\s*\?\s*(.+?)\s*:\s*(.+?)\s*;?$",
     r"\1\2 = \4 if \3 else \5", "with `if` and `else`"),
    (r"^(\s*)import\s+(\w+)\s+from\s+([\w.]+)\s*$", r"\1from \3 import \2",
     "with `from` first"),
    (r"^(\s*)(?:global|nonlocal)\s+(\w+)\s*=(.*)$", r"\1global \2\n\1\2 =\3",
     "in two lines"),
    (r"\bin\s+(\d+)\.\.(\d+)", r"in range(\1, \2)", "with `range`"),
    (r"(?://|/\*)(.*?)(?:\*/)?$", r"#\1", "with `#`"),
    (r"^(\s*)(\w+)\s*:=", r"\1\2 =", "with `=`"),
    (r"^(\s*def\s+\w+)\s+(\w[\w, ]*):", r"\1(\2):", "with brackets"),
    (r"^(\s*)([\w.'\"-]+)\s*=\s*([A-Za-z_]\w*)\s*$", r"\1\3 = \2", "the other way"),
    (r"^(\s*(?:for|while|if|elif)\b[^:]*?\))\s+(\w+\(.*\)|\w+ [+*-]?= .*)$", r"\1: \2",
     "with the colon"),
    (r"^(\s*\w+\s*=\s*.+ if .+)$", r"\1 else None", "with `else None`"),
    (r"(?<=\w)\$|\$(?=\w)", "", "without `$`"),
    (r"`([^`]+)`", r"repr(\1)", "with `repr`"),
)  # fmt: skip


def _otherwise(place: Place) -> Iterator[Offer]:
    """Write the line, or all such lines, as Python does."""
    for pattern, right, how in _REWRITES:
        new = re.sub(pattern, right, place.text)
        if new == place.text:
            continue
        all_ = "\n".join(re.sub(pattern, right, line) for line in place.lines)
        for source in (place.changed(new), all_):
            if place_of(source) is None:
                why = f"Python writes it {how}"
                yield f"Write `{new.strip()[:60]}`", source, "likely", why
                break


def _raw(place: Place) -> Iterator[Offer]:
    """Take a path of Windows as it is written."""
    if "unicodeescape" not in place.message:
        return
    text = re.sub(r"(?<![\w\\])([bB]?)(?=['\"][A-Za-z.]*:?\\)", r"\1r", place.text)
    yield (
        'Write `r"..."`: backslashes as they are',
        place.changed(text),
        "likely",
        "a backslash begins a special sign in a text, `\\U` a long one",
    )


def _nested(place: Place) -> Iterator[Offer]:
    """Use the other quotes inside of the braces of an f-string."""
    if "f-string" not in place.message and "invalid syntax" not in place.message:
        return
    for sign, other in (('"', "'"), ("'", '"')):
        parts = re.compile(rf"\{{([^{{}}\n]*{sign}[^{{}}\n]*)\}}")
        for at, line in enumerate(place.lines):
            if f"f{sign}" not in line:
                continue
            new = parts.sub(partial(_swapped, sign, other), line)
            if place_of(place.changed(new, at)) is None:
                why = "the same quotes would end the text"
                title = f"Use {other} inside of the braces"
                yield title, place.changed(new, at), "likely", why
                return


def _swapped(sign: str, other: str, found: re.Match[str]) -> str:
    return found[0].replace(sign, other)


def _spaced(place: Place) -> Iterator[Offer]:
    """Indent with spaces alone."""
    source = "\n".join(place.lines)
    if "\t" not in source:
        return
    for width in (8, 4, 2):
        new = source.expandtabs(width)
        if place_of(new) is None:
            why = "tabs and spaces do not go together"
            yield "Indent with spaces alone", new, "likely", why
            return


def _escaped(place: Place) -> Iterator[Offer]:
    """Join a line that goes on after a backslash, or quote what has one."""
    if "line continuation" not in place.message:
        return
    joined = re.sub(r"\\[ \t]+$", r"\\", place.text)
    for new in (place.changed(joined), place.changed(place.text.replace("\\", "/"))):
        if place_of(new) is None:
            why = "after a backslash a line must end"
            yield "Mend the backslash", new, "likely", why
            return


CORRECTIONS: tuple[Correction, ...] = (_raw, _nested, _spaced, _escaped, _otherwise)
