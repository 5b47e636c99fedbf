"""Answers without a model: quick fixes for the open error, cards of variables."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core import render
from jupyter_ctx.core.choice import Choice
from jupyter_ctx.core.choices import LABEL_LIMIT, MOST
from jupyter_ctx.core.fixes import Fix, propose
from jupyter_ctx.core.fixes.explain import explain
from jupyter_ctx.core.provider import RequestKind
from jupyter_ctx.core.relevance import words
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary

CARD_LIMIT = 5  # variables described in one answer
NO_MODEL = (
    "No model is set up, so this question cannot be answered in words. Without one, "
    "quick fixes for errors (`%assist fix`) and facts about live variables work. "
    "`%ctx model` says how to set a model."
)

NO_ERROR = "No error is open: the last cell that failed ran well since, or none did."
NO_FIX = "There is no quick fix for this error; a model may help (`%ctx model`)."


class Answer(msgspec.Struct, frozen=True):
    """Markdown text, and the fixes as choices with the source to insert."""

    text: str
    question: str = ""
    choices: tuple[Choice, ...] = ()


def answer(prompt: str, state: KernelState, request: RequestKind) -> Answer:
    """Answer from what the kernel knows: fixes first, then mentioned variables."""
    cards = _cards(prompt, state)
    error = state.error
    if error is not None:
        fixes = propose(error, state)[:MOST]
        if fixes:
            return _with_fixes(error, state, fixes)
        return Answer(f"{explain(error, state)}\n\n{NO_FIX}{cards}")
    return Answer((NO_ERROR if request == "fix" else NO_MODEL) + cards)


def _cards(prompt: str, state: KernelState) -> str:
    named = words(prompt)
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
            label=_plain(fix.title)[:LABEL_LIMIT],
            value=f"Apply the fix: {fix.title}",
            variant="primary" if number == 1 else "default",
            detail=fix.diff,
            action={"insert": fix.source},
        )
        for number, fix in enumerate(fixes, 1)
    )
    return Answer("\n\n".join(parts), "Which fix shall be inserted?", choices)


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
