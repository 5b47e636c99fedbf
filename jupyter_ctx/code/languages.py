"""The grammars that are at hand, or none: analysis must work without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

_GRAMMARS = {
    "javascript": ("tree_sitter_javascript", "language"),
    "julia": ("tree_sitter_julia", "language"),
    "python": ("tree_sitter_python", "language"),
    "sql": ("tree_sitter_sql", "language"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
}
"""Package and function that gives the grammar of a language."""

LIMIT = 400_000  # letters of a source that is parsed
_LIMITS = {"julia": 10_000, "sql": 10_000}  # grammars that are slow in ruins
DEPTH = 300  # brackets inside of each other
_BRACKET = re.compile(r"[()\[\]{}]")

_SUFFIXES = {
    "cjs": "javascript",
    "cts": "typescript",
    "ddl": "sql",
    "htm": "html",
    "html": "html",
    "ipynb": "notebook",
    "jl": "julia",
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "mts": "typescript",
    "prisma": "prisma",
    "py": "python",
    "pyi": "python",
    "r": "r",
    "sh": "bash",
    "sql": "sql",
    "ts": "typescript",
    "tsx": "tsx",
}


def of_path(path: str) -> str:
    """Name the language of a file by the end of its name; `text` if unknown."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return _SUFFIXES.get(name.rpartition(".")[2].lower(), "text")


@lru_cache(maxsize=len(_GRAMMARS))
def _parser(language: str) -> Parser | None:
    # Loaded at the first need only. Any failure means "no grammar": a binding and
    # a grammar of different ABI raise TypeError or ValueError, see
    # https://github.com/tree-sitter/py-tree-sitter/issues/303
    if language not in _GRAMMARS:
        return None
    module, function = _GRAMMARS[language]
    try:
        tree_sitter = import_module("tree_sitter")
        grammar = getattr(import_module(module), function)()
        parser: Parser = tree_sitter.Parser(tree_sitter.Language(grammar))
        parser.parse(b"x = 1\n")
    except Exception:  # noqa: BLE001
        return None
    return parser


def tree(source: str, language: str) -> Node | None:
    """Parse *source*, however broken; None where no grammar can be used.

    Columns of its nodes count bytes of UTF-8. What is too long, or too deep in
    brackets, is not parsed either: it would take seconds.
    """
    parser = _parser(language)
    limit = _LIMITS.get(language, LIMIT)
    if parser is None or len(source) > limit or _is_deep(source):
        return None
    return parser.parse(source.encode("utf-8", "replace")).root_node


def _is_deep(source: str) -> bool:
    if sum(map(source.count, "([{")) <= DEPTH:
        return False
    depth = 0
    for found in _BRACKET.finditer(source):
        depth = max(0, depth + (1 if found[0] in "([{" else -1))
        if depth > DEPTH:
            return True
    return False


def find(root: Node, language: str, query: str) -> dict[str, list[Node]]:
    """Give the nodes below *root* by the names that *query* gives them.

    A node type that the grammar does not know makes its line of *query* void.
    """
    made = _query(language, query)
    if made is None:
        return {}
    tree_sitter = import_module("tree_sitter")
    found: dict[str, list[Node]] = tree_sitter.QueryCursor(made).captures(root)
    return found


@lru_cache(maxsize=4 * len(_GRAMMARS))
def _query(language: str, query: str) -> Query | None:
    parser = _parser(language)
    if parser is None or parser.language is None:
        return None
    tree_sitter = import_module("tree_sitter")
    known: list[str] = []
    for line in query.strip().split("\n"):
        try:
            tree_sitter.Query(parser.language, line)
        except tree_sitter.QueryError:
            continue
        known.append(line)
    made: Query = tree_sitter.Query(parser.language, "\n".join(known))
    return made


def each(kinds: str, name: str) -> str:
    """Write a query for nodes of *kinds*, parted by spaces, as *name*."""
    return "\n".join(f"({kind}) @{name}" for kind in kinds.split())


def inside(node: Node) -> Iterator[Node]:
    """Give *node* and the named nodes below it, in the order of the source."""
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        pending += reversed(one.named_children)


def python_tree(source: str) -> Node | None:
    """Parse Python, however broken; None where no grammar can be used."""
    return tree(source, "python")


def text_of(node: Node) -> str:
    """Give the source of *node*."""
    return (node.text or b"").decode("utf-8", "replace")


def forget() -> None:
    """Look for the grammars again at the next use."""
    _parser.cache_clear()
    _query.cache_clear()
