"""The inspector: what would be sent now, part by part, and what the user keeps."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec

from jupyter_ctx.core.engine.keeps import Keeps
from jupyter_ctx.core.engine.payload import tools_cost
from jupyter_ctx.core.engine.piece import AnchorId
from jupyter_ctx.core.secrets.masking import masked_in
from jupyter_ctx.core.talk import choices
from jupyter_ctx.core.talk.view import Entry, OnInterrupt, entries
from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.errors import AnchorError
from jupyter_ctx.gateway.prices import price_of
from jupyter_ctx.protocol import composing, messages, values
from jupyter_ctx.protocol.messages import Done, Request
from jupyter_ctx.tokens import counter_for
from jupyter_ctx.ui.sidebar import sheet
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.documents import enclosed, place
from jupyter_ctx.ui.sidebar.sheet import Sheet

if TYPE_CHECKING:
    from jupyter_ctx.gateway.gateway import Profile
    from jupyter_ctx.kernel.providers.desk import Asked
    from jupyter_ctx.ui.session import Session

NOT_THERE = "what is sent"


class Inspector:
    """Runs on the sidebar's thread alone; *changed* is called when the user keeps."""

    def __init__(self, session: Session, changed: Callable[[], None]) -> None:
        self._session = session
        self._changed = changed
        self._sheets: WeakKeyDictionary[Connection, Sheet] = WeakKeyDictionary()
        self.acts: dict[type[Request], Callable[[Connection, Any], Done]] = {
            messages.Preview: self._preview,
            messages.ShowItem: self._show,
            messages.Keep: self._keep,
        }

    def _preview(self, connection: Connection, wanted: messages.Preview) -> Done:
        session = self._session
        occasion = session.occasion(
            wanted.prompt,
            request=wanted.kind,
            door="preview",
            scene=connection.scene(place(wanted.focus)),
        )
        beside = enclosed(wanted.enclosed)
        occasion = msgspec.structs.replace(occasion, enclosed=beside)
        made = session.manager.preview(wanted.prompt, occasion)
        desk, profile = session.desk, occasion.profile
        drawn = Sheet(
            made=made,
            pieces={str(piece.id): piece for piece in desk.offered},
            keeps=desk.keeps,
            counter=counter_for(profile),
            entries=self._entries(profile),
            pinned=frozenset(session.manager.conversation.condensed.pinned),
            last=session.manager.last.posted,
        )
        self._sheets[connection] = drawn
        connection.send(_context(wanted, drawn, profile, desk.last()))
        return Done()

    def _entries(self, profile: Profile) -> tuple[Entry, ...]:
        is_kept = self._session.config.on_interrupt == "keep"
        keep: OnInterrupt = "keep" if is_kept else "drop"
        return entries(
            self._session.manager.conversation,
            on_interrupt=keep,
            privacy=profile.privacy,
            is_whole=False,
        )

    def _show(self, connection: Connection, wanted: messages.ShowItem) -> Done:
        drawn = self._sheets.get(connection)
        found = drawn.made.items if drawn is not None else ()
        texts = [item for item in found if item.id == wanted.item]
        piece = drawn.pieces.get(wanted.item) if drawn is not None else None
        if drawn is None or (not texts and piece is None):
            raise AnchorError(wanted.item, where=NOT_THERE)
        text = "\n".join(item.text.rstrip("\n") for item in texts)
        why = texts[-1].why if texts else piece.why if piece is not None else ""
        shown = messages.ItemShown(
            request_id=wanted.id,
            item=wanted.item,
            text=sendable(text),
            why=sendable(why),
            rungs=sheet.rungs(piece, drawn.counter) if piece is not None else (),
        )
        connection.send(shown)
        return Done()

    def _keep(self, connection: Connection, wanted: messages.Keep) -> Done:
        keeps: Keeps = self._session.desk.keeps
        anchor = AnchorId(wanted.item)
        if wanted.way == "pin":
            keeps.pin(anchor)
        elif wanted.way == "drop":
            keeps.drop(anchor)
        else:
            for one in (anchor, *self._beside(connection, anchor)):
                keeps.unpin(one)
        self._changed()
        return Done()

    def _beside(self, connection: Connection, anchor: AnchorId) -> list[AnchorId]:
        """List the names that one statement binds: by each of them it may be kept."""
        drawn = self._sheets.get(connection)
        piece = drawn.pieces.get(anchor) if drawn is not None else None
        is_name = piece is not None and anchor.startswith("var:")
        names = piece.names if piece is not None and is_name else ()
        return [AnchorId(f"var:{name}") for name in names]


def _context(
    wanted: messages.Preview, drawn: Sheet, profile: Profile, asked: list[Asked]
) -> messages.Context:
    made = drawn.made
    news, last = sheet.last_of(drawn, time.monotonic())
    items = sheet.items(drawn, news)
    sent = made.messages if wanted.has_messages else ()
    tools = (choices.TOOL_SCHEMA,) if profile.tools else ()
    price = price_of(profile)
    return messages.Context(
        request_id=wanted.id,
        tokens=made.tokens,
        budget=made.budget,
        model=made.model,
        is_exact=made.exact,
        items=items,
        left_out=sheet.left_out(drawn),
        messages=tuple(values.Message(one.role, one.content) for one in sent),
        masked=masked_in(one.content for one in made.messages),
        between=made.tokens - sum(item.tokens for item in items),
        tools=tools_cost(tools, drawn.counter.count),
        price=price.input,
        cached_price=price.cached,
        output_price=price.output,
        last=last,
        timings=tuple(map(_timing, asked)),
        notices=made.notices,
        met=tuple(composing.Met(**msgspec.structs.asdict(one)) for one in made.met),
    )


def _timing(asked: Asked) -> composing.Timing:
    milliseconds = round(1000 * asked.seconds, 1)
    return composing.Timing(asked.source, milliseconds, asked.pieces, asked.failure)
