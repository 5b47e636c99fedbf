"""The blocks of languages that a grammar is at hand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jupyter_ctx.code.block import Block, BlockKind
from jupyter_ctx.code.languages import find, text_of, tree

if TYPE_CHECKING:
    from tree_sitter import Node

_SCRIPT: dict[str, BlockKind] = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "method_definition": "function",
    "arrow_function": "function",
    "function_expression": "function",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "class": "class",
    "interface_declaration": "type",
    "type_alias_declaration": "type",
    "enum_declaration": "type",
    "internal_module": "module",
    "if_statement": "branch",
    "for_statement": "branch",
    "for_in_statement": "branch",
    "while_statement": "branch",
    "do_statement": "branch",
    "switch_statement": "branch",
    "try_statement": "branch",
}
_KINDS: dict[str, dict[str, BlockKind]] = {
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "sql": {"statement": "query", "cte": "query", "create_function": "function"},
    "julia": {
        "function_definition": "function",
        "macro_definition": "function",
        "struct_definition": "class",
        "abstract_definition": "type",
        "module_definition": "module",
        "if_statement": "branch",
        "for_statement": "branch",
        "while_statement": "branch",
        "try_statement": "branch",
        "let_statement": "branch",
        "do_clause": "branch",
        "compound_statement": "branch",
    },
}
_IMPORTS = {
    "javascript": "(import_statement) @import",
    "typescript": "(import_statement) @import",
    "tsx": "(import_statement) @import",
    "sql": "(program) @none",
    "julia": "(using_statement) @import\n(import_statement) @import",
}
_REQUIRE = re.compile(r"\s*(?:const|let|var)\s[^=]*=\s*require\(")
_NAME = re.compile(
    r"\s*(?:mutable\s+)?(?:function|macro|struct|module|baremodule|with|,|\),?)?\s*"
    r"([^\W\d][\w!.]*)"
)
_HOLDERS = (
    "variable_declarator",
    "pair",
    "public_field_definition",
    "field_definition",
)
_WRAPPERS = (
    "export_statement", "lexical_declaration", "variable_declaration",
    "expression_statement",
)  # fmt: skip


def grammar_blocks(source: str, language: str) -> list[Block] | None:
    """Give the blocks of *source*; None where there is no grammar for it."""
    root = tree(source, language) if language in _KINDS else None
    if root is None:
        return None
    kinds = _KINDS[language]
    query = "\n".join(f"({kind}) @{kind}" for kind in kinds)
    found = find(root, language, query)
    return [
        block
        for kind, nodes in found.items()
        for node in nodes
        if (block := _block(node, kinds[kind])) is not None
    ]


def grammar_imports(source: str, language: str) -> list[tuple[int, int]]:
    """Give first and last lines of imports, `require()` included."""
    root = tree(source, language) if language in _KINDS else None
    if root is None:
        return []
    nodes = find(root, language, _IMPORTS[language]).get("import", [])
    rows = [(node.start_point[0] + 1, node.end_point[0] + 1) for node in nodes]
    required = [
        (number, number)
        for number, line in enumerate(source.split("\n"), 1)
        if _REQUIRE.match(line)
    ]
    return sorted({*rows, *(required if _KINDS[language] is _SCRIPT else [])})


def _block(node: Node, kind: BlockKind) -> Block | None:
    name = _name(node)
    outer = node
    for parent in _above(node):
        if parent.type in _HOLDERS and not name:
            name = _name(parent)
        outer = parent
    if kind == "function" and not name and node.end_point[0] == node.start_point[0]:
        return None  # a callback on one line
    if node.type == "statement" and node.parent and node.parent.type == "cte":
        return None
    head = node.start_point[0] + 1
    return Block(outer.start_point[0] + 1, outer.end_point[0] + 1, kind, name, head)


def _above(node: Node) -> Iterator[Node]:
    """Give what a definition is wrapped in: `export const f = () => {}`."""
    if node.type.endswith("_statement"):
        return
    parent = node.parent
    while parent is not None and parent.type in (*_HOLDERS, *_WRAPPERS):
        yield parent
        parent = parent.parent


def _name(node: Node) -> str:
    named = node.child_by_field_name("name") or node.child_by_field_name("key")
    if named is not None:
        return text_of(named).strip("\"'")
    if node.type == "statement":
        return _created(node)
    if node.type in ("arrow_function", "function_expression", "class"):
        return ""
    if node.type.endswith(("_statement", "_clause")):
        return ""
    found = _NAME.match(text_of(node))
    return found[1] if found else ""


def _created(node: Node) -> str:
    """Name what a statement of SQL creates."""
    for child in node.named_children[:1]:
        if child.type.startswith("create_"):
            for part in child.named_children:
                if part.type == "object_reference":
                    return text_of(part)
    return ""
