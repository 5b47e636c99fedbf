"""The notebook assistant that knows what your kernel knows.

Load it in a notebook with `%load_ext jupyter_ctx`, then ask with `%%assist`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from jupyter_ctx.core.provider import RequestKind

__all__ = [
    "__version__",
    "attach",
    "context",
    "load_ipython_extension",
    "unload_ipython_extension",
]

__version__ = "0.1.0"


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Start recording in *shell* and register `%%assist` and `%ctx`."""
    # Here and below: importing the package alone must stay free of cost.
    from jupyter_ctx.extension import load  # noqa: PLC0415

    load(shell)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Remove every hook, magic and thread of ours from *shell*."""
    from jupyter_ctx.extension import unload  # noqa: PLC0415

    unload(shell)


def attach() -> dict[str, str | int]:
    """Load the extension into the running shell, whatever thread calls.

    The page of JupyterLab evaluates this silently, perhaps while a cell runs:
    nothing is printed, raised or bound. Returns the *version*, the *major* number
    of the wire, and as *problem* a sentence where it could not be loaded.
    """
    from jupyter_ctx.extension import attach  # noqa: PLC0415
    from jupyter_ctx.protocol.messages import MAJOR  # noqa: PLC0415

    return {"version": __version__, "major": MAJOR, "problem": attach()}


def context(
    prompt: str = "",
    *,
    budget: int | None = None,
    request: RequestKind = "ask",
    encoding: str | None = None,
) -> str:
    """Give the context that *prompt* would be sent with, without the prompt.

    *budget* is the most tokens of the context, counted in *encoding*; with None
    in the active model's counter, else in `o200k_base`; a *budget* of None takes
    what the active model's budget leaves.

    Raises:
        SettingError: The extension is not loaded, or *encoding* is not known.
        BudgetError: Not even the number of live names fits *budget*.

    """
    from jupyter_ctx.extension import active  # noqa: PLC0415

    return active().context(prompt, budget=budget, request=request, encoding=encoding)
