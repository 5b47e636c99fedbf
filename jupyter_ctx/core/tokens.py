"""What core asks of whoever counts tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from jupyter_ctx.core.talk.message import Message


class Counter(Protocol):
    """Counts as the model will; *exact* is false for an estimate."""

    @property
    def name(self) -> str:
        """The encoding, or the rule of the estimate, for people to read."""
        ...

    @property
    def exact(self) -> bool:
        """Whether the model's own tokenizer is used."""
        ...

    def count(self, text: str) -> int:
        """Tokens of *text* alone; never raises, whatever the text holds."""
        ...

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Tokens of the final payload, role overhead and reply priming included."""
        ...
