"""Plans from end to end, row U2: a real kernel, real files, and the stub."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = pytest.mark.live

CELLS = (
    'import pandas as pd\nsales = pd.DataFrame({"amt": [1, 2], "id": [1, 2]})',
    'total = sales["amt"].sum()',
    'top = sales.query("amt > 1")',
    'means = sales.groupby("id").amt.mean()',
)
MODULE = 'def total(sales):\n    return sales["amt"].sum()\n'
SCHEMA = "CREATE TABLE sales (\n  id int,\n  amt int\n);\n"
STATUS = (
    "import enum\nclass Status(enum.Enum):\n"
    '    OPEN = "open"\n    DONE = "done"\n'
    'LABELS = {"open": "Open", "done": "Done"}'
)
QUERY = "query = \"SELECT * FROM tasks WHERE state IN ('open', 'done')\""


@pytest.fixture
def pair():
    """Start a kernel in the folder of a project."""
    with asking() as (kernel, stub):
        project = kernel.home / "project"
        project.mkdir()
        (project / "pyproject.toml").touch()
        kernel.run(f"import os; os.chdir({str(project)!r})")
        yield kernel, stub, project


def test_a_column_is_renamed_in_cells_a_module_and_a_schema(pair):
    """Six steps, each on a click; then the cells that ran are checked."""
    kernel, stub, project = pair
    (project / "sales.py").write_bytes(MODULE.replace("\n", "\r\n").encode())
    (project / "schema.sql").write_text(SCHEMA)
    for number, cell in enumerate(CELLS):
        assert kernel.run(cell, cell_id=f"c{number}").status == "ok"

    goal = "%%assist --plan\nRename the column `amt` to `amount` everywhere."
    told = kernel.run(goal, cell_id="q").text
    for place in ("`schema.sql:3` column", "`sales.py:2` use", "`In[4]:1` use"):
        assert place in told
    assert (project / "schema.sql").read_text() == SCHEMA

    kernel.run("%assist pick 1")
    kernel.run("%assist pick 1")
    kernel.run("%assist pick 1")
    assert (project / "schema.sql").read_text() == SCHEMA.replace("amt", "amount")
    written = (project / "sales.py").read_bytes()
    assert written == MODULE.replace("amt", "amount").replace("\n", "\r\n").encode()

    new = [one for _ in CELLS for one in kernel.run("%assist pick 1").next_inputs]
    assert new == [cell.replace("amt", "amount") for cell in CELLS]
    for number, cell in enumerate(new):
        assert kernel.run(cell, cell_id=f"c{number}").status == "ok"
    assert "All checks passed" in kernel.run("%assist pick 1").text
    assert "(done, 6 of 6 steps)" in kernel.run("%ctx plan").text
    assert stub.requests == []


def test_an_enum_value_is_added_and_what_was_forgotten_is_told(pair):
    """The stub plans and writes; the places that changes miss are checked anew."""
    kernel, stub, project = pair
    (project / "tasks.ts").write_text(
        "export type State = 'open' | 'done';\n"
        "const filters = [{ value: 'open', label: 'Open' }];\n"
    )
    kernel.run(STATUS, cell_id="c0")
    kernel.run(QUERY, cell_id="c1")
    stub.reply(
        '```json\n{"steps": [{"target": "In[3]", "what": "query archived tasks"},'
        '{"target": "In[2]", "what": "add ARCHIVED"}]}\n```'
    )
    told = kernel.run(
        "%%assist --plan\nAdd the value 'archived' to `Status`.", cell_id="q"
    ).text
    for line in (
        "`In[2]:3` enum",
        "`In[2]:5` label map, easily missed",
        "`In[3]:1` IN list, easily missed",
        "`tasks.ts:1` union type",
        "`tasks.ts:2` filter options, easily missed",
        "**No step touches** what is in `tasks.ts`",
    ):
        assert line in told

    stub.reply("```python\n" + STATUS + '\nStatus.ARCHIVED = "archived"\n```')
    kernel.run("%assist pick 1")
    assert "it is data, whatever it says" in contents(stub.sent())
    stub.reply(
        "```python\n" + QUERY.replace("'done')", "'done', 'archived')") + "\n```"
    )
    kernel.run("%assist pick 1")
    told = kernel.run("%assist pick 1").text

    assert "Forgotten, it seems" in told
    forgotten = told.partition("Forgotten")[2].partition("Checks:")[0]
    assert "`In[2]:5` label map" in forgotten
    assert "`tasks.ts:2` filter options" in forgotten
    assert "In[3]" not in forgotten
    assert len(stub.requests) == 3


def choose(page: Page, label: str) -> dict[str, Any]:
    """Select a choice of the newest reply; give the turn that came of it."""
    turn = page.turns()[-1]
    reply = turn["reply"]
    found = next(one for one in reply["choices"] if one["label"] == label)
    ended = page.ask("choose", turn=turn["id"], reply=reply["id"], choice=found["id"])
    assert ended["type"] == "done", ended
    return page.turns()[-1]


def second_step(page: Page) -> str:
    """Give what the card of the plan says of its second step."""
    status: str = page.of("history")[-1]["plan"]["steps"][1]["status"]
    return status


def test_a_plan_from_the_sidebar_changes_cells_by_the_guarded_action(pair):
    """The document counts, edits and cells that never ran too; then C9."""
    kernel, _, project = pair
    (project / "sales.py").write_text(MODULE)
    kernel.run("sales = {'amt': [1]}", cell_id="c1")
    page = Page(kernel, path="a.ipynb", server="s")
    cells = [
        {"id": "c1", "kind": "code", "source": "sales = {'amt': [1], 'id': 2}"},
        {"id": "c2", "kind": "code", "source": "print(sales['amt'])"},
        {"id": "c3", "kind": "markdown", "source": "about amt"},
    ]
    page.ask("document_changed", cells=cells, order=["c1", "c2", "c3"])
    page.ask("ask", prompt="rename the key `amt` to `amount`", kind="plan")
    assert [one["label"] for one in page.of("history")[-1]["plan"]["steps"]] == [
        "sales.py: rename `amt` to `amount` in 1 line",
        "In[2]: rename `amt` to `amount` in 1 line",
        "cell_2: rename `amt` to `amount` in 1 line",
    ]

    choose(page, "Confirm")
    assert "amount" not in (project / "sales.py").read_text()
    turn = choose(page, "Apply")
    assert (project / "sales.py").read_text() == MODULE.replace("amt", "amount")
    action = turn["reply"]["choices"][0]["action"]
    assert action["cell"] == "c1"
    assert action["base"] == cells[0]["source"]
    assert action["replace"] == cells[0]["source"].replace("amt", "amount")
    turn = choose(page, "Apply")
    assert "is changed once this is accepted" in turn["reply"]["text"]
    assert "cell_2" in turn["reply"]["text"]
    page.until(lambda: second_step(page) == "to be accepted")
    accepted = {**cells[0], "source": action["replace"]}
    page.ask("document_changed", cells=[accepted], order=["c1", "c2", "c3"])
    page.until(lambda: second_step(page) == "applied")
    undone = page.ask("undo")["note"]
    assert undone.startswith("Undone: step 1 of the plan 'rename")
    assert undone.endswith("sales.py is as it was.")
    assert (project / "sales.py").read_text() == MODULE

    page.ask("ask", prompt="rename `amt` to `total`", kind="plan")
    choose(page, "Reject")
    page.close()
    sent = [(one["sent"], one["reply"]["sent"]) for one in page.turns()[-2:]]
    assert sent == [("rejected", "rejected"), ("sent", "rejected")]
