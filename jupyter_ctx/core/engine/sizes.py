"""Sizes and types as they may leave without values: what is known by its form alone.

A text is kept as far as it is made of numbers with units, sides and words of types;
from the first part on that is none of these it stays here. Brackets behind a type are
kept where they hold types, but not where they hold values, as those of a category.
"""

from __future__ import annotations

import re

_UNITS = (
    "axes bit byte character chunk column coordinate edge feature field frame group "
    "item key label layer level map model node observation parameter part partition "
    "pixel point qubit row sample step tensor trace value variable widget worker"
)
_TYPES = (
    "any array bigint bignum binary bit bitstring blob bool bool8 boolean bpchar bytea "
    "byte bytes cat categorical category char complex complex64 complex128 date "
    "date32 date64 datetime decimal dict dictionary double duration enum fixed "
    "fixed_size_binary fixed_size_list float float16 float32 float64 float128 geometry "
    "geography half hugeint int int2 int4 int8 int16 int32 int64 int128 integer "
    "interval json jsonb large_binary large_list large_string list long longdouble "
    "map null number numeric object ordered period python pyarrow real record set "
    "short smallint sparse str string struct table text time time32 time64 timedelta "
    "timestamp timestamptz tinyint tuple ubigint uhugeint uint uint8 uint16 uint32 "
    "uint64 uinteger union unknown usmallint utf8 utinyint uuid varbinary varchar void "
    "bfloat16 qint8 quint8 float8_e4m3fn float8_e5m2 "
    "contiguous cpu cuda mps dask dense coordinate index tensor variable"
)
_INNER = (
    "item time_unit time_zone tz unit precision scale shape width inner nullable "
    "none true false ns us ms min s m h d w y left right both neither utc dtype "
    "values_type zone with timezone"
)
# What is in the brackets of these is types, sizes and units.
_NESTING = (
    r"datetime64|timedelta64|datetime|duration|timestamp|time32|time64|time|period"
    r"|interval|decimal|decimal\d+|numeric|varchar|char|string|nvarchar|binary|float"
    r"|list|large_list|fixed_size_list|fixed_size_binary|array"
)
_STATES = (
    "pending running finished failed cancelled closed open locked free set not set "
    "shut down"
)
_AREAS = (
    "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific"
    "|Etc|US"
)

LIMIT = 200  # characters of a text that are looked at

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+|\?)"
_COUNT = rf"{_NUMBER} (?:{'|'.join(_UNITS.split())})s?"
_SIDES = rf"\((?:(?:{_NUMBER}|None)(?:, ?(?:{_NUMBER}|None))*+,?)?\)"
_NAMED = rf"\([^\W\d]\w* {_NUMBER}(?:, [^\W\d]\w* {_NUMBER})*\)"
_ONE_OF = f"(?i:{'|'.join(_TYPES.split())})"
_BYTES = r"[<>|=]?[biufcSUVOMm]\d{1,9}"
_ZONE = rf"(?:(?:{_AREAS})/[A-Z]\w+(?:/[A-Z]\w+)?|[+-]\d\d:?\d\d)"
_TOKEN = (
    rf"(?<!\w)(?:{_ONE_OF}|(?i:{_NESTING})|(?i:{'|'.join(_INNER.split())})"
    rf"|{_BYTES}|{_ZONE}|\d+)(?!\w)"
)
# Possessive, since a word may be read in several ways: no text takes long.
_BRACKETS = rf"[\[(<](?>{_TOKEN}|[\[\]()<>,:=' ])*+(?<=[\])>])"
_TYPE = rf"(?:(?i:{_NESTING}){_BRACKETS}|{_ONE_OF}|(?i:{_NESTING})|{_BYTES})"
_PLANE = rf"{_NUMBER} x {_NUMBER}(?: pixels)?"
_PART = rf"(?:(?:of )?(?:{_COUNT} x {_COUNT}|{_COUNT}|{_PLANE}|{_SIDES})|{_TYPE})"
_END = r"(?=$|[ ,\[(<])"

_SIZE = re.compile(rf"(?:(?:^|,? )(?:{_PART}){_END})*")
_SIDED = re.compile(rf"{_NAMED}{_END}(?:,? {_PART}{_END})*")
_TYPED = re.compile(rf"{_TYPE}{_END}(?: {_TYPE}{_END})*")
_STATE = frozenset((*_STATES.split(), "not set", "not started", "not fitted"))
_VERSION = re.compile(r"[^\W\d][\w.-]* v?\d+(?:\.\w+)*(?:[+-][\w.]+)?")


def size_of(text: str, *, has_names: bool = False) -> str:
    """Give what *text* says of a size; with *has_names* sides may have names."""
    text = text[:LIMIT]
    if text in _STATE:
        return text
    named = _SIDED.match(text) if has_names else None
    found = named or _SIZE.match(text)
    return found[0] if found else ""


def type_of(text: str) -> str:
    """Give what *text* says of a type, without the values in it."""
    found = _TYPED.match(text[:LIMIT])
    return found[0] if found else ""


def version_of(text: str) -> str:
    """Give *text* if it is a name with a version, else nothing."""
    return text if _VERSION.fullmatch(text) else ""
