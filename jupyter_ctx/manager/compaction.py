"""Compaction on request, for any door: see what would be kept, do it, take it back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

import msgspec

from jupyter_ctx.core.compact.words import one_line
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import Item
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Conversation, Turn
from jupyter_ctx.core.talk.events import Compacted, Restored
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ConversationError, CtxError
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.manager.condensing.made import Made
from jupyter_ctx.manager.condensing.measuring import WHOLE, Situation
from jupyter_ctx.manager.condensing.summarising import Stopped
from jupyter_ctx.manager.jobs import CLOSED, Hold, Jobs
from jupyter_ctx.manager.log import Log
from jupyter_ctx.manager.runner import Runner
from jupyter_ctx.manager.services import Occasion

STOPPED = "The compaction was stopped; nothing changed."
ENOUGH = 6  # characters of messages for each token of the budget, to be more than it
AT_ONCE = 2.0  # seconds within which a call that is stopped has ended

_log = logging.getLogger("jupyter_ctx.manager")


class Preview(msgspec.Struct, frozen=True):
    """What a compaction would do; nothing of it is written.

    *event* has the text and the tokens before and after; *turns* are condensed. *kept*
    are the first words of the turns that stay word for word. *dropped* are lines of the
    summary that stated what was never said; *failure* tells why there is none. *items*
    are what earlier turns are sent as, and *room* what they may take in tokens.
    """

    event: Compacted
    turns: int = 0
    kept: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    failure: str = ""
    items: tuple[Item, ...] = ()
    room: int = 0


Answer = Preview | CtxError
"""What comes of a preview or a compaction: what it does, or why it cannot be."""


class Compaction:
    """Compacts the conversation when somebody asks for it.

    A model may be asked, on the assist thread: `preview` and `compact` wait for it,
    `begin` does not. What was seen in a preview is what the next `compact` does.
    """

    def __init__(self, runner: Runner, log: Log, jobs: Jobs) -> None:
        self._runner = runner
        self._log = log
        self._jobs = jobs
        self._seen: tuple[object, Made] | None = None
        self._due: tuple[Conversation, Profile, tuple[str, ...]] | None = None

    def due(self, profile: Profile) -> tuple[str, ...]:
        """Say so where the next question has older turns condensed, or sent again.

        Until then they are shown as they are; for any thread, remembered.
        """
        conversation, known = self._log.conversation, self._due
        if known is not None and known[0] is conversation and known[1] == profile:
            return known[2]
        branch = conversation.branch()
        told: tuple[str, ...] = ()
        if branch and branch[-1].reply is not None:
            occasion = Occasion(KernelState(), profile)
            try:
                told = self._due_after(branch, occasion)
            except CtxError:
                told = ()  # the question will be told
        self._due = conversation, profile, told
        return told

    def _due_after(self, branch: Sequence[Turn], occasion: Occasion) -> tuple[str, ...]:
        """Look at the newest messages first: if they are too many, so are all."""
        profile, compactor = occasion.profile, self._runner.compactor
        for near in dict.fromkeys((_near(branch, profile.budget), WHOLE)):
            _, request, _ = self._runner.request("", occasion, None, near=near)
            if compactor.measuring.situation(request, profile, None).is_beyond:
                break
        return compactor.due_notices(request, profile, None)

    def preview(self, occasion: Occasion, keep: str = "") -> Preview:
        """Tell what a compaction would do now; nothing is written.

        Raises:
            ConversationError: There is nothing to condense.

        """
        return self._wait(occasion, keep, is_written=False)

    def compact(self, occasion: Occasion, keep: str = "") -> Preview:
        """Condense older turns now; *keep* stays word for word and steers the summary.

        Raises:
            ConversationError: There is nothing to condense.

        """
        return self._wait(occasion, keep, is_written=True)

    def begin(
        self,
        occasion: Occasion,
        done: Callable[[Answer], None],
        keep: str = "",
        *,
        is_written: bool,
    ) -> Hold:
        """Do either without waiting: *done* is called on the assist thread.

        Returns what stops it; then nothing changes.
        """
        hold = Hold()
        if not self._jobs.put(
            lambda: done(self._do(hold, occasion, keep, is_written=is_written))
        ):
            done(ConversationError(CLOSED))
        return hold

    def undo(self) -> Compacted:
        """Take back the compaction that holds now; its turns are sent as they were.

        Raises:
            ConversationError: None holds.

        """
        with self._log.lock:
            found = self._holding()
            if found is None:
                msg = "No older turns are condensed here, so there is nothing to undo."
                raise ConversationError(msg)
            self._runner.compactor.tell(Restored(found.compaction))
            return found

    def undone(self, gone: Compacted) -> str:
        """Tell what is sent of the older turns after `undo` gave *gone*."""
        is_last = self._holding() is None
        how = "as they were" if is_last else "as an earlier compaction has them"
        return f"{how}, {gone.before:,} tokens in place of {gone.after:,}"

    def _holding(self) -> Compacted | None:
        conversation = self._log.conversation
        ends = [(turn.id, turn.current) for turn in conversation.branch()]
        return conversation.condensed.compaction(ends)

    def _wait(self, occasion: Occasion, keep: str, *, is_written: bool) -> Preview:
        ended = threading.Event()
        found: list[Answer] = []

        def done(answer: Answer) -> None:
            found.append(answer)
            ended.set()

        hold = self.begin(occasion, done, keep, is_written=is_written)
        try:
            ended.wait()
        except KeyboardInterrupt:
            hold.close()
            if not ended.wait(AT_ONCE):  # behind a question that is being answered
                raise ConversationError(STOPPED) from None
        if isinstance(found[0], CtxError):
            raise found[0]
        return found[0]

    def _do(
        self, hold: Hold, occasion: Occasion, keep: str, *, is_written: bool
    ) -> Answer:
        try:
            return self._made(hold, occasion, keep, is_written=is_written)
        except Stopped:
            return ConversationError(STOPPED)
        except CtxError as error:
            return error
        except Exception as error:  # noqa: BLE001 - nobody may wait in vain
            _log.exception("A compaction could not be made.")
            return ConversationError(
                f"The compaction failed ({type(error).__name__}: {error}); nothing "
                "changed. Ask on, and report it if it stays."
            )

    def _made(
        self, hold: Hold, occasion: Occasion, keep: str, *, is_written: bool
    ) -> Preview:
        compactor = self._runner.compactor
        keep = self._runner.masked(keep)
        earlier, request, _ = self._runner.request("", occasion, None)
        now = compactor.measuring.situation(request, occasion.profile, None, keep)
        now = compactor.measuring.opened(now)
        key = (now.ends, keep, occasion.profile, now.ways, now.tokens)
        if self._seen is not None and self._seen[0] == key:
            made: Made | None = self._seen[1]
        else:
            made = compactor.make(hold, now, earlier, by="user")
        if made is None:
            msg = (
                f"There is nothing to condense: the newest {now.ways.last} turns and "
                "what is pinned stay word for word, and all else is short."
            )
            raise ConversationError(msg)
        self._seen = None if is_written else (key, made)
        if hold.is_closed:
            raise Stopped
        if is_written:
            compactor.record(made)
        return _preview(made, now)


def _near(branch: Sequence[Turn], budget: int) -> int:
    """Count newest messages of *branch* that may be more than *budget* tokens."""
    room = ENOUGH * budget
    for count, turn in enumerate(reversed(branch), 1):
        room -= len(turn.prompt) + sum(len(one.text) for one in turn.replies[-1:])
        if room < 0:
            return 2 * count
    return WHOLE


def _preview(made: Made, now: Situation) -> Preview:
    event, counter = made.event, now.request.counter
    old = now.ends.index((event.turn, event.reply)) + 1
    kept = [
        one
        for place, one in enumerate(now.turns)
        if place >= old or one.turn in event.kept
    ]
    words = counter.count_messages([Message("user", event.text)]) if event.text else 0
    items = [_item("history", words, f"what {old} turns became")]
    items += [
        _item(f"turn:{one.place}", one.tokens(counter), one_line(one.user))
        for one in kept
    ]
    return Preview(
        event=event,
        turns=old - len(event.kept),
        kept=tuple(one_line(one.user) for one in kept),
        dropped=tuple(dict.fromkeys(made.dropped)),
        failure=made.failure,
        items=tuple(items),
        room=now.room.share,
    )


def _item(name: str, tokens: int, why: str) -> Item:
    kind = name.partition(":")[0]
    return Item(name, kind, "conversation", Fidelity.FULL.name, tokens, why)
