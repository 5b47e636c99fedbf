"""Sizes of compaction: given for a window of 200,000 tokens, scaled to the real one."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.engine.assembly import HISTORY_SHARE

REFERENCE = 200_000  # tokens of the window that the sizes below are meant for
RESERVE = 20_000  # tokens for the answer (K3)
BUFFER = 13_000  # tokens in front of it that stay free (K3)
PROTECTED = 40_000  # tokens of the newest turns that no stub touches (K1)
LEAST_TRIM = 20_000  # tokens that stubs must save, less is not worth a new prefix (K1)
NOTE_START = 10_000  # tokens of conversation from which on a note is kept (K2)
NOTE_STEP = 5_000  # tokens more after which it is refreshed (K2)
NOTE_TURNS = 3  # turns more after which it is refreshed (K2)
SECTION = 2_000  # tokens of a section of the note at most (K2)
NOTE = 12_000  # tokens of the note at most (K2)
AGAIN = 5_000  # tokens of each cell or file that is told again (K3)
AGAIN_COUNT = 5  # cells and files that are told again (K3)

DUE = 0.8  # of what earlier turns may take, from which on they are compacted (C3)
TEXT_SHARE = 0.3  # of it, for what old turns become
RECENT_SHARE = 0.25  # of it, for the newest turns that stay word for word
BACK = 0.7  # of that, up to which old turns are sent again: less than `DUE` sways
MARGIN = 0.9  # of the tokens before, a compaction that leaves more is no gain
LEAST_WINDOW = 16_000  # tokens; with less a call for a note costs more than it saves
LEAST_TEXT = 300  # tokens; in less room sections say less than lines of each turn


class Sizes(msgspec.Struct, frozen=True):
    """The sizes for a *window*, in tokens."""

    window: int

    def of(self, tokens: int) -> int:
        """Scale *tokens*, which are meant for `REFERENCE`."""
        return max(1, tokens * self.window // REFERENCE)

    @property
    def most_input(self) -> int:
        """The input from which on old turns are compacted, whatever the budget."""
        return self.window - self.of(RESERVE) - self.of(BUFFER)


class Room(msgspec.Struct, frozen=True):
    """What earlier turns may take: *share* tokens at most, compacted from *due* on."""

    share: int
    due: int

    @property
    def text(self) -> int:
        """Tokens for what old turns become."""
        return int(self.share * TEXT_SHARE)

    @property
    def recent(self) -> int:
        """Tokens for the newest turns that stay word for word."""
        return int(self.share * RECENT_SHARE)


def room_of(share: int, bare: int, window: int, budget: int) -> Room:
    """Give the room of earlier turns beside *bare* tokens of rules and question.

    *share* is what they may take. They are due at 80% of it, or where they come with
    rules and question to 80% of the *budget*, or the input near the end of the window,
    whichever is earliest; long rules leave them 80% of their least share.
    """
    share = max(0, share)
    least = int((budget - bare) * HISTORY_SHARE * DUE)
    most = max(least, int(budget * DUE) - bare)
    due = min(int(share * DUE), most, Sizes(window).most_input - bare)
    return Room(share, max(0, due))
