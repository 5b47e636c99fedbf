"""How long a provider asks to wait: in a header, in its text, or in its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST = 86_400.0  # seconds; what is said beyond a day is no wait

_PARTS = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)[a-z]*", re.IGNORECASE)
_LENGTH = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|h|m|s))+")
_UNITS = {"h": 3_600.0, "m": 60.0, "s": 1.0}
_SAID = re.compile(
    r"(?:try again (?:in|after)|retry (?:in|after)|wait(?: for)?|available in"
    r"|reset(?:s)? (?:in|after)|retrydelay\W{1,5})\s*"
    r"((?:\d+(?:\.\d+)?\s*(?:ms|milli\w*|hours?|minutes?|min|seconds?|secs?|[hms])"
    r"(?![a-z])\s*)+)",
    re.IGNORECASE,
)
_EPOCH = 1_000_000_000.0  # seconds; a larger number is a moment, not a while
_EPOCH_MS = 1_000_000_000_000.0


def seconds(headers: Mapping[str, str], text: str, now: float, body: str = "") -> float:
    """Give the seconds to wait, 0 where nothing is told.

    A `Retry-After` counts first, in seconds or as a date, then what the text says,
    then when the limits that are used up are filled again. *now* is in seconds since
    the epoch.
    """
    known = {name.lower(): value for name, value in headers.items()}
    found = (
        _milliseconds(known.get("retry-after-ms", "")),
        _while(known.get("retry-after", ""), now),
        said(text),
        said(body),
        _resets(known, now),
    )
    return next((one for one in found if 0 < one <= LONGEST), 0.0)


def said(text: str) -> float:
    """Read "try again in 1m6.2s" and its like; 0 where there is none."""
    found = _SAID.search(text)
    return _length(found[1]) if found else 0.0


def _length(text: str) -> float:
    return sum(float(number) * _unit(unit) for number, unit in _PARTS.findall(text))


def _unit(unit: str) -> float:
    lower = unit.lower()
    return 0.001 if lower.startswith(("ms", "mill")) else _UNITS[lower[0]]


def _milliseconds(text: str) -> float:
    try:
        return float(text) / 1_000
    except ValueError:
        return 0.0


def _while(text: str, now: float) -> float:
    """Read a number of seconds, a moment, a date or a length like `1m12s`."""
    text = text.strip()
    try:
        number = float(text)
    except ValueError:
        return _length(text) if _LENGTH.fullmatch(text) else _date(text, now)
    if number > _EPOCH_MS:
        return number / 1_000 - now
    return number - now if number > _EPOCH else number


def _date(text: str, now: float) -> float:
    for read in (parsedate_to_datetime, _iso):
        try:
            moment = read(text)
        except (ValueError, TypeError, OverflowError):
            continue
        return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() - now
    return 0.0


def _iso(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _resets(known: Mapping[str, str], now: float) -> float:
    """Give when what is used up is there again; else the soonest of all resets."""
    resets = {name: _while(known[name], now) for name in known if _is_reset(name)}
    empty = [wait for name, wait in resets.items() if _is_used_up(known, name)]
    if empty:
        return max(empty)
    return min(_positive(resets.values()), default=0.0)


def _positive(waits: Iterable[float]) -> list[float]:
    return [one for one in waits if one > 0]


def _is_reset(name: str) -> bool:
    return "ratelimit" in name.replace("-", "") and "reset" in name


def _is_used_up(known: Mapping[str, str], name: str) -> bool:
    return known.get(name.replace("reset", "remaining"), "").strip() == "0"
