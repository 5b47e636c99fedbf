"""What was said, without what is secret now: a secret may be learnt after it was told.

The log masks each text by what is known when it is said. A value that a later cell
shows to be a secret stands in older questions and replies, which are sent again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from msgspec.structs import replace

from jupyter_ctx.core.compact.said import common
from jupyter_ctx.core.secrets.masking import StateMasker
from jupyter_ctx.core.talk.view import Entry
from jupyter_ctx.store import Masks

LONG = 100  # messages of a view that is remembered: most of the next are the same
KEPT = 2  # times the texts of a view: of another view most are the same, too


class Hiding:
    """Masks texts once for each set of known secrets; for any thread."""

    def __init__(self, masker: Masks) -> None:
        self._masked = StateMasker(masker.mask)
        self._secrets: frozenset[str] = frozenset()
        self._lock = threading.Lock()
        self._most = 0  # texts that are remembered: as many as the longest view needs
        self._shown: tuple[Entry, ...] = ()  # the long view that was masked last
        self._made: tuple[Entry, ...] = ()  # and what came of it

    def text(self, text: str, secrets: frozenset[str]) -> str:
        """Mask *text*, remembered as long as *secrets* are the same."""
        with self._lock:
            return self._know(secrets).text(text)

    def known(self, text: str) -> str:
        """Mask *text* by the secrets that were known last; remembered."""
        with self._lock:
            return self._masked.text(text)

    def entries(
        self, shown: Iterable[Entry], secrets: frozenset[str]
    ) -> tuple[Entry, ...]:
        """Mask the messages of a view."""
        listed = tuple(shown)
        with self._lock:
            masked = self._know(secrets)
            same = common(self._shown, listed)
            # With room for less, each view would have all of its texts masked anew.
            self._most = max(self._most, KEPT * len(listed))
            masked.hold(self._most)
            texts = [masked.text(one.content) for one in listed[same:]]
            pairs = zip(listed[same:], texts, strict=True)
            made = (*self._made[:same], *[_masked(one, text) for one, text in pairs])
            if len(listed) >= LONG:
                self._shown, self._made = listed, made
        return made

    def _know(self, secrets: frozenset[str]) -> StateMasker:
        if secrets != self._secrets:
            self._secrets = secrets
            self._masked.forget()
            self._shown, self._made = (), ()
        return self._masked


def _masked(entry: Entry, text: str) -> Entry:
    return entry if text == entry.content else replace(entry, content=text)
