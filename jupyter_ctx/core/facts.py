"""Answers without a model: quick fixes for the open error, cards of variables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

from jupyter_ctx.code.defuse import names
from jupyter_ctx.core.engine import render
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.fixes import Fix, propose
from jupyter_ctx.core.fixes.explain import explain
from jupyter_ctx.core.place import Here, here
from jupyter_ctx.core.provider import RequestKind
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.choices import LABEL_LIMIT, MOST
from jupyter_ctx.core.talk.conversation import Turn
from jupyter_ctx.core.variable import Summary

CARD_LIMIT = 5  # variables described in one answer
NO_MODEL = (
    "No model is set up, so this question cannot be answered in words. Without one, "
    "quick fixes for errors and facts about live variables work. "
)
NO_ERROR = "No error is open: the last cell that failed ran well since, or none did."
NO_FIX = "There is no quick fix for this error; a model may help"
NO_OTHER_FIX = "The quick fixes for this error were tried already; a model may help"

Way = Literal["ask", "set up", "pick"]
"""How a model is come by: one is set and is asked, by command, or in the sidebar."""

WAYS: Mapping[Way, str] = {
    "ask": ": ask it with `%assist` and your question.",
    "set up": " (`%ctx model` says how to set one up).",
    "pick": " (pick one in the sidebar, or see `%ctx model`).",
}
NO_ANSWER: Mapping[Way, str] = {
    "ask": (
        "This was asked without a model, so it is not answered in words. Leave out "
        "`--model none` to ask the one that is set up (`%ctx model` names it)."
    ),
    "set up": f"{NO_MODEL}`%ctx model` says how to set one up.",
    "pick": f"{NO_MODEL}Pick a model in the sidebar, or see `%ctx model`.",
}


class Answer(msgspec.Struct, frozen=True):
    """Markdown text, and the fixes as choices with the source to insert."""

    text: str
    question: str = ""
    choices: tuple[Choice, ...] = ()


def answer(
    prompt: str,
    state: KernelState,
    request: RequestKind,
    tried: Collection[str] = (),
    way: Way = "pick",
) -> Answer:
    """Answer from what the kernel knows: fixes first, then mentioned variables.

    Fixes that would bring back a source of *tried* are left out. What explains
    an error offers nothing to apply. *way* tells how the user comes by a model.
    """
    cards = _cards(words(prompt), state)
    error, place = state.error, here(state)
    is_sound = place is not None and place.report is None
    if error is None or (request == "explain" and is_sound):
        return _without_error(request, place, state, cards, way)
    if request == "explain":
        return Answer(explain(error, state) + cards)
    fixes = propose(error, state, tried)[:MOST]
    if fixes:
        return _with_fixes(error, state, fixes)
    told = NO_OTHER_FIX if tried and propose(error, state) else NO_FIX
    told += WAYS[way]
    return Answer(f"{explain(error, state, lists_fixes=False)}\n\n{told}{cards}")


def tried(branch: Iterable[Turn], key: str) -> frozenset[str]:
    """Give the sources that choices put into the cell *key*, and those before them.

    Going back to the source that failed first is no repair either.
    """
    applied = [
        reply.selected_choice.action
        for turn in branch
        for reply in turn.replies
        if turn.key == key and reply.selected_choice is not None
    ]
    keys = ("insert", "replace", "base")
    return frozenset(action[key] for action in applied for key in keys if key in action)


def _without_error(
    request: RequestKind, place: Here | None, state: KernelState, cards: str, way: Way
) -> Answer:
    if request == "fix":
        return Answer(NO_ERROR + cards)
    if request != "explain" or place is None or place.language:
        return Answer(NO_ANSWER[way] + cards)
    found = names(place.cell.source)
    read = {*found.uses, *(binding.name for binding in found.binds)}
    return Answer(NO_ANSWER[way] + (cards or _cards(read, state)))


def _cards(named: Collection[str], state: KernelState) -> str:
    found = [one for one in state.variables if one.name in named][:CARD_LIMIT]
    return "".join(f"\n\n{fenced(_card(summary))}" for summary in found)


def _card(summary: Summary) -> str:
    lines = (
        render.live_line(summary),
        render.outline(summary),
        render.card(summary),
    )
    return "\n".join(line for line in lines if line)


def _with_fixes(
    error: ErrorReport, state: KernelState, fixes: tuple[Fix, ...]
) -> Answer:
    parts = [explain(error, state, lists_fixes=False)]
    for number, fix in enumerate(fixes, 1):
        facts = "\n".join(f"- {_plain(fact)}" for fact in fix.why)
        diff = fenced(fix.diff, "diff") if fix.diff else fenced(fix.source, "python")
        parts.append(f"**{number}.** {_plain(fix.title)} ({fix.certainty})\n\n{facts}")
        parts.append(diff)
    choices = tuple(
        Choice(
            id=str(number),
            # A button shows plain text.
            label=_plain(fix.title).replace("`", "")[:LABEL_LIMIT],
            value=f"Apply the fix: {fix.title}",
            variant="primary" if number == 1 else "default",
            detail=fix.diff,
            action=_action(fix, state),
        )
        for number, fix in enumerate(fixes, 1)
    )
    return Answer("\n\n".join(parts), "Which fix shall be applied?", choices)


def _action(fix: Fix, state: KernelState) -> dict[str, str]:
    """Say what a door does: put the source into its cell, or into a new one."""
    action = {"insert": fix.source}
    if fix.kind == "edit" and fix.cell_id:
        base = _as_written(fix, state)
        action |= {"replace": fix.source, "cell": fix.cell_id, "base": base}
    return action


def _as_written(fix: Fix, state: KernelState) -> str:
    """Give the source that ran as the document has it: IPython cuts empty ends."""
    cell = state.document.find(fix.cell_id) if state.document is not None else None
    is_same = cell is not None and cell.source.rstrip("\n") == fix.base.rstrip("\n")
    return cell.source if cell is not None and is_same else fix.base


def fenced(text: str, language: str = "") -> str:
    """Put *text* into a fence that nothing in it can close."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    body = text.removesuffix("\n")
    return f"{fence}{language}\n{body}\n{fence}"


def _plain(text: str) -> str:
    return " ".join(text.split())
