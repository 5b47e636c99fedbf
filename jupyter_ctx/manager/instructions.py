"""Standing instructions as the user deals with them: listed, added and removed."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.talk.events import Instructed, Lifted
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.manager import Manager
from jupyter_ctx.manager.standing.head import active
from jupyter_ctx.manager.standing.hearing import new_instruction

LONGEST = 1_000  # characters; more belongs into the memory file


class Instruction(msgspec.Struct, frozen=True):
    """One that holds: its id, and its text word for word."""

    id: str
    text: str


class StandingInstructions:
    """What any door shows of them, and lets the user do; for any thread."""

    def __init__(self, manager: Manager) -> None:
        self._manager = manager

    def list(self) -> tuple[Instruction, ...]:
        """Give those that hold, in the order in which they are sent."""
        holding = active(self._manager.conversation)
        return tuple(Instruction(one.instruction, one.text) for one in holding)

    def add(self, text: str) -> Instruction:
        """Let *text* hold from the next request on, on every branch.

        Raises:
            ConversationError: It is empty, or too long.

        """
        told = text.strip()
        if not told or len(told) > LONGEST:
            msg = (
                f"Write the instruction in 1 to {LONGEST:,} characters; longer rules "
                "belong into the memory file (%ctx memory edit)."
            )
            raise ConversationError(msg)
        for one in self.list():
            if one.text == told:
                return one
        self._manager.change(Instructed(new_instruction(), told))
        return self.list()[-1]

    def lift(self, instruction: str) -> Instruction:
        """Take the instruction with the id *instruction* back, for good.

        Raises:
            ConversationError: It does not hold any more.

        """
        found = next((one for one in self.list() if one.id == instruction), None)
        if found is None:
            msg = (
                "This instruction holds no more. %ctx instructions lists those that do."
            )
            raise ConversationError(msg)
        self._manager.change(Lifted(found.id))
        return found
