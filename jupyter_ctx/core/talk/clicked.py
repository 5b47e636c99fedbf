"""Which reply a turn stands for that was sent when a choice was selected."""

from __future__ import annotations

from itertools import pairwise

from jupyter_ctx.core.talk.conversation import Conversation, Reply, Turn


def clicked(conversation: Conversation, turn: Turn) -> Reply | None:
    """Find the reply of whose choice *turn* is the value; None where it is of none.

    That of its parent, as a rule; but a choice can also be selected when something
    else was asked meanwhile, and then it is the nearest that no other turn stands for.
    """
    parent = conversation.turns.get(turn.parent)
    if not turn.for_user or parent is None:
        return None
    after = (one for one in parent.replies if one.id == turn.after)
    first = next(after, parent.reply)
    if first is not None and first.selected_choice is not None:
        return first
    for one, child in reversed(list(pairwise(conversation.path(turn.parent)))):
        reply = one.reply
        choice = reply.selected_choice if reply is not None else None
        is_taken = (
            child.for_user and choice is not None and child.prompt == choice.value
        )
        if choice is not None and choice.value == turn.prompt and not is_taken:
            return reply
    return None
