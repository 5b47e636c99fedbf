"""The check of a summary: what it states must occur in what it was made from.

Names, numbers and paths are looked up, not words: a line with one that occurs nowhere
is dropped, whole, and reported. Ordinary words may be the summariser's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from jupyter_ctx.core.compact.spelled import SMALL, chinese, english

LONG = 200  # characters; a longer line is checked by sentence

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d[\d,_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?")
_PATH = re.compile(
    r"(?:[A-Za-z]:)?(?:[\w.~-]+)?(?:[/\\][\w.@+-]+)+[/\\]?|\b[\w-]+\.[A-Za-z]\w{0,5}\b"
)
_WORD = re.compile(r"(?<!\w)[^\W\d]\w*")
_QUOTED = re.compile(
    r"`([^`\n]+)`|<code>([^<\n]+)</code>|\"([^\"\n]{1,80})\"|(?<!\w)'([^'\n]{1,80})'(?!\w)"
    r"|[“「『《]([^“”「」『』《》\n]{1,80})[”」』》]"
)
_VERSION = re.compile(
    r"(?<![\w.])v?\d+(?:\.\d+){2,}|(?<![\w.])v\d+(?:\.\d+)*", re.IGNORECASE
)
_HAN = "\u4e00-\u9fff"
# Chinese has no capitals: a name is told by a surname, and by what its bearer does.
_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡"
    "余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯"
)
_HAN_NAME = re.compile(
    rf"(?<![{_HAN}])(?!任务|方法|方案|程序|金额|高级|于是)([{_SURNAMES}][{_HAN}]{{1,2}}?)"
    r"\s*(?=说(?!明)|要求|认为|决定|建议|确认|提出|指出|希望|同意|拒绝|报告)"
)
_IS_HAN = re.compile(rf"[{_HAN}]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")
_LEAD = re.compile(r"^\s*(?:[-*•]\s+)?(?:\[\d+\]\s*)?")
_SAYS = re.compile(
    r"\s+(?:asked|said|wrote|wanted|preferred|confirmed|told|decided|requested|agreed"
    r"|rejected|refused|suggested|proposed|insisted|noted|found|reported)\b"
)
# Of people alone: whoever does this has a name, also without a capital.
_PERSON = re.compile(
    r"\s+(?:asked|said|wrote|wanted|preferred|told|decided|requested|agreed|insisted"
    r"|refused|suggested|proposed)\b"
)
_CALLED = re.compile(
    r"\b(?:is|are|was|were|be|been|column|variable|function|table|file|model|one),? "
    r"(?:called|named) ([^\W\d]\w*)(?! (?:by|with|from|for|in|on)\b)"
)
_NAMED = re.compile(r"[a-z][A-Z]|_|[A-Za-z]\d|\d[A-Za-z]|^[A-Z]{2,}")
_COMMON = (
    "user assistant i the a an in on at no not it its this that they he she we you and "
    "but or if then when after before since both none nothing python jupyter notebook "
    "dataframe dataframes series csv json sql api url html pdf utc ascii utf ok id ids "
    "english german french chinese excel markdown data ai llm todo eda ui cpu gpu ram "
    "nan next open first last later done yes monday tuesday wednesday thursday friday "
    "saturday sunday january february march april may june july august september "
    "october november december there someone everyone nobody who which"
)
_ORDINARY = frozenset(_COMMON.split())
_BEHIND = (
    "with from by to for again once twice as out into each every differently before "
    "only directly similarly accordingly so"
)
_UNNAMED = _ORDINARY | frozenset(_BEHIND.split())
_FILES = (
    "csv tsv json jsonl parquet xlsx xls txt md py ipynb r sql html css js ts tsx yaml "
    "yml toml ini cfg log pkl npz npy h5 hdf5 feather zip gz tar png jpg jpeg svg pdf "
    "db sqlite env sh xml prisma lock c cpp h rs go java"
)
_ENDINGS = frozenset(_FILES.split())
AFTER = 16  # characters behind a word that are looked at
LEAST_WORDS = 40  # from which on capitals tell a language
NOUNS = 0.15  # of the words inside sentences, more capitals are those of a language


class Checked(msgspec.Struct, frozen=True):
    """A text without the lines that state what occurs nowhere: those are *dropped*."""

    text: str
    dropped: tuple[str, ...] = ()


class Facts:
    """What may be stated: the names, numbers and paths of some texts."""

    def __init__(self, texts: Iterable[str]) -> None:
        whole = "\n".join(texts)
        self._whole = whole.casefold()
        self._words = {word.casefold() for word in _WORD.findall(whole)}
        self._numbers = {_value(one) for one in _numbers(whole)}
        self._numbers |= {float(n) for _, n in (*english(whole), *chinese(whole))}
        self._numbers.discard(None)

    def check(self, text: str) -> Checked:
        """Drop from *text* the lines that state what does not occur."""
        kept: list[str] = []
        dropped: list[str] = []
        proper = not _has_nouns(text)
        for line in text.split("\n"):
            parts = _SENTENCE.split(line) if len(line) > LONG else [line]
            good = [part for part in parts if not self.unknown(part, proper=proper)]
            dropped += [part.strip() for part in parts if part not in good]
            if any(part.strip(" -*•") for part in good) or not line.strip():
                joined = " ".join(good)
                kept.append(joined if line not in good[:1] else line)
        return Checked("\n".join(kept), tuple(dropped))

    def unknown(self, line: str, *, proper: bool = True) -> tuple[str, ...]:
        """Name what *line* states and what does not occur.

        Without *proper* a capital inside a sentence makes no name, as in German.
        """
        body = _LEAD.sub("", line)
        bad = [one for one in _paths(body) if not self._has(one)]
        bare = _PATH.sub(lambda m: " " if _is_path(m[0]) else m[0], body)
        versions = [one.lstrip("vV") for one in _VERSION.findall(bare)]
        bad += [one for one in versions if not self._has_version(one)]
        bare = _VERSION.sub(" ", bare)
        bad += [one for one in _han(bare) if one not in self._whole]
        bad += [one for one in _numbers(bare) if _value(one) not in self._numbers]
        bad += [one for one, n in _spelled(bare) if float(n) not in self._numbers]
        names = _names(bare, proper=proper)
        bad += [one for one in names if one.casefold() not in self._words]
        return tuple(bad)

    def _has(self, path: str) -> bool:
        """Look a path up as it is written, between what cannot belong to it."""
        sought = re.escape(path.casefold().rstrip(".,;:"))
        return bool(re.search(rf"(?<![\w.-]){sought}(?![\w-])", self._whole))

    def _has_version(self, version: str) -> bool:
        """Look a version up, with or without its `v`, also as part of a longer one."""
        return bool(re.search(rf"(?<![\d.]){re.escape(version)}(?!\d)", self._whole))


def _han(text: str) -> list[str]:
    """Give Chinese names, and what is quoted in Chinese: its words have no ends."""
    quoted = (next(filter(None, found), "") for found in _QUOTED.findall(text))
    parts = [one for said in quoted for one in re.findall(rf"[{_HAN}]+", said)]
    return [*parts, *_HAN_NAME.findall(text)]


def _spelled(text: str) -> list[tuple[str, int]]:
    """Give the spelled numbers that somebody must have told."""
    return [one for one in (*english(text), *chinese(text)) if one[1] > SMALL]


def _value(number: str) -> float | None:
    try:
        return float(number.replace(",", "").replace("_", "").lstrip("+"))
    except ValueError:
        return None


def _numbers(text: str) -> Iterator[str]:
    for match in _NUMBER.finditer(text):
        yield match[0].rstrip(",_")


def _is_path(text: str) -> bool:
    """Tell a path or a file from words with a slash: `and/or`, `e.g.`."""
    if "/" in text or "\\" in text:
        return len(re.findall(r"[/\\]", text)) > 1 or "." in text
    stem, _, ending = text.rpartition(".")
    return bool(re.search(r"[A-Za-z]", stem)) and ending.lower() in _ENDINGS


def _paths(text: str) -> list[str]:
    return [match[0] for match in _PATH.finditer(text) if _is_path(match[0])]


def _names(text: str, *, proper: bool) -> Iterator[str]:
    """Give what is a name by its form, its quotes, a capital, or as who said it."""
    for match in _QUOTED.finditer(text):
        said = next(part for part in match.groups() if part)
        yield from (one for one in _WORD.findall(said) if not _IS_HAN.search(one))
    yield from (one for one in _CALLED.findall(text) if one.lower() not in _UNNAMED)
    for one in _walked(_QUOTED.sub(" ", text)):
        if _is_name(one, proper=proper) and one.word.casefold() not in _ORDINARY:
            yield one.word


def _is_name(one: _Word, *, proper: bool) -> bool:
    if _NAMED.search(one.word) or one.after.startswith("("):
        return True
    if one.is_first:
        by = _SAYS if one.word[0].isupper() else _PERSON
        return bool(by.match(one.after))
    is_member = one.before == "." and len(one.word) > 1
    return is_member or (proper and one.word[0].isupper())


class _Word(msgspec.Struct, frozen=True):
    """A word, the sign before it, what follows, and whether it begins a sentence."""

    word: str
    before: str
    after: str
    is_first: bool


def _walked(text: str) -> Iterator[_Word]:
    is_first = True
    for match in re.finditer(r"(?<!\w)[^\W\d]\w*|[.!?:;](?=\s|$)", text):
        start, end = match.span()
        if not match[0][0].isalpha() and match[0][0] != "_":
            is_first = True
            continue
        before = text[start - 1 : start] if start else ""
        yield _Word(match[0], before, text[end : end + AFTER], is_first)
        is_first = False


def _has_nouns(text: str) -> bool:
    """Tell whether *text* is of a language that writes its nouns with capitals."""
    words = [one for one in _walked(_QUOTED.sub(" ", text)) if not one.is_first]
    capitals = sum(
        one.word[0].isupper() and not _NAMED.search(one.word) for one in words
    )
    return len(words) >= LEAST_WORDS and capitals > NOUNS * len(words)
