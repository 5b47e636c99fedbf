"""TypeScript and JavaScript at lower fidelity, by their grammar."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from jupyter_ctx.code import script_look
from jupyter_ctx.code.excerpt import Lines
from jupyter_ctx.code.gist import SHORT, STATE_LIMIT, STATE_LINES
from jupyter_ctx.code.languages import each, find, text_of, tree
from jupyter_ctx.code.rows import Marks, folded, shown

if TYPE_CHECKING:
    from tree_sitter import Node

COMMENT = "//"
LANGUAGES = ("javascript", "typescript", "tsx")
LONG = 4  # lines of a kept statement; the rest of it is counted

_QUERY = "\n".join((
    each("statement_block class_body switch_body", "block"),
    each(
        "function_declaration generator_function_declaration method_definition",
        "named",
    ),
    each("arrow_function function_expression generator_function", "function"),
    each(
        "class_declaration abstract_class_declaration class if_statement "
        "for_statement for_in_statement while_statement do_statement try_statement "
        "catch_clause finally_clause else_clause switch_statement with_statement "
        "internal_module module labeled_statement switch_case switch_default",
        "header",
    ),
    each(
        "return_statement throw_statement break_statement continue_statement "
        "yield_expression await_expression decorator export_statement",
        "leaf",
    ),
    each(
        "interface_declaration type_alias_declaration enum_declaration "
        "function_signature abstract_method_signature method_signature "
        "import_statement import_alias import_require_clause export_clause "
        "ambient_declaration class_static_block",
        "whole",
    ),
    "(export_statement source: (string)) @whole",
    each("public_field_definition field_definition", "field"),
    each("lexical_declaration variable_declaration expression_statement", "statement"),
    each("comment", "comment"),
    "(call_expression function: (import)) @import",
    '(call_expression function: (identifier) @_f (#eq? @_f "require")) @import',
))  # fmt: skip
_NAMING = frozenset((
    "variable_declarator", "pair", "assignment_expression", "export_statement",
    "public_field_definition", "field_definition",
))  # fmt: skip
_DYNAMIC = re.compile(r"\bprocess\.env\b|\bimport\.meta\b|\b(?:Deno|Bun)\.env\b")
_EXPORTS = re.compile(r"\s*(?:module\.)?exports\b|\s*Object\.defineProperty\(exports")
_TYPED = re.compile(r"@(?!license|copyright|preserve|author|file|fileoverview)\w+")
_ALONE = re.compile(r"@(?:typedef|callback|template|overload)\b")
_TYPE_VALUE = re.compile(r"=\s*z\s*\.|\bas const\b")
_CODE_WORD = re.compile(r"=>|\bfunction\b|\bnew\b|\w\(")


def flow(source: str, language: str, lines: Lines) -> Iterable[str]:
    """Show headers, control flow, returns, types and short declarations."""
    return shown(_marks(source, language, lines.lines, is_flow=True), lines, COMMENT)


def heads(source: str, language: str, lines: Lines) -> Iterable[str]:
    """Show imports, signatures, types and what the module declares."""
    marks = _marks(source, language, lines.lines, is_flow=False)
    return folded(list(shown(marks, lines, COMMENT)), COMMENT)


def _marks(source: str, language: str, lines: Sequence[str], *, is_flow: bool) -> Marks:
    root = tree(source, language)
    if root is None:
        return script_look.marks(lines, is_flow=is_flow)
    marking = _Marking(lines, find(root, language, _QUERY))
    marking.structure()
    marking.statements()
    if not is_flow:
        marking.empty_bodies()
    marking.always(is_flow=is_flow)
    marking.comments(is_flow=is_flow)
    return marking.marks


class _Marking:
    """The marks made so far, and where bodies and imports are."""

    def __init__(self, lines: Sequence[str], found: dict[str, list[Node]]) -> None:
        self.lines = lines
        self.found = found
        self.marks = Marks(lines)
        self.bodies: list[tuple[int, int]] = []  # of functions that have a name
        self.opened: list[int] = []  # rows where a function of several rows begins
        self.imports: list[int] = []

    def nodes(self, name: str) -> list[Node]:
        return self.found.get(name, [])

    def structure(self) -> None:
        """Mark headers and ends of blocks, and the types."""
        for node in self.nodes("block"):
            self.marks.ends(*_rows(node))
        for node in self.nodes("header"):
            self._header(node)
        for node in self.nodes("named"):
            self._header(node)
            self._body(node)
        for node in self.nodes("function"):
            self._function(node)
        self.bodies.sort()
        self.opened.sort()
        self.imports = sorted(node.start_point[0] for node in self.nodes("import"))

    def _header(self, node: Node) -> None:
        body = node.child_by_field_name("body") or node.child_by_field_name(
            "consequence"
        )
        first = node.start_point[0]
        self.marks.keep(first, body.start_point[0] if body is not None else first)

    def _body(self, node: Node) -> None:
        body = node.child_by_field_name("body")
        if body is not None and body.end_point[0] > body.start_point[0]:
            self.bodies.append(_rows(body))

    def _function(self, node: Node) -> None:
        parent = node.parent
        is_named = parent is not None and parent.type in _NAMING
        body = node.child_by_field_name("body")
        is_block = body is not None and body.type == "statement_block"
        if is_block or (is_named and body is not None):
            self._header(node)
            self.opened.append(node.start_point[0])
        if is_named:
            self._body(node)

    def _has(self, rows: list[int], first: int, last: int) -> bool:
        index = bisect_left(rows, first)
        return index < len(rows) and rows[index] <= last

    def statements(self) -> None:
        """Mark what a statement or a field needs to be understood."""
        for node in self.nodes("leaf"):
            self._short(*_rows(node))
        for node in self.nodes("field"):
            self._short(*_rows(node), STATE_LINES)
        for node in self.nodes("statement"):
            self._statement(*_rows(node), is_declared=node.type[0] != "e")

    def _short(self, first: int, last: int, limit: int = LONG) -> None:
        if last - first < limit and not self._has(self.opened, first, last):
            self.marks.keep(first, last)
        else:
            self.marks.ends(first, last)

    def _statement(self, first: int, last: int, *, is_declared: bool) -> None:
        lines = self.lines[first : last + 1]
        if self._has(self.opened, first, last) or _EXPORTS.match(lines[0]):
            self.marks.ends(first, last)
        elif is_declared and (not self._is_inside(first) or _DYNAMIC.search(lines[0])):
            self._declaration(first, last)
        elif is_declared and first == last and len(lines[0].strip()) <= SHORT:
            self.marks.keep(first, last)
        elif any(self.marks.rows[first : last + 1]):  # it waits or yields
            self._short(first, last)

    def _declaration(self, first: int, last: int) -> None:
        """Show a constant or a type as written, of other values the ends."""
        text = "\n".join(self.lines[first : last + 1])
        is_short = last - first < STATE_LINES and len(text) <= STATE_LIMIT
        is_constant = is_short and not _CODE_WORD.search(text.partition("=")[2])
        if is_constant or first == last or _TYPE_VALUE.search(text):
            self.marks.keep(first, last)
        else:
            self.marks.ends(first, last)

    def _is_inside(self, row: int) -> bool:
        """Tell whether *row* is in the body of a function that has a name."""
        index = bisect_left(self.bodies, (row, 0)) - 1
        while index >= 0:
            if self.bodies[index][1] > row:
                return True
            if index and self.bodies[index - 1][1] < self.bodies[index][0]:
                return False
            index -= 1
        return False

    def empty_bodies(self) -> None:
        """Unmark what is inside of functions that have a name."""
        for first, last in self.bodies:
            self.marks.drop(first + 1, last - 1)

    def always(self, *, is_flow: bool) -> None:
        """Mark imports, types, and what asks the environment, wherever they are.

        What a function declares for itself stands with its body, in `flow`.
        """
        for node in self.nodes("whole"):
            if is_flow or not self._is_inside(node.start_point[0]):
                self.marks.keep(*_rows(node))
        for node in self.nodes("import"):
            self.marks.keep(*_rows(node))
        for node in self.nodes("statement"):
            first, last = _rows(node)
            if self._has(self.imports, first, last) and not self._has(
                self.opened, first, last
            ):
                self.marks.keep(first, last)
        for row, line in enumerate(self.lines):
            if _DYNAMIC.search(line):
                self.marks.keep(row, row)

    def comments(self, *, is_flow: bool) -> None:
        """Mark the JSDoc of what is shown; without types in it only in `flow`."""
        for node in self.nodes("comment"):
            first, last = _rows(node)
            if not self.lines[first].lstrip().startswith("/**"):
                continue
            text = text_of(node)
            is_typed = _TYPED.search(text) is not None
            is_alone = _ALONE.search(text) is not None or (is_flow and is_typed)
            if is_alone or ((is_flow or is_typed) and self._is_shown_after(last)):
                self.marks.keep(first, last)

    def _is_shown_after(self, row: int) -> bool:
        following = row + 1
        while following < len(self.lines) and not self.lines[following].strip():
            following += 1
        return following < len(self.lines) and bool(self.marks.rows[following])


def _rows(node: Node) -> tuple[int, int]:
    return node.start_point[0], node.end_point[0]
