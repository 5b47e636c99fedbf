"""A FakeShell with a recorder: what most tests of the recorder start from."""

from __future__ import annotations

from jupyter_ctx.core.variable import Summary
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.testing import FakeShell
from tests.kernel.looks import NoMask


def recording(shell: FakeShell | None = None) -> tuple[FakeShell, Recorder]:
    """Install a recorder in *shell*, or in a new one."""
    shell = shell or FakeShell()
    recorder = Recorder(shell, NoMask)
    recorder.install()
    return shell, recorder


def variables(recorder: Recorder, *mentions: str) -> dict[str, Summary]:
    """Ask and give the summaries by name."""
    return {summary.name: summary for summary in recorder.state(mentions).variables}
