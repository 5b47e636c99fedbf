"""No planted secret leaves by any way: payload, store, log, text of errors (A4)."""

from __future__ import annotations

import io
import logging

import pytest

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.engine import assembly
from jupyter_ctx.core.fixes import propose
from jupyter_ctx.core.fixes.explain import explain
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport, Frame, Local
from jupyter_ctx.core.secrets.masking import StateMasker
from jupyter_ctx.core.secrets.quiet import MaskingFilter
from jupyter_ctx.core.secrets.redact import masker
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.events import Replied
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.store import Store
from jupyter_ctx.tokens import counter_named
from tests.core.planted_places import Planted, planted
from tests.core.test_redact_planted import leaks

ALL, PLAIN = planted(), masker({})
ROOM = 4_000  # tokens


def session(one: Planted) -> KernelState:
    """Make the state of a session that holds the secret wherever it can."""
    text = one.text
    frame = Frame("In[1]", 1, "<module>", text, True, 1, locals=(Local("x", text),))
    report = ErrorReport(
        "KeyError",
        text,
        frames=(frame,),
        notes=(text,),
        cause=ErrorReport("ValueError", text),
        run=1,
        names={"key": text},
        candidates=(text,),
    )
    execution = Execution(1, text, 1, status="error", outputs=(Output("stream", text),))
    return StateMasker(PLAIN.mask)(KernelState((execution,), error=report))


def left(told: dict[str, str]) -> list[str]:
    """List the kinds whose secret is in what was *told*."""
    return [one.kind for one in ALL if leaks(one, told[one.text])]


def test_no_secret_is_in_a_payload():
    """What is assembled of code, outputs and errors holds no planted secret."""
    counter = counter_named("o200k_base")
    told = {}
    for one in ALL:
        wanted = Wanted("why?", "fix", session(one))
        told[one.text] = assembly.render(offer(wanted), ROOM, counter)
    assert left(told) == []


def test_no_secret_is_in_an_explanation_or_a_fix():
    """What the assistant says without a model holds no planted secret."""
    told = {}
    for one in ALL:
        state = session(one)
        assert state.error is not None
        fixes = propose(state.error, state)
        told[one.text] = explain(state.error, state) + repr(fixes)
    assert left(told) == []


def test_no_secret_is_in_the_store(tmp_path):
    """Replies, failures and notices are masked before they are written."""
    path = tmp_path / "conversations.sqlite"
    store = Store(path, PLAIN)
    for number, one in enumerate(ALL):
        event = Replied(
            f"t{number}", "r", one.text, failure=one.text, notices=(one.text,)
        )
        store.append("c", event)
    store.close()
    written = path.read_bytes().decode("utf-8", "replace")
    assert len(written) > 10_000
    assert [one.kind for one in ALL if leaks(one, written)] == []


def fail(text: str) -> None:
    """Raise an error that says *text*."""
    raise ValueError(text)


def test_no_secret_is_in_a_log():
    """Messages, arguments and tracebacks of our loggers are masked."""
    logger = logging.getLogger("tests.leaks")
    logger.propagate = False
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger.addHandler(handler)
    logger.addFilter(MaskingFilter(PLAIN.mask))
    for one in ALL:
        try:
            fail(one.text)
        except ValueError:
            logger.exception("It failed: %s", one.text)
    logger.removeHandler(handler)
    text = stream.getvalue()
    assert text.count("ValueError: ") >= len(ALL)
    assert [one.kind for one in ALL if leaks(one, text)] == []


def test_a_log_that_cannot_be_masked_says_nothing():
    """A masker that fails costs the message, not the secret, and raises nothing."""

    def broken(text: str) -> str:
        raise RuntimeError(text)

    record = logging.LogRecord("x", 10, "p", 1, "secret %s", ("hunter2pw",), None)
    assert MaskingFilter(broken).filter(record)
    assert record.getMessage() == "A message that could not be masked."


@pytest.mark.parametrize("name", ["jupyter_ctx.kernel", "jupyter_ctx.manager"])
def test_our_loggers_hand_nothing_on(name):
    """No handler of the user's root logger prints what we log."""
    import jupyter_ctx.kernel.recorder
    import jupyter_ctx.manager.runner

    del jupyter_ctx
    assert not logging.getLogger(name).propagate
