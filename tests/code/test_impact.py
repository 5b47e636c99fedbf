"""Definitions and uses of a name, a column or a value over cells and files, row U3."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.code.impact import Source, definitions, impact, missed

CELL = Source(
    "In[3]",
    """\
import enum
from typing import Literal
class Status(enum.Enum):
    OPEN = "open"
    DONE = "done"
State = Literal["open", "done"]
STATES = ("open", "done")
LABELS = {"open": "Open", "done": "Done"}
# "open" in a comment
df = df[df["state"].isin(["open", "done"])]
rows = con.execute("SELECT * FROM tasks WHERE state IN ('open', 'done')")
picked = Dropdown(options=["open", "done"])
late = df.query("state == 'open'")
if state == "open":
    print("is it open or not?")
""",
    is_cell=True,
)
SQL = Source(
    "db/schema.sql",
    """\
CREATE TYPE task_state AS ENUM ('open', 'done');
CREATE TABLE tasks (
  id int,
  state text DEFAULT 'open' CHECK (state IN ('open', 'done'))
);
-- open tasks
SELECT * FROM tasks WHERE state IN ('open');
""",
    "sql",
)
TYPESCRIPT = Source(
    "web/task.ts",
    """\
import { z } from 'zod';
export type State = 'open' | 'done';
enum Kind { Open = 'open' }
const schema = z.object({ state: z.enum(['open', 'done']) });
const STATES = ['open', 'done'] as const;
const labels: Record<State, string> = { open: 'Open', done: 'Done' };
const colours = {
  'open': 'green',
};
const filters = [{ value: 'open', label: 'Open' }];
interface Task { state: 'open' | 'done'; }
if (['open', 'late'].includes(state)) show(x ? open : y);
const query = `select * from tasks where state in ('open')`;
""",
    "typescript",
)
TSX = Source(
    "web/pick.tsx",
    'export const Pick = () => <select><option value="open">Open</option></select>;\n',
    "tsx",
)
PRISMA = Source(
    "db/schema.prisma",
    "enum State {\n  open\n  done\n}\nmodel Task {\n  id Int\n"
    "  state State @default(open)\n}\n",
    "prisma",
)
ALL = (CELL, SQL, TYPESCRIPT, TSX, PRISMA)


def kinds(word, *sources):
    """List line and kind of each site of *word*, in the order of the lines."""
    found = impact(word, sources)
    return sorted((site.line, site.form or site.trap) for site in found)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (CELL, [
            (4, "enum"), (6, "union type"), (7, "literal list"), (8, "label map"),
            (10, "IN list"), (11, "IN list"), (12, "filter options"),
            (13, ""), (14, ""),
        ]),
        (SQL, [(1, "enum"), (4, ""), (4, "check constraint"), (7, "IN list")]),
        (TYPESCRIPT, [
            (2, "union type"), (3, "enum"), (4, "zod"), (5, "literal list"),
            (6, "label map"), (8, "label map"), (10, "filter options"),
            (11, "union type"), (12, ""), (12, "IN list"), (13, "IN list"),
        ]),
        (TSX, [(1, "filter options")]),
        (PRISMA, [(2, "enum"), (7, "")]),
    ],
)  # fmt: skip
def test_every_place_of_a_value_is_told_with_its_form(source, expected):
    """Definitions by their form, the places that changes miss, and plain uses."""
    assert kinds("open", source) == expected


@pytest.mark.parametrize(
    ("source", "word", "expected"),
    [
        (SQL, "state", [(4, ""), (4, "column"), (7, "")]),
        (SQL, "tasks", [(2, "table"), (7, "")]),
        (CELL, "Status", [(3, "class")]),
        (CELL, "state", [(10, ""), (11, ""), (13, ""), (14, "")]),
        (CELL, "STATES", [(7, "variable")]),
        (TYPESCRIPT, "State", [(2, "type"), (6, "")]),
        (TYPESCRIPT, "state", [(4, ""), (11, "field"), (12, ""), (13, "")]),
        (TYPESCRIPT, "z", [(1, "import"), (4, ""), (4, "")]),
        (PRISMA, "State", [(1, "enum"), (7, "")]),
        (PRISMA, "state", [(7, "field")]),
        (Source("a", "def f(a, *, b=1):\n    return a + b\n"), "b",
         [(1, "parameter"), (2, "")]),
        (Source("a", "with t as (\n  select 1 x\n)\nselect x from t\n", "sql"), "t",
         [(1, "query"), (4, "")]),
    ],
)  # fmt: skip
def test_names_and_columns_are_told_with_what_defines_them(source, word, expected):
    """A name is found as function, class, table, column, field or parameter."""
    assert kinds(word, source) == expected


def test_definitions_come_before_traps_and_uses():
    """The list begins with what must change first."""
    found = impact("open", ALL)
    ranks = [0 if site.form else 1 if site.trap else 2 for site in found]

    assert ranks == sorted(ranks)
    assert {site.where for site in found} == {source.where for source in ALL}


def test_what_a_change_forgot_is_found_again():
    """After `paused` was added beside `open`, the places without it are named."""
    changed = TYPESCRIPT.text.replace(
        "{ open: 'Open', done", "{ open: 'Open', paused: 'Paused', done"
    )
    after = Source("web/task.ts", changed, "typescript")

    assert [site.line for site in missed("open", "paused", [TYPESCRIPT])] == [
        6, 8, 10, 12, 13,
    ]  # fmt: skip
    assert [site.line for site in missed("open", "paused", [after])] == [8, 10, 12, 13]


def test_same_names_are_qualified_and_the_most_relevant_is_first():
    """Row A7: cells before files, near before far, the last in a source first."""
    method = "class Board:\n    def show(self):\n        pass\n"
    sources = [
        Source("src/far/a.py", "def show():\n    pass\n"),
        Source("src/near/b.py", method),
        Source("In[1]", "def show(): pass\nshow = wrap(show)\n", is_cell=True),
        Source("In[2]", "show()\n", is_cell=True),
    ]
    found = definitions("show", sources, near="src/near/c.py")

    assert [(site.where, site.line, site.name) for site in found] == [
        ("In[1]", 2, "show"),
        ("In[1]", 1, "show"),
        ("src/near/b.py", 2, "Board.show"),
        ("src/far/a.py", 1, "show"),
    ]


def test_column_and_line_count_from_one():
    """A site can be opened in an editor as it is."""
    (site,) = impact("x", [Source("a.py", "\n  y = x", "python")])

    assert (site.line, site.column, site.text) == (2, 7, "y = x")


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from([source.text for source in ALL]),
    st.integers(0, 500),
    st.integers(0, 500),
    st.sampled_from(["python", "typescript", "sql", "prisma", "text"]),
    st.sampled_from(["open", "state", "(", "a.b", "ä"]),
)
def test_any_ruin_is_searched(text, start, length, language, word):
    """Whatever is cut out, each site has a line that holds the word."""
    ruin = text[:start] + text[start + length :]
    for site in impact(word, [Source("a", ruin, language)]):
        line = ruin.split("\n")[site.line - 1]
        assert line[site.column - 1 :].lower().startswith(word)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import os\nrate = 1", [(2, "variable")]),
        ("import os\n\nrate()", [(3, "")]),
        ("from m import rate\nrate = 2", [(1, "import"), (2, "variable")]),
        ("import os, rate", [(1, "import")]),
        ("from m import (\n    tax,\n    rate,\n)", [(3, "import")]),
        ("from m import tax, \\\n    rate", [(2, "import")]),
        ("from m import tax as rate", [(1, "import")]),
        ("from rate import tax", [(1, "")]),
    ],
)
def test_only_what_an_import_names_is_imported(text, expected):
    """A name on the line below an import is its own definition, or a use."""
    assert kinds("rate", Source("In[1]", text, is_cell=True)) == expected
