"""Records every execution and what it changed, from two hooks of the shell.

The hooks never raise, print nothing, call no code of the user and keep no
object: what they note are ids, strings and numbers.
"""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from jupyter_ctx.kernel.cells import Cells
from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.failures import Failures
from jupyter_ctx.kernel.interrupts import Repeat
from jupyter_ctx.kernel.late import Past, bindings, running_cell
from jupyter_ctx.kernel.namespace import copy, is_visible
from jupyter_ctx.kernel.outputs import Capture, results, show
from jupyter_ctx.kernel.own import is_own
from jupyter_ctx.kernel.runs import Run, RunLog
from jupyter_ctx.kernel.said import PARSED_LIMIT, Said, said
from jupyter_ctx.kernel.secrets import Covering, Masks, Secrets
from jupyter_ctx.kernel.started import (
    Started,
    bare,
    ending,
    mark,
    pop,
    shown_since,
)
from jupyter_ctx.kernel.variables import Variables

if TYPE_CHECKING:
    from jupyter_ctx.core.report import ErrorReport
    from jupyter_ctx.core.stale import Written
    from jupyter_ctx.core.state import KernelState
    from jupyter_ctx.kernel.outdated import Outdated
    from jupyter_ctx.kernel.shell import ExecutionInfo, ExecutionResult, Shell
    from jupyter_ctx.kernel.touches import Touches

# Not to the root logger: its handlers may print into the cell of the user.
_log = logging.getLogger("jupyter_ctx.kernel")
_log.addHandler(logging.NullHandler())
_log.propagate = False

_Result = TypeVar("_Result")


class Recorder:
    """The one recorder of a kernel.

    `state` may only be called on the main thread, `latest` on any. *masker*
    is made at the first need.
    """

    def __init__(self, shell: Shell, masker_factory: Callable[[], Masks]) -> None:
        self.log = RunLog()
        self.cells = Cells(shell.compile, self.log)
        self.failures = 0  # of our own hooks; they are in the log
        self._shell = shell
        self._make_masker = masker_factory
        self._masker: Masks | None = None
        self._variables = Variables(shell, self._look)
        self._capture = Capture(self.log, self._look)
        self._stack: list[Started] = []
        self._stop = Repeat()
        self._thread = threading.main_thread().ident
        self._failures = Failures()
        self._secrets = Secrets()
        self._past = Past(shell, self.log, self._failures)
        self._is_behind = False  # nobody has looked at objects since the start
        self._noted: Touches | None = None
        self._outdated: Outdated | None = None
        self._is_past_unknown = False  # what bound a name before we came

    @property
    def described(self) -> int:
        """How many descriptions of variables were made so far."""
        return self._variables.described

    @property
    def is_running(self) -> bool:
        """Whether a cell runs now, as far as hooks tell; for any thread."""
        return bool(self._stack)

    @property
    def is_behind(self) -> bool:
        """Whether nobody has looked at what is alive yet: we came late."""
        return self._is_behind

    def install(self) -> None:
        """Start to record; on any thread, also while a cell runs.

        What ran before is inferred: at once from the texts that IPython keeps,
        and on the main thread, at the first chance, from objects.
        """
        self._guard(self._read_history)
        self._guard(self._capture.install)
        self._is_behind = True
        if threading.get_ident() == self._thread:
            self._guard(self._catch_up)
        self._shell.events.register("pre_run_cell", self._before)
        self._shell.events.register("post_run_cell", self._after)
        self._guard(self._drop_ended)

    def uninstall(self) -> None:
        """Stop recording and take every hook out of the kernel."""
        self._shell.events.unregister("pre_run_cell", self._before)
        self._shell.events.unregister("post_run_cell", self._after)
        self._guard(self._capture.uninstall)

    def state(self, mentions: Iterable[str] = ()) -> KernelState:
        """Look at the namespace and give everything as values.

        Names in *mentions* are described first, the rest while time remains.
        """
        try:
            self._catch_up()
            self._look_around(mentions)
        except Exception:  # noqa: BLE001
            self._note_failure()  # an older look is better than none
        state = self._state(self._variables.all())
        self._variables.trim()
        return state

    def _look_around(self, mentions: Iterable[str]) -> None:
        running = self._stack[0].run if self._stack else None
        self._variables.refresh(mentions, running.run if running is not None else None)
        if self._is_past_unknown:
            self._is_past_unknown = False
            self._variables.infer(bindings(self.log))

    def cover(self, state: KernelState) -> KernelState:
        """Hide in the outputs of *state* the secrets that descriptions have met."""
        return self._secrets.cover(state)

    def secrets(self) -> frozenset[str]:
        """Give how the secrets begin that descriptions have met; for any thread."""
        return self._secrets.heads()

    def covering(self, mask: Callable[[str], str]) -> Covering:
        """Make *mask* hide the secrets that descriptions meet too; for any thread."""
        return Covering(mask, self._secrets.cover_text)

    def latest(self) -> KernelState:
        """Give the last that is known; looks at no live object."""
        return self._state(self._variables.latest())

    def glance(self) -> tuple[int, str, int, str]:
        """Give the last run and its name, how many variables live, and the error.

        For any thread, and at the cost of nothing: it is shown after every cell.
        """
        report = self._failures.open
        headline = report.headline if report is not None else ""
        covered = self._secrets.cover_text(headline)
        last = self.log.last
        run, name = (last.run, last.label) if last is not None else (0, "")
        return run, name, len(self._variables), covered

    def _state(self, variables: tuple[Any, ...]) -> KernelState:
        # What only a question needs is not loaded with the extension.
        from jupyter_ctx.core.state import KernelState  # noqa: PLC0415
        from jupyter_ctx.kernel.session import packages, python  # noqa: PLC0415

        state = KernelState(
            executions=tuple(run.freeze() for run in self.log),
            variables=variables,
            error=self._failures.open,
            failures=self._failures.reports,
            as_of_run=self.log.finished,
            python=python(),
            packages=packages(),
        )
        return self.mark(state)

    def mark(self, state: KernelState, written: Written | None = None) -> KernelState:
        """Say in *state* what is out of date, also by what is *written* in a page."""
        # What follows the code of all runs is not loaded with the extension.
        from jupyter_ctx.kernel.outdated import Outdated  # noqa: PLC0415

        if self._outdated is None:
            self._outdated = Outdated()
        stale = self._outdated.marks(state, written)
        return msgspec.structs.replace(state, stale=stale)

    def _before(self, info: ExecutionInfo) -> None:
        if threading.get_ident() == self._thread:
            is_done = self._guard(self._begin, info)
            if is_done is None:
                # Stop was pressed while our code ran: it is meant for the cell.
                self._stop.begin()

    def _after(self, result: ExecutionResult) -> None:
        if threading.get_ident() == self._thread:
            self._stop.end()
            if not self._guard(self._end, result):
                self._guard(self._give_up, result)

    def _guard(self, step: Callable[..., object], *arguments: object) -> bool | None:
        """Run *step*; whether it ended well, None where it was interrupted."""
        try:
            step(*arguments)
        except KeyboardInterrupt:
            return None
        except BaseException:  # noqa: BLE001
            # SystemExit as well: it would end the cell, or the kernel.
            self._note_failure()
            return False
        return True

    def _note_failure(self) -> None:
        self.failures += 1
        # As text: a log record must not keep frames alive.
        _log.debug("A look at the kernel failed.\n%s", traceback.format_exc(limit=-6))

    def _begin(self, info: ExecutionInfo) -> None:
        self._catch_up()
        parent = self._parent()
        # What a lost post hook left behind belongs to another message: IPython gives
        # up on a cyclic chain of exceptions while it shows the traceback.
        for lost in [one for one in self._stack if not one.is_around(parent)]:
            self._stack.remove(lost)
            if lost.run is not None and lost.run.status == "running":
                lost.run.status = "error"
        run = None
        is_nested = bool(self._stack)
        if info.store_history and not info.silent and not is_nested:
            # What changed since the last cell (threads, widgets) is not this one's.
            self._variables.update(None)
            if not is_own(info.raw_cell):
                cell_id = getattr(info, "cell_id", None)
                run = self.log.begin(info.raw_cell, cell_id=cell_id, parent=parent)
        self._stack.append(Started(info, parent, run, mark()))

    def _parent(self) -> str:
        get = getattr(self._shell, "get_parent", None)
        parent = get() if get is not None else None
        header = parent.get("header", {}) if type(parent) is dict else {}
        return str(header.get("msg_id", ""))

    def _end(self, result: ExecutionResult) -> None:
        self._catch_up()
        started = pop(self._stack, result.info)
        if self._stack or not result.info.store_history:
            return
        run = started.run if started is not None else self._past.run_of(result)
        if run is None:
            self._variables.update(None)
            return
        error, run.execution_count = ending(result)
        run.status = "ok" if error is None else "error"
        self._guard(self._show_results, run)
        shown = shown_since(started.mark) if error is None and started else error
        report = None
        if shown is not None:
            report = self._attempt(self._report, bare(shown, run), shown, run)
        self._settle(run, shown, report)
        went_wrong = report if error is not None else None
        self._note(run, went_wrong, has_begun=result.error_before_exec is None)
        if shown is not None:
            run.status = "error"

    def _give_up(self, result: ExecutionResult) -> None:
        """Note at least how a cell ended where the look at it was stopped."""
        started = pop(self._stack, result.info)
        if started is not None and started.run is not None:
            error, started.run.execution_count = ending(result)
            started.run.status = "ok" if error is None else "error"

    def _note(self, run: Run, report: ErrorReport | None, *, has_begun: bool) -> None:
        """Note what *run* did to names."""
        nothing: Said = ([], [])  # identities tell most of it, too
        told = self._attempt(said, nothing, run, report) if has_begun else nothing
        bound = self._variables.update(run.run, binds=told[0], mutates=told[1])
        if has_begun:
            self._guard(self._note_touches, run, bound, told[1])
        else:
            run.touched = ()

    def _note_touches(
        self, run: Run, bound: Collection[str], mutates: Collection[str]
    ) -> None:
        if len(run.source) <= PARSED_LIMIT:
            # Of a cell that failed only what stands above the error has happened.
            above = mutates if run.status == "error" else None
            live = copy(self._shell.user_ns)
            run.touched = self._touches().note(run.source, live, bound, above)

    def _touches(self) -> Touches:
        # Loaded with the first cell, not with the extension.
        if self._noted is None:
            from jupyter_ctx.kernel.touches import Touches  # noqa: PLC0415

            self._noted = Touches(self._shell.user_ns_hidden)
        return self._noted

    def _attempt(
        self, step: Callable[..., _Result], default: _Result, *arguments: object
    ) -> _Result:
        """Give what *step* gives, or *default*: no step may cost the next one."""
        try:
            return step(*arguments)
        except Exception:  # noqa: BLE001
            self._note_failure()
            return default

    def _show_results(self, run: Run) -> None:
        history = self._shell.history_manager
        if history is None or run.execution_count is None:
            return
        for bundle in results(history, run.execution_count):
            show(self.log, run, "execute_result", bundle)

    def _report(self, error: BaseException, run: Run) -> ErrorReport:
        # Loaded at the first error: most sessions of a minute have none.
        from jupyter_ctx.kernel.errors import Reporter  # noqa: PLC0415

        shown = getattr(self._shell, "_last_traceback", None)
        texts = tuple(t for t in shown if type(t) is str) if type(shown) is list else ()
        reporter = Reporter(self.cells, self._look, self._live, texts)
        report = reporter.report(error, run.run)
        headline = report.headline
        self.log.show(run, "error", "text/plain", headline, len(headline))
        return report

    def _live(self) -> dict[str, Any]:
        hidden = self._shell.user_ns_hidden
        live = copy(self._shell.user_ns)
        return {
            name: live[name] for name in live if is_visible(name, live[name], hidden)
        }

    def _settle(
        self, run: Run, error: BaseException | None, report: ErrorReport | None
    ) -> None:
        """Keep *report* as the open error, or close the one that *run* repaired."""
        if type(error) in (KeyboardInterrupt, SystemExit):
            return  # the user stopped the cell: nothing is broken
        if report is not None:
            self._failures.add(run, report)
        elif error is None:
            self._failures.repair(run)

    def _read_history(self) -> None:
        running = running_cell()
        run = self._past.read(running)
        self._is_past_unknown = any(True for _ in self.log)
        if running is not None:
            self._stack = [Started(running, None, run, mark())]

    def _drop_ended(self) -> None:
        """Let go of a cell that ended before our hooks were there."""
        if self._stack and self._stack[0].info is not running_cell():
            run = self._stack.pop(0).run
            if run is not None:
                self._past.end(run)

    def _catch_up(self) -> None:
        """Look for the first time at what is alive: identities and the last error."""
        if not self._is_behind:
            return
        self._is_behind = False
        display_pub = getattr(self._shell, "display_pub", None)
        self._attempt(self._capture.install_display, None, display_pub)
        self._attempt(partial(self._variables.update, None, time_limit=0.0), None)
        self._attempt(self._look_at_last_error, None)

    def _look_at_last_error(self) -> None:
        found = self._past.last_failure(self.cells)
        if found is not None:
            run, error = found
            run.status = "error"
            report = self._report(error, run)
            self._failures.add(run, msgspec.structs.replace(report, inferred=True))

    def _look(self, name: str) -> Look:
        return Look(name, self._mask, self.cells.label)

    def _mask(self, name: str, text: str) -> str:
        if self._masker is None:
            self._masker = self._make_masker()
        masked = self._masker.mask_value(name, text)
        if masked != text:
            self._secrets.note(text, masked)
        return masked
