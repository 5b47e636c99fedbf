"""What a standing instruction is about, so that a newer one replaces or lifts it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from jupyter_ctx.core.talk.instruction_signs import signs

SAME = 0.6  # of the words of the longer one, from which two are about the same

_WORD = re.compile(r"[^\W\d_][\w.-]*|[\u4e00-\u9fff]+")
_OBJECTS = re.compile(
    r"comment|docstring|variable|function|class|column|repl(?:y|ies)|answer|explain|plot"
    r"|figure|chart|title|label|quer|quote|注释|变量|函数|回答|回复|图|标题|文档",
    re.IGNORECASE,
)
_ANSWERS = ("reply", "replies", "answer", "explain", "回答", "回复")
_NEGATIVE = re.compile(
    r"\b(?:never|no|not|don't|without|avoid|stop)\b|不|别|勿|禁", re.IGNORECASE
)
_ALL = re.compile(r"\b(?:all|every|any)\b|所有|全部", re.IGNORECASE)
_LAST = re.compile(
    r"\b(?:that|this|the last|the previous|my last|the)\b|那条|这条|刚才|上一条|之前",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:rules?|instructions?|preferences?|conventions?|guidelines?|restrictions?)\b"
    r"|规则|要求|约定|指令|规定|限制|那条",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?:instead of|rather than|and not|, not|而不是) ?([\w.]+)", re.IGNORECASE
)


def replaced(text: str, active: Sequence[str]) -> tuple[int, ...]:
    """Give the places of those in *active* that hold no more once *text* does."""
    return tuple(n for n, old in enumerate(active) if _is_replaced(text, old))


def lifted(text: str, active: Sequence[str]) -> tuple[int, ...]:
    """Give the places of those in *active* that *text* takes back; none if in doubt."""
    shared = [len(_content(text) & _content(old)) for old in active]
    most = max(shared, default=0)
    if most:
        return tuple(n for n, count in enumerate(shared) if count == most)
    if not active or not _RULE.search(text) or _content(text):
        return ()
    if _ALL.search(text):
        return tuple(range(len(active)))
    return (len(active) - 1,) if _LAST.search(text) else ()


def _is_replaced(new: str, old: str) -> bool:
    if new == old:
        return False
    if _is_other_choice(new, old):
        return True
    gone = _INSTEAD.search(new)
    if (
        gone
        and _stem(gone[1].lower().strip(".")) in _content(old)
        and not _is_negative(old)
    ):
        return True
    left, right = _content(_INSTEAD.sub("", new)), _content(old)
    if right and right <= left and _is_negative(new) != _is_negative(old):
        return True
    most = max(len(left), len(right))
    return most > 0 and len(left & right) >= SAME * most


def _is_other_choice(new: str, old: str) -> bool:
    """Tell whether both choose of the same few, and differently, for the same thing."""
    if _is_negative(new) or _is_negative(old):
        return False
    before, now = _objects(old), _objects(new)
    if before and now and not before & now:
        return False
    for group in signs().exclusive:
        chosen, other = _chosen(new, group), _chosen(old, group)
        if chosen and other and not chosen & other:
            return True
    return False


def _chosen(text: str, group: frozenset[str]) -> set[str]:
    """Give the first of *group* that *text* names: "polars instead of pandas"."""
    lower = text.lower()
    places = {
        found.start(): one
        for one in group
        if (found := re.search(rf"(?<![a-z]){re.escape(one)}(?![a-z])", lower))
    }
    return {places[min(places)]} if places else set()


def _objects(text: str) -> set[str]:
    found = {one.lower() for one in _OBJECTS.findall(text)}
    return {"answer" if one in _ANSWERS else one for one in found}


def _is_negative(text: str) -> bool:
    return _NEGATIVE.search(text) is not None


def _content(text: str) -> set[str]:
    found: set[str] = set()
    by = signs()
    for word in _WORD.findall(text.lower()):
        if word[0] >= "\u4e00":
            told = [sign for sign in word if sign not in by.stop_signs]
            found.update(a + b for a, b in pairwise(told))
        elif (bare := word.rstrip(".-")) not in by.stops and len(bare) > 1:
            found.add(_stem(bare))
    return found


def _stem(word: str) -> str:
    """Cut what a plural or a form of a verb adds."""
    for end in ("ing", "es", "s", "ed"):
        if word.endswith(end) and len(word) - len(end) >= 3:  # noqa: PLR2004
            return word.removesuffix(end).rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word  # noqa: PLR2004
