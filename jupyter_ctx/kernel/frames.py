"""The frames of a traceback as values: the user's own, library code folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from types import CodeType, FrameType, TracebackType
from typing import NamedTuple

from jupyter_ctx.core.engine.render import live_line
from jupyter_ctx.core.report import Frame, Local
from jupyter_ctx.core.secrets.redact_names import promise
from jupyter_ctx.kernel.cells import Cells
from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.describe.registry import describe
from jupyter_ctx.kernel.describe.static import Foreign
from jupyter_ctx.kernel.places import is_library, short

CYCLE = 8  # frames; longer cycles of a recursion are not looked for
REPEATS = 3  # a cycle is folded from this many on
LEVELS = 5_000  # of a traceback that are walked at all
FIRST, LAST = 2, 10  # user frames kept at both ends
LOCALS = 8  # described of one frame
STATEMENT = 8  # lines of the failing statement
PARAMETERS = 100  # and other locals of a frame that may be named as secrets
LINE_LIMIT = 300  # characters of a source line
GONE = "(the source is gone)"

_WORD = re.compile(r"[^\W\d]\w*")
_TOP = ("<module>", "inner")  # of a body; the latter is what `%%timeit` makes
_UNTOLD = ("module", "function", "class")


class Level(NamedTuple):
    """One entry of a traceback; lives only while the report is made."""

    filename: str
    line: int
    function: str
    frame: FrameType
    lasti: int
    is_user: bool

    @property
    def key(self) -> tuple[str, int, str]:
        """What makes two entries of a recursion the same."""
        return self.filename, self.line, self.function


class Folded(NamedTuple):
    """A level, and how often the cycle that ends with it was repeated."""

    level: Level
    repeated: int


def levels(traceback: TracebackType | None, cells: Cells) -> list[Level]:
    """Walk *traceback* outwards in, without what IPython itself put on top."""
    found = list(islice(_walk(traceback, cells), LEVELS))
    first = next((at for at, level in enumerate(found) if level.is_user), 0)
    # The line of a `%%time` calls its body, where the error is.
    bodies = {one.filename: at for at, one in enumerate(found) if _is_top(one, cells)}
    return found[max(bodies.values(), default=first) :]


def _is_top(level: Level, cells: Cells) -> bool:
    return level.function in _TOP and cells.is_body(level.filename)


def _walk(traceback: TracebackType | None, cells: Cells) -> Iterator[Level]:
    owners: dict[str, bool] = {}
    while traceback is not None:
        code = traceback.tb_frame.f_code
        name = code.co_filename
        if name not in owners:
            owners[name] = cells.is_cell(name) or not is_library(name)
        yield Level(
            name,
            traceback.tb_lineno or 0,
            code.co_name,
            traceback.tb_frame,
            traceback.tb_lasti,
            owners[name],
        )
        traceback = traceback.tb_next


def fold(found: Sequence[Level]) -> list[Folded]:
    """Fold repeated cycles of frames: one round of each stays, counted."""
    keys = [level.key for level in found]
    folded: list[Folded] = []
    at = 0
    while at < len(found):
        period, rounds = _cycle(keys, at)
        folded += [Folded(level, 0) for level in found[at : at + period]]
        if rounds > 1:
            folded[-1] = Folded(folded[-1].level, rounds)
        at += period * rounds
    return folded


def _cycle(keys: Sequence[tuple[str, int, str]], at: int) -> tuple[int, int]:
    for period in range(1, CYCLE + 1):
        rounds = 1
        while _repeats(keys, at, period, rounds):
            rounds += 1
        if rounds >= REPEATS:
            return period, rounds
    return 1, 1


def _repeats(
    keys: Sequence[tuple[str, int, str]], at: int, period: int, rounds: int
) -> bool:
    start = at + period * rounds
    if start + period > len(keys) or keys[start] != keys[at]:
        return False
    return keys[start : start + period] == keys[at : at + period]


def choose(folded: Sequence[Folded]) -> tuple[list[Folded], int]:
    """Keep the user's frames and the innermost one; count the library's rest."""
    user = [entry for entry in folded if entry.level.is_user]
    library = len(folded) - len(user)
    kept = user if len(user) <= FIRST + LAST else user[:FIRST] + user[-LAST:]
    innermost = list(folded[-1:])
    if innermost and not innermost[0].level.is_user:
        kept = kept + innermost
        library -= 1
    return kept, library


def frame_of(entry: Folded, cells: Cells, look: Foreign) -> Frame:
    """Turn one kept level into a value; *look* makes the look at a local."""
    level = entry.level
    run = cells.run(level.filename)
    line = cells.line_number(level.filename, level.line)
    label = cells.label(level.filename)
    is_function = level.function != "<module>"
    if is_function:
        _meet_secrets(level, look)
    return Frame(
        where=label or short(level.filename),
        line=line,
        function=level.function,
        source=_source(level, line, cells),
        is_user=level.is_user,
        cell_run=run.run if run is not None else None,
        defined=label if is_function else "",
        locals=tuple(_locals(level, cells, look)) if level.is_user else (),
        repeated=entry.repeated,
    )


def _meet_secrets(level: Level, look: Foreign) -> None:
    """Let the masker see what parameters such as *pwd* hold, so that all hide it."""
    for name in level.frame.f_code.co_varnames[:PARAMETERS]:
        if promise(name):
            value = level.frame.f_locals.get(name)
            if type(value) is str:
                look(name).mask(name, value)


def _source(level: Level, line: int, cells: Cells) -> str:
    text = cells.text(level.filename, line).strip()[:LINE_LIMIT]
    return text or (GONE if level.is_user else "")


def statement(level: Level, cells: Cells) -> str:
    """Give the source of the failing statement, all lines of it."""
    start = end = level.line
    position = next(
        islice(level.frame.f_code.co_positions(), level.lasti // 2, None), None
    )
    if position is not None and position[0] is not None and position[1] is not None:
        start, end = min(start, position[0]), max(end, position[1])
    wanted = range(start, min(end, start + STATEMENT) + 1)
    name = level.filename
    return "\n".join(cells.text(name, cells.line_number(name, n)) for n in wanted)


def _locals(level: Level, cells: Cells, look: Foreign) -> Iterator[Local]:
    # Where the source is gone, the function's own names may have been used.
    text = statement(level, cells)
    words = dict.fromkeys(_WORD.findall(text) or level.frame.f_code.co_varnames)
    inner, outer = level.frame.f_locals, level.frame.f_globals
    known = _asked(level.frame.f_code)
    told = 0
    for word in words:
        is_own = word in inner and inner is not outer
        where = inner if is_own else outer
        if told >= LOCALS or not (is_own or (word in outer and word in known)):
            continue
        made: Look = look(word)
        summary = describe(where[word], made)
        if summary.kind not in _UNTOLD:
            told += 1
            yield Local(word, live_line(summary))


def _asked(code: CodeType) -> frozenset[str]:
    """List what *code* and the comprehensions in it look up outside of themselves.

    The line has other words too: what a comprehension binds, texts, options.
    """
    inside = [
        one
        for one in code.co_consts
        if type(one) is CodeType and one.co_name[:1] == "<"
    ]
    return frozenset(code.co_names).union(*map(_asked, inside))
