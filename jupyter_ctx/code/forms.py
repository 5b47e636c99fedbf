"""The form of a definition: enum, union type, zod, check constraint, list, name."""

from __future__ import annotations

import re

from jupyter_ctx.code.spot import Spot

_GAP = r"[ \t]*(?:\\\n\s*)?(?<=[\s,])"  # in a line, which may go on behind a backslash
_IN_BRACKETS = r"\bimport\s*\((?:[^)]*[\s,])?"
_PREFIXES = {
    "python": (
        ("function", r"\b(?:async\s+)?def\s+"),
        ("class", r"\bclass\s+"),
        ("import", rf"(?:\bimport{_GAP}(?:[^\n;(]*,{_GAP})?|{_IN_BRACKETS}|\bas\s+)"),
        ("loop", r"\bfor\s+(?:[\w, (]*,\s*\(?)?"),
    ),
    "script": (
        ("function", r"\bfunction\s*\*?\s*"),
        ("class", r"\bclass\s+"),
        ("interface", r"\binterface\s+"),
        ("type", r"\btype\s+"),
        ("enum", r"\benum\s+"),
        ("variable", r"\b(?:const|let|var)\s+(?:[{\[][^}\]=]*)?"),
        ("import", r"\bimport\b[^;'\"]*"),
    ),
    "sql": (
        ("table", r"\bcreate\s+(?:\w+\s+)*table\s+(?:if\s+not\s+exists\s+)?[\"`]?"),
        ("view", r"\bcreate\s+(?:\w+\s+)*view\s+[\"`]?"),
        ("enum", r"\bcreate\s+type\s+[\"`]?"),
        ("function", r"\bcreate\s+(?:\w+\s+)*(?:function|procedure)\s+"),
        ("column", r"\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?[\"`]?"),
        ("alias", r"\bas\s+[\"`]?"),
    ),
    "prisma": (
        ("model", r"\bmodel\s+"),
        ("enum", r"\benum\s+"),
        ("type", r"\btype\s+"),
    ),
}
_NAMED = {
    family: [
        (form, re.compile(rf"{text}\Z", re.IGNORECASE if family == "sql" else 0))
        for form, text in prefixes
    ]
    for family, prefixes in _PREFIXES.items()
}
_GIVEN = re.compile(r"\s*(?::[^=\n]*)?=(?!=)")
_TYPED = re.compile(r"[?!]?\s*:")
_KEYED = re.compile(r"\]?\s*(?::(?!:)|=>)")
_ZOD = re.compile(
    r"\bz\s*\.\s*(?:enum|nativeEnum|union|literal|discriminatedUnion)\s*[(\[\s]*\Z"
)
_CHECK = re.compile(r"(?:\bcheck|CheckConstraint)\s*\Z", re.IGNORECASE)
_ENUM = re.compile(r"\benum\s*[\w$]*\s*\Z", re.IGNORECASE)
_MEMBERS = re.compile(r"\b(?:Enum|StrEnum)\(\s*[\"']\w+[\"'],\s*\Z")
_LITERAL = re.compile(r"\bLiteral\s*\Z")
_TYPE_HEAD = re.compile(r"\b(?:interface\s+[\w$]+[^{;]*|type\s+[\w$]+[^{;]*=\s*)\Z")
_CLASS_HEAD = re.compile(r"\bclass\s+[\w$]+[^{;]*\Z")
_MODIFIERS = re.compile(
    r"\s*(?:(?:public|private|protected|static|readonly|async|get|set)\s+)*"
)
_ASSIGNED = re.compile(
    r"[\w$.]+[\"']?\s*(?::[^=\n]*)?[=:]\s*(?:frozenset|set|tuple|list)?\s*\(?\s*\Z"
)
_STRING = re.compile(r"[\"'][^\"'\n]*[\"']")
_TABLE = re.compile(r"\btable\s+[\w.\"` ]+\Z", re.IGNORECASE)
_DEF = re.compile(r"\bdef\s+\w+\s*\Z")
_CLASS = re.compile(r"^(?:class\s+\w+[^\n]*|\S)", re.MULTILINE)


def form_of(spot: Spot) -> str:
    """Name the form of the definition at *spot*; empty where it is a use."""
    if spot.place.is_value:
        return _value(spot)
    for form, pattern in _NAMED.get(spot.family, ()):
        if pattern.search(spot.before):
            return form
    member = _MEMBER.get(spot.family)
    return member(spot) if member is not None else ""


def is_type(spot: Spot) -> bool:
    """Tell whether the innermost brackets are those of an interface or a type."""
    return _TYPE_HEAD.search(spot.head) is not None


def is_checked(spot: Spot) -> bool:
    """Tell whether *spot* is in a check constraint."""
    return any(_CHECK.search(head) for head in spot.heads)


def is_assigned(spot: Spot) -> bool:
    """Tell whether the innermost brackets are the value of a name or an option."""
    return _ASSIGNED.search(spot.head) is not None


def _value(spot: Spot) -> str:
    if _ZOD.search(spot.before) or any(_ZOD.search(head) for head in spot.heads[-2:]):
        return "zod"
    if any(_ENUM.search(head) for head in spot.heads):
        return "enum"
    if spot.family == "sql" or is_checked(spot):
        return "check constraint" if is_checked(spot) else ""
    if _LITERAL.search(spot.head) or (spot.family == "script" and _is_joined(spot)):
        return "union type"
    if spot.family == "python" and _is_member(spot):
        return "enum"
    return "literal list" if _is_listed(spot) else ""


def _is_joined(spot: Spot) -> bool:
    """Tell whether `|` joins the value with others of a type."""
    before, after = spot.before.rstrip()[-2:], spot.after.lstrip()[:2]
    return (before[-1:] == "|" and before != "||") or (
        after[:1] == "|" and after != "||"
    )


def _is_listed(spot: Spot) -> bool:
    """Tell whether the value is one of several in a list that has a name."""
    brackets = "[({" if spot.family == "python" else "["
    if not spot.bracket or spot.bracket not in brackets or _KEYED.match(spot.after):
        return False
    is_many = len(_STRING.findall(spot.inner)) > 1
    return is_many and is_assigned(spot)


def _is_member(spot: Spot) -> bool:
    """Tell whether a value of Python belongs to a class that is an Enum."""
    if spot.place.opened:
        return _MEMBERS.search(spot.head) is not None
    if not spot.line[:1].isspace():
        return False
    outer = _CLASS.findall(spot.source[: spot.place.start])
    return bool(outer) and re.search(r"Enum|Choices", outer[-1]) is not None


def _python_member(spot: Spot) -> str:
    is_first = not spot.line.strip()
    if not spot.place.opened and is_first and _GIVEN.match(spot.after):
        return "variable"
    if not spot.place.opened and is_first and _TYPED.match(spot.after):
        return "field"
    return "parameter" if _DEF.search(spot.head) and _begins(spot) else ""


def _script_member(spot: Spot) -> str:
    if _ENUM.search(spot.head):
        return "enum"
    if is_type(spot) and _TYPED.match(spot.after):
        return "field"
    if _CLASS_HEAD.search(spot.head) and _MODIFIERS.fullmatch(spot.line):
        return "method" if spot.after.lstrip().startswith("(") else "field"
    return ""


def _sql_member(spot: Spot) -> str:
    if re.match(r"\s+as\s*\(", spot.after, re.IGNORECASE):
        return "query"
    return "column" if _TABLE.search(spot.head) and _begins(spot) else ""


def _prisma_member(spot: Spot) -> str:
    if not spot.place.opened or spot.line.strip():
        return ""
    return "enum" if _ENUM.search(spot.head) else "field"


def _begins(spot: Spot) -> bool:
    """Tell whether the word is the first of a line, a column or a parameter."""
    return spot.before.rstrip(' *\t"`').endswith(("\n", ",", "("))


_MEMBER = {
    "python": _python_member,
    "script": _script_member,
    "sql": _sql_member,
    "prisma": _prisma_member,
}
