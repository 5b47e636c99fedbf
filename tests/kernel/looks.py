"""How the tests look at objects: nothing masked, no cells known."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.describe.registry import describe


class NoMask:
    """A masker that hides nothing."""

    def mask_value(self, name: str, value: str) -> str:
        """Give *value* as it is."""
        del name
        return value


class Mask:
    """A masker that hides what is called API_KEY and what looks like a key."""

    def mask_value(self, name: str, value: str) -> str:
        """Hide the whole value."""
        if name == "API_KEY" or "sk-" in value:
            return f"<masked name={name or 'text'} rule=test>"
        return value


def look(name: str = "x", masker: NoMask | Mask | None = None) -> Look:
    """Look at the variable *name*."""
    mask = (masker or NoMask()).mask_value
    return Look(name, mask, lambda _: "")


def see(value: object, name: str = "x", masker: NoMask | Mask | None = None) -> Summary:
    """Describe *value*."""
    return describe(value, look(name, masker))
