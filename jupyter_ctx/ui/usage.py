"""`%ctx usage`: what each turn and the whole conversation took, as models report it."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING

from jupyter_ctx.core.talk.conversation import Conversation
from jupyter_ctx.core.talk.export import title_of
from jupyter_ctx.core.talk.spending import spending
from jupyter_ctx.core.talk.spent import NOTHING, Spent
from jupyter_ctx.errors import ConversationError

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

USAGE = "%ctx usage       what each turn and all of them took: tokens, money, time"
WIDTH = 36  # characters of a question
NO_PRICE = "price not known"


class UsageCommand:
    """Prints the report of the conversation."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def run(self, words: list[str]) -> None:
        """Run `%ctx usage`.

        Raises:
            ConversationError: Something stands behind it.

        """
        if words:
            msg = f"%ctx usage takes nothing behind it, not {words[0]}. Leave it out."
            raise ConversationError(msg)
        sys.stdout.write(f"{report(self._session.manager.conversation)}\n")


def report(conversation: Conversation) -> str:
    """Give a line a turn, then what belongs to none, then all together."""
    told = spending(conversation)
    lines = [
        _line(f"#{number} {title_of(conversation.turn(turn).prompt)}", spent)
        for number, (turn, spent) in enumerate(told.turns, 1)
    ]
    if told.beside != NOTHING:
        lines.append(_line("turns that left the branch", told.beside))
    if told.condensing != NOTHING:
        lines.append(_line("summaries and notes", told.condensing))
    lines.append(_line("total", told.total))
    if told.total.unpriced and told.total.price is not None:
        calls = told.total.unpriced
        rest = "1 call; it is" if calls == 1 else f"{calls:,} calls; they are"
        lines.append(f"No price is known of {rest} not in the sum.")
    if told.total.unreported and told.total.input:
        calls = told.total.unreported
        rest = "1 call" if calls == 1 else f"{calls:,} calls"
        lines.append(f"The model told no tokens of {rest}: the sum is at least that.")
    return "\n".join(lines)


def _line(name: str, spent: Spent) -> str:
    name = name if len(name) <= WIDTH else f"{name[: WIDTH - 1]}…"
    return f"{name:{WIDTH}}  {amounts(spent)}"


def amounts(spent: Spent) -> str:
    """Tell in one line what *spent* holds."""
    if not spent.calls:
        return "nothing spent"
    cached = f" ({spent.cached:,} of them cached)" if spent.cached else ""
    tokens = f"{spent.input:,} tokens in{cached}, {spent.output:,} out"
    if not spent.input and not spent.output:
        tokens = "no usage reported"
    return " · ".join([tokens, money(spent.price), f"{spent.seconds:.1f} s"])


def money(price: float | None) -> str:
    """Write US dollars with two figures that count, or that the price is not known."""
    if price is None:
        return NO_PRICE
    if price == 0:
        return "$0"
    return f"${price:.{max(2, 1 - math.floor(math.log10(price)))}f}"
