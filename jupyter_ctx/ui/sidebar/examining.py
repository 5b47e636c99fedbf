"""The doctor for pages: examined on a thread of its own, told step by step."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from jupyter_ctx.errors import CtxError
from jupyter_ctx.protocol import messages
from jupyter_ctx.protocol.messages import DoctorReport, Done, Event, Failed
from jupyter_ctx.protocol.setup import Step
from jupyter_ctx.ui.sidebar.connection import Connection, log

if TYPE_CHECKING:
    from jupyter_ctx.gateway.gateway import Profile
    from jupyter_ctx.ui.doctor import Check
    from jupyter_ctx.ui.session import Session


class Examination(msgspec.Struct):
    """A doctor's visit; its thread puts *steps* in, and then *is_done*."""

    connection: Connection
    request: str
    steps: tuple[Step, ...] = ()
    told: int = -1
    is_done: bool = False
    failure: str = ""


class Examining:
    """Used by the sidebar's thread; the network is waited for on another.

    *ring* is called there with each step.
    """

    def __init__(self, session: Session, ring: Callable[[], None]) -> None:
        self._session = session
        self._ring = ring
        self._begun: list[Examination] = []

    def begin(self, connection: Connection, wanted: messages.Doctor) -> Examination:
        """Begin; what was set is read now, on this thread."""
        # Only here; nothing else checks the network.
        from jupyter_ctx.ui.doctor import examine, skipped  # noqa: PLC0415

        checks = examine(environ=dict(os.environ), decide=_decided(self._session))
        made = Examination(connection, wanted.id)
        self._begun.append(made)

        def work() -> None:
            last = None
            try:
                for last in checks:
                    made.steps = (*made.steps, self._step(last))
                    self._ring()
                made.steps = (*made.steps, *map(_left, skipped(last)))
            except Exception as error:  # noqa: BLE001 - the page is told
                log.debug("The doctor failed.", exc_info=True)
                made.failure = f"The doctor failed: {error}. Run `%ctx doctor`."
            made.is_done = True
            self._ring()

        threading.Thread(target=work, name="jupyter_ctx-doctor", daemon=True).start()
        return made

    def news(self) -> Iterator[tuple[Connection, Event]]:
        """Give what pages must be told by now."""
        for one in list(self._begun):
            is_done, steps = one.is_done, one.steps  # in this order: it goes on
            if len(steps) > one.told or is_done:
                one.told = len(steps)
                report = DoctorReport(steps=steps, is_done=is_done)
                yield one.connection, _of(report, one)
            if is_done:
                self._begun.remove(one)
                end = Failed(message=one.failure) if one.failure else Done()
                yield one.connection, _of(end, one)

    def _step(self, check: Check) -> Step:
        mask = self._session.mask
        found, step = mask(check.found), mask(check.next_step)
        return Step(check.name, "ok" if check.ok else "failed", found, step)


def _decided(session: Session) -> Callable[[], Profile]:
    """Decide now who answers; give it, or its refusal, when asked."""
    try:
        profile = session.profile()
    except CtxError as error:
        refusal = error

        def refuse() -> Profile:
            raise refusal

        return refuse
    return lambda: profile


def _of(event: Event, one: Examination) -> Event:
    return msgspec.structs.replace(event, request_id=one.request)


def _left(name: str) -> Step:
    return Step(name, "skipped")
