"""Code that Python cannot parse: tree-sitter where it works, else lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

import msgspec

_DEFINITION = re.compile(r"^(?:async\s+)?(def|class)\s+(\w+)\s*(?:\(([^)]*)\))?")
_ASSIGNMENT = re.compile(r"^(\w+)\s*(?::[^=]+)?=(?!=)")
_IMPORT = re.compile(r"^(?:from\s+[\w.]+\s+)?import\s+(.+)$")
_WORD = re.compile(r"(?<![\w.'\"])[^\W\d]\w*(?!\s*=(?!=))")
_KEYWORDS = frozenset(
    ["False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"]
)


class Definition(msgspec.Struct, frozen=True):
    """A name that broken code binds: as much as can be told."""

    name: str
    kind: Literal["assign", "def", "class", "import"]
    line: int
    end_line: int
    params: tuple[str, ...] = ()


def python_definitions(source: str) -> tuple[Definition, ...]:
    """Find top-level definitions in Python that does not parse; never raises."""
    parser = _parser()
    if parser is None:
        return tuple(_by_lines(source))
    try:
        tree = parser.parse(source.encode("utf-8", "replace"))
        return tuple(_by_tree(tree.root_node))
    except (TypeError, ValueError, AttributeError):
        return tuple(_by_lines(source))


def identifiers(source: str) -> tuple[str, ...]:
    """Give the words that may be names, in order; strings are not looked into."""
    return tuple(word for word in _WORD.findall(source) if word not in _KEYWORDS)


@lru_cache(maxsize=1)
def _parser() -> Any | None:  # noqa: ANN401 - tree-sitter has no stubs of its own
    # Imported at the first broken cell: most sessions never need it. A missing
    # or mismatched grammar must not break anything, hence the wide net.
    try:
        import tree_sitter
        import tree_sitter_python

        return tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
    except (ImportError, TypeError, ValueError, AttributeError, OSError):
        return None


def _by_tree(root: Any) -> Iterator[Definition]:  # noqa: ANN401 - as above
    for node in root.children:
        inner = node
        if node.type == "decorated_definition":
            inner = node.child_by_field_name("definition") or node
        line, end = node.start_point[0] + 1, node.end_point[0] + 1
        if inner.type in ("function_definition", "class_definition"):
            name = inner.child_by_field_name("name")
            params = inner.child_by_field_name("parameters")
            if name is not None:
                kind = "def" if inner.type == "function_definition" else "class"
                yield Definition(_text(name), kind, line, end, _split(params))
        elif inner.type in ("import_statement", "import_from_statement"):
            yield from _imports(_text(inner), line, end)
        elif inner.type == "expression_statement":
            yield from _assignments(inner, line, end)
        elif inner.type == "ERROR":
            yield from _shifted(_text(inner), line)


def _assignments(node: Any, line: int, end: int) -> Iterator[Definition]:  # noqa: ANN401
    for child in node.children:
        if child.type == "assignment":
            left = child.child_by_field_name("left")
            if left is not None:
                for name in re.findall(r"(?<![\w.\[])\w+(?![\w.(\[])", _text(left)):
                    yield Definition(name, "assign", line, end)


def _shifted(text: str, line: int) -> Iterator[Definition]:
    for found in _by_lines(text):
        yield Definition(
            found.name,
            found.kind,
            found.line + line - 1,
            found.end_line + line - 1,
            found.params,
        )


def _by_lines(source: str) -> Iterator[Definition]:
    for number, line in enumerate(source.split("\n"), 1):
        if (found := _DEFINITION.match(line)) is not None:
            kind: Literal["def", "class"] = "def" if found[1] == "def" else "class"
            yield Definition(found[2], kind, number, number, _names(found[3] or ""))
        elif (found := _ASSIGNMENT.match(line)) is not None:
            yield Definition(found[1], "assign", number, number)
        elif _IMPORT.match(line):
            yield from _imports(line, number, number)


def _imports(text: str, line: int, end: int) -> Iterator[Definition]:
    found = _IMPORT.match(" ".join(text.replace("(", " ").replace(")", " ").split()))
    for part in (found[1] if found else "").split(","):
        words = part.split()
        if words and words[0] != "*":
            yield Definition(words[-1].split(".")[0], "import", line, end)


def _text(node: Any) -> str:  # noqa: ANN401 - as above
    return bytes(node.text).decode("utf-8", "replace")


def _split(node: Any) -> tuple[str, ...]:  # noqa: ANN401 - as above
    return _names(_text(node).strip("()")) if node is not None else ()


def _names(parameters: str) -> tuple[str, ...]:
    parts = (re.match(r"\s*(\*{0,2}\w+)", part) for part in parameters.split(","))
    return tuple(part[1] for part in parts if part)
