"""What was said, without what is secret now: a secret may be learnt after it was told.

The log masks each text by what is known when it is said. A value that a later cell
shows to be a secret stands in older questions and replies, which are sent again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from msgspec.structs import replace

from jupyter_ctx.core.secrets.masking import StateMasker
from jupyter_ctx.core.talk.view import Entry
from jupyter_ctx.store import Masks


class Hiding:
    """Masks texts once for each set of known secrets; for any thread."""

    def __init__(self, masker: Masks) -> None:
        self._masked = StateMasker(masker.mask)
        self._secrets: frozenset[str] = frozenset()
        self._lock = threading.Lock()

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
            mask = self._know(secrets).text
            texts = [mask(one.content) for one in listed]
        return tuple(
            one if text == one.content else replace(one, content=text)
            for one, text in zip(listed, texts, strict=True)
        )

    def _know(self, secrets: frozenset[str]) -> StateMasker:
        if secrets != self._secrets:
            self._secrets = secrets
            self._masked.forget()
        return self._masked
