"""Anchors in files of installed packages, rows P1, P2 and P4."""

from __future__ import annotations

import ast
import sysconfig
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from jupyter_ctx.code.languages import inside, of_path, text_of, tree
from jupyter_ctx.code.skeleton import elided, outline
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.fidelity import Fidelity
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.providers.files import FileProvider
from tests.core.counting import SignCounter

PACKAGES = Path(sysconfig.get_path("purelib"))
MODULES = Path(__file__).parents[2] / "labextension" / "node_modules"
TAKEN = 100  # files of each kind
LEVELS = ("flow", "heads")
TYPES = ("interface_declaration", "type_alias_declaration", "enum_declaration")
HEADS = (
    "function_declaration", "generator_function_declaration", "method_definition",
    "class_declaration", "abstract_class_declaration", "function_signature",
)  # fmt: skip
FLOW = (
    "if_statement", "for_statement", "for_in_statement", "while_statement",
    "switch_statement", "try_statement", "return_statement", "throw_statement",
)  # fmt: skip


def spread(root: Path, pattern: str, part: int = 0, parts: int = 0) -> Iterator[str]:
    """Give texts of files of middling size, spread over all that are installed.

    Those of one of *parts*; together they have every file.
    """
    paths = sorted(path for path in root.rglob(pattern) if path.is_file())
    fitting = [path for path in paths if 400 < path.stat().st_size < 80_000]
    for path in fitting[part :: parts or max(1, len(fitting) // TAKEN)]:
        text = path.read_bytes().decode("utf-8", "replace")
        if len(text) / (text.count("\n") + 1) < 120:
            yield text


@lru_cache(maxsize=1)
def python_files() -> tuple[tuple[str, ast.Module], ...]:
    """Parse files of site-packages, but for those that are not Python 3."""
    found = []
    for text in spread(PACKAGES, "*.py"):
        parsed = parse(text)
        if parsed is not None:
            found.append((text, parsed))
    return tuple(found)


def parse(text: str) -> ast.Module | None:
    """Parse *text* by Python alone."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError):
            return None


def written(parsed: ast.Module, *kinds: type[ast.AST]) -> Counter[str]:
    """Count the nodes of *kinds* by their own text, without their bodies."""
    return told(ast.walk(parsed), *kinds)


def told(nodes: Iterable[ast.AST], *kinds: type[ast.AST]) -> Counter[str]:
    """Count those of *nodes* that are of *kinds*, by their own text."""
    return Counter(
        f"{type(node).__name__} {getattr(node, 'name', '') or ast.unparse(node)}"
        for node in nodes
        if isinstance(node, kinds)
    )


def declared(node: ast.AST) -> Iterator[ast.AST]:
    """Give what a module declares for others: nothing of what is in a function."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from declared(child)


@pytest.mark.parametrize("level", LEVELS)
def test_outlines_of_python_files_parse(level):
    """In 99 of 100 files the compressed text is Python too."""
    files = python_files()
    whole = [text for text, _ in files if parse(outline(text, level, "python").text)]

    assert len(files) > TAKEN / 2
    assert len(whole) / len(files) >= 0.99


@pytest.mark.parametrize("level", LEVELS)
def test_all_imports_of_python_files_are_kept(level):
    """Each import stays, those inside of functions too."""
    lost: Counter[str] = Counter()
    for text, parsed in python_files():
        shown = parse(outline(text, level, "python").text)
        if shown is not None:
            kinds = (ast.Import, ast.ImportFrom)
            lost += written(parsed, *kinds) - written(shown, *kinds)

    assert lost == Counter()


def test_scopes_and_flow_of_python_files_are_kept():
    """Classes, functions and branches keep headers and nesting in an outline."""
    lost: Counter[str] = Counter()
    scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for text, parsed in python_files():
        shown = parse(outline(text, "flow", "python").text)
        if shown is not None:
            lost += written(parsed, *scopes) - written(shown, *scopes)
            for kind in (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match):
                count = len([n for n in ast.walk(parsed) if isinstance(n, kind)])
                now = len([n for n in ast.walk(shown) if isinstance(n, kind)])
                lost[kind.__name__] += max(0, count - now)

    assert +lost == Counter()


@pytest.mark.parametrize("level", LEVELS)
def test_types_and_state_of_python_files_are_untouched(level):
    """Fields of classes and settings from the environment keep every character."""
    seen = 0
    for text, parsed in python_files():
        shown = outline(text, level, "python").text
        lines = text.split("\n")
        for node in parsed.body:
            kept = [node] if _is_setting(node) else []
            if isinstance(node, ast.ClassDef):
                kept = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            for one in kept:
                seen += 1
                assert "\n".join(lines[one.lineno - 1 : one.end_lineno]) in shown

    assert seen > TAKEN / 2


def _is_setting(node: ast.stmt) -> bool:
    is_assigned = (
        isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
    )
    return is_assigned and "os.environ" in ast.unparse(node)


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_left_out_of_python_files_is_read_again(level):
    """Each id stands in the text, and leads to the lines that it counts."""
    spans = 0
    for text, _ in python_files():
        found = outline(text, level, "python")
        lines = text.split("\n")
        for span in found.spans:
            spans += 1
            assert f"{span.told}" in found.text
            expected = "\n".join(lines[span.first - 1 : span.last])
            assert elided(text, span.id, level, "python") == expected
        assert len({span.id for span in found.spans}) == len(found.spans)

    assert spans > TAKEN


@lru_cache(maxsize=4)
def script_files(pattern: str) -> tuple[str, ...]:
    """Give files below node_modules."""
    if not MODULES.is_dir():
        pytest.skip("the packages of the labextension are not installed")
    return tuple(spread(MODULES, pattern))


@pytest.mark.skipif(
    tree("x", "typescript") is None or tree("x", "javascript") is None,
    reason="no grammar of TypeScript or JavaScript in this environment",
)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("pattern", ["*.js", "*.mjs", "*.ts"])
def test_anchors_of_scripts_are_kept(pattern, level):
    """Types, imports, `require`, headers and control flow stay as written."""
    seen: Counter[str] = Counter()
    for text in script_files(pattern):
        seen += anchors(text, of_path(pattern), level)

    assert seen["import_statement"] + seen["call_expression"] > TAKEN / 10
    assert pattern != "*.ts" or seen["interface_declaration"] > TAKEN / 10


def anchors(text: str, language: str, level: str) -> Counter[str]:
    """Count what must stand in the outline of a script; each of it does."""
    seen: Counter[str] = Counter()
    shown = outline(text, level, language).text
    root = tree(text, language)
    assert root is not None
    lines = text.split("\n")
    for node in inside(root):
        kept = _kept(node, lines, level)
        if kept:
            seen[node.type] += 1
            assert kept in shown
    return seen


def _kept(node, lines: list[str], level: str) -> str:
    """Give what must stand in the outline of a *node*; empty where nothing must."""
    first, last = node.start_point[0], node.end_point[0]
    if node.type in TYPES and level == "heads" and _is_local(node):
        return ""
    if node.type in TYPES or node.type == "import_statement":
        return "\n".join(lines[first : last + 1])
    if node.type == "export_statement" and node.child_by_field_name("source"):
        return text_of(node)
    if node.type == "call_expression":
        called = node.child_by_field_name("function")
        name = text_of(called) if called is not None else ""
        return text_of(node) if name in ("require", "import") else ""
    is_shown = node.type in HEADS or node.type in FLOW
    return lines[first] if is_shown and level == "flow" else ""


def _is_local(node) -> bool:
    """Tell whether a function has declared the *node* for itself."""
    while node is not None and node.type != "statement_block":
        node = node.parent
    return node is not None


@pytest.mark.parametrize("index", range(0, 72, 6))
@pytest.mark.parametrize("pattern", ["*.py", "*.js", "*.ts"])
def test_signatures_are_in_a_context_that_has_room_for_them(pattern, index, tmp_path):
    """From the budget of its signatures on a file is never shown below them."""
    is_python = pattern == "*.py"
    texts = [one for one, _ in python_files()] if is_python else script_files(pattern)
    name = f"asked{pattern[1:]}"
    (tmp_path / name).write_text(texts[index % len(texts)], encoding="utf-8")
    wanted = Wanted(f"explain {name}", "ask", KernelState())
    (piece,) = FileProvider(lambda: tmp_path, str).pieces(wanted)
    lowest = min(piece.ladder)
    budget = SignCounter().count(piece.ladder[lowest]) + 40
    assert lowest in (Fidelity.SIGNATURE, Fidelity.OUTLINE, Fidelity.FULL)

    for more in (0, budget // 2, budget, 4 * budget):
        context = render([piece], budget + more, SignCounter())
        assert any(level_text in context for level_text in piece.ladder.values())


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("level", LEVELS)
def test_every_python_file_keeps_its_imports_and_scopes(part, level):
    """The same for all that is installed: outlines parse, imports and headers stay."""
    files = ruins = 0
    lost: Counter[str] = Counter()
    imports, scopes = (ast.Import, ast.ImportFrom), (ast.ClassDef, ast.FunctionDef)
    inside = declared if level == "heads" else ast.walk
    for text in spread(PACKAGES, "*.py", part, 10):
        parsed = parse(text)
        if parsed is None:
            continue
        files += 1
        shown = parse(outline(text, level, "python").text)
        if shown is None:
            ruins += 1
        else:
            lost += written(parsed, *imports) - written(shown, *imports)
            lost += told(inside(parsed), *scopes) - written(shown, *scopes)

    print(f"{files} files, {ruins} outlines do not parse")
    assert ruins <= files / 100
    assert files > TAKEN
    assert +lost == Counter()


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("pattern", ["*.js", "*.mjs", "*.ts"])
def test_every_script_keeps_its_anchors(pattern, part):
    """The same for all that is installed below node_modules."""
    if not MODULES.is_dir():
        pytest.skip("the packages of the labextension are not installed")
    seen: Counter[str] = Counter()
    for text in spread(MODULES, pattern, part, 10):
        if tree(text, of_path(pattern)) is not None:
            for level in LEVELS:
                seen += anchors(text, of_path(pattern), level)

    assert seen.total() > TAKEN / 10
