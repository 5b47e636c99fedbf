"""Paints a reply into a terminal, block by block, as it grows.

Text is only ever added: nothing is drawn over, so that a terminal may be split or
resized at any time, and what has scrolled away can be read and copied.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, ClassVar, Protocol, cast

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, TableElement
from rich.segment import Segment, Segments
from rich.style import Style
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from jupyter_ctx.ui.markdown import plain
from jupyter_ctx.ui.terminal.blocks import Block, blocks, parser

if TYPE_CHECKING:
    from rich.markdown import MarkdownElement

THEME = "ansi_dark"  # the terminal's own colours, whatever they are
WIDEST = 100  # columns; longer lines of prose are hard to read
NARROWEST = 20  # columns
HIGHLIGHTED = 100_000  # characters of code; longer code is shown in one colour
STATUS_ROOM = 40  # columns that a line of status needs at least
ERASE = "\r\x1b[2K"


class Stream(Protocol):
    """Where is written to: a terminal, or what a front end prints as one."""

    def write(self, text: str, /) -> object:
        """Add *text*."""
        ...

    def flush(self) -> object:
        """Let it be seen."""
        ...


class Painter:
    """Prints one reply; *is_far* where another process prints what is written."""

    def __init__(self, stream: Stream, *, is_far: bool = False) -> None:
        self._stream = stream
        self._is_far = is_far
        self._console = _console(stream, is_far=is_far)
        self._taken = ""  # what is printed of the source
        self._lines = 0  # of the code block that grows
        self._is_begun = False
        self._status = ""

    def grow(self, text: str, *, is_done: bool = False) -> None:
        """Print what is whole of *text* by now and was not printed before."""
        if not text.startswith(self._taken):
            if not is_done:
                return
            self._taken, self._lines = "", 0
        whole = text if is_done else text.rpartition("\n")[0]
        rest = whole[len(self._taken) :]
        found = blocks(rest)
        for number, block in enumerate(found):
            is_last = number == len(found) - 1
            if block.kind == "code":
                self._code(block, is_whole=is_done or not is_last)
            elif is_done or not is_last:
                self._prose(block)
        kept = len(rest) if is_done or not found else found[-1].start
        self._taken += rest[:kept]

    def follow(self, text: str) -> None:
        """Print the whole of another reply."""
        self._taken, self._lines = "", 0
        self.grow(text, is_done=True)

    def note(self, text: str, style: str = "dim") -> None:
        """Print a line about the reply."""
        self._apart()
        self._put(self._console.render(Text(plain(text), style)))

    def say(self, status: str) -> None:
        """Show in one line what happens, until something is printed."""
        can_erase = self._console.is_terminal and not self._console.is_dumb_terminal
        is_wide = shutil.get_terminal_size().columns >= STATUS_ROOM
        if self._is_far or not can_erase or not is_wide or status == self._status:
            return
        self._write(self._styled(Text(status, "dim")))
        self._status = status

    def close(self) -> None:
        """Leave nothing but what was printed."""
        self._erase()
        self._stream.flush()

    def _prose(self, block: Block) -> None:
        self._apart()
        self._put(self._console.render(_Markdown(block.text), self._options()))

    def _code(self, block: Block, *, is_whole: bool) -> None:
        """Print the lines that are new; the beginning tells how they are coloured."""
        lines = _highlighted(block)[self._lines :]
        if lines and not self._lines:
            self._apart()
        for line in lines:
            shown = _trimmed(list(line.render(self._console)))
            self._write(self._styled(Segments([*shown, Segment("\n")])))
        self._lines = 0 if is_whole else self._lines + len(lines)

    def _options(self) -> ConsoleOptions:
        columns = WIDEST if self._is_far else shutil.get_terminal_size().columns
        width = max(NARROWEST, min(WIDEST, columns))
        return self._console.options.update(width=width)

    def _apart(self) -> None:
        """Leave a line free between two blocks."""
        if self._is_begun:
            self._write("\n")
        self._is_begun = True

    def _put(self, segments: Iterable[Segment]) -> None:
        lines = [_trimmed(line) for line in Segment.split_lines(segments)]
        filled = [number for number, line in enumerate(lines) if line]
        for line in lines[filled[0] : filled[-1] + 1] if filled else ():
            self._write(self._styled(Segments([*line, Segment("\n")])))

    def _styled(self, what: Text | Segments) -> str:
        with self._console.capture() as caught:
            self._console.print(what, end="", soft_wrap=True)
        return caught.get()

    def _erase(self) -> None:
        if self._status:
            self._status = ""
            self._stream.write(ERASE)

    def _write(self, text: str) -> None:
        self._erase()
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        self._stream.write(text.encode(encoding, "replace").decode(encoding))
        self._stream.flush()


class _Heading(Heading):
    """In bold, where it stands: no box, not in the middle."""

    LEVEL_ALIGN: ClassVar = {f"h{level}": "left" for level in range(1, 7)}


class _Code(CodeBlock):
    """As it is, without a frame of spaces: it can be copied."""

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        block = Block("code", str(self.text), 0, self.lexer_name)
        for line in _highlighted(block):
            yield from line.render(console)
            yield Segment("\n")


class _Table(TableElement):
    """Cells are folded, never cut."""

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        for part in super().__rich_console__(console, options):
            for column in part.columns if isinstance(part, Table) else ():
                column.overflow = "fold"
            yield part


class _Markdown(Markdown):
    """Markdown without links that can be followed by accident."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Code,
        "code_block": _Code,
        "table_open": _Table,
    }

    def __init__(self, text: str) -> None:
        super().__init__("", code_theme=THEME, hyperlinks=False)
        self.parsed = parser().parse(text)


def _console(stream: Stream, *, is_far: bool) -> Console:
    return Console(
        file=cast("IO[str]", stream),
        # Who prints it for us shows colours; IPython's tracebacks have them too.
        force_terminal=True if is_far else None,
        color_system="standard" if is_far else "auto",
        force_jupyter=False,
        force_interactive=False,
        markup=False,
        highlight=False,
        emoji=False,
    )


def _highlighted(block: Block) -> list[Text]:
    """Give the lines of a block of code in colours."""
    if not block.text:
        return []
    code = block.text.removesuffix("\n")
    if len(code) > HIGHLIGHTED:
        return [Text(line) for line in code.split("\n")]
    syntax = Syntax("", block.language or "text", theme=THEME)
    text = syntax.highlight(code)
    text.rstrip()
    lines = list(text.split("\n", allow_blank=True))
    # The highlighter ends with a line break of its own, and may drop empty lines.
    count = code.count("\n") + 1
    return [*lines, *(Text("") for _ in range(count - len(lines)))][:count]


def _trimmed(line: list[Segment]) -> list[Segment]:
    """Give *line* without spaces at its end, and without what a terminal obeys."""
    kept = [
        Segment(plain(one.text), _unlinked(one.style))
        for one in line
        if not one.control
    ]
    while kept and not kept[-1].text.rstrip():
        kept.pop()
    if kept:
        kept[-1] = Segment(kept[-1].text.rstrip(), kept[-1].style)
    return kept


def _unlinked(style: Style | None) -> Style | None:
    return style.update_link(None) if style is not None and style.link else style
