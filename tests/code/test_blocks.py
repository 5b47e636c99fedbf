"""The block at a cursor in five languages, whole and broken, case A4."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.code import languages
from jupyter_ctx.code.blocks import (
    BESIDE,
    ENCLOSED,
    NEAR,
    WINDOW,
    around,
    blocks,
    excerpt,
)

PYTHON = """\
# Prepare.
import os
from a import (
    b,
)

# Doubles it.
@cached
def double(x):
    if x:
        return 2 * x
    return 0

y = double(2)

class Board(Base):
    size = 1

    def show(self):
        for i in self:
            print(i)

for i in range(3):
    if i:
        print(i)
"""

TYPESCRIPT = """\
import { a } from 'a';
const fs = require('fs');

/** Show it. */
export function show(x: number): void {
  if (x) {
    a(x);
  }
}

export class Board {
  size = 1;
  draw = (x: string) => {
    return `${x} }`;
  };
  hide() {
    a(1);
  }
}
const run = async () => {
  await a(2);
};
"""

SQL = """\
-- Two of them.
CREATE TABLE t (
  a int CHECK (a IN (1, 2)),
  s text DEFAULT 'a;b('
);
WITH one AS (
  SELECT a FROM t
), two AS (
  SELECT b
  FROM t
)
SELECT * FROM one;
"""

JULIA = """\
using Plots
# Adds.
function add(x, y)
    if x > 1
        return y[end]
    end
    x + y
end
struct Point
    x::Int
end
module M
    function inner()
        for i in 1:3
            println("end")
        end
    end
end
"""

R = """\
library(dplyr)
# Adds; it's easy {
add <- function(x,
                y = "}") {
  if (x > 1) {
    return(y)
  }
  x + y
}
for (i in 1:3) {
  print(i)
}
Board <- setRefClass("Board", methods = list(
  show = function() {
    cat("a")
  }
))
"""

CASES = [
    ("python", PYTHON, 11, (7, 12), ("double",)),
    ("python", PYTHON, 7, (7, 12), ("double",)),
    ("python", PYTHON, 21, (19, 21), ("Board", "show")),
    ("python", PYTHON, 17, (16, 21), ("Board",)),
    ("python", PYTHON, 25, (23, 25), ()),
    ("typescript", TYPESCRIPT, 7, (4, 9), ("show",)),
    ("typescript", TYPESCRIPT, 14, (13, 15), ("Board", "draw")),
    ("typescript", TYPESCRIPT, 17, (16, 18), ("Board", "hide")),
    ("typescript", TYPESCRIPT, 12, (11, 19), ("Board",)),
    ("typescript", TYPESCRIPT, 21, (20, 22), ("run",)),
    ("sql", SQL, 3, (1, 5), ("t",)),
    ("sql", SQL, 7, (6, 8), ("one",)),
    ("sql", SQL, 9, (8, 11), ("two",)),
    ("sql", SQL, 12, (6, 12), ()),
    ("julia", JULIA, 5, (2, 8), ("add",)),
    ("julia", JULIA, 10, (9, 11), ("Point",)),
    ("julia", JULIA, 15, (13, 17), ("M", "inner")),
    ("r", R, 6, (2, 9), ("add",)),
    ("r", R, 11, (10, 12), ()),
    ("r", R, 15, (14, 16), ("show",)),
]


@pytest.fixture(params=["grammar", "none"])
def grammars(request, monkeypatch):
    """Give each test with and without any grammar."""
    if request.param == "none":
        monkeypatch.setitem(sys.modules, "tree_sitter", None)
    languages.forget()
    blocks.cache_clear()
    yield request.param
    monkeypatch.undo()
    languages.forget()
    blocks.cache_clear()


@pytest.mark.usefixtures("grammars")
@pytest.mark.parametrize(("language", "source", "line", "lines", "scope"), CASES)
def test_the_enclosing_block_is_found(language, source, line, lines, scope):
    """Innermost definition, comments above it included; else the outermost branch."""
    found = around(source, line, language)

    assert (found.first, found.last) == lines
    assert found.scope == scope
    assert found.weight == ENCLOSED


@pytest.mark.usefixtures("grammars")
@pytest.mark.parametrize(
    ("language", "source", "line", "lines"),
    [
        ("python", PYTHON, 14, (7, 21)),
        ("typescript", TYPESCRIPT, 10, (4, 19)),
        ("r", R + "\nx <- 1\n", 19, (14, 19)),
    ],
)
def test_between_two_blocks_both_are_taken(language, source, line, lines):
    """A cursor in no block gets the one above and the one below."""
    found = around(source, line, language)

    assert (found.first, found.last) == lines
    assert found.weight == BESIDE


def test_without_blocks_it_is_a_window():
    """Thirty lines or so, less sure than a block."""
    source = "\n".join(f"x{n} = {n}" for n in range(200))

    assert around(source, 100).last - around(source, 100).first + 1 == WINDOW
    assert around(source, 100).weight == NEAR
    assert (around(source, 1).first, around(source, 1).last) == (1, WINDOW)
    assert (around(source, 200).first, around(source, 200).last) == (171, 200)


@pytest.mark.usefixtures("grammars")
@pytest.mark.parametrize(
    ("language", "source", "line", "lines"),
    [
        ("python", "x = (\ndef f(a):\n    b = [\n    c = 1\n\ny = 2\n", 4, (2, 4)),
        (
            "python",
            "class A:\n    def f(self):\n        if x:\n            y(",
            4,
            (2, 4),
        ),
        ("typescript", "function f(a) {\n  if (a) {\n    b(\n", 3, (1, 4)),
        ("julia", "function f(a)\n  if a\n    b(\n", 3, (1, 4)),
        ("r", "f <- function(a) {\n  b(\n", 2, (1, 3)),
        ("sql", "SELECT 1;\nSELECT a FROM (\n  SELECT b\n", 3, (2, 3)),
    ],
)
def test_broken_code_has_blocks(language, source, line, lines):
    """What is being typed is enclosed by what was opened before it."""
    found = around(source, line, language)

    assert found.blocks[0].first == lines[0]
    assert found.blocks[0].last >= line


def test_imports_comments_and_headers_stay_in_the_excerpt():
    """The block is word for word; the class around it is a header."""
    text = excerpt(PYTHON, around(PYTHON, 20)).text

    assert text == (
        "# Prepare.\nimport os\nfrom a import (\n    b,\n)\n"
        "# ... 8 lines @7: calls double\nclass Board(Base):\n    size = 1\n"
        "    def show(self):\n        for i in self:\n            print(i)\n"
        "for i in range(3):\n    if i:\n        print(i)"
    )


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from([PYTHON, TYPESCRIPT, SQL, JULIA, R]),
    st.integers(0, 400),
    st.integers(0, 400),
    st.sampled_from(["python", "typescript", "sql", "julia", "r", "text"]),
)
def test_any_ruin_has_an_answer(source, start, length, language):
    """Whatever is cut out, the cursor's line is in what is found."""
    ruin = source[:start] + source[start + length :]
    for line in range(1, ruin.count("\n") + 2, 3):
        found = around(ruin, line, language)
        assert found.first <= line <= found.last
        assert len(excerpt(ruin, found, language).text) <= len(ruin)
