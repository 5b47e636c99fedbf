"""Fixes found by search: one sign more, one less, or another makes it Python."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes.fix import Certainty
from jupyter_ctx.core.fixes.near import near
from jupyter_ctx.core.fixes.place import Correction, Offer, Place, place_of

_TOKEN = re.compile(
    r"[rbfuRBFU]{0,2}(?:'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")"
    r"|\w+(?:\.\w+)*|\*\*|//|[<>=!:+\-*/%&|^]=|->|\S"
)
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_MISMATCH = re.compile(r"closing parenthesis '(.)' does not match opening \w+ '(.)'")
_REPEATED = re.compile(r"keyword argument repeated: (\w+)")
TRIES = 90  # sources that are parsed in search of one that is Python
_OPERATORS = frozenset(("==", "&&", "||", "**", "//"))


def _boundaries(text: str) -> list[int]:
    """List the places between tokens of a line, from its end."""
    return [found.end() for found in reversed(list(_TOKEN.finditer(text)))]


def _inserted(place: Place, sign: str, at: int) -> str:
    text = place.text
    space = " " if sign == "," and text[at : at + 1] not in ("", " ") else ""
    return place.changed(f"{text[:at]}{sign}{space}{text[at:]}")


def _missing(place: Place) -> Iterator[Offer]:
    """Add one sign where that makes it Python."""
    spots = _boundaries(place.text)
    near = sorted(spots, key=lambda at: abs(at - place.column))
    tries = [(",", at) for at in near]
    if ":" in place.message or "{" in place.text:
        tries = [(":", at) for at in near] + tries
    opened = [s for s in _PAIRS if place.text.count(s) > place.text.count(_PAIRS[s])]
    tries = [(_PAIRS[s], at) for s in opened for at in spots] + tries
    if place.message.startswith("expected '('"):
        tries = [("()", at) for at in spots]
    for sign, at in tries[:TRIES]:
        new = _inserted(place, sign, at)
        if place_of(new) is None:
            yield f"Add `{sign}`", new, "likely", f"with `{sign}` it is Python"
            return


def _mismatched(place: Place) -> Iterator[Offer]:
    """Close what is open with its own bracket."""
    found = _MISMATCH.match(place.message)
    if found is None:
        return
    wrong, right, at = found[1], _PAIRS[found[2]], place.column
    texts = (
        (f"Close with `{right}` instead of `{wrong}`", right, at + 1),
        (f"Close with `{right}` first", right, at),
    )
    for title, sign, rest in texts:
        new = place.changed(place.text[:at] + sign + place.text[rest:])
        if place_of(new) is None:
            yield title, new, "likely", place.message
            return


def _needless(place: Place) -> Iterator[Offer]:
    """Remove one sign where that makes it Python."""
    found = list(_TOKEN.finditer(place.text))
    near = sorted(found, key=lambda one: abs(one.start() - place.column))
    for one in near[:4]:
        if one[0] not in _OPERATORS and not re.fullmatch(r"\W", one[0]):
            continue
        text = place.text[: one.start()].rstrip() + place.text[one.end() :]
        new = place.changed(text.rstrip())
        if one[0] not in "'\"" and place_of(new) is None:
            yield f"Remove `{one[0]}`", new, "likely", "it is Python without"
            return


def _repeated(place: Place) -> Iterator[Offer]:
    """Leave the argument out that is given twice."""
    found = _REPEATED.match(place.message)
    if found is None:
        return
    source = "\n".join(place.lines)
    pattern = rf",\s*{found[1]}\s*=\s*(?:'[^']*'|\"[^\"]*\"|[\w.\-+]+)(?=\s*[,)])"
    for one in reversed(list(re.finditer(pattern, source))):
        new = source[: one.start()] + source[one.end() :]
        if place_of(new) is None:
            title = f"Leave the second `{found[1]}=` out"
            yield title, new, "likely", "an argument is given once"
            return


def _misspelt(place: Place) -> Iterator[Offer]:
    """Write a word of Python as it is spelt."""
    if "syntax" not in place.message and "expected" not in place.message:
        return
    for found in re.finditer(r"\b[A-Za-z]{2,}\b", place.text):
        word = found[0]
        close = [] if keyword.iskeyword(word) else near(word, keyword.kwlist)
        for right, _ in close:
            new = f"{place.text[: found.start()]}{right}{place.text[found.end() :]}"
            if place_of(place.changed(new)) is None:
                why = f"`{right}` is a word of Python, `{word}` is none"
                title = f"Write `{right}` instead of `{word}`"
                yield title, place.changed(new), "likely", why
                return


def _reserved(place: Place) -> Iterator[Offer]:
    """Rename what has the name of a keyword."""
    words = [w for w in re.findall(r"\b[a-z]+\b", place.text) if keyword.iskeyword(w)]
    source = "\n".join(place.lines)
    for word in dict.fromkeys(words):
        new = re.sub(rf"(?<![.\w'\"]){word}\b(?!['\"])", f"{word}_", source)
        if re.search(rf"\b{word}\s*(?:=|\)|,|in\b)", place.text) and not place_of(new):
            why = f"`{word}` is a word of Python"
            yield f"Name it `{word}_`", new, "likely", why
            return


def _ordered(place: Place) -> Iterator[Offer]:
    """Put what has no name before what has one."""
    if "follows default argument" in place.message:
        yield from _with_default(place)
    if not place.message.startswith("positional argument follows"):
        return
    pattern = re.compile(r"((?:\b\w+\s*=\s*[^,()]+,\s*)+)([^,()=]+)(?=\))")
    for at, line in enumerate(place.lines):
        new = place.changed(pattern.sub(_swapped, line), at)
        if place_of(new) is None:
            why = "arguments without a name come first"
            yield "Put the argument without a name first", new, "likely", why
            return


def _swapped(found: re.Match[str]) -> str:
    return f"{found[2].strip()}, {found[1].rstrip().rstrip(',')}"


def _with_default(place: Place) -> Iterator[Offer]:
    """Give the parameters after one with a default a default as well."""
    head, opened, rest = place.text.partition("(")
    inside, closed, tail = rest.rpartition(")")
    seen, parts = False, []
    for part in inside.split(","):
        seen = seen or "=" in part
        parts.append(part if not seen or "=" in part else f"{part}=None")
    new = place.changed(head + opened + ",".join(parts) + closed + tail)
    level: Certainty = "likely"
    yield "Give it the default None", new, level, "after a default all have one"


def _handled(place: Place) -> Iterator[Offer]:
    """Give a `try` the handler that it needs."""
    if not place.message.startswith("expected 'except' or 'finally'"):
        return
    heads = [n for n in range(place.line) if place.lines[n].strip() == "try:"]
    if heads:
        line = place.lines[heads[-1]]
        indent = line[: len(line) - len(line.lstrip())]
        added = [f"{indent}except Exception as error:", f"{indent}    print(error)"]
        lines = [*place.lines[: place.line], *added, *place.lines[place.line :]]
        why = "a `try` needs an `except` or a `finally`"
        yield "Add an `except`", "\n".join(lines), "likely", why


def _tripled(place: Place) -> Iterator[Offer]:
    """Close a text over several lines at the end of its paragraph."""
    if not place.message.startswith("unterminated triple-quoted"):
        return
    sign = re.search(r"'''|\"\"\"", "\n".join(place.lines[place.line :]))
    for at in range(place.line, len(place.lines)) if sign else ():
        new = place.changed(f"{place.lines[at]}{sign[0]}", at) if sign else ""
        if place_of(new) is None:
            yield "Close the text", new, "likely", "the text has no end"
            return


CORRECTIONS: tuple[Correction, ...] = (
    _repeated,
    _ordered,
    _mismatched,
    _handled,
    _tripled,
    _misspelt,
    _reserved,
)
SEARCHES: tuple[Correction, ...] = (_missing, _needless)
"""Tried where nothing else is known to be wrong."""
