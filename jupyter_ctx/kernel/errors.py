"""Error reports, made from the exception itself: its chain, notes and members."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import FunctionType, TracebackType, WrapperDescriptorType
from typing import Any

import msgspec

from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.kernel.cells import Cells
from jupyter_ctx.kernel.clip import clip
from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    instance_dict,
    is_a,
    name_of,
)
from jupyter_ctx.kernel.far import from_afar, traceback_text
from jupyter_ctx.kernel.frames import choose, fold, frame_of, levels
from jupyter_ctx.kernel.missing import missing
from jupyter_ctx.kernel.places import is_library, short

MESSAGE_LIMIT = 2_000  # characters of a message, head and tail
NOTES, NOTE_LIMIT = 10, 500  # notes of one exception, and characters of each
CHAIN = 6  # links of a chain
DEPTH, CHILDREN = 4, 10  # of an exception group

_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Reporter(msgspec.Struct, frozen=True):
    """Makes reports; *look* makes the look at a named value.

    Nothing of the exception survives in the report, and no code of the user
    runs: a message that only the user's `__str__` could tell is taken from
    *shown*, the traceback that IPython has displayed already.
    """

    cells: Cells
    look: Callable[[str], Look]
    live: Callable[[], dict[str, Any]]
    shown: tuple[str, ...] = ()

    def report(self, error: BaseException, run: int | None = None) -> ErrorReport:
        """Make the report of *error*, which *run* ended with."""
        return self._report(error, run, set(), 0)

    def _report(
        self, error: BaseException, run: int | None, seen: set[int], depth: int
    ) -> ErrorReport:
        seen.add(id(error))
        far = traceback_text(error)
        if far:
            return self._mask_far(from_afar(name_of(type(error)), far, self.cells))
        frames, folded = self._frames(error)
        cause, context = _links(error, seen)
        may_follow = len(seen) <= CHAIN + CHILDREN and depth <= DEPTH
        names, candidates = missing(error, self.cells, self.live)
        return ErrorReport(
            ename=name_of(type(error)),
            evalue=self._message(error, is_outermost=len(seen) == 1),
            frames=frames,
            notes=self._notes(error),
            cause=self._link(cause if may_follow else None, seen, depth),
            context=self._link(context if may_follow else None, seen, depth),
            children=self._children(error, seen, depth),
            folded=folded,
            run=run,
            names=names,
            candidates=candidates,
        )

    def _mask_far(self, report: ErrorReport) -> ErrorReport:
        """Hide the secrets of a report that was made from text."""
        frames = [
            msgspec.structs.replace(one, source=self._mask(one.source))
            for one in report.frames
        ]
        message = self._mask(clip(report.evalue, MESSAGE_LIMIT))
        return msgspec.structs.replace(report, evalue=message, frames=tuple(frames))

    def _link(
        self, error: BaseException | None, seen: set[int], depth: int
    ) -> ErrorReport | None:
        return None if error is None else self._report(error, None, seen, depth + 1)

    def _children(
        self, error: BaseException, seen: set[int], depth: int
    ) -> tuple[ErrorReport, ...]:
        if not is_a(type(error), BaseExceptionGroup) or depth >= DEPTH:
            return ()
        members = BaseExceptionGroup.exceptions.__get__(error)
        return tuple(
            self._report(member, None, seen, depth + 1)
            for member in members[:CHILDREN]
            if id(member) not in seen
        )

    def _frames(self, error: BaseException) -> tuple[tuple[Frame, ...], int]:
        found = levels(_traceback(error), self.cells)
        kept, folded = choose(fold(found))
        frames = [frame_of(entry, self.cells, self.look) for entry in kept]
        if is_a(type(error), SyntaxError):
            # Without a frame of the user, all there were compile the cell.
            frames = [frame for frame in frames if frame.is_user]
            folded = folded if frames else 0
            frames.append(self._broken(error))
        return tuple(frames), folded

    def _broken(self, error: Foreign) -> Frame:
        """Make the frame of source that does not compile."""
        filename = _slot(SyntaxError, "filename", error)
        line = _slot(SyntaxError, "lineno", error)
        text = _slot(SyntaxError, "text", error)
        name = filename if type(filename) is str else ""
        number = self.cells.line_number(name, line if type(line) is int else 0)
        written = self.cells.text(name, number)
        source = written or (text if type(text) is str else "")
        run = self.cells.run(name)
        return Frame(
            where=self.cells.label(name) or short(name),
            line=number,
            function="<module>",
            source=source.strip()[:MESSAGE_LIMIT],
            is_user=self.cells.is_cell(name) or not is_library(name),
            cell_run=run.run if run is not None else None,
            is_quoted=not written,
        )

    def _message(self, error: BaseException, *, is_outermost: bool) -> str:
        text = _own_message(error)
        if text is None:
            text = self._shown_message(error) if is_outermost else _arguments(error)
        return self._mask(clip(text, MESSAGE_LIMIT))

    def _shown_message(self, error: BaseException) -> str:
        last = _ANSI.sub("", self.shown[-1]) if self.shown else ""
        name, colon, rest = last.partition(": ")
        if colon and name.rpartition(".")[2] == name_of(type(error)):
            return rest
        return _arguments(error)

    def _notes(self, error: BaseException) -> tuple[str, ...]:
        notes = (instance_dict(error) or {}).get("__notes__")
        told = list(notes)[:NOTES] if type(notes) is list else []
        texts = [clip(note, NOTE_LIMIT) for note in told if type(note) is str]
        return tuple(map(self._mask, [*texts, *_caret(error), *self._drawn(error)]))

    def _drawn(self, error: BaseException) -> list[str]:
        """Give what an exception that draws itself has shown; it is not asked."""
        if class_attribute(type(error), "_render_traceback_") is None:
            return []
        shown = _ANSI.sub("", "\n".join(self.shown)).strip()
        return [f"shown: {clip(shown, NOTE_LIMIT)}"] if shown else []

    def _mask(self, text: str) -> str:
        return self.look("").mask("", text)


def _traceback(error: BaseException) -> TracebackType | None:
    found: TracebackType | None = _slot(BaseException, "__traceback__", error)
    return found


def _slot(base: type, name: str, error: BaseException) -> Foreign:
    """Read a C-level slot of an exception; a subclass may not answer for it."""
    return base.__dict__[name].__get__(error)


def _links(
    error: BaseException, seen: set[int]
) -> tuple[BaseException | None, BaseException | None]:
    cause = _slot(BaseException, "__cause__", error)
    context = _slot(BaseException, "__context__", error)
    is_hidden = _slot(BaseException, "__suppress_context__", error)
    if cause is not None:
        return (cause if id(cause) not in seen else None), None
    if context is None or is_hidden or id(context) in seen:
        return None, None
    return None, context


def _own_message(error: BaseException) -> str | None:
    """Give the message where no code of the user is needed for it, else None."""
    if is_a(type(error), SyntaxError):
        message = _slot(SyntaxError, "msg", error)
        return message if type(message) is str else ""
    if is_a(type(error), BaseExceptionGroup):
        group: str = BaseExceptionGroup.message.__get__(error)
        return group if type(group) is str else ""
    if not all(_is_plain(value) for value in _held(error)):
        return None
    write = class_attribute(type(error), "__str__")
    is_native = type(write) is WrapperDescriptorType
    if not is_native and not _is_of_library(write):
        return None
    try:
        text = str(error)
    except Exception:  # noqa: BLE001
        return None
    return text if type(text) is str else None


def _held(error: BaseException) -> list[object]:
    args = _slot(BaseException, "args", error)
    held = list(args) if type(args) is tuple else [args]
    if is_a(type(error), OSError):
        held += [_slot(OSError, name, error) for name in ("filename", "filename2")]
    return held


def _is_plain(value: object) -> bool:
    if value is None or type(value) in (str, bytes):
        return True
    return bool(literal(value))


def _is_of_library(write: object) -> bool:
    if type(write) is not FunctionType:
        return False
    # Cells of a plain IPython have names like `<ipython-input-1-...>`.
    filename = write.__code__.co_filename
    return is_library(filename) and not filename.startswith("<")


def _arguments(error: BaseException) -> str:
    args = _slot(BaseException, "args", error)
    # A subclass may have a `__str__` of its own; that of `str` reads the text alone.
    texts = [str.__str__(a) if is_a(type(a), str) else literal(a) for a in args]
    return ", ".join(text for text in texts if text)


def _caret(error: BaseException) -> list[str]:
    """Say in words where the caret of a syntax error points."""
    if not is_a(type(error), SyntaxError):
        return []
    text, column = (_slot(SyntaxError, name, error) for name in ("text", "offset"))
    if type(text) is not str or type(column) is not int or column < 1:
        return []
    rest = text[column - 1 :].strip()[:80]
    return [
        f"caret at column {column}, before: {rest}"
        if rest
        else f"caret at column {column}, the end of the line"
    ]
