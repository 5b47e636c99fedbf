"""What is out of date in a real kernel: late, with a page, to people and the model."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = pytest.mark.live
REBOUND = "total (In[{}]): made from rate before In[{}] bound it anew"


def cell(identity: str, source: str, count: int | None = None) -> dict[str, object]:
    """Make a code cell as the page tells it."""
    return {
        "id": identity,
        "kind": "code",
        "source": source,
        "executionCount": count,
        "outputs": [],
    }


def test_cells_from_before_the_extension_count():
    """Loaded late, `%ctx stale` and the model are told what the history shows."""
    with asking(load=False) as (kernel, stub):
        stub.reply("ok")
        first = kernel.run("rate = 2").execution_count
        for source in ("total = rate * 10", "rate = 3"):
            kernel.run(source)
        kernel.run("%load_ext jupyter_ctx")
        line = REBOUND.format(first + 1, first + 2)

        told = kernel.run("%ctx stale").text
        kernel.run("%%assist\nwhat is total?")

        assert line in told
        assert f"<stale>\n{line}\n</stale>" in contents(stub.sent())
        kernel.run("total = rate * 10")
        assert kernel.run("%ctx stale").text == "Nothing is out of date.\n"


def test_a_page_that_comes_late_tells_edits_and_deletions():
    """Sidebar, magic and status line know them, also of runs before our time."""
    with asking(load=False) as (kernel, stub):
        first = kernel.run("rate = 2").execution_count
        kernel.run("total = rate * 10")
        kernel.run("gone = 1")
        kernel.run("%load_ext jupyter_ctx")
        page = Page(kernel)
        cells = [
            cell("a", "rate = 2", first),
            cell("b", "total = rate * 10", first + 1),
            cell("c", "gone = 1", first + 2),
        ]
        page.ask("document_changed", cells=cells, order=["a", "b", "c"])
        assert kernel.run("%ctx stale").text == "Nothing is out of date.\n"

        edited = cell("a", "rate = 5", first)
        page.ask("document_changed", cells=[edited], order=["a", "b"])
        deleted = f"gone (In[{first + 2}]): the cell is no longer in the notebook"
        told = kernel.run("%ctx stale").text
        stub.reply("ok")
        page.ask("ask", prompt="what is total?", focus={"cell": "b"})
        page.until(lambda: page.of("status")[-1]["kernel"]["stale"] == 2)

        changed = f"rate (In[{first}]): the cell was edited since it ran"
        sent = contents(stub.sent())
        assert all(line in told and line in sent for line in (changed, deleted))
        page.close()


def test_a_page_tells_what_was_deleted_since_it_came():
    """A cell with an id that ran here and is no longer in the notebook is told."""
    with asking() as (kernel, _):
        page = Page(kernel)
        cells = [cell("a", "rate = 2"), cell("b", "total = 1")]
        page.ask("document_changed", cells=cells, order=["a", "b"])
        count = kernel.run("rate = 2", cell_id="a").execution_count
        kernel.run("total = 1", cell_id="b")
        kernel.run("spare = 1", cell_id="console")
        page.ask("document_changed", cells=[cell("b", "total = 1", 2)], order=["b"])

        told = kernel.run("%ctx stale").text

        assert f"rate (In[{count}]): the cell is no longer in the notebook" in told
        assert "total" not in told
        assert "spare" not in told
        page.close()


def listed(page: Page) -> dict[str, dict[str, object]]:
    """Put together what the page shows after all that has arrived."""
    shown: dict[str, dict[str, object]] = {}
    for event in page.of("stale_changed"):
        kept = {} if event["isAll"] else shown
        changed = {one["key"]: one for one in event["cells"]}
        shown = {
            **{key: one for key, one in kept.items() if key not in event["gone"]},
            **changed,
        }
    return shown


def test_the_sidebar_is_told_which_cells_why_and_what_runs_first():
    """After a run, an edit and the runs that mend it; a quiet cell tells nothing."""
    with asking() as (kernel, _):
        page = Page(kernel)
        sources = {"a": "rate = 2", "b": "total = rate * 10", "c": "half = total / 2"}
        cells = [cell(key, text) for key, text in sources.items()]
        page.ask("document_changed", cells=cells, order=list(sources))
        for key, text in sources.items():
            kernel.run(text, cell_id=key)
        again = kernel.run("rate = 3", cell_id="a").execution_count
        page.until(lambda: set(listed(page)) == {"b", "c"})
        found = listed(page)
        why = f"`total` was made from `rate` before In[{again}] bound it anew"
        assert found["b"]["reasons"] == [why]
        assert [(one["canRun"], one["after"]) for one in found.values()] == [
            (True, []),
            (True, ["b"]),
        ]

        ran = cell("a", "rate = 3", again)
        edited = cell("b", "total = rate * 100", 2)
        page.ask("document_changed", cells=[ran, edited])
        page.until(lambda: len(listed(page)["b"]["reasons"]) == 2)
        sent = page.of("stale_changed")[-1]
        assert [one["key"] for one in sent["cells"]] == ["b"]

        kernel.run("total = rate * 100", cell_id="b")
        kernel.run("half = total / 2", cell_id="c")
        page.until(lambda: listed(page) == {})
        before = len(page.of("stale_changed"))
        kernel.run("other = 1", cell_id="d")
        page.until(lambda: page.of("status")[-1]["kernel"]["variables"] == 4)
        assert len(page.of("stale_changed")) == before
        page.ask("resync")
        assert page.of("stale_changed")[-1]["isAll"] is True
        page.close()


def test_the_magic_is_markdown_where_it_can_be():
    """Cells in bold, names as code; the plain text is there for terminals."""
    with asking() as (kernel, _):
        kernel.run("rate = 2", cell_id="a")
        kernel.run("total = rate * 10", cell_id="b")
        kernel.run("rate = 3", cell_id="a")
        (output,) = kernel.run("%ctx stale").outputs

    line = "`total` was made from `rate` before In[3] bound it anew."
    assert output["data"]["text/markdown"].endswith(f"\n\n- **In[2]** {line}")
    assert REBOUND.format(2, 3) in output["data"]["text/plain"]


def test_what_a_failed_run_left_and_what_the_shell_read_is_out_of_date():
    """As a real kernel runs them: an error, a shell line, a private name."""
    with asking() as (kernel, _):
        cells = {
            "a": "rate = 2",
            "b": "bad = 10 / (rate - 3)",
            "c": "half = bad / 2",
            "d": "_cfg = {'k': 1}",
            "e": "said = !echo {rate + _cfg['k']}",
        }
        count = {
            key: kernel.run(text, cell_id=key).execution_count
            for key, text in cells.items()
        }
        again = kernel.run("rate = 3", cell_id="a").execution_count
        kernel.run(cells["b"], cell_id="b")
        kernel.run(cells["c"], cell_id="c")

        told = kernel.run("%ctx stale").text

        bad, said = (f"In[{count[key]}]" for key in "be")
        anew = f"made from rate before In[{again}] bound it anew"
        lines = (
            f"bad ({bad}): {anew}; its last run failed",
            f"half (In[{again + 2}]): made from bad of {bad}, which is out of date",
            f"said ({said}): {anew}",
        )
        assert [line for line in lines if line not in told] == [], told
