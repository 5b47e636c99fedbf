"""The names whose values IPython puts into a line for the shell or a magic."""

from __future__ import annotations

import ast
import re

from jupyter_ctx.code.parsing import parse

_BRACED = re.compile(r"(?<!\{)\{([^{}]+)\}(?!\})")
# `$$HOME` is the shell's own, and so is what stands in single quotes.
_DOLLAR = re.compile(r"(?<!\$)\$([^\W\d]\w*)(?=(?:[^']*'[^']*')*[^']*$)")


def expanded(line: str) -> list[str]:
    """Give the names in `{expression}` and `$name`; never raises.

    A name that nothing binds stays as it is, for the shell: `$HOME` is given too.
    """
    if "{" not in line and "$" not in line:
        return []
    found: list[str] = _DOLLAR.findall(line)
    for text in _BRACED.findall(line):
        tree = parse(f"({text})") or parse(f"({text.partition(':')[0]})")
        if tree is not None:
            found += [n.id for n in ast.walk(tree) if isinstance(n, ast.Name)]
    return list(dict.fromkeys(found))
