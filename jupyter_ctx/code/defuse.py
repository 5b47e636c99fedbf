"""Which names a cell binds, reads from before, changes in place and deletes."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from jupyter_ctx.code.binding import Binding, Names
from jupyter_ctx.code.broken import broken, by_lines
from jupyter_ctx.code.magics import PAD, Blanked, blanked
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.code.walk import walk

__all__ = ["Binding", "Names", "names"]

CACHED = 4_096  # cells whose names are remembered


@lru_cache(maxsize=CACHED)
def names(source: str) -> Names:
    """Read the names of *source*, however broken it is; never raises."""
    found = blanked(source)
    tree = parse(found.python)
    try:
        if tree is None:
            result = broken(found.python)
        else:
            result = walk(tree, found.python.split("\n"))
    except RecursionError:
        result = by_lines(found.python)
    result = _with_magics(result, found, source.split("\n"))
    return result if found.python == source else _without_pads(result)


def _with_magics(result: Names, found: Blanked, original: list[str]) -> Names:
    """Say which bindings a magic makes, and show its line as the user wrote it."""
    if not (found.made or found.unbound or found.binds):
        return result
    binds = [
        _as_magic(binding, original) if binding.line in found.made else binding
        for binding in result.binds
        if binding.line not in found.unbound
    ]
    by_option = [
        Binding(name, "magic", line, original[line - 1].strip(), end_line=line)
        for name, line in found.binds
    ]
    return msgspec.structs.replace(result, binds=(*by_option, *binds))


def _without_pads(result: Names) -> Names:
    """Take off what stands in for `%time` before a statement."""
    binds = tuple(
        msgspec.structs.replace(b, statement=b.statement[len(PAD) :].lstrip())
        if b.statement.startswith(PAD)
        else b
        for b in result.binds
    )
    return msgspec.structs.replace(result, binds=binds)


def _as_magic(binding: Binding, original: list[str]) -> Binding:
    return msgspec.structs.replace(
        binding,
        kind="magic",
        literal=None,
        statement=original[binding.line - 1].strip(),
    )
