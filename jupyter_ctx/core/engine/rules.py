"""What a model is told: once who it is and what the tags mean; per request its duty."""

from __future__ import annotations

from jupyter_ctx.core.engine.kinds import ANSWERS
from jupyter_ctx.core.engine.tags import LEGEND
from jupyter_ctx.core.place import failed_cell
from jupyter_ctx.core.provider import Wanted

CELL = "{cell}"  # stands for the cell at issue in the form of an answer
ROUNDS = 3  # of a repair loop

RULES = (
    "You are the assistant in the user's Jupyter notebook. Messages hold what the "
    "live kernel knows, then the user's question; of two the newer is right.\n"
    f"{LEGEND}\n"
    "Use the names, columns, types and values as given; do not invent or redefine "
    "what is alive. Put code that shall run in the notebook into one ```python "
    "block, short and complete. Never echo a tag. Say so if something is missing."
)
"""What the system message begins with; frozen, so that prompt caches stay valid."""


def own_rules(text: str) -> str:
    """Give the rules with *text* of the user in place of ours.

    What the tags mean stays: without it no model could read the context.
    """
    return f"{text.strip()}\n{LEGEND}\nNever echo a tag." if text.strip() else RULES


def duty(wanted: Wanted) -> str:
    """Say how the answer must look, by the kind of the request.

    A fix replaces the cell, so all of it is needed; a further round of a repair
    must not repeat what was tried. Empty where it is left to the model.
    """
    cell, language = failed_cell(wanted.state)
    told = (wanted.answers or ANSWERS).get(wanted.request, "")
    if not cell and (CELL in told or wanted.request == "fix"):
        return ""
    told = told.replace(CELL, cell).replace("{language}", language or "python")
    if wanted.request != "fix" or not told:
        return told
    elsewhere = _raised_elsewhere(wanted, cell)
    if elsewhere:
        told += (
            f" If {elsewhere}, where it was raised, is at fault, give no block but say "
            "what to change there."
        )
    if wanted.attempt <= 1:
        return told
    return (
        f"Round {wanted.attempt} of {ROUNDS}: an earlier fix of {cell} was applied and "
        "it failed again, with the error above. Do not propose the same change "
        f"again.\n{told}"
    )


def _raised_elsewhere(wanted: Wanted, cell: str) -> str:
    """Name the cell of the function that raised the error, if it is another one."""
    error = wanted.state.error
    user = [frame for frame in error.frames if frame.is_user] if error else []
    inner = user[-1] if user else None
    if inner is None or inner.cell_run is None or inner.where == cell:
        return ""
    return inner.where
