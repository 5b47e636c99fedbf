"""Fixes for cells that are not Python, each tried before it is offered."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import dialects, tokens
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.place import Correction, Offer, Place, place_of

_HEAD = re.compile(
    r"\s*(?:if|elif|else|for|while|def|class|with|try|except|finally|async)\b"
)
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_QUOTES = {"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u00a0": " "}
_SHELL = re.compile(r"(\s*)(pip3? install |conda install )")
_WITH_APOSTROPHE = re.compile(r"'((?:[^'\"\n]*[A-Za-z]'[a-z])+[^'\"\n]*)'(?!\w)")
BLOCK = 20  # lines that are moved at most


def propose(case: Case) -> Iterator[Fix | None]:
    """Add, close, indent or replace what Python stumbled over."""
    place = place_of(case.source)
    if place is None:
        return
    found = [fix for rule in _CORRECTIONS for fix in _tried(case, place, rule)]
    yield from found
    for rule in tokens.SEARCHES if not found else ():
        yield from _tried(case, place, rule)


def _tried(case: Case, place: Place, correct: Correction) -> Iterator[Fix]:
    for title, source, certainty, why in correct(place):
        whole = [Edit(0, len(case.source), source)]
        facts = [f"line {place.line + 1}: {place.message}", why]
        fix = edit(case, title, whole, certainty, facts)
        if fix is not None:
            yield fix


def _colon(place: Place) -> Iterator[Offer]:
    if place.message != "expected ':'" or not _HEAD.match(place.text):
        return
    text = place.text[: place.column].rstrip()
    rest = place.text[place.column :].strip()
    if not rest or rest.startswith("#"):
        new = f"{text}:{'  ' + rest if rest else ''}"
        yield "Add the colon", place.changed(new), "certain", "a block begins with `:`"


def _closed(place: Place) -> Iterator[Offer]:
    found = re.match(r"'([(\[{])' was never closed", place.message)
    if found is None:
        return
    signs = _open(place.lines[place.line :]) or _CLOSERS[found[1]]
    for at in range(place.line, len(place.lines)):
        line = place.lines[at].rstrip()
        head = f"{line[:-1]}{signs}:" if line.endswith(":") else f"{line}{signs}"
        new = place.changed(head, at)
        if place_of(new) is None:
            yield f"Close with `{signs}`", new, "likely", f"`{found[1]}` is open"
            return


def _open(lines: list[str]) -> str:
    """Give the closers that are missing at the end of the first of *lines*."""
    stack: list[str] = []
    for sign in re.sub(r"'[^']*'|\"[^\"]*\"|#.*", "", lines[0]):
        if sign in _CLOSERS:
            stack.append(_CLOSERS[sign])
        elif stack and sign == stack[-1]:
            stack.pop()
    return "".join(reversed(stack))


def _printed(place: Place) -> Iterator[Offer]:
    if not place.message.startswith("Missing parentheses in call to"):
        return
    lines = [
        re.sub(r"^(\s*)(print|exec)\s+(?!\()(.+?)\s*$", r"\1\2(\3)", line)
        for line in place.lines
    ]
    yield "Call it with brackets", "\n".join(lines), "likely", "`print` is a function"


def _compared(place: Place) -> Iterator[Offer]:
    if "Maybe you meant '=='" not in place.message:
        return
    new = re.sub(r"(?<![=!<>:+\-*/%&|^])=(?!=)", "==", place.text, count=1)
    why = "one `=` gives a value, two compare"
    is_test = re.match(r"\s*(?:if|elif|while|assert|return)\b|.*[(\[]", place.text)
    level: Certainty = "likely" if is_test else "possible"
    yield "Compare with `==`", place.changed(new), level, why


def _indented(place: Place) -> Iterator[Offer]:
    if not place.message.startswith("expected an indented block"):
        return
    lengths = list(range(1, min(BLOCK, len(place.lines) - place.line) + 1))
    fits = [n for n in lengths if place_of(_moved(place, n)) is None]
    for at, count in enumerate(dict.fromkeys([*fits[:1], *fits[-1:]])):
        level: Certainty = "possible" if at else "likely"
        title = f"Indent {count} line{'s' if count > 1 else ''}"
        yield title, _moved(place, count), level, "the block before it is empty"


def _moved(place: Place, count: int) -> str:
    """Indent *count* lines one step deeper than the head of their block."""
    heads = [line for line in place.lines[: place.line] if line.strip()]
    head = heads[-1] if heads else ""
    step = " " * (len(head) - len(head.lstrip()) + 4)
    own = place.text[: len(place.text) - len(place.text.lstrip())]
    moved = [
        f"{step}{line.removeprefix(own)}" if line.strip() else line
        for line in place.lines[place.line : place.line + count]
    ]
    rest = place.lines[place.line + count :]
    return "\n".join([*place.lines[: place.line], *moved, *rest])


def _dedented(place: Place) -> Iterator[Offer]:
    signs = ("unexpected indent", "unindent does not match")
    if not place.message.startswith(signs):
        return
    heads = [line for line in place.lines[: place.line] if line.strip()]
    own = len(place.text) - len(place.text.lstrip())
    wanted = {len(line) - len(line.lstrip()) for line in heads} or {0}
    for depth in sorted(wanted, reverse=True):
        lines = list(place.lines)
        for at in range(place.line, min(place.line + BLOCK, len(lines))):
            inner = len(lines[at]) - len(lines[at].lstrip())
            if inner < own and lines[at].strip():
                break
            lines[at] = " " * (depth + max(0, inner - own)) + lines[at].lstrip()
        new = "\n".join(lines)
        if place_of(new) is None:
            why = "the line stands deeper than its block"
            yield "Take the indentation back", new, "likely", why
            return


def _quoted(place: Place) -> Iterator[Offer]:
    if not place.message.startswith("unterminated string literal"):
        return
    sign = place.text[place.column : place.column + 1]
    found = re.search(r"[)\]}:,\s]*$", place.text)
    end = found.start() if found else len(place.text)
    for new in (place.text[:end] + sign + place.text[end:], place.text + sign):
        source = place.changed(new)
        if sign in "\"'" and place_of(source) is None:
            yield "Close the text", source, "likely", f"the text began with {sign}"
            return


def _apostrophe(place: Place) -> Iterator[Offer]:
    """Put a text with an apostrophe into double quotes."""
    if not place.message.startswith(("unterminated string", "invalid syntax")):
        return
    new = _WITH_APOSTROPHE.sub(r'"\1"', place.text)
    source = place.changed(new)
    if new != place.text and place_of(source) is None:
        why = "an apostrophe ends a text in single quotes"
        yield "Put the text into double quotes", source, "likely", why


def _unmatched(place: Place) -> Iterator[Offer]:
    if not place.message.startswith("unmatched "):
        return
    new = place.text[: place.column] + place.text[place.column + 1 :]
    sign = place.text[place.column : place.column + 1]
    yield f"Remove `{sign}`", place.changed(new), "likely", "nothing is open there"


def _pasted(place: Place) -> Iterator[Offer]:
    """Replace typographic quotes and spaces of web pages."""
    source = "\n".join(place.lines)
    if not place.message.startswith(("invalid character", "invalid non-printable")):
        return
    for wrong, right in _QUOTES.items():
        source = source.replace(wrong, right)
    why = "typographic signs are no part of Python"
    yield "Write plain quotes and spaces", source, "likely", why


def _foreign(place: Place) -> Iterator[Offer]:
    """Write in Python what other languages, or a shell, write otherwise."""
    text = place.text
    shell = _SHELL.match(text)
    if shell is not None:
        new = f"{text[: shell.end(1)]}%{text[shell.end(1) :]}"
        why = "an installation is a magic, not Python"
        yield "Install with a magic: `%`", place.changed(new), "likely", why
    for pattern, right in (
        (r"\belse\s+if\b", "elif"),
        (r"^(\s*)(\w+)\+\+\s*;?\s*$", r"\1\2 += 1"),
        (r"^(\s*)(\w+)--\s*;?\s*$", r"\1\2 -= 1"),
        (r"\s*&&\s*", " and "),
        (r"\s*\|\|\s*", " or "),
        (r"!(?!=)\s*(?=\w)", "not "),
    ):
        new = re.sub(pattern, right, text)
        if new != text:
            why = "Python writes it otherwise"
            yield f"Write `{new.strip()}`", place.changed(new), "likely", why


_CORRECTIONS: tuple[Correction, ...] = (
    _colon,
    _closed,
    _printed,
    _compared,
    _indented,
    _dedented,
    _apostrophe,
    _quoted,
    _unmatched,
    _pasted,
    _foreign,
    *dialects.CORRECTIONS,
    *tokens.CORRECTIONS,
)
