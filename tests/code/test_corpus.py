"""All cells of real notebooks, where they are at hand."""

from __future__ import annotations

import ast
import json
import os
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.magics import blank, language
from jupyter_ctx.code.skeleton import signatures, skeleton
from jupyter_ctx.core.secrets.redact import PLACEHOLDER, masker

BESIDE = Path(__file__).parents[3] / "shared" / "corpus"
CORPUS = Path(os.environ.get("JUPYTER_CTX_CORPUS", BESIDE))
pytestmark = pytest.mark.skipif(
    not (CORPUS / "nb").is_dir(),
    reason="no real notebooks: JUPYTER_CTX_CORPUS names no folder that has them",
)
EVERY = 3  # notebooks; of the rest nothing new is learnt


@lru_cache(maxsize=1)
def cells() -> tuple[str, ...]:
    """Give the sources of the code cells of every third notebook."""
    paths = sorted((CORPUS / "nb").rglob("*.ipynb"))[::EVERY]
    return tuple(source for path in paths for source in _cells(path))


def _cells(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])


def parsed(source: str) -> ast.Module | None:
    """Parse *source* as it is, without any code of ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError):
            return None


def test_nearly_all_python_cells_parse_after_blanking():
    """What is no magic of IPython is Python 3, but for cells of Python 2."""
    python = [source for source in cells() if language(source) == "python"]
    whole = [source for source in python if names(source).is_parsed]
    assert len(python) > 1_000
    assert len(whole) / len(python) > 0.97


def test_what_blanking_keeps_stays_in_its_column():
    """In cells of IPython each word of the Python stands where it stood."""
    moved, changed = [], 0
    for source in cells():
        lines = source.split("\n")
        first = next((line for line in lines if line.strip()), "")
        if first[:1].isspace() or first.startswith((">>>", "In [")):
            continue  # IPython takes the indent or the prompt off too
        for line, python in zip(lines, blank(source).split("\n"), strict=True):
            changed += line != python and bool(python)
            for word in re.finditer(r"[^\W\d]\w*", python):
                is_stand_in = word[0] in ("pass", "None")
                if not is_stand_in and line[word.start() : word.end()] != word[0]:
                    moved.append((line, python))
    assert changed > 50
    assert moved == []


def test_no_cell_raises():
    """Every real cell is blanked, read and outlined; lines are kept."""
    for source in cells():
        assert blank(source).count("\n") == source.count("\n")
        names(source)
        assert len(signatures(source)) <= len(source) + 200
        skeleton(source)


def test_bindings_agree_with_a_plain_walk():
    """What Python itself says of assigned module names is what we say."""
    differ = []
    for source in cells():
        tree = parsed(source)
        if tree is not None and not any(
            isinstance(n, ast.Delete) for n in ast.walk(tree)
        ):
            ours = {binding.name for binding in names(source).binds}
            if ours != _bound(tree.body):
                differ.append((source, ours ^ _bound(tree.body)))
    assert differ == []


def _bound(body: list[ast.stmt]) -> set[str]:
    """Let Python's own symbol table say what a module binds."""
    import symtable

    source = ast.unparse(ast.Module(body=body, type_ignores=[]))
    table = symtable.symtable(source, "cell", "exec")
    bound = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    }
    handlers = {
        node.name
        for node in ast.walk(ast.Module(body=body, type_ignores=[]))
        if isinstance(node, ast.ExceptHandler) and node.name
    }
    declared = {
        node.target.id
        for node in ast.walk(ast.Module(body=body, type_ignores=[]))
        if isinstance(node, ast.AnnAssign)
        and node.value is None
        and isinstance(node.target, ast.Name)
    }
    return bound - handlers - declared


def test_real_notebooks_raise_few_false_alarms():
    """Of all cells at most one in a thousand holds anything that is masked."""
    mask = masker({}).mask
    masked = [source for source in cells() if PLACEHOLDER.search(mask(source))]
    assert len(masked) <= len(cells()) / 1_000
