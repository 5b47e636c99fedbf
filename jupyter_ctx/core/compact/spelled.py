"""Numbers that are spelled, in English and Chinese: "fifty-one", "三千"."""

from __future__ import annotations

import re
from collections.abc import Iterator

SMALL = 10  # up to which a writer counts for himself: "two columns"

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_BELOW = {
    **{word: number for number, word in enumerate(_ONES.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
}
_TIMES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9}
_WORD = "|".join((*_BELOW, *_TIMES))
_ENGLISH = re.compile(
    rf"(?<![\w-])(?:a (?=hundred|thousand|million|billion))?"
    rf"(?:{_WORD})(?:(?:[ -]|,? and )(?:{_WORD}))*(?![\w-])",
    re.IGNORECASE,
)
_SIGNS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {
    "\u3007": 0,
    "两": 2,
}
_STEPS = {"十": 10, "百": 100, "千": 1_000}
_LARGE = {"万": 10**4, "亿": 10**8}
_CHINESE = re.compile(r"[零\u3007一二两三四五六七八九十百千万亿]+")
_IDIOM = re.compile(r"万一|一千零一夜|千万(?!元|行|条|个)|百分(?!之)|十分(?!之)|一一")


def english(text: str) -> Iterator[tuple[str, int]]:
    """Give each number that is spelled in *text*, with its value."""
    for found in _ENGLISH.finditer(text):
        words = re.findall(r"[a-z]+", found[0].lower())
        yield found[0], _value([one for one in words if one not in ("and", "a")])


def _value(words: list[str]) -> int:
    total = run = 0
    for word in words:
        if word not in _TIMES:
            run += _BELOW[word]
        elif word == "hundred":
            run = max(1, run) * 100
        else:
            total, run = total + max(1, run) * _TIMES[word], 0
    return total + run


def chinese(text: str) -> Iterator[tuple[str, int]]:
    """Give each Chinese number of *text*, with its value; ranges are none."""
    for found in _CHINESE.finditer(_IDIOM.sub(" ", text)):
        value = _han_value(found[0])
        if value is not None:
            yield found[0], value


def _han_value(signs: str) -> int | None:
    total = run = 0
    digit: int | None = None
    for sign in signs:
        if sign in _SIGNS:
            if digit:
                return None  # "三五百" is no number, "二〇二四" one by signs
            digit = _SIGNS[sign]
        elif sign in _STEPS:
            if digit is None and (run or sign != "十"):
                return None
            run, digit = run + (1 if digit is None else digit) * _STEPS[sign], None
        else:
            run += digit or 0
            if not run:
                return None
            total, run, digit = (total + run) * _LARGE[sign], 0, None
    return total + run + (digit or 0)
