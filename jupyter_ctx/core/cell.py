"""Cells as the kernel saw them run."""

from __future__ import annotations

from typing import Literal

import msgspec

from jupyter_ctx.core.pictures.picture import Picture

Ending = Literal["", "failed", "interrupted", "exited"]
"""How a run ended: empty where it went well, or runs still."""

_STOPS: dict[str, Ending] = {"KeyboardInterrupt": "interrupted", "SystemExit": "exited"}


class Output(msgspec.Struct, frozen=True):
    """A bounded text of one output, never the object behind it.

    *kind* is the nbformat output type; *mime* the richest type it had; *text*
    head and tail with the number of elided characters between them; *size* the
    characters (text) or bytes (pictures) of the original; *picture* what is known of
    a picture.
    """

    kind: Literal["stream", "display_data", "execute_result", "error"]
    text: str
    mime: str = "text/plain"
    size: int = 0
    picture: Picture | None = None


class Touch(msgspec.Struct, frozen=True):
    """What the kernel saw a run do to one name.

    *digest* tells equal values apart from others after the run; it is empty
    where the value is too large or too strange to be read.
    """

    name: str
    kind: Literal["bound", "changed", "deleted"] = "bound"
    digest: str = ""


class Execution(msgspec.Struct, frozen=True):
    """One run of a code cell.

    *run* numbers the executions of this kernel session from 1 and never
    repeats; *execution_count* is what the notebook shows; *cell_id* is None
    where the front end does not send it. *inferred* marks a run from before
    the extension was loaded: its source comes from the input history. *touched*
    is None where nobody saw what the run did to names: then its source tells.
    *language* is empty for Python.
    """

    run: int
    source: str
    execution_count: int | None = None
    cell_id: str | None = None
    status: Literal["ok", "error", "running"] = "ok"
    outputs: tuple[Output, ...] = ()
    inferred: bool = False
    touched: tuple[Touch, ...] | None = None
    language: str = ""

    @property
    def label(self) -> str:
        """How the cell is named to people and models: `In[3]` or `run 7`."""
        if self.execution_count is None:
            return f"run {self.run}"
        return f"In[{self.execution_count}]"

    @property
    def ending(self) -> Ending:
        """How the run ended; what was stopped on purpose has not failed."""
        if self.status != "error":
            return ""
        shown = [out.text for out in self.outputs if out.kind == "error"]
        # One that was shown before, by `%run` say, is not what ended the cell.
        raised = shown[-1].partition(":")[0] if shown else ""
        return _STOPS.get(raised, "failed")
