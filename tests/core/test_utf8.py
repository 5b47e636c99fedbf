"""Whatever text a kernel holds, the request can be written as UTF-8."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.engine.assembly import assemble
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport, Frame, Local
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.utf8 import sendable
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.protocol.codec import plain
from jupyter_ctx.protocol.messages import Failed
from tests.core.counting import SignCounter

ODD = st.text(
    st.sampled_from("a\udce9\ud800\udfff\x00\uffff\ufffe\u2028é😀\x1b\r\n<>{}"),
    min_size=1,
    max_size=12,
)
COUNTER = SignCounter()


def state(text: str) -> KernelState:
    """Put *text* wherever a kernel can hold one."""
    frame = Frame(text, 1, text, text, True, 1, text, (Local(text, text),))
    error = ErrorReport(text, text, (frame,), (text,), run=1, names={"name": text})
    return KernelState(
        executions=(
            Execution(
                1, text, 1, "error", (Output("stream", text), Output("error", text))
            ),
        ),
        error=error,
        failures=(error,),
        as_of_run=1,
        variables=(
            Summary(text, text, fields=(Field(text, text, sample=text),), rows=(text,)),
            Summary("shown", text, "text", value=repr(text), detail=text, doc=text),
        ),
        python=text,
        packages=(text,),
    )


@given(ODD)
@settings(max_examples=150, deadline=None)
def test_no_text_breaks_a_request(text):
    """Sources, outputs, errors, history and the question: all of it can be sent."""
    wanted = Wanted(f"why {text}?", "fix", state(text))
    history = [Message("user", f"q {text}"), Message("assistant", f"a {text}")]
    made = assemble(
        wanted, offer(wanted), history, budget=6_000, counter=COUNTER, model="m"
    )

    assert msgspec.json.encode(made)
    assert made.tokens == COUNTER.count_messages(made.messages) <= made.budget


@given(ODD)
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_an_event_for_the_page(text):
    """The page is told, with a question mark for what cannot be told."""
    sent = plain(Failed(request_id="r", message=f"No {text}"))

    assert msgspec.json.encode(sent)
    assert sent["message"] == sendable(f"No {text}")


def test_only_what_cannot_be_sent_is_replaced():
    """Half a pair becomes one question mark; everything else stays as it is."""
    assert sendable("caf\udce9.csv") == "caf?.csv"
    assert sendable("é😀\x00\uffff\u2028") == "é😀\x00\uffff\u2028"
