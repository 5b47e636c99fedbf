"""Code on its way into the notebook: with the secrets that its cells held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_ctx.core.secrets.redact import PLACEHOLDER
from jupyter_ctx.core.secrets.unmask import unmasked
from jupyter_ctx.errors import ConversationError

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session


def with_secrets(session: Session, source: str) -> str:
    """Put masked secrets back into *source*; they never left the kernel.

    Raises:
        ConversationError: It is not clear what a mask stands for.

    """
    if not PLACEHOLDER.search(source):
        return source
    history: Any = getattr(session.shell, "history_manager", None)
    written = list(history.input_hist_raw) if history is not None else []
    pairs = [
        (one.source, written[one.execution_count])
        for one in reversed(session.state().executions)
        if PLACEHOLDER.search(one.source)
        and one.execution_count is not None
        and one.execution_count < len(written)
    ]
    filled = unmasked(source, pairs)
    if filled is None:
        msg = (
            "The code holds a secret that was masked, and it is not clear where it "
            "belongs. Make this change by hand; %assist show prints it."
        )
        raise ConversationError(msg)
    return filled
