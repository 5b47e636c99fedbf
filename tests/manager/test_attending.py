"""What is noted of a question before it is asked: what holds, and a new subject."""

from __future__ import annotations

from jupyter_ctx.core.talk.subject import HINT
from tests.manager.desk import desk

RULE = "Always write docstrings following numpydoc conventions for public functions."
OTHER = "Explain gradient boosting hyperparameters for insurance pricing models."


def test_what_shall_hold_is_no_new_subject():
    """A rule has words of its own, and yet the task goes on."""
    with desk() as at:
        at.gateway.reply("Apples sell best in the northern region, pears elsewhere.")
        for n in range(4):
            at.ask(f"Which region sells most apples in quarter {n}?")
        told = {}
        for prompt in (RULE, OTHER):
            at.ask(prompt)
            reply = at.manager.conversation.branch()[-1].reply
            assert reply is not None
            told[prompt] = reply.notices

    assert HINT not in told[RULE]
    assert HINT in told[OTHER]
