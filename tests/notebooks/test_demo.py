"""The demo notebooks run from top to bottom, as nbconvert and CI run them."""

import nbformat
import pytest
from nbclient import NotebookClient

from tests.architecture.test_files import ROOT
from tests.stub import StubModel
from tests.warm import workers

ON_PURPOSE = "# This cell fails on purpose."
ANSWER = 'Group and sum:\n\n```python\nsales_q3.groupby("region")["amount"].sum()\n```'
FIRST = "01_first_question.ipynb"

pytestmark = pytest.mark.live


@pytest.fixture(autouse=True)
def _warm_worker(own_folders):
    workers.configure(own_folders / "ipython")


def executed(name):
    """Run all cells of a demo; give source and joined output text of each."""
    notebook = nbformat.read(ROOT / "demo_notebooks" / name, as_version=4)
    here = {"metadata": {"path": str(ROOT / "demo_notebooks")}}
    client = NotebookClient(notebook, timeout=120, allow_errors=True, resources=here)
    client.execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    unexpected = [
        cell.source
        for cell in cells
        if any(out.output_type == "error" for out in cell.outputs)
        and not cell.source.startswith(ON_PURPOSE)
    ]
    assert unexpected == []
    return [(cell.source, "".join(map(text, cell.outputs))) for cell in cells]


def text(output):
    """Give what a person reads of one output."""
    if output.output_type == "stream":
        return output.text
    data = output.get("data", {})
    return data.get("text/markdown") or data.get("text/plain") or ""


def after(cells, start):
    """Give the outputs of the cells whose source starts with *start*."""
    return [shown for source, shown in cells if source.startswith(start)]


def test_the_first_question_is_answered_by_a_model(monkeypatch):
    """With a model the answer is shown, and the frame's columns were sent."""
    with StubModel() as stub:
        stub.reply(ANSWER)
        monkeypatch.setenv("JUPYTER_CTX_MODEL", "my-llm")
        monkeypatch.setenv("JUPYTER_CTX_API_BASE", stub.url)
        cells = executed(FIRST)

    (answer,) = after(cells, "%%assist")
    assert 'groupby("region")' in answer
    sent = stub.requests[0]["messages"][-1]["content"]
    assert all(
        fact in sent for fact in ("sales_q3", "region", "amount", "DataFrame 4x2")
    )
    assert len(stub.requests) == 1


def test_the_first_notebook_is_of_use_without_a_model(monkeypatch):
    """Without a model nothing fails, and both errors get the right patch."""
    monkeypatch.setenv("JUPYTER_CTX_MODEL", "none")
    cells = executed(FIRST)

    name_error, key_error = after(cells, "%assist fix")
    assert "sales_q3" in name_error
    assert "region" in key_error
    (shown,) = after(cells, "%ctx show")
    assert "sales_q3" in shown


def test_the_third_notebook_tells_what_it_says(monkeypatch):
    """Live objects, an own description, an error's chain, a fix; no secret."""
    monkeypatch.setenv("JUPYTER_CTX_MODEL", "none")
    cells = executed("03_kernel_truth.ipynb")

    objects, queue, error, secrets = after(cells, "known(")
    assert "guests: generator of <genexpr>, suspended at line" in objects
    assert "orders nulls: cups 1" in objects
    assert "queue: Queue 3 waiting, next is Ada" in queue
    assert "cause: KeyError: 'cofee' @ In[2]" in error
    assert "cause:   drink: str = 'cofee'" in error
    assert 'password = "<masked name=password' in secrets
    assert after(cells, "%ctx stale") == ["Nothing is out of date.\n"]
    (fix,) = after(cells, "%assist fix")
    assert "Write `drink` instead of `drnk` (likely)" in fix
    (shown,) = after(cells, "%ctx show")
    assert "day datetime64[us, Europe/Vienna], drink category, cups" in shown
    told = "".join(shown for _, shown in cells)
    assert "Vq7-kd93" not in told


def test_the_fourth_notebook_tells_what_it_says(monkeypatch):
    """Budgets, outlines that lead back to their lines, pins, and a rendered file."""
    monkeypatch.setenv("JUPYTER_CTX_MODEL", "none")
    cells = executed("04_context_engine.ipynb")

    shown, item, lines = after(cells, "%ctx show")
    assert "tokens on, each name, definition and error has a line" in shown
    assert "ms  all providers" in shown
    assert "image/svg+xml" not in shown
    assert "# 5 lines @7: calls update" in item
    assert lines.startswith('        row.update(cups=int(row["cups"] or 0)')
    assert lines.endswith("        found.append(row)\n")
    (budgets,) = after(cells, "for budget")
    assert budgets.count(" tokens ===") == 3
    assert "def read_orders(text, *, skip_empty=True): ..." in budgets
    (pinned,) = after(cells, "%ctx pin")
    assert pinned == "Pinned: var:ROWS. Dropped: nothing.\n"
    (kept,) = after(cells, "print(context(")
    assert "ROWS = " in kept
    assert "def read_orders" not in kept
    (rendered,) = after(cells, "!{sys.executable}")
    assert 'CURRENCY = os.environ.get("SHOP_CURRENCY", "EUR")' in rendered


def test_the_fifth_notebook_tells_what_it_says(monkeypatch, tmp_path):
    """A conversation is condensed and restored; rules stay; a plan touches nothing."""
    monkeypatch.setenv("JUPYTER_CTX_MODEL", "none")
    monkeypatch.setenv("JUPYTER_CTX_STORE", str(tmp_path / "talk.sqlite"))
    cells = executed("05_long_conversation.ipynb")

    before, condensed = after(cells, "%ctx conversation")
    assert "summarised" not in before
    assert condensed.count("[summarised]") == 2 * 16
    preview, done, undone = after(cells, "%ctx compact")
    assert "This is a preview, nothing is changed" in preview
    assert "16 older turns condensed to lines" in done
    assert "prices are in cents" in done
    assert "Undone: the older turns are sent as they were" in undone
    (plan,) = after(cells, "%%assist --plan")
    assert "(2 steps; nothing is changed until you apply a step)" in plan
    (back,) = after(cells, "%assist undo")
    assert back == "Undone: reset.\n"
    assert not list((ROOT / "demo_notebooks").glob("a_long_talk.*"))
