"""SQL, shell, R and Julia at lower fidelity, by the first words of their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from jupyter_ctx.code.excerpt import Lines
from jupyter_ctx.code.rows import Marks, shown


class _Look(msgspec.Struct, frozen=True):
    """Patterns of lines; *whole* begins what is kept up to a line that ends it."""

    comment: str
    heads: re.Pattern[str]
    flow: re.Pattern[str]
    whole: re.Pattern[str] | None = None
    end: re.Pattern[str] | None = None


READ = 200  # letters of a line that decide
_LOOKS = {
    "sql": _Look(
        "--",
        re.compile(
            r"\s*(?:create|alter|drop|insert|update|delete|merge|with|copy|grant|set|use|"
            r"declare|truncate)\b|\s*(?:,\s*)?\w+\s+as\s*\(|%%",
            re.IGNORECASE,
        ),
        re.compile(
            r"\s*(?:select|from|(?:left|right|inner|outer|full|cross|natural)?\s*join|"
            r"where|group\s+by|order\s+by|having|union|intersect|except|limit|values|on|"
            r"case|when|then|else|end|if|loop|while|begin|return\w*|qualify|window)\b|"
            r"\s*[()]",
            re.IGNORECASE,
        ),
        re.compile(
            r"\s*create\s+(?:\w+\s+)*?(?:table|type|domain|index|schema)\b",
            re.IGNORECASE,
        ),
        re.compile(r".*;\s*(?:--.*)?\Z"),
    ),
    "bash": _Look(
        "#",
        re.compile(
            r"#!|%%|\s*(?:function\s+)?[\w-]+\s*\(\)|\s*(?:export|source|alias|set|"
            r"readonly|declare|local)\b|\s*\w+=|\s*\.\s|\}"
        ),
        re.compile(
            r"\s*(?:if|elif|else|fi|for|while|until|do|done|case|esac|return|exit|trap|"
            r"break|continue)\b|\s*\S+\)\s*\Z|\s*;;"
        ),
    ),
    "r": _Look(
        "#",
        re.compile(
            r"\s*(?:library|require|source|setwd|options)\(|.*\bfunction\s*\(|"
            r"\s*[A-Z][A-Z0-9_.]*\s*(?:<-|=)|.*\bSys\.getenv\(|\s*#'|%%|\}"
        ),
        re.compile(
            r"\s*(?:\}\s*)?(?:if|else|for|while|repeat|switch|return|stop|tryCatch|next|"
            r"break)\b|\s*[)}]"
        ),
    ),
    "julia": _Look(
        "#",
        re.compile(
            r"\s*(?:using|import|export|include|module|baremodule|function|macro|struct|"
            r"mutable|abstract|primitive|const)\b|\s*[\w!.]+\([^=]*\)\s*=(?!=)|"
            r".*\bENV\[|end\b|%%"
        ),
        re.compile(
            r"\s*(?:if|elseif|else|for|while|try|catch|finally|return|throw|break|"
            r"continue|let|begin|do|end)\b"
        ),
        re.compile(r"\s*(?:mutable\s+)?struct\b"),
        re.compile(r"\s*end\b|.*\bend\s*\Z"),
    ),
}
LANGUAGES = tuple(_LOOKS)


def flow(language: str, lines: Lines) -> Iterable[str]:
    """Show clauses, control flow, definitions and settings."""
    look = _LOOKS[language]
    return shown(
        _marks(look, lines.lines, (look.heads, look.flow)), lines, look.comment
    )


def heads(language: str, lines: Lines) -> Iterable[str]:
    """Show definitions, imports and settings."""
    look = _LOOKS[language]
    return shown(_marks(look, lines.lines, (look.heads,)), lines, look.comment)


def _marks(
    look: _Look, lines: Sequence[str], patterns: Sequence[re.Pattern[str]]
) -> Marks:
    made = Marks(lines)
    row = 0
    while row < len(lines):
        last = row
        start = lines[row][:READ]
        if look.whole is not None and look.whole.match(start):
            last = _end(look, lines, row)
            made.keep(row, last)
        elif any(pattern.match(start) for pattern in patterns):
            made.keep(row, row)
        row = last + 1
    return made


def _end(look: _Look, lines: Sequence[str], row: int) -> int:
    for last in range(row, len(lines)):
        if look.end is not None and look.end.match(lines[last][-READ:]):
            return last
    return row
