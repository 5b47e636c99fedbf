"""What is told below a reply of the compaction that was made for it."""

from __future__ import annotations

from jupyter_ctx.core.compact.strategy import Split
from jupyter_ctx.core.talk.events import Compacted, Form
from jupyter_ctx.manager.condensing.summarising import Outcome

IN_VAIN = "It is too long without older turns too, so they are sent as they were again."
AGAIN = "Older turns fit this model's window, and are sent as they were again."
DUE = (
    "The older messages are condensed with your next question "
    "(%ctx compact --preview shows to what)."
)
FITS = (
    "The condensed messages fit this model's window: with your next question they "
    "are sent as they were again."
)


def sentences(event: Compacted, cut: Split, outcome: Outcome) -> tuple[str, ...]:
    """Say in a sentence each what was done, and what was not told because of it."""
    number = len(cut.old) - len(event.kept)
    turns = "1 older turn" if number == 1 else f"{number:,} older turns"
    what = _DONE[event.form].format(turns=turns, text=event.after)
    undo = "`%ctx compact --undo` takes it back."
    found = [f"{what}: {event.before:,} tokens became {event.after:,}. {undo}"]
    found += _pins(event)
    if outcome.failure:
        found.append(f"No summary was made: {outcome.failure}")
    if outcome.dropped:
        lines = len(outcome.dropped)
        said = "1 line" if lines == 1 else f"{lines:,} lines"
        found.append(
            f"{said} of the summary stated what was never said, and was left out."
        )
    return tuple(found)


def _pins(event: Compacted) -> list[str]:
    """Say which pins there was too little room for."""
    found = []
    if number := len(event.shortened):
        what = "1 pinned message is" if number == 1 else f"{number:,} pinned ones are"
        found.append(f"{what} too long for this model: the middle is left out.")
    if number := len(event.unkept):
        what = "1 pinned message is" if number == 1 else f"{number:,} pinned ones are"
        found.append(f"{what} not sent: there is no room for it. Unpin others.")
    return found


_DONE: dict[Form, str] = {
    "nine": "{turns} condensed to a summary",
    "five": "{turns} condensed to a short summary",
    "note": "{turns} condensed to the memory note",
    "lines": "{turns} condensed to lines",
    "window": "{turns} not sent any more",
    "importance": "{turns} not sent any more",
}
