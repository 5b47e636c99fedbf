"""IPython's additions to Python, blanked so that the rest can be parsed.

Own rules instead of IPython's transformer: that one re-tokenises a cell for each
magic, and it hides the body of `%%time` from analysis.
"""

from __future__ import annotations

import re

import msgspec

from jupyter_ctx.code.expanding import expanded

# fmt: off
BODY_KEPT = frozenset((
    "time", "timeit", "capture", "prun", "memit", "mprun", "lprun", "snakeviz",
    "scalene", "debug", "heat", "pyinstrument",
))
# fmt: on
"""Cell magics that run their body as Python in the user's namespace."""

_LINE_KEPT = frozenset(["time", "timeit", "prun", "memit", "mprun", "lprun", "debug"])
_UNBOUND = frozenset({"timeit"})  # runs in a function of its own: binds nothing

_DELETING = frozenset({"xdel"})
_OPEN = frozenset({"run", "pylab", "load", "loadpy", "macro", "recall", "rerun"})

_LANGUAGES = {
    "!": "bash",
    "HTML": "html",
    "R": "r",
    "SVG": "svg",
    "bash": "bash",
    "bigquery": "sql",
    "cmd": "batch",
    "cython": "cython",
    "html": "html",
    "javascript": "javascript",
    "js": "javascript",
    "julia": "julia",
    "latex": "latex",
    "markdown": "markdown",
    "perl": "perl",
    "pypy": "python",
    "python": "python",
    "python2": "python",
    "python3": "python",
    "ruby": "ruby",
    "sh": "bash",
    "shell": "bash",
    "sparksql": "sql",
    "sql": "sql",
    "svg": "svg",
    "system": "bash",
    "sx": "bash",
    "typescript": "typescript",
}

_HEADER = re.compile(r"%%(!|[\w.]+)(.*)")
_HINT = re.compile(
    r"\A(?:[ \t]*\n)*[ \t]+\S|\?[ \t]*;?[ \t]*$|=[ \t]*[%!]|"
    r"^[ \t]*(?:[%!?/,;]|>>>|In \[|"
    r"(?:pip3?|conda|mamba|timeit|time|cat|cd|cp|ls|mkdir|mv|rm)\s)",
    re.MULTILINE,
)
_PROMPT = re.compile(r"\s*(?:>>>|\.\.\.+:?|In \[\d+\]:)(?: |$)")
_MAGIC = re.compile(r"(\s*)(%{1,2}|!{1,2})\s*(\w*)(.*)", re.DOTALL)
_OPTIONS = re.compile(r"(?:\s*-(?:[nrpt]\s*\d+|[sfTlDm]\s+\S+|[a-zA-Z]+\b))*\s*")
_ASSIGNED = re.compile(r"(\s*)([\w.\[\], \t*]+?)\s*=\s*[%!](?!=)")
_HELP = re.compile(r"(\s*)(\?{0,2})\s*(%{0,2})([\w.*\[\]]+?)(\?{0,2})\s*;?\s*")
_OTHER = re.compile(
    r"(\s*)(?:[/,;](?=\w)|(?:pip3?|conda|mamba)\s+[a-z]+\b(?!\s*[=.(])|"
    r"(?:cat|cd|cp|ls|mkdir|mv|rm)\s+(?!(?:and|for|if|in|is|not|or)\b)[\w./~*])"
)
# `timeit f(x)`: magics work without their sign where no Python could be meant.
_BARE = re.compile(r"(\s*)()(timeit|time)(\s+(?!(?:and|for|if|in|is|not|or)\b)\w.*)")
PAD = "0;"
"""What stands for `%time` before a statement, which so keeps its column."""

_COMPOUND = re.compile(r"(?:async|class|def|for|if|match|try|while|with)\b|@")
_BRACED = re.compile(r"(?<!\{)\{([^\W\d]\w*)\}(?!\})")
_OUTPUT = re.compile(r"--(?:out|err|output)(?:\s+|=)([^\W\d]\w*)")
_SHORT_OUTPUT = re.compile(r"(?<!\S)-o\s*([^\W\d]\w*(?:,[^\W\d]\w*)*)")
_INPUT = re.compile(r"(?<!\S)(?:-i|--input)\s*([^\W\d]\w*(?:,[^\W\d]\w*)*)")
_INTO = re.compile(r"(?:^|\s)([^\W\d]\w*)\s*<<")
_CAPTURED = re.compile(r"(?<!\S)([^\W\d]\w*)")
_LEXEME = re.compile(
    r"""\#[^\n]*|\"{3}|'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\[({]|[\])}]""",
    re.DOTALL,
)


class Blanked(msgspec.Struct, frozen=True):
    """Python with the lines of the cell, and what the blanking took away.

    *made* are the lines whose value a magic makes; *unbound* those whose names
    do not outlive the magic that runs them; *binds* the names that a magic binds
    by its options, with their line; *reads* and *deletes* those that it is given
    or ends. *is_open* tells that a magic binds names that no text shows.
    """

    python: str
    made: frozenset[int] = frozenset()
    unbound: frozenset[int] = frozenset()
    binds: tuple[tuple[str, int], ...] = ()
    reads: tuple[str, ...] = ()
    deletes: tuple[str, ...] = ()
    is_open: bool = False


def blank(source: str) -> str:
    """Give *source* as Python: the same number of lines, magics blanked.

    `%time x = f()` becomes `0;    x = f()`, `files = !ls` becomes `files = None`,
    `df.head?` becomes `df.head`; the body of `%%time` and its like is kept, all
    of any other cell magic is blanked. What is kept stays in its columns, but for
    an indent and prompts that IPython takes off too, and for a loop or branch
    behind `%time`. Never raises.
    """
    return blanked(source).python


def language(source: str) -> str:
    """Name the language of a cell by its cell magic; `text` for an unknown one."""
    for line in source.split("\n"):
        if not line.strip():
            continue
        header = _HEADER.match(line.lstrip())
        if header is None:
            return "python"
        if header[1] == "script":
            return _script_language(header[2])
        if header[1] not in BODY_KEPT:
            return _LANGUAGES.get(header[1], "text")
    return "python"


def cell_magic(source: str) -> tuple[str, str] | None:
    """Give name and arguments of the first cell magic, or None."""
    header = _HEADER.match(source.lstrip())
    return (header[1], header[2].strip()) if header else None


def _script_language(arguments: str) -> str:
    words = [word for word in arguments.split() if not word.startswith("-")]
    program = words[0].rpartition("/")[2] if words else ""
    return _LANGUAGES.get(program, "bash" if program.endswith("sh") else "text")


def blanked(source: str) -> Blanked:
    """Blank *source* as `blank` does and tell what was taken away."""
    if not _HINT.search(source):
        return Blanked(source)
    return _Blanking(source).result()


class Quotes:
    """Strings and brackets that are open after the lines followed so far."""

    def __init__(self) -> None:
        self.closing = ""  # the triple quote that an open string waits for
        self.depth = 0  # open brackets

    def follow(self, line: str) -> None:
        """Take in one more line of Python."""
        position = 0
        while position < len(line):
            if self.closing:
                end = line.find(self.closing, position)
                if end < 0:
                    return
                position, self.closing = end + 3, ""
            found = _LEXEME.search(line, position)
            if found is None:
                return
            position = found.end()
            self._open_or_close(found[0])

    def _open_or_close(self, lexeme: str) -> None:
        if lexeme in ('"""', "'''"):
            self.closing = lexeme
        elif lexeme in "([{":
            self.depth += 1
        elif lexeme in ")]}":
            self.depth = max(0, self.depth - 1)


class _Blanking:
    """The working state over the lines of one cell."""

    def __init__(self, source: str) -> None:
        self.lines = _without_prompts(source.split("\n"))
        self.made: set[int] = set()
        self.unbound: set[int] = set()
        self.binds: list[tuple[str, int]] = []
        self.reads: list[str] = []
        self.deletes: list[str] = []
        self.is_open = False
        self.quotes = Quotes()
        self.continues = False  # the line before ended in a backslash

    def result(self) -> Blanked:
        first = self._cell_magics()
        index = first
        while index < len(self.lines):
            index = self._line(index)
        return Blanked(
            "\n".join(self.lines),
            frozenset(self.made),
            frozenset(self.unbound),
            tuple(self.binds),
            tuple(self.reads),
            tuple(self.deletes),
            self.is_open,
        )

    def _cell_magics(self) -> int:
        """Blank the headers, and the body if it is not Python of this process."""
        for index, line in enumerate(self.lines):
            if not line.strip():
                continue
            header = _HEADER.match(line)
            if header is None:
                return index
            self._header(header, index)
            if header[1] not in BODY_KEPT:
                self.lines[index:] = [""] * (len(self.lines) - index)
                break
            self.lines[index] = ""
        return len(self.lines)

    def _header(self, header: re.Match[str], index: int) -> None:
        name, arguments = header[1], header[2]
        self.reads += expanded(arguments)
        if name == "capture":
            found = _CAPTURED.findall(arguments)[:1]
        elif _LANGUAGES.get(name) == "sql":
            found = _INTO.findall(arguments)[:1]
        elif name == "bigquery":
            found = _CAPTURED.findall(arguments)[:1]
        else:
            found = self._given(name, arguments)
        self.binds += [(bound, index + 1) for bound in found]
        if name in _UNBOUND:
            self.unbound.update(range(index + 1, len(self.lines) + 1))

    def _given(self, name: str, arguments: str) -> list[str]:
        """Note what the magic *name* reads; give the names its options bind."""
        found: list[str] = _OUTPUT.findall(arguments)
        if name == "R":
            found += _listed(_SHORT_OUTPUT, arguments)
            self.reads += _listed(_INPUT, arguments)
        self.is_open |= name == "cython"
        return found

    def _line(self, index: int) -> int:
        """Blank one logical line if it is a magic; give the index of the next."""
        line = self.lines[index]
        replaced = None
        if not (self.quotes.closing or self.quotes.depth or self.continues):
            replaced = self._replaced(line, index + 1)
        if replaced is None:
            self.quotes.follow(line)
            self.continues = line.endswith("\\")
            return index + 1
        self.lines[index] = replaced
        while line.endswith("\\") and index + 1 < len(self.lines):
            index += 1
            line = self.lines[index]
            self.lines[index] = ""
        self.lines[index] = self.lines[index].rstrip("\\")
        return index + 1

    def _replaced(self, line: str, number: int) -> str | None:
        assigned = _ASSIGNED.match(line)
        if assigned:
            self.made.add(number)
            self.reads += expanded(line[assigned.end() :])
            return f"{assigned[1]}{assigned[2].rstrip()} = None"
        asked = _HELP.fullmatch(line)
        if asked and (asked[2] or asked[5]):
            return _asked(asked)
        magic = _MAGIC.match(line)
        if magic:
            return self._magic(magic, number)
        bare = _BARE.match(line)
        if bare:
            return self._magic(bare, number)
        other = _OTHER.match(line)
        return f"{other[1]}pass" if other else None

    def _magic(self, magic: re.Match[str], number: int) -> str:
        if magic[2] in ("%", "") and magic[3] in _LINE_KEPT:
            if magic[3] in _UNBOUND:
                self.unbound.add(number)
            options = _OPTIONS.match(magic[4])
            return _moved(magic, options.end() if options else 0)
        if magic[2] == "%":
            self._effects(magic[3], magic[4], number)
        self.reads += expanded(magic[4])
        return _inserted(magic)

    def _effects(self, name: str, arguments: str, number: int) -> None:
        """Note what a line magic does to names."""
        words = [word for word in arguments.split() if word[:1] != "-"]
        if name == "store" and "-r" in arguments.split():
            self.binds += [(word, number) for word in words if word.isidentifier()]
        elif _LANGUAGES.get(name) == "sql":
            self.binds += [(one, number) for one in _INTO.findall(arguments)[:1]]
        elif name == "R":
            self.binds += [(one, number) for one in self._given(name, arguments)]
        elif name in _DELETING:
            self.deletes += [word for word in words if word.isidentifier()]
        self.is_open |= name in _OPEN or (name == "store" and not words)


def _listed(pattern: re.Pattern[str], arguments: str) -> list[str]:
    return [name for found in pattern.findall(arguments) for name in found.split(",")]


def _without_prompts(lines: list[str]) -> list[str]:
    """Take off what IPython takes off: a common indent, prompts of a transcript."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    if indent:
        lines = [line.removeprefix(indent) for line in lines]
    if _PROMPT.match(first):
        lines = [_PROMPT.sub("", line, count=1) for line in lines]
    return lines


def _asked(asked: re.Match[str]) -> str:
    """Give the name that is asked for where it stands: `+print` for `?print`."""
    name = asked[4]
    if asked[3] or "*" in name or not re.fullmatch(r"[^\W\d][\w.\[\]]*", name):
        return f"{asked[1]}pass"
    before = asked.start(4) - asked.end(1)
    return f"{asked[1]}{'+'.ljust(before) if before else ''}{name}"


def _moved(magic: re.Match[str], start: int) -> str:
    """Give the statement of `%time x = f()` where it stands; *start* is in its rest."""
    statement = magic[4][start:].rstrip(" \\")
    if not statement:
        return f"{magic[1]}pass"
    if _COMPOUND.match(statement):  # nothing may stand before it
        return f"{magic[1]}{statement}"
    return f"{magic[1]}{PAD.ljust(magic.start(4) - magic.end(1) + start)}{statement}"


def _inserted(magic: re.Match[str]) -> str:
    """Give the names of `!ls {x} {y}` where they stand: `+   (x) ,(y)`."""
    text = magic.string[magic.end(1) :]
    names = list(_BRACED.finditer(text, magic.start(4) - magic.end(1)))
    if not names:
        return f"{magic[1]}pass"
    made, end = "", 0
    for name in names:
        gap = name.start() - end
        made += ("+" if not end else "," if gap else "").ljust(gap)
        made += f"({name[1]})"
        end = name.end()
    return f"{magic[1]}{made}"
