"""What values were made from: equal sources and inputs make equal values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import blake2b
from itertools import count
from types import FunctionType
from typing import Any

import msgspec

from jupyter_ctx.code.chance import is_settled
from jupyter_ctx.code.dataflow import Effect
from jupyter_ctx.core.cell import Touch
from jupyter_ctx.kernel.describe.static import is_a, module_of
from jupyter_ctx.kernel.namespace import is_followed

VERSION_BYTES = 12
_ESTIMATORS = ("sklearn", "xgboost", "lightgbm", "catboost", "imblearn")
_STREAMS = ("random", "numpy.random", "_io", "sqlite3", "socket", "requests")
_GOES_ON = ("partial_fit", "warm_start")  # where a second `fit` is another one


class Origin(msgspec.Struct, frozen=True):
    """What a run makes its values from; '' where chance or the world has a part.

    *made* is its source with the versions of all that it read, *maker* that without
    what it changed itself, *source* the source alone.
    """

    source: str
    made: str = ""
    maker: str = ""
    is_settled: bool = False


class Origins:
    """Knows the version of each name that a run has touched. Main thread only."""

    def __init__(self, hidden: Mapping[str, Any]) -> None:
        self._hidden = hidden  # names that are not the user's
        self._versions: dict[str, str] = {}
        self._makers: dict[str, str] = {}
        self._made: dict[str, tuple[str, str]] = {}  # origins with their versions
        self._wild: set[str] = set()  # functions and classes that chance may be in
        self._numbers = count()

    def of(
        self, source: str, effect: Effect, live: Mapping[str, Any], *, is_whole: bool
    ) -> Origin:
        """Give the origin of what *source* makes; *is_whole* that all of it has run.

        To be asked before `take` notes what the run has touched.
        """
        text = _hash(source.strip())
        found = effect.reads | effect.changes
        inputs = [name for name in sorted(found) if self._is_user(name, live)]
        is_known = not effect.is_open and is_whole and is_settled(source)
        if not is_known or any(self._is_wild(name, live) for name in inputs):
            return Origin(text)
        versions = {name: self._versions[name] for name in inputs}
        others = {n: v for n, v in versions.items() if n not in effect.changes}
        made, maker = _hash(text, repr(versions)), _hash(text, repr(others))
        return Origin(text, made, maker, is_settled=True)

    def _is_user(self, name: str, live: Mapping[str, Any]) -> bool:
        return name in live and is_followed(name, live[name], self._hidden)

    def _is_wild(self, name: str, live: Mapping[str, Any]) -> bool:
        is_stream = module_of(type(live[name])).startswith(_STREAMS)
        return name in self._wild or name not in self._versions or is_stream

    def is_repeated(
        self, name: str, value: object, digest: str, origin: Origin
    ) -> bool:
        """Tell whether the run has only made once more what it made of *name*.

        The cell is the same and all else that it reads; what can be read of the
        value is as it was before. A model that is fitted begins anew.
        """
        if not origin.maker or self._makers.get(name) != origin.maker:
            return False
        is_model = module_of(type(value)).startswith(_ESTIMATORS)
        return "~" in digest or (is_model and not digest)

    def take(
        self, touched: Collection[Touch], origin: Origin, live: Mapping[str, Any]
    ) -> tuple[Touch, ...]:
        """Give what a run has *touched* with its versions, and note them."""
        return tuple(self._take(touch, origin, live) for touch in touched)

    def _take(self, touch: Touch, origin: Origin, live: Mapping[str, Any]) -> Touch:
        name = touch.name
        self._wild.discard(name)
        self._makers.pop(name, None)
        self._versions.pop(name, None)
        if touch.kind == "deleted":
            return touch
        if not origin.is_settled and _is_code(live[name]):
            self._wild.add(name)
        self._makers[name] = origin.maker
        version = _version(touch, origin)
        if origin.made and not touch.digest:
            # There may have been no time to read what has been read before.
            before = self._made.get(name, ("", ""))
            version = before[1] if before[0] == origin.made else version
        self._made[name] = origin.made, version
        self._versions[name] = version or f"#{next(self._numbers)}"
        return msgspec.structs.replace(touch, digest=version)


def _version(touch: Touch, origin: Origin) -> str:
    """Name the value by all of its content, or by some of it and its origin."""
    is_sample = "~" in touch.digest
    if touch.digest and not is_sample:
        return touch.digest
    made = origin.made or (origin.source if is_sample else "")
    return f"~{_hash(touch.name, touch.digest, made)}" if made else ""


def _is_code(value: object) -> bool:
    return type(value) is FunctionType or is_a(type(value), type)


def _hash(*parts: str) -> str:
    found = blake2b(digest_size=VERSION_BYTES)
    for part in parts:
        found.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return found.hexdigest()
