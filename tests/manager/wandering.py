"""Random sessions: what users do to a conversation, over a real store, and an oracle.

Every message holds a mark that stands nowhere else. The oracle keeps plain lists of
what is shown, and knows by them which marks the next request must hold.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from jupyter_ctx.core.compact.strategy import Ways
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import ReplyId, TurnId
from jupyter_ctx.core.talk.events import Compacted, Pinned, Pruned, Restored
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.view import OnInterrupt, entries
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import (
    Delta,
    Finish,
    ModelCall,
    Profile,
    ToolCall,
    Usage,
)
from jupyter_ctx.manager import Manager, Occasion, Services, Ticket
from jupyter_ctx.store import Store
from jupyter_ctx.testing import Script, ScriptedGateway, ScriptedStream
from jupyter_ctx.ui.sidebar.transcript import transcript
from tests.core.counting import SignCounter
from tests.manager.talking import is_summary, summary
from tests.store.test_store import Mask

WAIT = 60  # seconds; generous, because both cores may be busy
ROOMY = Profile("my-llm", window=1_000_000, max_tokens=1_000, budget=900_000)
TIGHT = Profile("my-llm", window=2_200, max_tokens=300, budget=1_400)
MARK = re.compile(r"\[[pqrs]\d+\]")
FAILURES = ("rate_limit", "server", "connect", "bad_request", "auth")
OFFER = '{"question": "Which?", "choices": [{"label": "One"}, {"label": "Two"}]}'


@dataclass
class Compaction:
    """What the oracle knows of one: it holds as long as its end is shown."""

    id: str
    covered: list[str]
    end: tuple[str, str]
    mark: str
    kept: tuple[str, ...]


@dataclass
class Oracle:
    """What is shown, by plain lists; *marks* are those of a turn and of a reply."""

    shown: list[str] = field(default_factory=list)
    current: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    undo: list[tuple[list[str], dict[str, str]]] = field(default_factory=list)
    pruned: set[str] = field(default_factory=set)
    pinned: set[str] = field(default_factory=set)
    compactions: list[Compaction] = field(default_factory=list)

    def save(self) -> None:
        """Remember what undo brings back."""
        self.undo.append((list(self.shown), dict(self.current)))

    def restore(self) -> None:
        """Undo."""
        self.shown, self.current = self.undo.pop()

    def prune(self, turn: str, *, is_hidden: bool) -> None:
        """Hide or show; a compaction that covers it holds no more."""
        if is_hidden != (turn in self.pruned):
            self.pruned ^= {turn}
            self.compactions = [c for c in self.compactions if turn not in c.covered]

    def holds(self, turns: list[str]) -> Compaction | None:
        """Give the newest compaction that holds for *turns*."""
        for one in reversed(self.compactions):
            turn, reply = one.end
            if turn in turns and self.current.get(turn, "") == reply:
                return one
        return None

    def due(self, turns: list[str], on_interrupt: OnInterrupt) -> list[str]:
        """List the marks that a request must hold, in their order."""
        found: list[str] = []
        compaction = self.holds(turns)
        covered: set[str] = set()
        if compaction is not None:
            covered = {*compaction.covered} - {*compaction.kept} - self.pinned
            found.append(compaction.mark)
        for turn in turns:
            reply = self.current.get(turn, "")
            status = self.status.get(reply, "open")
            if turn in covered or turn in self.pruned or status == "failed":
                continue
            found.append(self.marks[turn])
            is_kept = status == "cancelled" and on_interrupt == "keep"
            if (status in ("complete", "length") or is_kept) and self.marks[reply]:
                found.append(self.marks[reply])
        return [mark for mark in found if mark]


class Gateway(ScriptedGateway):
    """Answers by *script*; summaries, which come in between, by *about*."""

    def __init__(self, about: Callable[[ModelCall], Script]) -> None:
        super().__init__()
        self.script = Script()
        self.about = about

    def stream(self, call: ModelCall) -> ScriptedStream:
        """Play the script of the question, or that of a summary."""
        self.calls.append(call)
        script = self.about(call) if is_summary(call) else self.script
        stream = ScriptedStream(script, self._release)
        self.streams.append(stream)
        return stream


class Wanderer:
    """One session: kernels on one store that do what users do."""

    def __init__(self, path: Path, seed: int, *, is_tight: bool = False) -> None:
        self.random = random.Random(seed)
        self.path = path
        self.id = f"session-{seed}"
        self.is_tight = is_tight
        self.profile = TIGHT if is_tight else ROOMY
        self.on_interrupt: OnInterrupt = self.random.choice(("drop", "keep"))
        strategies = ("layers", "layers", "sliding", "retrieval", "importance")
        strategy = self.random.choice(strategies) if is_tight else "layers"
        last = self.random.choice((1, 2, 4))
        self.ways = Ways(strategy=strategy, last=last, notes=is_tight and seed % 2 == 0)
        self.oracle = Oracle()
        self.requests = 0
        self.story: list[str] = []
        self._count = 0
        self.kernels = [self._kernel() for _ in range(self.random.choice((1, 1, 2)))]
        self.manager, self.gateway = self.kernels[0]

    def wander(self, steps: int) -> None:
        """Do *steps* things; each request is judged as it is sent."""
        acts = {
            self.ask: 8,
            self.edit: 2,
            self.regenerate: 2,
            self.delete: 1,
            self.undo: 2,
            self.reset: 0.3,
            self.switch: 1,
            self.prune: 1,
            self.pin: 0.7,
            self.compact: 1.2,
            self.take_back: 0.4,
            self.choose: 1,
            self.reload: 0.7,
        }
        try:
            for act in self.random.choices(list(acts), list(acts.values()), k=steps):
                self.manager, self.gateway = self.random.choice(self.kernels)
                self.story.append(act.__name__)
                act()
            self.manager, self.gateway = self.kernels[0]
            self.ask()
        finally:
            self.close()

    def close(self) -> None:
        """End all kernels."""
        for manager, _ in self.kernels:
            manager.close()

    # What users do

    def ask(self) -> None:
        """Ask at the tip."""
        before = list(self.oracle.shown)
        mark, prompt = self._text("p")
        ticket = self._script(lambda: self.manager.ask(prompt, self._occasion()))
        self.oracle.marks[ticket.turn] = mark
        self.oracle.shown = [*before, ticket.turn]
        self._judge(ticket, before)

    def edit(self) -> None:
        """Edit any message."""
        turn = self._any()
        if turn:
            before = self.oracle.shown[: self.oracle.shown.index(turn)]
            self.oracle.save()
            mark, prompt = self._text("p")
            ticket = self._script(
                lambda: self.manager.edit(TurnId(turn), prompt, self._occasion())
            )
            self.oracle.marks[ticket.turn] = mark
            self.oracle.shown = [*before, ticket.turn]
            self._judge(ticket, before)

    def regenerate(self) -> None:
        """Ask for another reply to any message."""
        turn = self._any()
        if turn:
            at = self.oracle.shown.index(turn)
            self.oracle.save()
            self.oracle.shown = self.oracle.shown[: at + 1]
            ticket = self._script(
                lambda: self.manager.regenerate(TurnId(turn), self._occasion())
            )
            self._judge(ticket, self.oracle.shown[:at])

    def delete(self) -> None:
        """Delete any message with what follows."""
        turn = self._any()
        if turn:
            self.oracle.save()
            at = self.oracle.shown.index(turn)
            gone = self.manager.delete(TurnId(turn))
            assert gone == len(self.oracle.shown) - at
            self.oracle.shown = self.oracle.shown[:at]

    def undo(self) -> None:
        """Take back the last change, if there is any."""
        if self.oracle.undo:
            self.manager.undo()
            self.oracle.restore()

    def reset(self) -> None:
        """Start over."""
        self.oracle.save()
        self.manager.reset()
        self.oracle.shown = []

    def switch(self) -> None:
        """Go to any turn or reply that ever was; the branch is the conversation's."""
        self._look()
        turns = list(self.manager.conversation.turns.values())
        if not turns:
            return
        turn = self.random.choice(turns)
        reply = self.random.choice([None, *turn.replies])
        steps = len(self.manager.conversation.steps)
        self.manager.switch(turn.id, reply.id if reply is not None else None)
        conversation = self.manager.conversation
        if len(conversation.steps) > steps:
            self.oracle.save()
        branch = conversation.branch()
        assert turn.id in [one.id for one in branch]
        self.oracle.shown = [one.id for one in branch]
        self.oracle.current |= {one.id: one.current for one in branch}

    def prune(self) -> None:
        """Hide any message, or show it again."""
        turn = self._any()
        if turn:
            is_hidden = self.random.random() < 0.6
            self.manager.change(Pruned(turn, is_hidden))
            self.oracle.prune(turn, is_hidden=is_hidden)

    def pin(self) -> None:
        """Pin any message, or no longer."""
        turn = self._any()
        if turn:
            is_pinned = self.random.random() < 0.7
            self.manager.change(Pinned(turn, is_pinned))
            (self.oracle.pinned.add if is_pinned else self.oracle.pinned.discard)(turn)

    def compact(self) -> None:
        """Condense the beginning, in any form; some turns are kept word for word."""
        turn = self._any()
        if not turn or self.is_tight:
            return
        covered = self.oracle.shown[: self.oracle.shown.index(turn) + 1]
        kept = tuple(one for one in covered if self.random.random() < 0.2)
        form = self.random.choice(("nine", "five", "lines", "window", "importance"))
        mark = "" if form in ("window", "importance") else self._mark("s")
        end = (turn, self.oracle.current.get(turn, ""))
        name = self._mark("c")
        text = f"{mark} before." if mark else ""
        made = Compacted(name, *end, text=text, form=form, by="user")
        self.manager.change(msgspec.structs.replace(made, kept=kept))
        self.oracle.compactions.append(Compaction(name, covered, end, mark, kept))

    def take_back(self) -> None:
        """Take any compaction back."""
        if self.oracle.compactions:
            one = self.random.choice(self.oracle.compactions)
            self.manager.change(Restored(one.id))
            self.oracle.compactions.remove(one)

    def choose(self) -> None:
        """Click a choice of the last reply, if it has one that is free."""
        self._look()
        branch = self.manager.conversation.branch()
        reply = branch[-1].reply if branch else None
        if reply is None or not reply.choices or reply.selected:
            return
        choice = self.random.choice(reply.choices)
        before = list(self.oracle.shown)
        ticket = self._script(
            lambda: self.manager.choose(
                branch[-1].id, choice.id, self._occasion(), reply.id
            )
        )
        # What it says is the label of the choice, which the reply holds as well.
        self.oracle.marks[ticket.turn] = ""
        self.oracle.shown = [*before, ticket.turn]
        self._judge(ticket, before)

    def reload(self) -> None:
        """End one kernel and start another on the same file."""
        at = self.random.randrange(len(self.kernels))
        self.kernels[at][0].close()
        self.kernels[at] = self._kernel()

    # How it is done

    def _kernel(self) -> tuple[Manager, Gateway]:
        gateway = Gateway(self._summary)
        store = Store(self.path, Mask())
        # A thousand sessions would wait for the disk for minutes; kills are elsewhere.
        store._database.execute("PRAGMA synchronous=OFF")
        services = Services(
            gateway=gateway,
            store=store,
            masker=Mask(),
            offer=lambda _: (),
            counter_for=lambda _: SignCounter(),
            on_interrupt=lambda: self.on_interrupt,
            ways=lambda: self.ways,
        )
        return Manager(services, self.id), gateway

    def _look(self) -> None:
        """See what the other kernel did, as a user who acts on it has."""
        with self.manager._log.lock:
            pass

    def _occasion(self) -> Occasion:
        return Occasion(KernelState(), self.profile)

    def _any(self) -> str:
        return self.random.choice(self.oracle.shown) if self.oracle.shown else ""

    def _mark(self, kind: str) -> str:
        self._count += 1
        return f"[{kind}{self._count}]"

    def _text(self, kind: str) -> tuple[str, str]:
        mark = self._mark(kind)
        size = self.random.choice((10, 40, 90)) if self.is_tight else 1
        return mark, f"{mark} " + "some words " * size

    def _summary(self, call: ModelCall) -> Script:
        """Summarise well or badly: all that was said, nothing, or a failure."""
        how = self.random.choice(("fails", "repeats", "is empty", "tells", "tells"))
        if how == "fails":
            return Script(failure=ModelError("No.", kind="server"))
        said = "\n".join(one.content for one in call.messages)
        marks = MARK.findall(said)[-3:]
        text = {
            "repeats": said,
            "is empty": "",
            "tells": summary(*[f"The user said {mark} some words." for mark in marks]),
        }[how]
        return Script((Delta(text),), Finish("stop", Usage()))

    def _script(self, act: Callable[[], Ticket]) -> Ticket:
        """Let the model answer *act* somehow: whole, cut, stopped, failed, by tool."""
        kinds = ("whole", "whole", "whole", "choices", "length", "tools", "empty")
        kind = self.random.choice((*kinds, "stopped", "stopped", "failed"))
        mark, text = self._text("r")
        chunks = [text[:3], text[3:], f"more {self._mark('q')}"]
        count = self.random.randrange(len(chunks) + 1)
        script = _SCRIPTS[kind](chunks, count, self.random)
        self.gateway.script = script
        ticket = act()
        if kind == "stopped":
            said = "".join(delta.text for delta in script.deltas)
            _until(lambda: said in ticket.text or ticket.wait(0))
            self.manager.stop(ticket)
        assert ticket.wait(WAIT), (self.id, self.story, kind)
        reply = self._ended(ticket)
        self.story[-1] += f" {kind} {reply}"
        is_told = kind != "empty" and (kind not in ("stopped", "failed") or count > 1)
        self.oracle.marks[ticket.reply] = mark if is_told else ""
        return ticket

    def _ended(self, ticket: Ticket) -> str:
        turn = self.manager.conversation.turn(ticket.turn)
        reply = next(one for one in turn.replies if one.id == ticket.reply)
        self.oracle.current[ticket.turn] = ReplyId(ticket.reply)
        is_empty = not reply.text.strip() and not reply.choices
        kept = "empty" if is_empty and reply.status != "failed" else reply.status
        self.oracle.status[ticket.reply] = kept
        return kept

    def _judge(self, ticket: Ticket, before: list[str]) -> None:
        """Judge the request that *ticket* sent; *before* are the turns in front."""
        assert [t.id for t in self.manager.conversation.branch()] == self.oracle.shown
        calls = [call for call in self.gateway.calls if not is_summary(call)]
        if not calls:
            return
        messages = calls[-1].messages
        self.gateway.calls.clear()
        self.requests += 1
        check_valid(messages)
        found = MARK.findall("".join(one.content for one in messages))
        due = [mark for mark in (self.oracle.marks[ticket.turn],) if mark]
        replies = [self.oracle.current.get(turn, "") for turn in before]
        shown = {self.oracle.marks.get(one, "") for one in (*before, *replies)}
        cut = {mark for mark in found if mark[1] in "pr"} - {*shown, *due}
        assert not cut, (self.id, self.story, cut)
        if not self.is_tight:
            wanted = [*self.oracle.due(before, self.on_interrupt), *due]
            told = [mark for mark in found if mark[1] != "q"]
            assert told == wanted, (self.id, self.story, told, wanted)
        self._judge_statuses(ticket, found)

    def _is_too_much(self, ticket: Ticket) -> bool:
        """Tell whether pinned messages alone are beyond their share, and are told of.

        They are never condensed; what does not fit is said in the reply.
        """
        turn = self.manager.conversation.turn(ticket.turn)
        reply = next(one for one in turn.replies if one.id == ticket.reply)
        is_told = any("did not fit" in notice for notice in reply.notices)
        assert not is_told or self.oracle.pinned & {*self.oracle.shown}, self.story
        return is_told

    def _judge_statuses(self, ticket: Ticket, found: list[str]) -> None:
        """Hold what is shown as sent, and what is not, against what was sent."""
        conversation = self.manager.conversation
        if self._is_too_much(ticket):
            return
        shown = transcript(self.id, conversation, self.on_interrupt)
        trimmed = {e.turn for e in entries(conversation) if e.is_trimmed}
        for turn in shown.turns:
            if turn.id == ticket.turn:
                break
            reply = turn.reply
            told = [(self.oracle.marks[turn.id], turn.sent)]
            if reply is not None:
                told.append((self.oracle.marks.get(reply.id, ""), reply.sent))
            for mark, status in told:
                is_perhaps = status == "summarised" or (
                    # An old turn that a question is about goes along with it.
                    status == "pruned" and self.ways.strategy == "retrieval"
                )
                if not mark or turn.id in trimmed or is_perhaps:
                    continue
                assert (mark in found) == (status == "sent"), (
                    self.id,
                    self.story,
                    mark,
                    status,
                )


def check_valid(messages: tuple[Message, ...]) -> None:
    """Judge a request as a strict provider does; written apart from the validator."""
    assert messages[0].role == "system"
    letters = "".join(one.role[0] for one in messages[1:])
    assert re.fullmatch(r"u(au)*", letters), letters
    assert all(one.content.strip() for one in messages)
    for one in messages:
        one.content.encode()


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.0002)


_Make = Callable[[list[str], int, random.Random], Script]


def _said(chunks: Iterable[str]) -> tuple[Delta, ...]:
    return tuple(map(Delta, chunks))


def _tools(chunks: list[str], _: int, rng: random.Random) -> Script:
    """Call several tools at once: one offers choices, others do not exist."""
    known = [ToolCall("offer_choices", OFFER), ToolCall("dream", "{}")]
    calls = (*known, ToolCall("offer_choices", '{"cut'))
    picked = tuple(rng.sample(calls, rng.randrange(1, 4)))
    return Script(_said(chunks), Finish("tool_calls", Usage(), picked))


_SCRIPTS: dict[str, _Make] = {
    "whole": lambda c, _, __: Script(_said(c), Finish("stop")),
    "choices": lambda c, _, __: Script(
        _said([*c, f"\n\n```choices\n{OFFER}\n```\n"]), Finish("stop")
    ),
    "length": lambda c, _, __: Script(_said(c), Finish("length")),
    "tools": _tools,
    "empty": lambda _, __, ___: Script((Delta(""),), Finish("stop")),
    "stopped": lambda c, n, _: Script(_said(c[:n]), held=True),
    "failed": lambda c, n, rng: Script(
        _said(c[:n]),
        failure=ModelError("It failed. Ask again.", kind=rng.choice(FAILURES)),
    ),
}
