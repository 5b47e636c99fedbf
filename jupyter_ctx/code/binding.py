"""A binding of a name, and all that a cell does to names, as values."""

from __future__ import annotations

import msgspec

STRINGS = 200  # string literals listed for a cell
STRING_LIMIT = 60  # characters of a string that may be a key or a column name


class Binding(msgspec.Struct, frozen=True):
    """One statement that gives a name its value.

    *kind* is `assign`, `augment`, `def`, `class`, `import`, `for`, `with`,
    `walrus` or `magic`. *line* and *end_line* are the statement's, decorators
    included; *statement* is its first line as written. *literal* is the source of
    a literal value; *module* where an import comes from; *params* of a function
    or of the constructor of a class; *methods* of a class as `name(params)`.
    """

    name: str
    kind: str
    line: int
    statement: str
    literal: str | None = None
    module: str = ""
    params: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    end_line: int = 0


class Names(msgspec.Struct, frozen=True):
    """What a cell does to names.

    *uses* are read and come from before the cell; *mutates* are changed in place
    (`x[0] = 1`, `x.a = 1`, `x.append(1)`, `x.fit(...)`), with the line; *strings*
    are short literals such as column names; *maybe* are bound in branches only,
    which may not run. *is_parsed* is false for a cell that
    Python cannot parse, whose names are partly guessed. *stars* are the modules, and
    the lines, of `from module import *`, whose names only a kernel knows.
    """

    binds: tuple[Binding, ...] = ()
    uses: tuple[str, ...] = ()
    mutates: tuple[tuple[str, int], ...] = ()
    deletes: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    is_parsed: bool = True
    maybe: tuple[str, ...] = ()
    stars: tuple[tuple[str, int], ...] = ()


def is_short(text: str) -> bool:
    """Tell whether a string literal may be a key or a column name."""
    return 0 < len(text) <= STRING_LIMIT and "\n" not in text
