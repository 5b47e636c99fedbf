"""One task with one context: ask the model, run its code, check the namespace."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from jupyter_ctx.bench.records import Records
from jupyter_ctx.bench.tasks.catalogue import Needs, Task
from jupyter_ctx.bench.tasks.contexts import CONTEXTS, messages
from jupyter_ctx.bench.tasks.session import Session
from jupyter_ctx.code.replies import blocks, insertable
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import Gateway, ModelCall, Profile

LONGEST = 320  # tokens of an answer; the longest solution has 70
ANSWER_LIMIT = 30  # seconds that the code of an answer may run

Verdict = Literal["passed", "wrong", "failed", "no code"]

KEY = ("task", "context", "budget", "model", "sha")


class Result(msgspec.Struct, frozen=True):
    """One record: *verdict* on the answer to a task.

    `wrong` means that the code ran and the check did not hold, `failed` that the code
    raised or did not end; *why* is the error. *seconds* is the time of the model
    alone, *prompt_tokens* what it reports; *sha* is that of context and prompt.
    """

    task: str
    needs: Needs
    context: str
    budget: int
    model: str
    sha: str
    seconds: float
    prompt_tokens: int | None
    reply: str
    verdict: Verdict = "no code"
    why: str = ""

    @property
    def passed(self) -> bool:
        """Whether the check held."""
        return self.verdict == "passed"


class Answer(msgspec.Struct, frozen=True):
    """What the model wrote, how long it took (seconds), and what it read."""

    text: str
    seconds: float
    prompt_tokens: int | None


class Asker:
    """Whoever asks the model of *profile* through the product's *gateway*."""

    def __init__(self, gateway: Gateway, profile: Profile) -> None:
        self._gateway = gateway
        self._profile = profile
        self.name = profile.model

    def ask(self, context: str, prompt: str) -> Answer:
        """Ask at temperature 0.

        Raises:
            ModelError: The model failed, or the answer was cut off by a stop.

        """
        call = ModelCall(
            self._profile,
            messages(context, prompt),
            max_tokens=min(LONGEST, self._profile.max_tokens),
            temperature=0.0,
        )
        start = time.monotonic()
        stream = self._gateway.stream(call)
        text = "".join(delta.text for delta in stream if delta.kind == "text")
        if stream.finish is None or stream.finish.reason == "cancelled":
            msg = "The model was stopped. Run the command again to go on."
            raise ModelError(msg, kind="cancelled")
        seconds = round(time.monotonic() - start, 2)
        return Answer(text, seconds, stream.finish.usage.prompt_tokens)


def attempted(
    todo: Sequence[Task],
    contexts: Sequence[str],
    budget: int,
    asker: Asker,
    records: Records[Result],
) -> Iterator[Result]:
    """Try each of *todo* with each context; what *records* hold is taken from there."""
    for task in todo:
        seen: dict[str, tuple[Verdict, str]] = {}
        for name in contexts:
            text = CONTEXTS[name](task, budget)
            sha = hashlib.sha256(f"{text}\n{task.prompt}".encode()).hexdigest()[:16]
            known = records.get(task.id, name, budget, asker.name, sha)
            if known is None:
                answer = asker.ask(text, task.prompt)
                made = Result(
                    task=task.id,
                    needs=task.needs,
                    context=name,
                    budget=budget,
                    model=asker.name,
                    sha=sha,
                    seconds=answer.seconds,
                    prompt_tokens=answer.prompt_tokens,
                    reply=answer.text,
                )
                known = records.add(_judged(task, made, seen))
            yield known


def _judged(task: Task, made: Result, seen: dict[str, tuple[Verdict, str]]) -> Result:
    """Judge an answer; equal code gets the verdict that *seen* has of it."""
    code = code_of(made.reply)
    if code not in seen:
        seen[code] = judged(task, code)
    verdict, why = seen[code]
    return replace(made, verdict=verdict, why=why)


def code_of(reply: str) -> str:
    """Give the code that a user would insert: the first block of Python.

    A block that is not closed counts too: the answer ended at its limit.
    """
    found = insertable(reply)
    if found:
        return found[0]
    cut = [one.source for one in blocks(reply) if not one.complete]
    return cut[0] if cut else ""


def judged(task: Task, code: str) -> tuple[Verdict, str]:
    """Run *code* after the history of *task* in a fresh kernel, then its check."""
    if not code.strip():
        return "no code", ""
    with Session(task) as kernel:
        why = kernel.run(code, ANSWER_LIMIT)
        if why:
            return "failed", why
        why = kernel.run(task.check, ANSWER_LIMIT)
        return ("wrong", why) if why else ("passed", "")
