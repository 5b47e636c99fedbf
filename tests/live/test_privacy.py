"""Privacy levels in a real kernel: what the model's server receives."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = pytest.mark.live
VALUE, COLUMN = "Zaphod", "heads_of"
CELLS = (
    f"who = '{VALUE[:2]}' + '{VALUE[2:]}'\ncolumn = '{COLUMN[:2]}' + '{COLUMN[2:]}'",
    "import pandas as pd\npeople = pd.DataFrame({column: [who, who]})",
    "print(who)\nwho",
    "raise ValueError('no ' + who)",
)


def sent(ask: str, **environment: str) -> str:
    """Run the cells and *ask*; give all that the server received."""
    with asking(**environment) as (kernel, stub):
        for cell in CELLS:
            kernel.run(cell)
        kernel.run(f"{ask}\nwhy does people fail?")
        return contents(stub.sent())


def test_everything_tells_values_columns_and_messages():
    """Without a level, value, column and message are sent: the others must differ."""
    text = sent("%%assist")
    assert text.count(VALUE) >= 3
    assert COLUMN in text


def test_schema_sends_columns_and_no_value():
    """`--privacy schema` sends types, sizes and columns; no value, output, message."""
    text = sent("%%assist --privacy schema")
    assert VALUE not in text
    assert COLUMN in text
    assert "ValueError" in text


def test_code_sends_code_alone():
    """JUPYTER_CTX_PRIVACY=code sends the cells; no value, column, output, message."""
    text = sent("%%assist", JUPYTER_CTX_PRIVACY="code")
    assert VALUE not in text
    assert COLUMN not in text
    assert "people = pd.DataFrame({column: [who, who]})" in text


ERROR = {"kind": "error", "ename": "KeyError", "evalue": VALUE}
PAGE = (
    {"id": "m", "kind": "markdown", "source": f"# About {VALUE}"},
    {
        "id": "a",
        "kind": "code",
        "source": "who.upper()",
        "executionCount": 900,
        "outputs": [{"kind": "stream", "text": f"{VALUE}\n"}, ERROR],
    },
)


@pytest.mark.parametrize("level", ["schema", "code"])
@pytest.mark.parametrize("is_companion", [False, True])
def test_what_a_page_tells_is_kept_to_the_level(level, is_companion):
    """Of a notebook code alone is sent: no output, saved error, text or selection."""
    with asking(JUPYTER_CTX_PRIVACY=level) as (kernel, stub):
        page = Page(kernel, isCompanion=is_companion)
        page.ask("document_changed", cells=list(PAGE), order=["m", "a"])
        assert f"privacy {level}" in page.of("status")[-1]["model"]["leaves"]
        for cell in ("a", "m"):
            stub.reply("ok")
            focus = {"cell": cell, "line": 0, "column": 1, "selection": VALUE}
            page.ask("ask", prompt="why does it fail?", focus=focus)
            text = contents(stub.sent())
            assert VALUE not in text
            assert ("cursor=1:2" in contents(stub.sent()[-1:])) == (cell == "a")
            assert "who.upper()" in text or cell == "m"
        page.close()


def test_what_leaves_is_told_before_it_is_sent():
    """`%ctx show` and `%ctx model` say in one line what goes, and where to."""
    with asking(JUPYTER_CTX_PRIVACY="schema") as (kernel, _):
        for command in ("%ctx show", "%ctx model"):
            told = kernel.run(command).text
            assert "privacy schema: code, names, types, sizes and columns" in told
        assert "privacy code: only the code of cells, what memory" in (
            kernel.run("%ctx show --privacy code").text
        )
        wrong = kernel.run("%%assist --privacy all\nhello").text
        assert "There is no privacy level 'all'" in wrong


def test_context_of_the_api_keeps_the_level():
    """`jupyter_ctx.context()` and the traitlet `c.JupyterCtx.privacy` agree."""
    with asking() as (kernel, _):
        for cell in CELLS[:2]:
            kernel.run(cell)
        kernel.run("%config JupyterCtx.privacy = 'schema'")
        text = kernel.value("__import__('jupyter_ctx').context('people', budget=500)")
        assert VALUE not in text
        assert COLUMN in text


def test_a_level_picked_in_the_sidebar_counts_for_every_door(tmp_path):
    """Also for a regenerated reply, and after a restart; not for another model."""
    store = str(tmp_path / "conversations.sqlite")
    with asking(JUPYTER_CTX_STORE=store) as (kernel, stub):
        stub.reply("ok")
        for cell in CELLS[:3]:
            kernel.run(cell)
        page = Page(kernel)
        turn = page.ask("ask", prompt="who?")["turn"]
        assert VALUE in contents(stub.sent())

        end = page.ask("set_privacy", level="code")
        assert end["note"].startswith("Code only: that is what goes to my-llm")
        page.until(lambda: page.of("status")[-1]["model"]["privacy"] == "code")
        page.ask("regenerate", turn=turn)
        kernel.run("%%assist\nwho?")
        page.ask("set_model", model="other-llm", apiBase=stub.url)
        assert page.of("status")[-1]["model"]["privacy"] == "everything"
        page.ask("set_model", model="")
        conversation = page.welcome["conversation"]
        kernel.restart()
        kernel.run("%load_ext jupyter_ctx")
        kernel.run(CELLS[0])
        again = Page(kernel, conversation=conversation)
        assert again.of("status")[-1]["model"]["privacy"] == "code"
        again.ask("ask", prompt="and now?")

        assert len(stub.requests) == 4
        for sent in map(stub.sent, (1, 2, 3)):
            assert VALUE not in contents(sent)
        again.ask("set_privacy", level="")
        assert again.of("status")[-1]["model"]["privacy"] == "everything"
        wrong = again.ask("set_privacy", level="all")
        assert "There is no privacy level 'all'" in wrong["message"]


def test_a_preview_names_what_is_masked():
    """By the name and the rule, so that it can be told before it is sent (N15)."""
    with asking() as (kernel, _):
        kernel.run("password = 'hunter2-hunter2'")
        page = Page(kernel)
        page.ask("preview", prompt="what is password?")
        (masked,) = page.of("context")[-1]["masked"]
        assert masked.startswith("password (")
        page.close()


FAILING = (
    f"who = '{VALUE[:2]}' + '{VALUE[2:]}'\nprices = {{who: 1}}",
    f"prices['{VALUE[:-1]}t']",
)


@pytest.mark.parametrize("level", ["schema", "code"])
def test_quick_fixes_are_made_from_all_and_stay_here(level):
    """Fix offers the same at every level, asks no model, and its reply is not sent."""
    with asking(JUPYTER_CTX_PRIVACY=level) as (kernel, stub):
        for cell in FAILING:
            kernel.run(cell)
        page = Page(kernel)
        turn = page.ask("ask", prompt="Fix it.", kind="fix")["turn"]
        assert stub.requests == []
        offered = page.of("turn_changed")[-1]["turn"]
        assert VALUE in offered["reply"]["text"]
        assert (offered["sent"], offered["reply"]["sent"]) == ("sent", "withheld")
        clicked = {"turn": turn, "choice": "1", "reply": offered["reply"]["id"]}
        page.ask("choose", **clicked)

        stub.reply("ok")
        page.ask("ask", prompt="and then?")

        (sent,) = map(stub.sent, range(len(stub.requests)))
        assert VALUE not in contents(sent)
        assert "Fix it." in contents(sent)
        page.close()


def test_a_level_that_is_picked_later_holds_back_what_was_answered_here():
    """The page is told at once that the reply is not sent any more, and back."""
    with asking() as (kernel, stub):
        for cell in FAILING:
            kernel.run(cell)
        page = Page(kernel)
        page.ask("ask", prompt="Fix it.", kind="fix")
        assert page.of("turn_changed")[-1]["turn"]["reply"]["sent"] == "sent"
        page.ask("set_privacy", level="schema")
        page.until(
            lambda: page.of("turn_changed")[-1]["turn"]["reply"]["sent"] == "withheld"
        )
        stub.reply("ok")
        page.ask("ask", prompt="why?")
        assert VALUE not in contents(stub.sent())

        page.ask("set_privacy", level="everything")
        page.ask("ask", prompt="and why?")
        assert VALUE in contents(stub.sent(1))
        page.close()


DATA = (
    f"text = '{VALUE[:2]}' + '{VALUE[2:]} is not'",
    "import ast\nast.literal_eval(text)",
)


@pytest.mark.parametrize("level", ["schema", "code"])
def test_text_that_was_evaluated_is_no_failing_line(level):
    """The line of a syntax error leaves where a cell has it, not where data has."""
    with asking(JUPYTER_CTX_PRIVACY=level) as (kernel, stub):
        for cell in DATA:
            kernel.run(cell)
        stub.reply("ok")
        kernel.run("%%assist\nwhy?")
        text = contents(stub.sent())
        assert VALUE not in text
        assert "SyntaxError" in text
        assert "ast.literal_eval(text)" in text
