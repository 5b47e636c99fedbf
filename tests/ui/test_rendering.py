"""`jupyter ctx render`: a notebook's context from the command line."""

from __future__ import annotations

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from jupyter_ctx.ui.cli import main


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
