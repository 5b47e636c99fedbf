"""Names of a cell that does not parse: what is whole, then what can be guessed."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from jupyter_ctx.code.binding import STRINGS, Binding, Names, is_short
from jupyter_ctx.code.chunks import chunks
from jupyter_ctx.code.languages import python_tree
from jupyter_ctx.code.parsing import parse
from jupyter_ctx.code.walk import walk

if TYPE_CHECKING:
    from tree_sitter import Node

_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_LINE = re.compile(
    r"""\s*(?:
        (?P<async>async\s+)?(?P<def>def|class)\s+(?P<defined>[^\W\d]\w*)
      | import\s+(?P<imported>[^\W\d][\w.]*)(?:\s+as\s+(?P<alias>[^\W\d]\w*))?
      | from\s+(?P<module>[\w.]+)\s+import\s+\(?(?P<members>[\w ,]+)
      | (?:async\s+)?for\s+(?P<looped>[\w, ()]+?)\s+in\b
      | (?P<targets>[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)\s*
        (?P<operator>[-+*/%&|^@]{0,2}=)(?!=)
    )""",
    re.VERBOSE,
)

_HEADER = re.compile(r"(?:async\s+)?(?P<def>def|class)\s+(?P<name>[^\W\d]\w*)")


def broken(python: str) -> Names:
    """Read the names of *python* statement by statement; whole ones exactly.

    What does not parse is read by a tolerant grammar, or line by line where
    there is none.
    """
    parts = [_read_chunk(first, lines) for first, lines in chunks(python)]
    return msgspec.structs.replace(_joined(parts), is_parsed=False)


def by_lines(python: str) -> Names:
    """Read the names of *python* by the look of its lines."""
    found = _guess(1, python.split("\n"))
    return msgspec.structs.replace(found, is_parsed=False)


def _read_chunk(first: int, lines: list[str]) -> Names:
    tree = parse("\n".join(lines))
    if tree is not None:
        return _shifted(walk(tree, lines), first - 1)
    root = python_tree("\n".join(lines))
    if root is None:
        return _guess(first, lines)
    found = _shifted(_read_tree(root, lines), first - 1)
    if (defined := _defined(first, lines)) is not None:
        return _of_definition(defined, found)
    if found.binds:
        return found
    # The grammar gives up on some ruins whose first words say enough.
    guessed = _guess(first, lines).binds
    bound = {binding.name for binding in guessed}
    uses = tuple(name for name in found.uses if name not in bound)
    return msgspec.structs.replace(found, binds=guessed, uses=uses)


def _defined(first: int, lines: list[str]) -> Binding | None:
    """Read the header of a chunk that is one definition, from `def` to its ruin."""
    for number, line in enumerate(lines, first):
        if found := _HEADER.match(line):
            kind, name = found["def"], found["name"]
            return Binding(name, kind, number, line.strip(), end_line=number)
        if line.strip() and line[0] not in "@#":
            break
    return None


def _of_definition(defined: Binding, found: Names) -> Names:
    """Keep of *found* what a definition reads: what it binds inside is its own."""
    if defined.name in {binding.name for binding in found.binds}:
        return found
    own = {binding.name for binding in found.binds}
    own |= set(_IDENTIFIER.findall(defined.statement))
    uses = tuple(name for name in found.uses if name not in own)
    return msgspec.structs.replace(found, binds=(defined,), uses=uses)


def _shifted(found: Names, by: int) -> Names:
    return msgspec.structs.replace(
        found,
        binds=tuple(
            msgspec.structs.replace(b, line=b.line + by, end_line=b.end_line + by)
            for b in found.binds
        ),
        mutates=tuple((name, line + by) for name, line in found.mutates),
    )


def _joined(parts: Iterable[Names]) -> Names:
    """Put the *parts* of a cell together, in their order."""
    binds: list[Binding] = []
    uses: dict[str, None] = {}
    mutates: list[tuple[str, int]] = []
    deletes: dict[str, None] = {}
    strings: dict[str, None] = {}
    bound: set[str] = set()
    for part in parts:
        uses.update(dict.fromkeys(name for name in part.uses if name not in bound))
        if part.deletes:
            binds = [b for b in binds if b.name not in part.deletes]
            bound -= set(part.deletes)
        binds += part.binds
        bound |= {binding.name for binding in part.binds}
        mutates += part.mutates
        deletes.update(dict.fromkeys(part.deletes))
        strings.update(dict.fromkeys(part.strings))
    return Names(
        tuple(binds),
        tuple(uses),
        tuple(mutates),
        tuple(name for name in deletes if name not in bound),
        tuple(strings)[:STRINGS],
    )


# The tolerant grammar.


def _read_tree(root: Node, lines: list[str]) -> Names:
    binds: list[Binding] = []
    uses: dict[str, None] = {}
    strings: dict[str, None] = {}
    pending: list[tuple[Node, bool]] = [(root, False)]
    while pending:
        node, is_inner = pending.pop()
        row = node.start_point[0]
        if node.type == "identifier" and not _is_label(node):
            name = _text(node)
            if not is_inner and (kind := _bound_as(node)):
                binds.append(_binding(name, kind, row, lines))
            else:
                uses.setdefault(name)
        elif node.type == "string_content" and is_short(_text(node)):
            strings.setdefault(_text(node))
        is_scope = node.type in ("function_definition", "class_definition", "lambda")
        pending += [
            (child, is_inner or (is_scope and child.type != "identifier"))
            for child in reversed(node.children)
        ]
    bound = {binding.name for binding in binds}
    return Names(
        tuple(binds),
        tuple(name for name in uses if name not in bound),
        strings=tuple(strings),
    )


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _binding(name: str, kind: str, row: int, lines: list[str]) -> Binding:
    text = lines[row].strip() if row < len(lines) else ""
    return Binding(name, kind, row + 1, text, end_line=row + 1)


def _is_label(node: Node) -> bool:
    """Tell whether an identifier names an attribute or a keyword, not a variable."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "attribute":
        return parent.child_by_field_name("attribute") == node
    if parent.type == "keyword_argument":
        return parent.child_by_field_name("name") == node
    return False


_BINDING_FIELDS = {
    ("function_definition", "name"): "def",
    ("class_definition", "name"): "class",
    ("assignment", "left"): "assign",
    ("augmented_assignment", "left"): "augment",
    ("named_expression", "name"): "walrus",
    ("for_statement", "left"): "for",
    ("aliased_import", "alias"): "import",
}


def _bound_as(node: Node) -> str:
    """Say how an identifier is bound, or give an empty text."""
    child, parent = node, node.parent
    while parent is not None and parent.type in (
        "pattern_list",
        "tuple_pattern",
        "dotted_name",
    ):
        child, parent = parent, parent.parent
    if parent is None:
        return ""
    if parent.type == "as_pattern_target":
        return "with" if parent.parent and _is_with(parent.parent) else ""
    if parent.type in ("import_statement", "import_from_statement"):
        return "" if parent.child_by_field_name("module_name") == child else "import"
    for (kind, field), word in _BINDING_FIELDS.items():
        if parent.type == kind and parent.child_by_field_name(field) == child:
            return word
    return ""


def _is_with(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "with_item"


# No grammar: the look of the lines.


def _guess(first: int, lines: list[str]) -> Names:
    binds: list[Binding] = []
    uses: dict[str, None] = {}
    for number, line in enumerate(lines, first):
        code = line.partition("#")[0]
        found = _LINE.match(code)
        for name, kind, module in _guessed(found) if found else ():
            text = line.strip()
            binds.append(
                Binding(name, kind, number, text, None, module, end_line=number)
            )
        uses |= dict.fromkeys(_words(code))
    bound = {binding.name for binding in binds}
    return Names(
        tuple(binding for binding in binds if binding.name),
        tuple(name for name in uses if name not in bound),
    )


def _guessed(found: re.Match[str]) -> Iterator[tuple[str, str, str]]:
    """Give name, kind and module of what the line seems to bind."""
    if found["defined"]:
        yield found["defined"], found["def"], ""
    elif found["imported"]:
        top = found["imported"].partition(".")[0]
        yield found["alias"] or top, "import", found["imported"]
    elif found["members"]:
        for member in found["members"].split(","):
            yield (member.split() or [""])[-1], "import", found["module"]
    else:
        is_plain = found["operator"] == "="
        kind = "for" if found["looped"] else "assign" if is_plain else "augment"
        for name in _IDENTIFIER.findall(found["looped"] or found["targets"]):
            yield name, kind, ""


_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|\.\s*[^\W\d]\w*")


def _words(code: str) -> Iterator[str]:
    """Give the identifiers of a line outside strings and after no dot."""
    for word in _IDENTIFIER.findall(_QUOTED.sub(" ", code)):
        if not keyword.iskeyword(word):
            yield word
