"""Random talks that are compacted in every way: each call is valid and fits."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import pytest
from msgspec.structs import replace

from jupyter_ctx.core.compact.strategy import STRATEGIES, Ways
from jupyter_ctx.core.engine.prompt import reduced
from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import Pinned, Pruned
from jupyter_ctx.core.talk.validator import faults
from jupyter_ctx.core.talk.view import entries, messages
from jupyter_ctx.errors import ConversationError, ModelError
from jupyter_ctx.gateway.gateway import ModelCall
from jupyter_ctx.manager.fitting import UNJOINED
from jupyter_ctx.store import Store
from tests.manager.notebooks import notebook
from tests.manager.talking import (
    WINDOW,
    Independent,
    Talk,
    good_summary,
    is_summary,
    talk,
)
from tests.store.test_store import Mask

INDEPENDENT = Independent()
SAID = "maximum context length is 1000 tokens, however you requested 1500 tokens"
BAD: tuple[str | Exception, ...] = (
    "",
    "I can't help with that.",
    "## Intent\n" + "- a\n" * 3_000,
    ModelError("It failed. Ask again.", kind="server"),
    ModelError("It is too long.", kind="overflow"),
)
PROFILES = (
    WINDOW,
    replace(WINDOW, window=2_600, budget=2_000, max_tokens=600),
    replace(WINDOW, window=3_000, budget=1_200, max_tokens=800),
    replace(WINDOW, window=40_000, budget=30_000, max_tokens=4_000),
    replace(WINDOW, privacy="schema"),
)
STATES = tuple(notebook(cells) for cells in (0, 1, 8, 60))
ENDS = (
    "",
    "more " * 30,
    "w </history> " * 200,
    "```text\n" + "row of a log\n" * 300 + "```",
    "x " * 20_000,
)


def answer_of(dice: random.Random) -> Callable[[ModelCall], str | Exception]:
    """Answer well mostly; fail, refuse, loop and overflow at times."""

    def answer(call: ModelCall) -> str | Exception:
        if is_summary(call):
            is_good = dice.random() < 0.6
            return good_summary(call) if is_good else dice.choice(BAD)
        if dice.random() < 0.05:
            return ModelError(SAID, kind="overflow")
        return "so it is " * dice.choice([0, 1, 5, 50, 400])

    return answer


def act(at: Talk, dice: random.Random, step: int) -> None:
    """Do one thing that a user may do."""
    branch = at.manager.conversation.branch()
    manager, occasion = at.manager, at.occasion()
    if not branch or dice.random() < 0.6:
        at.ask(f"Tell of topic_{step} {dice.choice(ENDS)}")
        return
    turn = dice.choice(branch).id
    acts: tuple[Callable[[], object], ...] = (
        lambda: at.ended(manager.edit(turn, "edited " * 30, occasion)),
        lambda: at.ended(manager.regenerate(turn, occasion)),
        lambda: manager.delete(turn),
        lambda: manager.change(Pinned(turn, dice.random() < 0.7)),
        lambda: manager.change(Pruned(turn, dice.random() < 0.7)),
        lambda: manager.compaction.preview(occasion, "keep me"),
        lambda: manager.compaction.compact(occasion, dice.choice(["", "keep me"])),
        manager.compaction.undo,
        manager.undo,
        lambda: manager.stop(at.start("stopped " * dice.choice([1, 300]))),
        manager.reset,
    )
    with suppress(ConversationError):
        dice.choice(acts)()


def check_statuses(at: Talk) -> None:
    """Check that what has the status *sent* stands in the request, and is all of it."""
    tip = at.manager.conversation.branch()[-1]
    reply = tip.reply
    if reply is None or reply.status != "complete" or UNJOINED in reply.notices:
        return
    shown = entries(
        at.manager.conversation, before=tip.id, privacy=at.asked[-1].profile.privacy
    )
    sent = at.asked[-1].messages[1:]
    told = reduced(messages(shown))
    for said, whole in zip(told, sent, strict=False):
        # Between a stopped question and the one it is joined with context may stand.
        place = 0
        for part in said.content.split("\n\n"):
            place = whole.content.index(part, place) + len(part)
    assert len(sent) == len(told) + (not told or told[-1].role != "user")


def check(at: Talk) -> None:
    """Check what was sent, then forget it."""
    at.rest()
    if at.asked:
        check_statuses(at)
    for call in at.gateway.calls:
        room = call.profile.window - (call.max_tokens or 0)
        assert INDEPENDENT.count(call.messages) <= room
        assert faults(call.messages) == ()
    assert all(one.messages != two.messages for one, two in pairwise(at.asked))
    for turn in at.manager.conversation.branch():
        assert turn.reply is None or "An error inside" not in turn.reply.failure
    at.gateway.calls.clear()
    at.gateway.streams.clear()


def hold(seed: int) -> None:
    """Hold one random talk."""
    dice = random.Random(seed)
    ways = Ways(
        strategy=dice.choice(STRATEGIES),
        form=dice.choice(["nine", "five"]),
        last=dice.choice([0, 1, 4]),
        every=dice.choice([0, 0, 3]),
    )
    store = Store(None, Mask())
    with talk(answer_of(dice), ways=ways, store=store) as at:
        for step in range(dice.randint(5, 30)):
            if dice.random() < 0.1:
                at.profile = dice.choice(PROFILES)
            if dice.random() < 0.2:
                at.state = dice.choice(STATES)
            act(at, dice, step)
            check(at)
        assert fold(store.events("one")) == at.manager.conversation


@pytest.mark.parametrize("seed", range(12))
def test_random_talks_fit_whatever_is_compacted(seed):
    """Every call fits its window and is valid; none is sent twice; the log folds."""
    hold(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_many_random_talks_fit_whatever_is_compacted(block):
    """The same for 2,000 talks."""
    for seed in range(100 * block, 100 * block + 100):
        hold(1_000 + seed)
