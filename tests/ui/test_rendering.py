"""`jupyter ctx render`: a notebook's context from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

from jupyter_ctx.ui.cli import main


def saved(path: Path, *cells: dict[str, Any]) -> str:
    """Write a notebook of *cells* and give its path."""
    nbformat.write(new_notebook(cells=list(cells)), path / "it.ipynb")
    return str(path / "it.ipynb")


def ran(source: str, count: int | None, *outputs: Any) -> dict[str, Any]:
    """Make a code cell as it is saved after its run."""
    return new_code_cell(source, execution_count=count, outputs=list(outputs))


def failure(ename: str, evalue: str, where: str) -> Any:
    """Make the output of a cell that failed at *where*."""
    lines = [f"{where}, line 1", "----> 1 d['b']", f"{ename}: {evalue}"]
    return new_output("error", ename=ename, evalue=evalue, traceback=lines)


@pytest.fixture
def notebook(tmp_path):
    """Write a notebook whose last cell fails when it runs."""
    sources = ["limit = 3", "values = [n * 2 for n in range(limit)]", "values[9]"]
    cells = [new_markdown_cell("# Numbers"), *map(new_code_cell, sources)]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    path = tmp_path / "numbers.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return str(path)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    """Run the command and give its code and what it printed."""
    code = main(["render", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_text_is_the_context_up_to_a_cell(notebook, capsys):
    """A cell is named by number or id; what comes after it is not there."""
    code, by_number, _ = run(capsys, notebook, "--cell", "3", "--budget", "200")
    assert code == 0
    assert "values = [n * 2 for n in range(limit)]" in by_number
    assert "values[9]" not in by_number
    assert run(capsys, notebook, "--cell", "cell-2", "--budget", "200")[1] == by_number


def test_the_messages_end_in_the_prompt(notebook, capsys):
    """What a model would get: the rules, then context and question."""
    options = ("--format", "messages", "--prompt", "which limit?", "--budget", "900")
    messages = json.loads(run(capsys, notebook, *options)[1])
    assert [message["role"] for message in messages] == ["system", "user"]
    assert messages[1]["content"].endswith("which limit?")
    assert "limit = 3" in messages[1]["content"]


def test_the_json_says_what_each_item_costs(notebook, capsys):
    """The whole assembly, its tokens within its budget."""
    options = ("--format", "json", "--budget", "900", "--model", "gpt-4o")
    made = json.loads(run(capsys, notebook, *options)[1])
    assert made["tokens"] <= made["budget"] == 900
    assert made["model"] == "gpt-4o"
    assert {item["id"] for item in made["items"]} >= {"rules", "question", "cell:3"}


def test_what_is_missing_is_a_clear_error(notebook, capsys):
    """A wrong cell or file is one sentence that says what to do."""
    assert run(capsys, notebook, "--cell", "77") == (
        1,
        "",
        "There is no cell 77. Give an id, or a number up to 4.\n",
    )
    code, _, told = run(capsys, "absent.ipynb")
    assert code == 1
    assert told.startswith("absent.ipynb is no notebook that can be read")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"cells": "x"}', "Notebook could not be converted from version 1"),
        ('{"nbformat": 4, "cells": "x"}', "it has no list of cells"),
        ("[]", "'list' object has no attribute 'get'"),
        ("[" * 100_000, "maximum recursion depth exceeded"),
        ('{"nbformat": 3, "worksheets": 3}', "'int' object is not iterable"),
        ("\x00", "Expecting value"),
    ],
    ids=["version 1", "no list", "no object", "deep", "version 3", "no JSON"],
)
def test_what_is_no_notebook_is_one_sentence(tmp_path, capsys, text, why):
    """Whatever the file holds, the user hears what to do next."""
    path = tmp_path / "it.ipynb"
    path.write_text(text)
    code, out, told = run(capsys, str(path))
    assert (code, out) == (1, "")
    assert told.startswith(f"{path} is no notebook that can be read ({why}")
    assert told.endswith("). Name another file.\n")


def test_a_broken_cell_spoils_no_other(tmp_path, capsys):
    """Cells of another shape are passed over, the rest of the file is read."""
    good = {"cell_type": "code", "source": ["q = ", "1"], "outputs": {"a": 1}}
    cells = ["x", 3, {"source": 5}, {"cell_type": ["code"], "outputs": [7]}, good]
    path = tmp_path / "it.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "metadata": [], "cells": cells}))
    code, text, _ = run(capsys, str(path))
    assert code == 0
    assert "q = 1" in text


def test_a_cell_that_did_not_run_is_told_so(tmp_path, capsys):
    """Beside cells with counts, one without stands as the page shows it."""
    cells = [ran("x = 1", 1), ran("K = f(10)", None), ran("y = x", 2)]
    text = run(capsys, saved(tmp_path, *cells), "--budget", "400")[1]
    assert "<cell id=cell_2 status=not_run>\nK = f(10)\n</cell>" in text
    assert "run " not in text.replace("not_run", "")


def test_a_notebook_saved_without_counts_has_run_in_order(notebook, capsys):
    """A cleared notebook is read from top to bottom, and that is said."""
    text = run(capsys, notebook, "--budget", "400")[1]
    assert "no cell has a count: taken as run in order" in text
    assert "limit = 3  # run 1\n\nvalues = " in text


def test_an_error_stays_open_when_other_cells_ran(tmp_path, capsys):
    """Only a later run of the failed cell would close it, as in a live kernel."""
    error = failure("KeyError", "'b'", "Cell In[2]")
    cells = [ran("d = {}", 1), ran("d['b']", 2, error), ran("rate = 3", 3)]
    text = run(capsys, saved(tmp_path, *cells), "--prompt", "why", "--budget", "400")[1]
    assert "<error type=KeyError>\nKeyError: 'b' @ In[2] line 1: d['b']\n" in text


def test_a_failed_cell_saved_without_a_count_has_that_of_its_error(tmp_path, capsys):
    """Colab saves none with it: the traceback knows which run it was."""
    error = failure("KeyError", "'b'", "<ipython-input-2-0f> in <module>")
    cells = [ran("d = {}", 1), ran("x = 1", 3), ran("d['b']", None, error)]
    text = run(capsys, saved(tmp_path, *cells), "--budget", "400")[1]
    assert "<cell id=In[2] status=failed>\nd['b']  # <- raised here\n" in text


def test_an_error_that_was_shown_plainly_has_its_place(tmp_path, capsys):
    """`%xmode plain` writes no arrow: the line is told in the frame's own words."""
    lines = [
        "Traceback (most recent call last):\n",
        '  File "<ipython-input-2-89>", line 2, in <module>\n    halve(rows)\n',
        '  File "/lib/halves.py", line 6, in halve\n    return 1 / 0\n',
        "ZeroDivisionError: division by zero\n",
    ]
    error = new_output(
        "error", ename="ZeroDivisionError", evalue="division by zero", traceback=lines
    )
    cells = [ran("rows = 3", 1), ran("print(1)\nhalve(rows)", 2, error)]
    text = run(capsys, saved(tmp_path, *cells), "--prompt", "why", "--budget", "400")[1]
    assert "halve(rows)  # <- raised here\n" in text
    assert "ZeroDivisionError: division by zero @ In[2] line 2: halve(rows)\n" in text


def test_cells_stand_in_the_order_of_their_runs(tmp_path, capsys):
    """The newest run tells what a name is now, wherever its cell stands."""
    path = saved(tmp_path, ran("y = 5", 2), ran("y = 6", 1))
    text = run(capsys, path, "--budget", "400")[1]
    assert "y = 6  # In[1]\n\ny = 5  # In[2]\n" in text
    # Up to a cell: what had run when it was the newest.
    assert "y = 5" not in run(capsys, path, "--cell", "2", "--budget", "400")[1]
    assert "y = 6" in run(capsys, path, "--cell", "1", "--budget", "400")[1]


@pytest.mark.parametrize("cell", ["", "1"])
def test_notes_are_told(tmp_path, capsys, cell):
    """Text that the prompt speaks of is there, and the named cell in any case."""
    path = saved(tmp_path, new_markdown_cell("# Sales\nof 2024"), ran("a = 1", 1))
    options = ("--prompt", "what is sales?", "--budget", "1000", "--cell", cell)
    text = run(capsys, path, *options)[1]
    assert "\n# Sales\nof 2024\n</cell>" in text


@pytest.mark.parametrize("budget", ["0", "-5", "many"])
def test_a_budget_is_a_number_of_tokens(notebook, capsys, budget):
    """Anything else ends with the usage and a sentence that says what to give."""
    with pytest.raises(SystemExit):
        main(["render", notebook, f"--budget={budget}"])
    assert f"{budget} is no number of tokens" in capsys.readouterr().err


@pytest.mark.live
def test_executed_it_knows_values_and_the_error(notebook, capsys):
    """A real kernel runs the cells: the live values and the open error are there."""
    code, text, _ = run(capsys, notebook, "--execute", "--budget", "400")
    assert code == 0
    assert "values: list = [0, 2, 4]" in text
    assert "IndexError: list index out of range @ In[3] line 1: values[9]" in text
    options = ("--execute", "--format", "json", "--budget", "900")
    made = json.loads(run(capsys, notebook, *options)[1])
    assert "IndexError" in made["messages"][-1]["content"]
