"""Everything the kernel side knows at one moment, as values."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.document import Document, Focus
from jupyter_ctx.core.engine.marks import Stale
from jupyter_ctx.core.report import ErrorReport
from jupyter_ctx.core.variable import Summary


class KernelState(msgspec.Struct, frozen=True):
    """A snapshot for one request; nothing in it keeps a user object alive.

    *executions* are in execution order, oldest first; *variables* are the live
    user names; *error* is the last error if no later run of the failing cell
    succeeded; *as_of_run* the last finished execution; *restarts* tells that
    the conversation is older than this kernel session. *is_static* tells that no
    kernel was looked at: what the code binds is taken to be alive. *python* and
    *packages* describe the environment in one line each; *stale* is what is out of
    date, in the order of the runs. *failures* are the reports of the newest cells
    that failed and did not succeed since, oldest first. *document* is the notebook
    as its page shows it, None where no page told it; *focus* the place of the user
    in it.
    """

    executions: tuple[Execution, ...] = ()
    variables: tuple[Summary, ...] = ()
    error: ErrorReport | None = None
    as_of_run: int = 0
    restarted: bool = False
    is_static: bool = False
    python: str = ""
    packages: tuple[str, ...] = ()
    stale: tuple[Stale, ...] = ()
    failures: tuple[ErrorReport, ...] = ()
    document: Document | None = None
    focus: Focus | None = None
