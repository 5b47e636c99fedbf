"""What the kernel side needs of the InteractiveShell, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Events(Protocol):
    """Where callbacks of the shell are registered."""

    def register(self, event: str, function: Callable[..., object]) -> None:
        """Call *function* whenever *event* happens."""
        ...

    def unregister(self, event: str, function: Callable[..., object]) -> None:
        """Stop calling *function*."""
        ...


class History(Protocol):
    """The input and output history that IPython keeps by itself."""

    @property
    def input_hist_raw(self) -> list[str]:
        """Sources as the user wrote them, by execution count; [0] is empty."""
        ...

    @property
    def output_hist_reprs(self) -> dict[int, str]:
        """Texts that the display hook showed, by execution count."""
        ...


class Compiler(Protocol):
    """Gives each executed source a file name."""

    def format_code_name(self, name: str) -> tuple[str, str] | None:
        """Tell the cell (`("Cell", "In[5]")`) whose code has the file *name*."""
        ...


class Shell(Protocol):
    """The InteractiveShell as the recorder sees it."""

    @property
    def user_ns(self) -> dict[str, Any]:
        """The namespace of the user."""
        ...

    @property
    def user_ns_hidden(self) -> dict[str, Any]:
        """What IPython itself put into the namespace."""
        ...

    @property
    def events(self) -> Events:
        """The callbacks before and after cells."""
        ...

    @property
    def history_manager(self) -> History | None:
        """The history; None where it is switched off."""
        ...

    @property
    def compile(self) -> Compiler:
        """The compiler of cells."""
        ...


class ExecutionInfo(Protocol):
    """What `pre_run_cell` tells of a cell that is about to run."""

    @property
    def raw_cell(self) -> str:
        """The source as the user wrote it."""
        ...

    @property
    def store_history(self) -> bool:
        """Whether the cell counts; false for runs of other programs."""
        ...

    @property
    def silent(self) -> bool:
        """Whether the run shall leave no trace."""
        ...


class ExecutionResult(Protocol):
    """What `post_run_cell` tells; its `result` is never touched."""

    @property
    def info(self) -> ExecutionInfo:
        """The same object that `pre_run_cell` received."""
        ...

    @property
    def execution_count(self) -> int | None:
        """The number that the notebook shows."""
        ...

    @property
    def error_before_exec(self) -> BaseException | None:
        """A syntax error, say."""
        ...

    @property
    def error_in_exec(self) -> BaseException | None:
        """What the cell raised."""
        ...
