"""Needed facts: what a cell uses from before it, and whether a text states it.

A fact has to stand on one line. A superseded value or binding without the current
one behind it is stale, which is worse than missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from jupyter_ctx.code.defuse import Binding, Names, names

Kind = Literal["name", "import", "signature", "constant", "binding", "string"]
Verdict = Literal["stated", "missing", "stale"]

HEAD = 60  # characters of a binding statement that have to be there
FAR = 6_000  # characters of code (about 2,000 tokens) since the binding: a hard case

_SPACE = re.compile(r"\s+")


class Fact(msgspec.Struct, frozen=True):
    """One needed fact.

    *text* is the statement, literal, module or string; *parts* the parameters of a
    signature; *old* what the name was bound to before; *distance* the characters of
    code between the binding and the cell.
    """

    kind: Kind
    name: str
    text: str = ""
    parts: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    distance: int = 0


def needed(truth: str, sources: Sequence[str]) -> tuple[Fact, ...]:
    """List the facts that the cell *truth* needs from *sources*, oldest first."""
    history = _history(tuple(sources))
    found = names(truth)
    used = dict.fromkeys([*found.uses, *(name for name, _ in found.mutates)])
    facts = [fact for name in used for fact in _facts(name, history.get(name, []))]
    before = "\n".join(sources)
    strings = [s for s in dict.fromkeys(found.strings) if _is_quoted(s, before)]
    return (*facts, *(Fact("string", s) for s in strings))


class _Bound(msgspec.Struct, frozen=True):
    binding: Binding
    distance: int


@lru_cache(maxsize=8)
def _history(sources: tuple[str, ...]) -> dict[str, list[_Bound]]:
    history: dict[str, list[_Bound]] = {}
    total = sum(map(len, sources))
    for source in sources:
        total -= len(source)
        found: Names = names(source)
        for binding in found.binds:
            history.setdefault(binding.name, []).append(_Bound(binding, total))
        for name in found.deletes:
            history.pop(name, None)
    return history


def _facts(name: str, bound: Sequence[_Bound]) -> Iterator[Fact]:
    if not bound:
        return
    last, distance = bound[-1].binding, bound[-1].distance
    yield Fact("name", name)
    if last.kind == "import":
        yield Fact("import", name, last.module, distance=distance)
    elif last.kind in ("def", "class"):
        parts = tuple(p.lstrip("*") for p in last.params if p not in ("self", "cls"))
        yield Fact("signature", name, parts=parts, distance=distance)
    elif _is_constant(last):
        value = _bare(last.literal or "")
        told = {_bare(one.binding.literal or "") for one in bound[:-1]} - {value, ""}
        old_values = tuple(sorted(told))
        yield Fact("constant", name, value, old=old_values, distance=distance)
    else:
        head = _head(last)
        old = {_head(one.binding) for one in bound[:-1]} - {head}
        yield Fact("binding", name, head, old=tuple(sorted(old)), distance=distance)


def _is_constant(binding: Binding) -> bool:
    literal = binding.literal
    is_one_line = binding.end_line <= binding.line
    return is_one_line and literal is not None and 0 < len(_bare(literal)) <= HEAD


def _bare(text: str) -> str:
    """Leave out quotes and folds: they are told in one form or another."""
    return _fold(text.replace('"', "").replace("'", ""))


def _head(binding: Binding) -> str:
    return _fold(binding.statement)[:HEAD].rstrip(" \\")


def _fold(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _is_quoted(text: str, source: str) -> bool:
    return f"'{text}'" in source or f'"{text}"' in source


class Stated:
    """A text, read once, that is asked for facts."""

    def __init__(self, text: str) -> None:
        # The cut ends of a notebook's JSON are read as the code they quote.
        plain = text.replace("\\n", "\n").replace('\\"', '"')
        self._lines = [_fold(line) for line in plain.split("\n")]
        self._text = "\n".join(self._lines)

    def verdict(self, fact: Fact) -> Verdict:
        """Tell whether *fact* is stated, missing, or only an older one of its name."""
        if fact.kind in ("constant", "binding"):
            return self._current(fact)
        if fact.kind == "import":
            return _told(self._is_imported(fact))
        if fact.kind == "signature":
            return _told(self._is_signed(fact))
        return _told(bool(_word(fact.name).search(self._text)))

    def _is_imported(self, fact: Fact) -> bool:
        parts = fact.text.split(".")
        ends = [_word(part) for part in (parts[0], parts[-1]) if part]
        return any(
            ("import" in line or "module" in line)
            and any(end.search(line) for end in ends)
            for line in self._lines
            if _word(fact.name).search(line)
        )

    def _is_signed(self, fact: Fact) -> bool:
        head = rf"^\W{{0,8}}(?:async )?(?:def |class )?{re.escape(fact.name)}\s*\(?"
        for found in re.finditer(head, self._text, re.MULTILINE):
            body = self._text[found.end() : found.end() + 1_500]
            if _in_order(fact.parts, body):
                return True
        return False

    def _current(self, fact: Fact) -> Verdict:
        new = self._last(fact.name, fact.text, fact.kind)
        old = max((self._last(fact.name, o, fact.kind) for o in fact.old), default=-1)
        if new < 0:
            return "stale" if old >= 0 else "missing"
        return "stated" if new >= old else "stale"

    def _last(self, name: str, text: str, kind: Kind) -> int:
        """Find the last place that states *text*, for a constant beside its name."""
        if kind == "binding":
            return self._text.rfind(text)
        word = _word(name)
        for index in range(len(self._lines) - 1, -1, -1):
            line = _bare(self._lines[index])
            found = word.search(line)
            if found and _word(text).search(line, found.end()):
                return index
        return -1


def _told(is_stated: bool) -> Verdict:  # noqa: FBT001 - the one thing it is told
    return "stated" if is_stated else "missing"


def _in_order(parts: Sequence[str], text: str) -> bool:
    start = 0
    for part in parts:
        found = _word(part).search(text, start)
        if found is None:
            return False
        start = found.end()
    return True


@lru_cache(maxsize=20_000)
def _word(text: str) -> re.Pattern[str]:
    left = r"(?<!\w)" if text[:1].isidentifier() or text[:1].isdigit() else ""
    right = r"(?!\w)" if text[-1:].isalnum() or text[-1:] == "_" else ""
    return re.compile(left + re.escape(text) + right)
