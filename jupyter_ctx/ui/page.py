"""The page of a cell: turns as Markdown and as plain text, pure.

The same text is shown live, saved in the notebook, and read on GitHub; it holds
the answer, the question of a choice with its options, and the selection.
"""

from __future__ import annotations

from collections.abc import Sequence

from jupyter_ctx.core.talk.conversation import Reply
from jupyter_ctx.core.talk.view import Shown
from jupyter_ctx.ui.markdown import inline, plain, safe
from jupyter_ctx.ui.usage import money

EMBEDDED = "embedded:"
REASONING_SHOWN = 400  # characters from the end; it is gone with the answer
PICK = "Select with `%assist pick N`."
ACTIVITIES = {
    "waiting": "waits for the reply before it",
    "preparing": "waits while what is sent is put together",
    "compacting": "is condensing older messages",
    "starting": "is being asked",
    "thinking": "is thinking",
    "answering": "is answering",
}
CUT = "Cut: not part of the conversation any more and not sent."
NO_REPLY = "This question has no reply: the kernel ended first. Run the cell again."


def bundle(
    turns: Sequence[Shown],
    *,
    note: str = "",
    keep: bool = False,
    has_page: bool = False,
) -> dict[str, str]:
    """Give the MIME bundle of *turns*, the first asked by the cell itself.

    *note* is a line about the page as a whole; *keep* tells that stopped
    replies are sent again; *has_page* that a Stop button works while a cell runs.
    """
    shown = (_turn(one, keep=keep, has_page=has_page) for one in turns)
    return {
        "text/markdown": _join([_line(note), *shown]),
        "text/plain": text(turns, note=note, keep=keep),
    }


def text(turns: Sequence[Shown], *, note: str = "", keep: bool = False) -> str:
    """Give *turns* as plain text, for terminals and old front ends."""
    return _join([plain(note), *(_plain_turn(one, keep=keep) for one in turns)])


def _turn(shown: Shown, *, keep: bool, has_page: bool) -> str:
    reply = shown.reply
    if shown.is_live:
        return _live(shown, "press Stop" if has_page else "interrupt the kernel")
    if reply is None:
        return _line(NO_REPLY)
    notices = [_line(notice) for notice in reply.notices]
    return _join(
        [
            _line(CUT) if shown.is_cut else "",
            _line(header(shown, reply)),
            *notices,
            safe(reply.text),
            _options(reply),
            _line(ending(reply, keep=keep)),
        ]
    )


def _doing(activity: str) -> str:
    # The gateway waits before it asks again, and says for how long and why.
    is_wait = activity.startswith("waiting ")
    other = f"is asked again soon ({activity})" if is_wait else activity
    return ACTIVITIES.get(activity, other)


def _live(shown: Shown, stop: str) -> str:
    doing = _doing(shown.activity)
    reasoning = " ".join(shown.reasoning.split())[-REASONING_SHOWN:]
    return _join(
        [
            f"*The model {doing} … (to stop, {stop})*",
            f"> {inline(reasoning)}" if reasoning and not shown.live_text else "",
            safe(shown.live_text),
        ]
    )


def header(shown: Shown, reply: Reply) -> str:
    """Say who answered, and what was sent of what could be."""
    who = reply.model or "quick answer without a model"
    if reply.model.startswith(EMBEDDED):
        name = reply.model.removeprefix(EMBEDDED)
        who = f"{name}: small offline model, may be wrong"
    parts = [who]
    if reply.tokens:
        kept = f", {reply.cached:,} of them cached" if reply.cached else ""
        parts.append(f"sent {reply.tokens:,} of {reply.budget:,} tokens{kept}")
    if reply.spent.cost:
        parts.append(money(reply.spent.cost))
    if shown.alternatives > 1:
        parts.append(f"reply {shown.alternative} of {shown.alternatives}")
    return " · ".join(parts)


def ending(reply: Reply, *, keep: bool) -> str:
    """Say how the reply ended, where that is not simply complete."""
    if reply.status == "failed":
        return f"No reply: {reply.failure}"
    if reply.status == "length" and reply.failure:
        return f"Broken off: {reply.failure} Code of it is not inserted."
    if reply.status == "length":
        return "Cut at the output limit; code of a cut reply is not inserted."
    if reply.status == "cancelled":
        sent = "its beginning is sent, marked" if keep else "it is not sent again"
        return f"Cancelled: {sent}; your next question is joined with this one."
    if not reply.text.strip() and not reply.choices:
        return "The model returned nothing; run the cell again or reword the question."
    return ""


def _options(reply: Reply) -> str:
    if not reply.choices:
        return ""
    lines = []
    for number, choice in enumerate(reply.choices, 1):
        label = inline(choice.label)
        lines.append(
            f"{number}. **{label}**"
            if _is_bold(reply, choice.id)
            else f"{number}. {label}"
        )
    question = f"**{inline(reply.question)}**" if reply.question else ""
    return _join([question, "\n".join(lines), _selection(reply) or PICK])


def _is_bold(reply: Reply, choice_id: str) -> bool:
    if reply.selected:
        return choice_id == reply.selected
    return any(c.id == choice_id and c.variant == "primary" for c in reply.choices)


def _selection(reply: Reply) -> str:
    selected = reply.selected_choice
    return f"**Selected: {inline(selected.label)}**" if selected else ""


def _line(sentence: str) -> str:
    return f"*{inline(sentence)}*" if sentence.strip() else ""


def _plain_turn(shown: Shown, *, keep: bool) -> str:
    reply = shown.reply
    if shown.is_live:
        return plain(shown.live_text) or "..."
    if reply is None:
        return NO_REPLY
    return _join(
        [
            CUT if shown.is_cut else "",
            f"[{plain(header(shown, reply))}]",
            *(plain(notice) for notice in reply.notices),
            plain(reply.text),
            plain_options(reply),
            plain(ending(reply, keep=keep)),
        ]
    )


def plain_options(reply: Reply) -> str:
    """Give the question, the numbered options and the selection as plain text."""
    if not reply.choices:
        return ""
    lines = [f"  {n}. {plain(c.label)}" for n, c in enumerate(reply.choices, 1)]
    selected = reply.selected_choice
    last = f"Selected: {plain(selected.label)}" if selected else PICK.replace("`", "")
    return "\n".join(
        [*([plain(reply.question)] if reply.question else []), *lines, last]
    )


def _join(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part.strip())
