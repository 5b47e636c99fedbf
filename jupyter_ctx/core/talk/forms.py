"""In which form the choices of a reply are shown: buttons, a list, or a dialog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from jupyter_ctx.core.talk.choice import Choice

Form = Literal["buttons", "listbox", "modal"]
FORMS: tuple[Form, ...] = ("buttons", "listbox", "modal")
MANY = 5  # options from which on a list is quicker to read than buttons in rows
LONG = 40  # characters of a label, from which on a button fills a row by itself


def form_of(choices: Sequence[Choice], wish: str = "auto") -> Form:
    """Give the form for *choices*: as wished, and with `auto` as fits them.

    Asked for permission to run code is by a dialog: without it nothing goes on.
    """
    wished = next((form for form in FORMS if form == wish), None)
    if wished is not None:
        return wished
    if is_permission(choices):
        return "modal"
    is_long = any(len(one.label) > LONG for one in choices)
    return "listbox" if is_long or len(choices) > MANY else "buttons"


def is_permission(choices: Sequence[Choice]) -> bool:
    """Tell whether the choice that is meant first runs code of the user."""
    return any(
        one.variant == "primary" and one.action.get("verb") == "check"
        for one in choices
    )
