"""Secrets leave no part of a kernel state."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.report import ErrorReport, Frame, Local
from jupyter_ctx.core.secrets.masking import CACHED, StateMasker
from jupyter_ctx.core.state import KernelState

SECRET = "hunter2pw"


def test_no_part_of_a_state_keeps_a_secret():
    """Source, output, message, notes, frames, locals, chains and groups are masked."""
    inner = ErrorReport(SECRET, SECRET)
    report = ErrorReport(
        "E",
        f"bad {SECRET}",
        frames=(Frame("In[1]", 1, "f", SECRET, True, locals=(Local("x", SECRET),)),),
        notes=(SECRET,),
        cause=ErrorReport("E", SECRET, context=ErrorReport("E", SECRET)),
        children=(msgspec.structs.replace(inner, ename="E"),),
        names={"key": SECRET},
        candidates=(SECRET,),
    )
    execution = Execution(1, f"pw = '{SECRET}'", outputs=(Output("stream", SECRET),))
    state = KernelState(executions=(execution,), error=report)
    masked = StateMasker(lambda text: text.replace(SECRET, "<masked>"))(state)
    assert SECRET not in repr(masked)
    assert repr(masked).count("<masked>") == repr(state).count(SECRET)


def test_each_text_is_masked_once():
    """An unchanged source costs nothing at the next request."""
    calls = []
    masker = StateMasker(lambda text: calls.append(text) or text)
    state = KernelState(executions=(Execution(1, "x = 1"),))
    masker(state)
    masker(state)
    assert calls == ["x = 1"]


def test_what_is_remembered_is_bounded():
    """A session of very many texts does not grow without end."""
    masker = StateMasker(str.upper)
    for number in range(CACHED + 10):
        masker.text(f"t{number}")
    assert len(masker._known) <= CACHED
    assert masker.text("t1") == "T1"
