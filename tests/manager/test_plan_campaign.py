"""Random walks through plans: whatever is clicked, changed, undone or reloaded."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from jupyter_ctx.core.talk.view import entries, messages
from jupyter_ctx.errors import CtxError
from jupyter_ctx.manager.plans.plans import RESUME
from jupyter_ctx.store import Store
from jupyter_ctx.workspace.writing import NEW, digest_of
from tests.manager.plan_desk import PlanDesk, as_model, planning, put
from tests.store.test_store import Mask

STEPS = 25  # of one walk
FILES = ("sales.py", "report.sql", "web/app.ts")
GOALS = (
    "rename the column `amt` to `amount`",
    "rename the column `amount` to `amt`",
    "do something",
    RESUME,
)
ANSWERS = (
    """```json
[{"target": "sales.py", "what": "a"}, {"target": "In[1]", "what": "b"}]
```""",
    '[{"target": "../outside.py", "what": "new file"}]',
    "1. `In[2]`: change it\n2. `report.sql`: change it",
    "```python\nx = 1\n```",
    "<<<<<<< SEARCH\namt\n=======\namount\n>>>>>>> REPLACE",
    "no idea",
)


class Walk:
    """One user, one kernel, one folder; *seen* is what was in its files."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.seen: dict[str, bytes | None] = {}
        self.mine: set[str] = set()

    def run(self) -> None:
        """Take the steps, some of them in a kernel that was started anew."""
        path = self.folder / "store.sqlite"
        (self.folder / "outside.py").write_text("amt = 1\n")
        for part in range(2):
            store = Store(path, Mask())
            with planning(self.folder, profile=as_model(), store=store) as at:
                if not part:
                    for name in FILES:
                        self.write(at, name)
                    self.check(at)
                self.cells(at)
                for _ in range(STEPS // 2):
                    self.step(at)
                    self.check(at)

    def step(self, at: PlanDesk) -> None:
        """Do one thing that users do; refusals are sentences."""
        acts: list[Callable[[PlanDesk], object]] = [
            *[self.pick] * 18,
            *[self.ask] * 2,
            self.cells,
            self.write_one,
            self.remove,
            lambda at: at.manager.undo(),
            self.cut,
            self.again,
            lambda at: at.manager.reset(),
        ]
        self.answer(at)
        self.mine.clear()
        with contextlib.suppress(CtxError):
            self.random.choice(acts)(at)

    def answer(self, at: PlanDesk) -> None:
        """Say what the model says next; now and then it fails."""
        at.gateway._scripts.clear()
        if self.random.random() < 0.1:
            at.gateway.fail("connect")
        else:
            at.gateway.reply(self.random.choice(ANSWERS))

    def pick(self, at: PlanDesk) -> None:
        """Click on something, mostly on what goes on."""
        branch = [one for one in at.conversation.branch() if one.reply is not None]
        offers = [one for one in branch if one.reply and one.reply.choices]
        if not offers:
            return self.ask(at)
        turn = offers[-1] if self.random.random() < 0.9 else self.random.choice(offers)
        assert turn.reply is not None
        choice = self.random.choice([*turn.reply.choices, *[turn.reply.choices[0]] * 6])
        occasion = at.occasion(door="click")
        at.ended(at.manager.choose(turn.id, choice.id, occasion, turn.current))
        return None

    def ask(self, at: PlanDesk) -> None:
        """Ask for a plan, or for anything else."""
        request = self.random.choice(["plan", "plan", "ask"])
        free = at.occasion(request=request, door="sidebar")
        goal = self.random.choice(GOALS)
        at.ended(at.manager.ask(goal, free))

    def cells(self, at: PlanDesk) -> None:
        """Let cells be what they were, or something else."""
        words = [self.random.choice(["amt", "amount"]) for _ in range(3)]
        failing = [1] if self.random.random() < 0.3 else []
        at.cells(*[f'x{n} = df["{w}"]' for n, w in enumerate(words)], failing=failing)

    def write(self, at: PlanDesk, name: str) -> None:
        """Save a file as a user does."""
        mark = self.random.randrange(1_000)
        text = f"-- {mark}\nx = 'amt'\nSELECT amt FROM t\n"
        put(at.root, **{name.replace("/", "___").replace(".", "__"): text})
        self.mine.add(name)

    def write_one(self, at: PlanDesk) -> None:
        """Save one of the files."""
        self.write(at, self.random.choice(FILES))

    def remove(self, at: PlanDesk) -> None:
        """Delete a file."""
        name = self.random.choice(FILES)
        (at.root / name).unlink(missing_ok=True)
        self.mine.add(name)

    def cut(self, at: PlanDesk) -> None:
        """Delete a turn and what follows."""
        branch = at.conversation.branch()
        if branch:
            at.manager.delete(self.random.choice(branch).id)

    def again(self, at: PlanDesk) -> None:
        """Ask for another reply to the newest turn."""
        if at.conversation.tip:
            turn = at.conversation.tip
            at.ended(at.manager.regenerate(turn, at.occasion(door="click")))

    def check(self, at: PlanDesk) -> None:
        """Nothing of the user's is lost, nothing else written, all is in order."""
        for name in FILES:
            path = at.root / name
            now = path.read_bytes() if path.exists() else None
            before = self.seen.get(name)
            if now != before and name not in self.mine:
                assert is_of_a_step(at, name, before, now), (name, before, now)
            self.seen[name] = now
        assert (self.folder / "outside.py").read_text() == "amt = 1\n"
        assert {one.name for one in at.root.rglob(".jupyter_ctx-*")} == set()
        for turn in at.conversation.branch():
            for reply in turn.replies:
                assert "An error inside" not in reply.failure, reply.failure
        rejected = at.conversation.rejected
        sent = [one for one in entries(at.conversation) if one.turn in rejected]
        assert all(one.status != "sent" for one in sent)
        assert messages(entries(at.conversation)) is not None


def is_of_a_step(
    at: PlanDesk, name: str, before: bytes | None, now: bytes | None
) -> bool:
    """Tell whether a step made *now* of the very text *before*, or was taken back."""
    old, new = (NEW if one is None else digest_of(one) for one in (before, now))
    return any(
        (one.status == "applied" and (one.base, one.after) == (old, new))
        or (one.status == "restored" and (one.after, one.original) == (old, new))
        for plan in at.conversation.plans.known.values()
        for one in plan.steps
        if one.step.target == name
    )


@pytest.mark.parametrize("seed", range(12))
def test_random_walks_lose_nothing(seed: int, tmp_path: Path):
    """Clicks, edits, deletions, undo, failures and a restart, in any order."""
    Walk(seed, tmp_path).run()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 600))
def test_many_random_walks_lose_nothing(seed: int, tmp_path: Path):
    """The same for longer."""
    Walk(seed, tmp_path).run()
