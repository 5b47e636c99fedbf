"""A desk for long conversations: the model answers by a function, in a small window."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.view import OnInterrupt
from jupyter_ctx.gateway.gateway import Delta, Finish, ModelCall, Profile, Usage
from jupyter_ctx.manager import Manager, Services
from jupyter_ctx.store import Store
from jupyter_ctx.testing import Script, ScriptedGateway, ScriptedStream
from jupyter_ctx.tokens import counter_for
from tests.manager.desk import WAIT, Desk, _offer
from tests.store.test_store import Mask

WINDOW = Profile("gpt-4o", window=8_192, max_tokens=2_048, budget=6_144)
SECTIONS = (
    "Intent",
    "Key concepts",
    "In focus",
    "Errors and fixes",
    "Reasoning",
    "Open tasks",
    "Being done",
    "Next step",
)
Answer = Callable[[ModelCall], str | Exception]


def is_summary(call: ModelCall) -> bool:
    """Tell whether *call* asks for a summary."""
    return "and just these sections:\n" in call.messages[-1].content


def summary(*lines: str) -> str:
    """Write a whole summary with *lines* in each section."""
    body = "\n".join(f"- {line}" for line in lines)
    return "\n".join(f"## {title}\n{body}" for title in SECTIONS)


def good_summary(call: ModelCall) -> str:
    """Summarise what is asked about by names that stand in it."""
    text = "\n".join(one.content for one in call.messages)
    end = re.search(r"begins with: '[^']*topic_(\d+)", text)
    last = int(end[1]) if end else 10**9
    found = [n for n in map(int, re.findall(r"topic_(\d+)", text)) if n < last]
    names = [f"topic_{n}" for n in dict.fromkeys(found)][-2:]
    return summary(*[f"The user asked about `{name}`." for name in names])


class TalkingGateway(ScriptedGateway):
    """Answers every call by *answer*; a raised answer is a failure."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer
        self.held: set[int] = set()

    def stream(self, call: ModelCall) -> ScriptedStream:
        """Answer *call*; those whose number is *held* wait until they are released."""
        self.calls.append(call)
        made = self.answer(call)
        held = len(self.calls) - 1 in self.held
        script = (
            Script(failure=made)
            if isinstance(made, Exception)
            else Script((Delta(made),), Finish("stop", Usage()), held=held)
        )
        stream = ScriptedStream(script, self._release)
        self.streams.append(stream)
        return stream


@dataclass
class Talk(Desk):
    """A desk whose calls are told apart."""

    ways: list[Ways] = field(default_factory=lambda: [Ways()])

    @property
    def asked(self) -> list[ModelCall]:
        """The calls that answer questions."""
        return [call for call in self.gateway.calls if not is_summary(call)]

    @property
    def summaries(self) -> list[ModelCall]:
        """The calls that asked for summaries."""
        return [call for call in self.gateway.calls if is_summary(call)]

    def rest(self) -> None:
        """Wait until nothing runs in the background either."""
        end = time.monotonic() + WAIT
        while not self.manager.jobs.is_idle:
            assert time.monotonic() < end
            time.sleep(0.002)

    def talk(self, turns: int, start: int = 1, size: int = 150) -> None:
        """Ask *turns* questions, each about a topic of its own."""
        for n in range(start, start + turns):
            self.ask(
                f"Tell me about topic_{n} please, " + "and more of it " * (size // 4)
            )


def answer_with(reply: str = "", about: Answer = good_summary) -> Answer:
    """Answer questions at length, and summaries by *about*."""

    def answer(call: ModelCall) -> str | Exception:
        if is_summary(call):
            return about(call)
        topic = re.findall(r"topic_\d+", call.messages[-1].content)
        name = topic[-1] if topic else "this"
        return reply or f"About {name}: " + "it is what it is and so on " * 50

    return answer


@contextmanager
def talk(  # noqa: PLR0913, PLR0917 - settings, mostly given by name
    answer: Answer | None = None,
    profile: Profile = WINDOW,
    ways: Ways | None = None,
    on_interrupt: OnInterrupt = "drop",
    store: Store | None = None,
    gateway: TalkingGateway | None = None,
    **more: object,
) -> Iterator[Talk]:
    """Open a desk for a long conversation."""
    gateway = gateway or TalkingGateway(answer or answer_with())
    chosen = [ways or Ways()]
    services = Services(
        gateway=gateway,
        store=store or Store(None, Mask()),
        masker=Mask(),
        offer=_offer,
        counter_for=counter_for,
        on_interrupt=lambda: on_interrupt,
        ways=lambda: chosen[0],
        **more,
    )
    manager = Manager(services, "one")
    try:
        yield Talk(manager, gateway, profile, ways=chosen)
        replies = [r for t in manager.conversation.turns.values() for r in t.replies]
        told = "\n".join(line for reply in replies for line in reply.notices)
        # The guard of the assembly has nothing to do where turns were fitted before.
        assert "did not fit and were not sent" not in told
    finally:
        manager.close()


class Independent:
    """Another counter than ours: in Rust, with ranks of its own."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # It reads its data by a function that Python deprecates.
            warnings.simplefilter("ignore", DeprecationWarning)
            import bpe_openai

            self._encoding = bpe_openai.get_encoding("o200k_base")

    def count(self, messages: Sequence[Message]) -> int:
        """Count a payload as OpenAI does: three a message, three to prime the reply."""
        texts = [text for one in messages for text in (one.role, one.content)]
        known = sum(len(self._encoding.encode_ordinary(text)) for text in texts)
        return known + 3 * len(messages) + 3
