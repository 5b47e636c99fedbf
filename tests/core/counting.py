"""A counter for units: every word and sign is a token, four more a message."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jupyter_ctx.core.talk.message import Message


class SignCounter:
    """Counts words and signs; additive, so that expectations stay readable."""

    name = "signs"
    exact = True

    def count(self, text: str) -> int:
        """Count words and single signs."""
        return len(re.findall(r"\w+|[^\w\s]", text))

    def count_messages(self, messages: Sequence[Message]) -> int:
        """Count contents, pictures and four a message."""
        return sum(
            4 + self.count(one.content) + sum(each.tokens for each in one.pictures)
            for one in messages
        )
