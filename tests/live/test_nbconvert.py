"""A notebook with answers, converted: html, Markdown and script are read by people."""

from __future__ import annotations

import html
import re
import subprocess
import sys

import nbformat
import pytest
from nbconvert import HTMLExporter, MarkdownExporter, PythonExporter

from tests.live.asking import CHOICES, asking, buttons
from tests.stub import StubModel
from tests.warm import workers

ANSWER = "Some **bold** text.\n\n```python\nx = 1\n```\n"
CELLS = (
    "%%assist\nexplain it",
    "%%assist\nwhat next?",
    "%%assist\nmay I?",
    "print('a cell of the user')",
)


@pytest.fixture(scope="module")
def notebook():
    """Give a notebook as JupyterLab saves it: an answer, a selection, open choices."""
    with asking() as (kernel, stub):
        stub.reply(ANSWER)
        stub.reply(CHOICES)
        stub.reply("Plotted.")
        stub.reply(CHOICES)
        runs = [kernel.run(CELLS[0], cell_id="a"), kernel.run(CELLS[1], cell_id="b")]
        kernel.click(buttons(kernel)["Plot"])
        assert kernel.until(lambda: "Plotted." in runs[1].text)
        runs += [kernel.run(CELLS[2], cell_id="c"), kernel.run(CELLS[3], cell_id="d")]
        kernel.pump(0.3)
    cells = []
    for source, ran in zip(CELLS, runs, strict=True):
        outputs = [
            nbformat.from_dict({k: v for k, v in one.items() if k != "transient"})
            for one in ran.outputs
        ]
        cell = nbformat.v4.new_code_cell(source, outputs=outputs)
        cells.append(cell)
    made = nbformat.v4.new_notebook(cells=cells)
    nbformat.validate(made)
    assert "widget-view" in str(made)
    return made


def test_html_shows_answers_options_and_selections(notebook):
    """The page holds all text, with code as code, and no dead widget (E1, W7)."""
    page, _ = HTMLExporter().from_notebook_node(notebook)
    body = page.partition("<body")[2]
    text = html.unescape(
        re.sub(r"<[^>]+>", "", re.sub(r"(?s)<script.*?</script>", "", body))
    )
    for part in ("Some bold text.", "x = 1", "Selected: Plot", "Plotted.", "Which?"):
        assert part in text
    assert "%assist pick N" in text
    assert "a cell of the user" in text
    assert "<strong>bold</strong>" in body
    for gone in ("model not found", "VBox(", "Button(", "jupyter-widgets/html-manager"):
        assert gone not in page


def test_markdown_is_what_was_shown(notebook):
    """The Markdown of a reply goes over as it is; widgets leave no trace."""
    page, _ = MarkdownExporter().from_notebook_node(notebook)
    assert "Some **bold** text." in page
    assert "```python\nx = 1\n```" in page
    assert re.search(r"1\. \*\*Plot\*\*\n2\. Stop\n\n\*\*Selected: Plot\*\*", page)
    assert page.count("Which?") == 2
    for gone in ("VBox", "widget"):
        assert gone not in page


def test_a_script_asks_as_the_notebook_did(notebook):
    """The question is a call that runs anywhere with IPython; outputs stay out."""
    script, _ = PythonExporter().from_notebook_node(notebook)
    assert "run_cell_magic('assist', '', 'explain it\\n')" in script
    assert "Plotted" not in script
    compile(script, "script.py", "exec")


def test_a_run_by_nbconvert_prints_the_options_and_ends(tmp_path, monkeypatch):
    """`nbconvert --execute` waits for nobody, and a pick in it selects (T2)."""
    workers.configure(tmp_path / "ipython")
    sources = ["%load_ext jupyter_ctx", "%%assist\nwhat next?", "%assist pick 2"]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    path = tmp_path / "ask.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    with StubModel() as stub:
        stub.reply(CHOICES)
        stub.reply("Stopped there.")
        monkeypatch.setenv("JUPYTER_CTX_MODEL", "my-llm")
        monkeypatch.setenv("JUPYTER_CTX_API_BASE", stub.url)
        form = ["nbconvert", "--execute", "--to", "markdown", "--stdout", str(path)]
        ran = subprocess.run(
            [sys.executable, "-m", "jupyter", *form],
            capture_output=True,
            text=True,
            timeout=180,
            check=True,
        )
    assert "1. Plot\n2. **Stop**\n\n**Selected: Stop**" in ran.stdout
    assert "Stopped there." in ran.stdout
    assert stub.sent()[-1]["content"].endswith("Stop")
