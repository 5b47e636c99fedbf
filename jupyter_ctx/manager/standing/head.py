"""What stands at the head of every request, whatever is compacted.

The rules, the memory files and the standing instructions are read from their source
for each request: a file that was changed on disk counts from the next one on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from jupyter_ctx.core.engine.head import Head, Remembered, head
from jupyter_ctx.core.engine.rules import own_rules
from jupyter_ctx.core.talk import choices
from jupyter_ctx.core.talk.conversation import Conversation, TurnId
from jupyter_ctx.core.talk.events import Instructed
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.manager.hiding import Hiding
from jupyter_ctx.manager.services import Services
from jupyter_ctx.workspace.memory import MemoryFile


class Standing:
    """Makes heads; for any thread.

    What of a file is not sent is told with the first reply, not with each.
    """

    def __init__(self, services: Services, hiding: Hiding) -> None:
        self._services = services
        self._hiding = hiding
        self._known: set[str] = set()  # notices about heads
        self._told: set[str] = set()

    def head(
        self,
        conversation: Conversation,
        profile: Profile,
        before: TurnId | None = None,
        secrets: frozenset[str] = frozenset(),
    ) -> Head:
        """Make the head for a question at the tip, or in place of *before*."""
        files = self._services.memory()
        said = active(conversation, before)
        made = head(
            rules_for(profile, self._services.system()),
            [
                Remembered(one.path, self._hiding.text(one.text, secrets))
                for one in files
            ],
            [self._hiding.text(one.text, secrets) for one in said],
            profile.budget,
            self._services.counter_for(profile).count,
        )
        notices = (*_faults(files), *made.notices)
        self._known.update(notices)
        return Head(made.text, notices, made.files)

    def news(self, notices: Iterable[str]) -> Iterator[str]:
        """Pass *notices* on, but those about a head once only."""
        for notice in notices:
            if notice not in self._told:
                yield notice
            if notice in self._known:
                self._told.add(notice)


def active(
    conversation: Conversation, before: TurnId | None = None
) -> tuple[Instructed, ...]:
    """List the standing instructions for a question at the tip, or for *before*.

    What a question itself says is not among them: it stands in the question.
    """
    if not conversation.instructions.events:
        return ()
    branch = conversation.branch()
    if before is not None:
        branch = conversation.path(conversation.turn(before).parent)
    return conversation.instructions.active([turn.id for turn in branch])


def rules_for(profile: Profile, own: str = "") -> str:
    """Give the rules, *own* ones of the user in place of ours where there are any.

    The small embedded model is told of no choices.
    """
    rules = own_rules(own)
    if profile.is_embedded or profile.is_model_free:
        return rules
    extra = choices.TOOL_INSTRUCTION if profile.tools else choices.INSTRUCTION
    return f"{rules}\n{extra}"


def _faults(files: Sequence[MemoryFile]) -> Iterator[str]:
    for one in files:
        if one.fault:
            yield f"{one.path} is not sent: {one.fault}."
        if one.broken:
            signs = "1 sign" if one.broken == 1 else f"{one.broken:,} signs"
            yield (
                f"{one.path} is sent with {signs} replaced by \ufffd: it is not "
                "written in UTF-8. Save it in UTF-8."
            )
