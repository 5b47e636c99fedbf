"""Names of the code that a sentence says in plain words, without code font."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from itertools import islice

from jupyter_ctx.code.impact import Source
from jupyter_ctx.code.magics import blank
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.code.places import places

GOAL = 400  # characters of a sentence that is read so; longer ones write code as code
NAMES = 6  # that are given
TEXT = 200_000  # characters of a source whose names are looked at
SHORTEST = 3  # letters of a word that can be a name
MEMBERS = 12  # values of an enum that are given

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PLAIN = frozenset((
    *("the", "and", "for", "with", "from", "into", "that", "this", "then", "than"),
    *("all", "each", "every", "any", "some", "its", "our", "are", "was", "can"),
    *("should", "shall", "must", "could", "please", "not", "but", "also", "too"),
    *("where", "when", "there", "here", "everywhere", "same", "more", "one", "new"),
    *("add", "make", "use", "show", "change", "remove", "delete", "drop", "fix"),
    *("update", "let", "get", "put", "set", "move", "write", "read", "handle"),
    *("support", "introduce", "extend", "replace", "convert", "create", "rename"),
    *("treat", "call", "called", "named", "give", "have", "has", "want", "need"),
    *("cell", "file", "function", "code", "notebook", "column", "table", "value"),
    *("test", "variable", "class", "method", "list", "project", "step", "plan"),
    *("thing", "something", "everything", "way", "better", "nice", "field", "name"),
    *("member", "option", "enum", "module", "import", "return", "print"),
))  # fmt: skip
"""Words that say what is to be done, or what kind of thing a name is."""


def stems(sentence: str) -> tuple[str, ...]:
    """Give the words of *sentence* that may be names, as they begin, in small letters.

    A source has a name of the sentence only if its text has one of them.
    """
    if len(sentence) > GOAL:
        return ()
    return tuple(dict.fromkeys(filter(None, _said(sentence))))


def names_in(sentence: str, sources: Iterable[Source]) -> tuple[str, ...]:
    """Give the names and values in *sources* that *sentence* says, the longest first.

    `OrderStatus`, `ORDER_STATUSES` and `status` are all said by "the order status".
    """
    said = _said(sentence) if len(sentence) <= GOAL else []
    sources = list(sources)
    texts = (source.text[:TEXT] for source in sources)
    words = dict.fromkeys(word for text in texts for word in _WORD.findall(text))
    found = {word: at for word in words if (at := _span(_parts(word), said))}
    # In "order status" it is the status that is meant, not an order.
    beside = {n for first, last in found.values() for n in range(first, last - 1)}
    kept = [
        word
        for word, (first, last) in found.items()
        if last - first > 1 or first not in beside
    ]
    kept.sort(key=lambda word: (found[word][0] - found[word][1], found[word]))
    there = (word for word in kept if _is_there(word, sources))
    return tuple(islice(there, NAMES))


def members(word: str, sources: Iterable[Source]) -> list[str]:
    """Give the texts that the members of a Python class *word* stand for."""
    found: list[str] = []
    for source in sources:
        is_python = source.language == "python" and f"class {word}" in source.text
        tree = parse(blank(source.text)) if is_python else None
        for node in tree.body if tree is not None else ():
            if isinstance(node, ast.ClassDef) and node.name == word:
                found += _values(node)
    return found[:MEMBERS]


def value_beside(sentence: str, names: Iterable[str], sources: Iterable[Source]) -> str:
    """Give the word next to one of *names* in *sentence* that no source has yet."""
    said = _said(sentence)
    words = _WORD.findall(sentence)
    spans = [at for name in names if (at := _span(_parts(name), said))]
    near = [n for _, last in spans for n in (last,) if n < len(said)]
    near += [first - 1 for first, _ in spans if first]
    sources = list(sources)
    return next(
        (words[n] for n in near if said[n] and not _is_there(words[n], sources)), ""
    )


def _values(node: ast.ClassDef) -> list[str]:
    return [
        inner.value.value
        for inner in node.body
        if isinstance(inner, ast.Assign)
        and isinstance(inner.value, ast.Constant)
        and isinstance(inner.value.value, str)
    ]


def _said(sentence: str) -> list[str]:
    """Give the words of *sentence* as they are compared; empty where plain."""
    words = (_single(word.lower()) for word in _WORD.findall(sentence))
    return [word if _may_be(word) else "" for word in words]


def _may_be(word: str) -> bool:
    return len(word) >= SHORTEST and word not in _PLAIN


def _parts(name: str) -> tuple[str, ...]:
    return tuple(_single(part.lower()) for part in _PART.findall(name))


def _span(parts: Sequence[str], said: Sequence[str]) -> tuple[int, int] | None:
    """Tell from where to where in *said* the *parts* of a name stand."""
    size = len(parts)
    if not size or not all(map(_may_be, parts)):
        return None
    starts = range(len(said) - size + 1)
    at = next((n for n in starts if tuple(said[n : n + size]) == tuple(parts)), None)
    return (at, at + size) if at is not None else None


def _single(word: str) -> str:
    """Take the sign of many things off *word*."""
    if word.endswith("ies") and len(word) > SHORTEST + 1:
        return f"{word[:-3]}y"
    if word.endswith(("uses", "sses", "xes", "ches", "shes")):
        return word[:-2]
    is_one = word.endswith(("ss", "us", "is")) or len(word) <= SHORTEST
    return word if is_one else word.removesuffix("s")


def _is_there(word: str, sources: Iterable[Source]) -> bool:
    return any(places(word, one.text, one.language) for one in sources)
