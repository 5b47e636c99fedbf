"""Options that a reply offers, as data."""

from __future__ import annotations

from typing import Literal

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """One option: *label* is shown, *value* joins the conversation when selected.

    *action* is data for the door that performs it, e.g. the source to insert;
    it never holds anything that runs by itself.
    """

    id: str
    label: str
    value: str
    variant: Literal["primary", "default"] = "default"
    detail: str = ""
    action: dict[str, str] = {}


CANCEL = Choice("cancel", "Cancel", "Cancel: none of these.", action={"cancel": "all"})
"""What can be selected of every reply that offers something: nothing of it."""
