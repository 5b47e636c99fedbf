"""Processes that are killed at random moments, and what must be true afterwards."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jupyter_ctx.store import Store
from tests.manager.desk import desk
from tests.manager.wandering import check_valid
from tests.store.test_store import Mask

FORKER = """
import json, os, random, sys
from pathlib import Path
from jupyter_ctx.core.talk.events import Pruned
from jupyter_ctx.store import Store
from tests.manager.desk import desk
from tests.store.test_store import Mask


def session(path, seed):
    pick = random.Random(seed)
    with desk(Store(Path(path), Mask())) as at:
        at.gateway.reply("answer " * 2_000)
        while True:
            shown = at.manager.conversation.branch()
            act = pick.choice(("ask", "ask", "edit", "again", "prune", "delete"))
            turn = pick.choice(shown).id if shown else ""
            if act == "ask" or not shown:
                at.ask(f"question {pick.random()}")
            elif act == "edit":
                at.ended(at.manager.edit(turn, "edited", at.occasion()))
            elif act == "again":
                at.ended(at.manager.regenerate(turn, at.occasion()))
            elif act == "prune":
                at.manager.change(Pruned(turn, pick.random() < 0.5))
            elif len(shown) > 3:
                at.manager.delete(turn)
            turns = at.manager.conversation.turns.values()
            ids = [one.id for t in turns for one in (t, *t.replies)]
            print(json.dumps([at.manager._log._last, ids]), flush=True)


for line in sys.stdin:
    child = os.fork()
    if not child:
        session(sys.argv[1], int(line))
    print(json.dumps(child), flush=True)
    os.waitpid(child, 0)
    print("\\nnull", flush=True)
"""
"""Forks a session for each line; a child that is killed costs no new interpreter."""


class Sessions:
    """Runs sessions on the store at *path*, as kernels do, and kills each."""

    def __init__(self, process: subprocess.Popen[str], path: Path) -> None:
        self._process = process
        self._path = path

    def kill_one(self, pick: random.Random) -> None:
        """Kill a session at a random moment, and judge what it left."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{pick.randrange(10**9)}\n")
        process.stdin.flush()
        pid, acknowledged = 0, (0, [])
        left = pick.randrange(1, 9)
        while (line := process.stdout.readline()) != "null\n":
            assert line, "The forker has ended."
            told = said(line)
            if told is None:
                continue
            if isinstance(told, int):
                pid = told
                continue
            acknowledged, left = told, left - 1
            if pid and left == 0:
                time.sleep(pick.random() * 0.02)
                os.kill(pid, signal.SIGKILL)
        judge(self._path, *acknowledged)


def said(line: str) -> Any:
    """Read *line*; nothing if its writer was killed in the middle of it."""
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return None


def judge(path: Path, last: int, ids: list[str]) -> None:
    """Everything acknowledged is there, the store opens, the next request is valid."""
    store = Store(path, Mask())
    news = store.since("one", 0)
    assert store.notice == ""
    assert len(news.events) == news.last >= last
    with desk(store) as at:
        known = at.manager.conversation.turns.values()
        assert {*ids} <= {one.id for turn in known for one in (turn, *turn.replies)}
        at.gateway.reply("fine")
        at.ask("next")
        check_valid(at.gateway.calls[-1].messages)
        assert "next" in at.gateway.calls[-1].messages[-1].content


@contextmanager
def sessions(path: Path) -> Iterator[Sessions]:
    """Start what forks sessions; it ends with the block."""
    command = [sys.executable, "-c", FORKER, str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        yield Sessions(process, path)
