"""What a goal says in words: a rename, or a value that comes to stand beside others."""

from __future__ import annotations

import re

import msgspec

from jupyter_ctx.code.rename import Scope

WORDS = 8  # of a goal that are looked for
LENGTH = 400  # characters of a goal that can be a rename alone

_WORD = (
    r"(?:`(?P<{0}a>[^`\n]{{1,80}})`|\"(?P<{0}b>[^\"\n]{{1,80}})\"|"
    r"'(?P<{0}c>[^'\n]{{1,80}})'|(?P<{0}d>[^\W\d][\w.]*))"
)
_BARE = _WORD.replace(r"[^\W\d][\w.]*", "[A-Za-z_][A-Za-z0-9_.]*")
_VALUES = r"columns?|fields?|keys?|values?|members?|options?|status(?:es)?"
_NAMES = r"variables?|functions?|methods?|class(?:es)?|names?|modules?"
_KIND = (
    rf"(?:(?:the|all|every|each)\s+)*(?:(?:enum\s+)?(?P<kind>{_VALUES}|{_NAMES})\s+)?"
)
_WHERE = r"(?:\s+(?:in|of|from|on)\s+[^,;\n]{1,60}?)?"
_FILLING = frozenset((
    *("everywhere", "in", "of", "from", "on", "across", "throughout", "and", "the"),
    *("all", "every", "each", "please", "notebook", "notebooks", "cell", "cells"),
    *("file", "files", "code", "sql", "query", "queries", "project", "folder", "it"),
    *("is", "used", "with", "its", "uses", "table", "tables", "place", "places"),
    *("where", ".", ",", "!", ";", "frame", "frames", "too", "also"),
))  # fmt: skip
"""Words that may follow a rename, and ask for nothing more."""

_LEADING = frozenset(("in", "of", "from", "across"))
_TOKEN = re.compile(r"`[^`\n]+`|\"[^\"\n]+\"|'[^'\n]+'|[\w./-]*\w|[^\s\w]")
_NAMED = re.compile(r"[`\"'].*|[\w./-]+\.\w{1,4}")
_RENAME = re.compile(
    r"\s*(?:please\s+|can you\s+|could you\s+)*rename\s+"
    rf"{_KIND}(?:(?:called|named)\s+)?"
    rf"{_WORD.format('o')}(?:\s+(?:{_VALUES}|{_NAMES}))?{_WHERE}\s*"
    rf"(?:\bto\b|\binto\b|\bas\b|->|=>|→)\s*{_WORD.format('n')}(?!\w)",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"\s*(?:请)?\s*(?:把|将)?\s*(?P<kind>列|字段|变量|函数|类|值)?\s*"
    rf"{_BARE.format('o')}\s*(?:列|字段|变量|函数|类|值)?\s*"
    rf"(?:重命名为|重命名成|改名为|改名成)\s*{_BARE.format('n')}[\s。!]*"
)
_CODE = re.compile(
    r"`([^`\n]{1,80})`|\"([^\"\n]{1,80})\"|(?<!\w)'([^'\n]{1,80})'(?!\w)|"
    r"\b([A-Za-z]\w*(?:_\w+|[a-z0-9][A-Z]\w*))|\b([A-Za-z_]\w*)(?=\()"
)
_ADDS = re.compile(
    r"\b(?:add|introduce|extend|new|support)\b|添加|增加|新增", re.IGNORECASE
)


_ODD = re.compile(r"[\\\"'`\n{}]")  # would end a string, or begin something in it


class Rename(msgspec.Struct, frozen=True):
    """*old* shall be *new*; *scope* as far as the goal says what kind of word it is."""

    old: str
    new: str
    scope: Scope = "any"


def rename_in(goal: str) -> Rename | None:
    """Give the rename that *goal* is, and nothing beside it; None for all else."""
    if len(goal) > LENGTH:
        return None
    goal = goal.strip()
    found = _RENAME.match(goal) or _CHINESE.fullmatch(goal)
    if found is None or not _is_filling(goal[found.end() :]):
        return None
    old, new = _word(found, "o"), _word(found, "n")
    if not old or not new or old == new or _ODD.search(new):
        return None
    return Rename(old, new, _scope(found["kind"] or ""))


def _is_filling(rest: str) -> bool:
    """Tell whether what follows a rename only says where: no more is asked for."""
    before = ""
    for token in _TOKEN.findall(rest):
        word = token.lower()
        is_place = before in _LEADING or _NAMED.fullmatch(token) is not None
        if word not in _FILLING and not is_place:
            return False
        before = word if word != "the" else before
    return True


def adds(goal: str) -> bool:
    """Tell whether *goal* wants something beside what there is."""
    return _ADDS.search(goal) is not None


def words_in(goal: str) -> tuple[str, ...]:
    """List what *goal* writes as code or quotes, the first ones."""
    found = (next(filter(None, groups), "").strip() for groups in _CODE.findall(goal))
    bare = (word.removesuffix("()") for word in found)
    last = (
        word.rpartition(".")[2] if word.replace(".", "a").isidentifier() else word
        for word in bare
    )
    return tuple(dict.fromkeys(word for word in last if word))[:WORDS]


def _word(found: re.Match[str], which: str) -> str:
    word = next((found[which + part] for part in "abcd" if found[which + part]), "")
    word = word.strip().strip(".")
    # `df.amt`: it is the column that is renamed.
    return word.rpartition(".")[2] if word.replace(".", "a").isidentifier() else word


def _scope(kind: str) -> Scope:
    if not kind:
        return "any"
    is_value = re.fullmatch(rf"{_VALUES}|列|字段|值", kind, re.IGNORECASE)
    return "values" if is_value else "names"
