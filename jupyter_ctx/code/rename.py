"""One name, column or value that takes the place of another in a source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from jupyter_ctx.code.forms import form_of
from jupyter_ctx.code.impact import Site, Source
from jupyter_ctx.code.places import is_analysed, places
from jupyter_ctx.code.spot import Spot

Scope = Literal["any", "names", "values"]
"""What is renamed: all, names of the language alone, or columns, keys and values."""

NAMED = frozenset(("function", "class", "variable", "import", "parameter", "loop"))
"""Forms of definitions that make a name of the language."""

_KEYWORD = re.compile(r"\s*=(?!=)")
_DEF = re.compile(r"\bdef\s+\w+\s*\Z|\blambda\b[^:]*\Z")


def renamed(old: str, new: str, source: Source, scope: Scope = "any") -> str:
    """Give the text of *source* with *new* for each *old* that *scope* means.

    Comments and prose in strings stay; SQL in capitals stays in capitals. What is no
    identifier takes the place of whole strings alone. Of a language without an
    analyser every whole word is renamed.
    """
    text = source.text
    is_plain = not is_analysed(source.language)
    made: list[str] = []
    at = 0
    for place in places(old, text, source.language):
        spot = Spot(text, place, old, source.language)
        fits = place.is_value or new.isidentifier()
        is_meant = is_plain or (fits and _is_meant(spot, scope))
        if place.start >= at and is_meant:
            end = place.start + len(old)
            made += [text[at : place.start], _cased(text[place.start : end], old, new)]
            at = end
    return "".join([*made, text[at:]])


def scope_of(defined: Iterable[Site]) -> Scope:
    """Tell by its definitions whether a word is a name of the language."""
    forms = {site.form for site in defined if site.form}
    return "names" if forms and forms <= NAMED else "any"


def _is_meant(spot: Spot, scope: Scope) -> bool:
    if scope == "any":
        return True
    place = spot.place
    if scope == "names":
        is_text = place.is_value or (place.is_sql and spot.language != "sql")
        return not is_text and not _is_keyword(spot)
    if spot.language != "python" or not place.is_code:
        return True
    is_attribute = spot.before.endswith(".")
    return is_attribute or _is_keyword(spot) or form_of(spot) == "field"


def _is_keyword(spot: Spot) -> bool:
    """Tell whether the word names an argument of a call: `df.assign(amt=1)`."""
    is_first = spot.before.rstrip().endswith(("(", ","))
    is_call = spot.bracket == "(" and not _DEF.search(spot.head)
    return is_call and is_first and _KEYWORD.match(spot.after) is not None


def _cased(found: str, old: str, new: str) -> str:
    return new.upper() if found.isupper() and not old.isupper() else new
