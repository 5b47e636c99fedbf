"""The session itself: which Python, how far it ran, whether it was restarted."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.core.document import Document
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.engine.piece import AnchorId, Piece
from jupyter_ctx.core.engine.tags import block, escape
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState

EMPTY = 20.0  # gain of the line where it says that nothing is alive
SAVED = 6.0  # of that which says that nobody looked: less than an open error's
ALIVE = 0.02
WITHHELD = "only code is told: which variables are alive, and as what, stays unsaid"


class EnvironmentProvider:
    """One line on the kernel; it matters most when nothing else is alive."""

    name = "environment"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the session line; cells that nobody shows have none."""
        state = wanted.state
        if not state.is_static:
            facts = _live(state)
        elif wanted.privacy == "code":
            facts = [WITHHELD]
        elif state.document is not None:
            facts = _saved(state, state.document)
        else:
            return
        if not facts:
            return
        empty = not state.variables or state.restarted
        gain = (SAVED if state.is_static else EMPTY) if empty else ALIVE
        yield Piece(
            id=AnchorId("kernel:session"),
            kind="kernel",
            source=self.name,
            ladder={Fidelity.FULL: block("kernel", escape("; ".join(facts)))},
            gains={Fidelity.FULL: gain},
            weight=1.0 if empty else 0.3,
            order=-1,
            why="the state of the session",
        )


def _live(state: KernelState) -> list[str]:
    # No count: it would be out of date with the next cell, where nothing else is.
    facts = [] if state.variables else ["0 variables"]
    if state.restarted:
        facts.insert(0, "restarted: what ran before is gone")
    if state.python:
        facts.append(state.python)
    return [*facts, *state.packages[:8]]


def _saved(state: KernelState, document: Document) -> list[str]:
    facts = ["no kernel is looked at: this is what the document has saved"]
    runs = state.executions
    if runs and all(run.execution_count is None for run in runs):
        facts.append("no cell has a count: taken as run in order")
    if document.language:
        facts.append(f"the notebook's language is {document.language}")
    return facts
