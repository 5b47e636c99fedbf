"""Public fakes: what tests of jupyter_ctx, and of providers for it, run against."""

from __future__ import annotations

import ast
import hashlib
import linecache
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jupyter_ctx.core.engine import assembly
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import (
    Delta,
    Finish,
    ModelCall,
    Reason,
    ToolCall,
    Usage,
)
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.kernel.unrun import wanted_of
from jupyter_ctx.tokens import counter_named

NO_USAGE = Usage()


@dataclass
class FakeInfo:
    """What `pre_run_cell` receives."""

    raw_cell: str
    store_history: bool = True
    silent: bool = False
    cell_id: str | None = None


@dataclass
class FakeResult:
    """What `post_run_cell` receives."""

    info: FakeInfo
    execution_count: int | None = None
    error_before_exec: BaseException | None = None
    error_in_exec: BaseException | None = None
    result: Any = None


class FakeEvents:
    """Callbacks by event, called in order; exceptions of theirs come out."""

    def __init__(self) -> None:
        self.callbacks: dict[str, list[Callable[..., object]]] = {}

    def register(self, event: str, function: Callable[..., object]) -> None:
        """Call *function* whenever *event* happens."""
        self.callbacks.setdefault(event, []).append(function)

    def unregister(self, event: str, function: Callable[..., object]) -> None:
        """Stop calling *function*."""
        self.callbacks[event].remove(function)

    def trigger(self, event: str, *arguments: object) -> None:
        """Let *event* happen."""
        for function in list(self.callbacks.get(event, [])):
            function(*arguments)


@dataclass
class FakeHistory:
    """The history that IPython keeps, by execution count."""

    input_hist_raw: list[str] = field(default_factory=lambda: [""])
    output_hist_reprs: dict[int, str] = field(default_factory=dict)
    exceptions: dict[int, Any] = field(default_factory=dict)


class FakeCompiler:
    """Names executed sources as IPython does and lets `linecache` know them."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def cache(self, source: str, execution_count: int) -> str:
        """Give the file name for *source*."""
        digest = hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:12]
        name = f"<ipython-input-{execution_count}-{digest}>"
        self._counts[name] = execution_count
        lines = source.splitlines(keepends=True)
        linecache.cache[name] = (len(source), None, lines, name)
        return name

    def format_code_name(self, name: str) -> tuple[str, str] | None:
        """Tell the cell whose code has the file *name*."""
        count = self._counts.get(name)
        return None if count is None else ("Cell", f"In[{count}]")


class FakeShell:
    """An InteractiveShell as small as our code needs it: it runs plain Python.

    Errors of a cell end in its result, as in IPython; nothing is printed.
    """

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {"__name__": "__main__"}
        self.user_ns_hidden: dict[str, Any] = {}
        self.events = FakeEvents()
        self.history_manager = FakeHistory()
        self.compile = FakeCompiler()
        self.execution_count = 1

    def run_cell(
        self,
        raw_cell: str,
        store_history: bool = True,  # noqa: FBT001, FBT002  # IPython's signature
        silent: bool = False,  # noqa: FBT001, FBT002
        *,
        cell_id: str | None = None,
    ) -> FakeResult:
        """Run *raw_cell* with the events and counts of IPython."""
        info = FakeInfo(raw_cell, store_history and not silent, silent, cell_id)
        result = FakeResult(info)
        if raw_cell.strip():
            self._run(info, result)
        if not silent:
            self.events.trigger("post_run_cell", result)
        return result

    def _run(self, info: FakeInfo, result: FakeResult) -> None:
        count = result.execution_count = self.execution_count
        if not info.silent:
            self.events.trigger("pre_run_cell", info)
        if info.store_history:
            self.execution_count += 1
            self.history_manager.input_hist_raw.append(info.raw_cell)
        source = info.raw_cell
        while not source.partition("\n")[0].strip():
            source = source.partition("\n")[2]  # IPython removes empty first lines
        name = self.compile.cache(source, count)
        try:
            tree = ast.parse(source, name)
        except SyntaxError as error:
            result.error_before_exec = error
            return
        try:
            self._execute(tree, name, result)
        except BaseException as error:  # noqa: BLE001
            result.error_in_exec = error

    def _execute(self, tree: ast.Module, name: str, result: FakeResult) -> None:
        last = None
        if isinstance(tree.body[-1], ast.Expr):
            last = tree.body[-1].value
            del tree.body[-1]
        exec(compile(tree, name, "exec"), self.user_ns)  # noqa: S102
        if last is not None:
            code = compile(ast.Expression(last), name, "eval")
            result.result = eval(code, self.user_ns)  # noqa: S307
            if result.result is not None and result.execution_count is not None:
                shown = repr(result.result)
                self.history_manager.output_hist_reprs[result.execution_count] = shown


@dataclass(frozen=True)
class Script:
    """How one call is answered: deltas, then an end.

    With *held* the stream waits after its deltas until `ScriptedGateway.release`
    or a cancel; *failure* is raised at the end, in place of a finish.
    """

    deltas: tuple[Delta, ...] = ()
    finish: Finish = field(default_factory=lambda: Finish("stop"))
    failure: Exception | None = None
    held: bool = False


class ScriptedStream:
    """Plays one script; honours a cancel between any two deltas."""

    def __init__(self, script: Script, release: threading.Event) -> None:
        self._script = script
        self._release = release
        self._cancelled = threading.Event()
        self._finish: Finish | None = None

    def __iter__(self) -> Iterator[Delta]:
        """Yield the deltas of the script, then wait if it is held.

        Raises:
            Exception: The failure of the script.

        """
        for delta in self._script.deltas:
            if self._cancelled.is_set():
                break
            yield delta
        while self._script.held and not self._cancelled.is_set():
            if self._release.wait(0.005):
                break
        if self._cancelled.is_set():
            self._finish = Finish("cancelled")
        elif self._script.failure is not None:
            raise self._script.failure
        else:
            self._finish = self._script.finish

    def cancel(self) -> None:
        """End the stream; may be called twice."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody cancelled it."""
        return self._cancelled.is_set()

    @property
    def finish(self) -> Finish | None:
        """How it ended; None while it runs."""
        return self._finish


class ScriptedGateway:
    """A gateway without a model: plays scripts in order, the last one for ever.

    `calls` holds every request, `streams` the answer to each.
    """

    def __init__(self) -> None:
        self.calls: list[ModelCall] = []
        self.streams: list[ScriptedStream] = []
        self.is_closed = False
        self._scripts: list[Script] = []
        self._release = threading.Event()

    def reply(
        self,
        *deltas: str,
        reasoning: str = "",
        finish: Reason = "stop",
        tool_calls: tuple[ToolCall, ...] = (),
        usage: Usage = NO_USAGE,
        held: bool = False,
    ) -> None:
        """Add an answer made of *deltas*, after *reasoning* if there is any."""
        thought = (Delta(reasoning, "reasoning"),) if reasoning else ()
        texts = tuple(Delta(text) for text in deltas)
        end = Finish(finish, usage, tool_calls)
        self._scripts.append(Script((*thought, *texts), end, held=held))

    def fail(
        self, kind: str, *deltas: str, sentence: str = "It failed. Ask again."
    ) -> None:
        """Add a failure of *kind*, in the middle of a stream if there are *deltas*."""
        self.fail_with(ModelError(sentence, kind=kind), *deltas)

    def fail_with(self, failure: Exception, *deltas: str) -> None:
        """Add an answer that ends in *failure*, expected or not."""
        texts = tuple(Delta(text) for text in deltas)
        self._scripts.append(Script(texts, failure=failure))

    def release(self) -> None:
        """Let every held stream go on to its end."""
        self._release.set()

    def stream(self, call: ModelCall) -> ScriptedStream:
        """Play the next script."""
        self.calls.append(call)
        due = min(len(self.calls), len(self._scripts))
        script = self._scripts[due - 1] if due else Script()
        stream = ScriptedStream(script, self._release)
        self.streams.append(stream)
        return stream

    def close(self) -> None:
        """Cancel every stream."""
        self.is_closed = True
        for stream in self.streams:
            stream.cancel()


def render(request: Mapping[str, Any]) -> str:
    """Give the context for a notebook that no kernel runs: same engine, static facts.

    *request* holds `cells` (nbformat dicts in execution order), `budget` (tokens),
    `encoding`, `query` (the prompt), `mode` (`fix` where the last cell failed) and
    `state` (descriptions of variables by name, or None).

    Raises:
        BudgetError: Not even the number of names fits the budget.
        SettingError: The encoding is not known.

    """
    wanted = wanted_of(
        request["cells"],
        str(request.get("query") or ""),
        request.get("state"),
        is_failed=request.get("mode") == "fix",
    )
    counter = counter_named(str(request.get("encoding") or "o200k_base"))
    return assembly.render(offer(wanted), int(request["budget"]), counter)
