"""Where a word stands in a source: in code or a string, and inside of what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

_QUOTED = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_SCRIPT = rf"(?P<string>`(?:\\.|[^`\\])*`|{_QUOTED})|(?P<comment>//[^\n]*|/\*.*?\*/)"
_RULES = {
    "python": (
        r"(?P<string>(?:\b[bBfFrRuU]{1,2})?(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"
        rf"{_QUOTED}))|(?P<comment>\#[^\n]*)"
    ),
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "prisma": rf"(?P<string>{_QUOTED})|(?P<comment>//[^\n]*)",
    "sql": (r"(?P<string>'(?:''|[^'])*')|(?P<comment>--[^\n]*|/\*.*?\*/)"),
}
_BESIDE = {"r": r"[\w.]"}
"""What goes on a name, in languages whose names hold more than letters."""

_OPENING, _CLOSING = "([{", ")]}"
_WORD = re.compile(r"[^\W\d]\w*\Z")
_PREFIX = re.compile(r"[bBfFrRuU]{0,2}(\"{3}|'{3}|[\"'`])")
_SQL = re.compile(
    r"\s*(?:select|insert|update|delete|create|alter|with|merge)\b.*"
    r"\b(?:from|into|set|table|type|view|as)\b|\bin\s*\(\s*['\d]",
    re.IGNORECASE | re.DOTALL,
)
_TESTING = re.compile(r"[=!<>]=|[<>]|\bin\s*[\[(@]", re.IGNORECASE)
NEAR = 30  # open brackets that are told, the innermost ones
EXPRESSION = 120  # characters of a string that may be an expression on columns


class Place(msgspec.Struct, frozen=True):
    """One place of a word, by character offsets into its source.

    *opened* are the brackets that are open there, the innermost last. *is_value*
    tells that a whole string is the word; *is_sql* that it stands in SQL, if in a
    string then in that of the *host* language, whose own brackets come first;
    *is_code* that it stands in no string.
    """

    start: int
    opened: tuple[int, ...] = ()
    is_value: bool = False
    is_sql: bool = False
    is_code: bool = False


def places(word: str, source: str, language: str) -> list[Place]:
    """Find *word* in the code and the strings of *source*, not in its comments.

    Of strings those count that are the word, that hold SQL, or that test something
    (`"status == 'open'"`); prose does not. Of a language without an analyser every
    whole word counts, in comments and strings, too.
    """
    if word not in source or not word:
        return []
    if not is_analysed(language):
        found = _plain(word, language).finditer(source)
        return [Place(one.start(), is_code=True) for one in found]
    return list(_scan(word, source, language, 0, ()))


def is_analysed(language: str) -> bool:
    """Tell whether code, strings and comments of *language* are told apart."""
    return language in _RULES


@lru_cache(maxsize=64)
def _plain(word: str, language: str) -> re.Pattern[str]:
    beside = _BESIDE.get(language, r"\w")
    return re.compile(rf"(?<!{beside}){re.escape(word)}(?!{beside})")


def _scan(
    word: str, source: str, language: str, offset: int, before: tuple[int, ...]
) -> Iterator[Place]:
    opened: list[int] = []
    for found in _pattern(word, language).finditer(source):
        at, text = found.start(), found[0]
        if found.lastgroup == "bracket":
            if text in _OPENING:
                opened.append(at + offset)
            elif opened:
                opened.pop()
        elif found.lastgroup == "string":
            near = (*before, *opened[-NEAR:])[-NEAR:]
            yield from _string(word, text, language, at + offset, near)
        elif found.lastgroup == "word":
            near = (*before, *opened[-NEAR:])[-NEAR:]
            is_sql, is_code = language == "sql", offset == 0
            yield Place(at + offset, near, is_sql=is_sql, is_code=is_code)


@lru_cache(maxsize=64)
def _pattern(word: str, language: str) -> re.Pattern[str]:
    rules = _RULES[language]
    whole = rf"(?<![\w$]){re.escape(word)}(?![\w$])"
    ignore = re.IGNORECASE if language == "sql" else re.NOFLAG
    return re.compile(
        rf"{rules}|(?P<bracket>[()\[\]{{}}])|(?P<word>{whole})", re.DOTALL | ignore
    )


def _string(
    word: str, text: str, language: str, at: int, opened: tuple[int, ...]
) -> Iterator[Place]:
    if word not in text:
        return
    quote = _PREFIX.match(text)
    inside = quote.end() if quote else 1
    content = text[inside : len(text) - (len(quote[1]) if quote else 1)]
    if content == word:
        yield Place(at + inside, opened, is_value=True, is_sql=language == "sql")
    elif language != "sql" and _SQL.search(content):
        yield from _scan(word, content, "sql", at + inside, opened)
    elif text[0] == "`" or "{" in content or _is_test(content):
        for found in _bare(word).finditer(content):
            yield Place(at + inside + found.start(), opened)


def _is_test(content: str) -> bool:
    return len(content) <= EXPRESSION and _TESTING.search(content) is not None


@lru_cache(maxsize=64)
def _bare(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(word)}(?![\w$])")


def is_name(word: str) -> bool:
    """Tell whether *word* can be the name of something."""
    return _WORD.match(word) is not None
