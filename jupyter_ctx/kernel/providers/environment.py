"""The session itself: which Python, how far it ran, whether it was restarted."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_ctx.core.fidelity import Fidelity
from jupyter_ctx.core.piece import AnchorId, Piece
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.tags import block, escape


class EnvironmentProvider:
    """One line on the kernel; it matters most when nothing else is alive."""

    name = "environment"

    def pieces(self, wanted: Wanted) -> Iterator[Piece]:
        """Offer the session line; a static notebook has none."""
        state = wanted.state
        if state.is_static:
            return
        facts = [f"{len(state.variables)} variables"]
        if state.restarted:
            facts.insert(0, "restarted: what ran before is gone")
        if state.python:
            facts.append(state.python)
        facts += state.packages[:8]
        empty = not state.variables or state.restarted
        yield Piece(
            id=AnchorId("kernel:session"),
            kind="kernel",
            source=self.name,
            ladder={Fidelity.FULL: block("kernel", escape("; ".join(facts)))},
            gains={Fidelity.FULL: 20.0 if empty else 0.3},
            weight=1.0 if empty else 0.3,
            order=-1,
            why="the state of the session",
        )
