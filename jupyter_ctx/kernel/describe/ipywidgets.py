"""Describes widgets by the state they hold; no message is sent to the page."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.describe.literals import element
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, joined
from jupyter_ctx.kernel.describe.static import held, is_of, type_name

TOLD = ("description", "value", "min", "max", "_options_labels")
VALUE_LIMIT = 60  # characters of one value


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*."""
    del cls
    return describe_widget if name == "Widget" and is_of(base, "ipywidgets") else None


def describe_widget(value: object, look: Look) -> Summary:
    """Give what the widget is called, its value and bounds, or what it holds."""
    state = held(value, "_trait_values")
    if type(state) is not dict:
        return about(value, look)
    is_secret = type_name(value) == "Password"
    facts = []
    for name in TOLD:
        known_as = "password" if is_secret and name == "value" else look.name
        text = element(state.get(name), known_as, look.mask)
        if state.get(name) not in (None, "") and text and len(text) <= VALUE_LIMIT:
            facts.append(f"{_word(name)}={text}")
    inner = state.get("children")
    children = f"of {count(len(inner), 'widget')}" if type(inner) is tuple else ""
    return about(value, look, shape=joined(children, *facts))


def _word(name: str) -> str:
    return "options" if name == "_options_labels" else name
