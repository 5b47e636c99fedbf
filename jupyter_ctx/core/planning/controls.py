"""What a user does next with a plan, as it is called at the door of the moment."""

from __future__ import annotations

import msgspec


class Controls(msgspec.Struct, frozen=True):
    """How to take a file back, to go on, to ask for a plan and to pick a model."""

    undo: str = "`%assist undo`"
    resume: str = "`%ctx plan resume`"
    plan: str = "%%assist --plan"
    model: str = "`%ctx model`"

    @property
    def gone(self) -> str:
        """Say that a plan is not known."""
        return f"This plan is not there any more; ask for it anew with {self.plan}."

    @property
    def ended(self) -> str:
        """Say that a plan takes no more choices."""
        return f"This plan has ended; ask for a new one with {self.plan}."

    @property
    def nothing(self) -> str:
        """Say that no plan is open."""
        return f"There is no plan to go on with; ask for one with {self.plan}."


CELL = Controls()
PAGE = Controls(
    "*Undo in Conversation* (under More)", "`/plan resume`", "`/plan`", "`/model`"
)
"""The sidebar has a menu, and commands of its own."""


def controls(door: str, *, by_page: bool) -> Controls:
    """Give those of the *door* by which something was asked or chosen."""
    return PAGE if by_page or door == "sidebar" else CELL
