"""The grammars that are at hand, or none: analysis must work without."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser


@lru_cache(maxsize=1)
def _python_parser() -> Parser | None:
    # Loaded for the first broken cell only. Any failure means "no grammar": a
    # binding and a grammar of different ABI raise TypeError or ValueError, see
    # https://github.com/tree-sitter/py-tree-sitter/issues/303
    try:
        import tree_sitter  # noqa: PLC0415
        import tree_sitter_python  # noqa: PLC0415

        parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
        tree = parser.parse(b"x = 1\n")
    except Exception:  # noqa: BLE001
        return None
    return parser if tree.root_node.type == "module" else None


def python_tree(source: str) -> Node | None:
    """Parse *source*, however broken; None where no grammar can be used."""
    parser = _python_parser()
    if parser is None:
        return None
    return parser.parse(source.encode("utf-8", "replace")).root_node


def forget() -> None:
    """Look for the grammars again at the next use."""
    _python_parser.cache_clear()
