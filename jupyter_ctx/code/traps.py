"""The three places that changes of a value miss: options, labels, lists of values."""

from __future__ import annotations

import re
from typing import Literal

from jupyter_ctx.code.forms import is_assigned, is_checked, is_type
from jupyter_ctx.code.spot import Spot

Trap = Literal["", "filter options", "label map", "IN list"]
"""What kind of place it is that is missed; empty for any other use."""

_KEYED = re.compile(r"[\"']?\]?\s*(?::(?!:)|=>)")
_OPTIONS = re.compile(r"option|filter|choice|\btabs?\b", re.IGNORECASE)
_OPTION_TAG = re.compile(
    r"<[\w.]*(?:option|item|radio|tab)\w*\b[^<>]*\bvalue=\{?\s*\Z", re.IGNORECASE
)
_LABELLED = re.compile(r"\b(?:label|name|text|title)[\"']?\s*:")
_VALUE = re.compile(r"\b(?:value|id|key)[\"']?\s*:\s*\Z")
_IN = re.compile(
    r"(?:\b(?:not\s+)?in|\.isin|\.is_in|\.in_|\bany)(?:\s*\()?\s*\Z", re.IGNORECASE
)
_MAPS = re.compile(
    r"label|badge|colou?r|icon|map\b|mapping|variant|title|style|names?\b|Record<|"
    r"(?:by|for|of)_?(?:status|state|kind|type)",
    re.IGNORECASE,
)
_TEXT_ENTRY = re.compile(r"\s*[\"'\[]?[\w$ .-]+[\"'\]]*\s*:\s*[\"'`<]")
_VALUE_ENDS = ("=", "(", ":", "return", "{", ",", "[", "?", ">")


def trap_of(spot: Spot) -> Trap:
    """Tell of which kind the use at *spot* is."""
    if _is_in_list(spot):
        return "IN list"
    if _is_option(spot):
        return "filter options"
    return "label map" if _is_mapped(spot) else ""


def _is_in_list(spot: Spot) -> bool:
    if not spot.place.is_value or is_checked(spot):
        return False
    is_asked = spot.behind.lstrip().startswith((".includes(", ".indexOf(", ".has("))
    return _IN.search(spot.head) is not None or (spot.bracket == "[" and is_asked)


def _is_option(spot: Spot) -> bool:
    """Tell whether the value can be picked: `{value: "open", label: "Open"}`."""
    if not spot.place.is_value or spot.family == "sql":
        return False
    is_list = is_assigned(spot) and _OPTIONS.search(spot.head[-60:]) is not None
    is_labelled = _VALUE.search(spot.before) and _LABELLED.search(spot.inner)
    is_tagged = _OPTION_TAG.search(spot.before) is not None
    return is_tagged or bool(is_labelled) or (is_list and not _KEYED.match(spot.after))


def _is_mapped(spot: Spot) -> bool:
    """Tell whether the word is a key of a mapping: `{open: "Open"}`."""
    if spot.bracket != "{" or not _KEYED.match(spot.after) or spot.family == "sql":
        return False
    if spot.family == "script":
        is_value = spot.head.endswith(_VALUE_ENDS)
        return is_value and not is_type(spot) and _is_labels(spot)
    return spot.place.is_value and _is_labels(spot)


def _is_labels(spot: Spot) -> bool:
    """Tell whether a mapping is named for what it maps to, or maps to texts alone."""
    if _MAPS.search(spot.head[-60:]):
        return True
    entries = [entry for entry in spot.inner.split(",") if entry.strip()]
    return len(entries) > 1 and all(_TEXT_ENTRY.match(entry) for entry in entries)
