"""The shape of the repository: sizes, docstrings, and what no file may hold."""

import ast
import re
import statistics
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE_LIMIT = 400  # lines
TEST_FILE_LIMIT = 600
FUNCTION_LIMIT = 50  # lines, signature and docstring included
VAGUE = {"common", "helper", "helpers", "misc", "util", "utils"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

# In pieces, so that this file does not hold what it looks for.
HOSTS = (
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "npm" + "js.com",
    "yarn" + "pkg.com",
    "deb." + "debian",
)
PATHS = re.compile(
    r"/" + r"work/(main|shared|\.library)|/" + r"root/|/" + r"opt/(pypi|wheels)"
)


def tracked():
    """List the files that git knows; a source archive has no such list."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    paths = (ROOT / name for name in listed.decode().split("\0") if name)
    return [path for path in paths if path.is_file()]


def python(*folders):
    """Parse every Python file below *folders*."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {
        path.relative_to(ROOT): ast.parse(path.read_text("utf-8"))
        for path in sorted(found)
    }


def functions(tree):
    """Give every function and method of *tree*, nested ones too."""
    return [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]


def length(node):
    """Count the lines of a function, from its first decorator on."""
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return node.end_lineno - first + 1


def test_no_file_is_longer_than_its_limit():
    """A file that needs more than 400 lines (tests 600) is two files."""
    too_long = {}
    for path in [*python("jupyter_ctx"), *python("tests")]:
        lines = len((ROOT / path).read_text("utf-8").splitlines())
        limit = TEST_FILE_LIMIT if path.parts[0] == "tests" else FILE_LIMIT
        if lines > limit:
            too_long[str(path)] = lines

    assert too_long == {}


def test_no_function_is_longer_than_its_limit():
    """A function fits a screen; half of them fit eight lines or so."""
    lengths = {
        f"{path}:{node.lineno} {node.name}": length(node)
        for path, tree in python("jupyter_ctx").items()
        for node in functions(tree)
    }
    ordered = sorted(lengths.values())
    median, high = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
    print(f"{len(ordered)} functions: median {median} lines, 95th percentile {high}")

    assert {name: n for name, n in lengths.items() if n > FUNCTION_LIMIT} == {}


def test_every_module_says_what_is_in_it():
    """The first statement of every Python file is a docstring."""
    modules = python("jupyter_ctx", "tests", "scripts")

    silent = [
        str(path) for path, tree in modules.items() if tree.body and not doc(tree)
    ]

    assert silent == []


def test_every_test_has_a_sentence():
    """A test says in one sentence what is promised."""
    silent = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in python("tests").items()
        for node in functions(tree)
        if node.name.startswith("test_") and not doc(node)
    ]

    assert silent == []


def doc(node):
    """Read the docstring of *node*."""
    return ast.get_docstring(node)


def test_every_room_is_a_noun_that_can_be_drawn():
    """No module is named for being left over."""
    named = [str(path) for path in python("jupyter_ctx") if path.stem in VAGUE]

    assert named == []


def test_no_file_names_a_registry_or_a_machine():
    """What is committed installs from wherever the reader's tools are set to."""
    found = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", errors="replace")
        hosts = [host for host in HOSTS if host in text]
        if hosts or PATHS.search(text):
            found.append((str(path.relative_to(ROOT)), hosts, PATHS.findall(text)[:1]))

    assert found == []


def test_locks_pin_every_package_with_a_hash():
    """Each requirement of a lock is exact and has at least one hash."""
    for lock in sorted((ROOT / "requirements").glob("*.lock")):
        text = lock.read_text("utf-8").replace("\\\n", " ")
        entries = [line for line in text.splitlines() if line and line[0] != "#"]
        loose = [
            line[:60]
            for line in entries
            if not re.match(r"[\w.-]+==[\w.+!-]+", line) or "--hash=sha256:" not in line
        ]

        assert entries
        assert loose == [], lock.name


def test_demo_notebooks_are_committed_without_outputs():
    """A saved output would show one machine's run as everybody's."""
    nbformat = pytest.importorskip("nbformat")
    for path in sorted((ROOT / "demo_notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]

        assert code
        assert all(not c.outputs and c.execution_count is None for c in code), path.name


TABLES = {"_load", "_module"}  # asked for the names of our own tables alone


def test_no_cache_grows_without_end():
    """What is remembered by its content has a bound; a session may last for weeks."""
    endless = [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in python("jupyter_ctx").items()
        for node in functions(tree)
        for mark in map(ast.unparse, node.decorator_list)
        if re.search(r"\bcache\b|maxsize=None", mark) and node.args.args
        if node.name not in TABLES
    ]

    assert endless == []
