"""Model text is shown as it looks, and holds nothing that acts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.code.replies import blocks
from jupyter_ctx.core import facts
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.conversation import Reply, ReplyId, TurnId
from jupyter_ctx.core.talk.view import Shown
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.ui import page
from jupyter_ctx.ui.markdown import inline, plain, safe
from tests.ui.hostile import PAYLOADS, active

# What a renderer gives a meaning to; random mixtures of it find odd corners.
SIGNS = (
    *("`", "``", "```\n", "~~~\n", "\n", "\n\n", " ", "    ", "*", "_", "|", "\n|-|\n"),
    *("$", "$$", "{", "}", "\\", "- ", "1. ", "> ", "[", "](", ")", "!", "<", ">", "@"),
    *("https://a.b/", "www.a.b", "[t](https://a.b)", "[a]: ", "\\begin{a}", "\\end{a}"),
    *("<img src=x onerror=alert(1)>", "[a](javascript:alert(1))", "&#106;", "x"),
)


def _shown(reply: Reply) -> Shown:
    return Shown(turn=TurnId("t"), prompt="q", reply=reply)


def test_there_are_forty_payloads():
    """The list does not shrink, and each one acts if it is let through."""
    assert len(set(PAYLOADS)) >= 40
    assert sum(bool(active(payload)) for payload in PAYLOADS) > 30


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize(
    "around", ["{}", "text {} text", "1. a\n   {}", "> {}", "# {}", "*{}*", "`{}`"]
)
def test_an_answer_holds_nothing_active(payload, around):
    """Scripts, handlers, unsafe links and remote pictures never get through."""
    assert active(safe(around.replace("{}", payload))) == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_labels_questions_and_failures_hold_nothing_active(payload):
    """What stands around an answer comes from the model or the provider too."""
    choices = (Choice("1", payload, payload), Choice("2", f"two {payload}", "x"))
    for reply in (
        Reply(ReplyId("r"), payload, question=payload, choices=choices, model=payload),
        Reply(ReplyId("r"), "", choices=choices, selected="1", notices=(payload,)),
        Reply(ReplyId("r"), payload, "failed", failure=payload),
    ):
        bundle = page.bundle([_shown(reply)], note=payload)
        assert active(bundle["text/markdown"]) == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_facts_about_the_kernel_hold_nothing_active(payload):
    """Names and values of variables and texts of errors are data, not markup."""
    frame = Frame("In[1]", 1, "<module>", payload, is_user=True, cell_run=1)
    error = ErrorReport("KeyError", payload, (frame,), run=1, names={"key": payload})
    fields = (Field(payload, sample=payload),)
    variable = Summary("df", payload, value=payload, fields=fields, rows=(payload,))
    for state in (
        KernelState(variables=(variable,)),
        KernelState(variables=(variable,), error=error),
    ):
        answer = facts.answer("what is df?", state, "ask")
        assert active(safe(answer.text)) == []


def test_a_live_reply_holds_nothing_active():
    """Half a reply, and what the model thinks aloud, are as harmless."""
    for payload in PAYLOADS:
        for end in range(0, len(payload) + 1, 3):
            for text, thought in ((payload[:end], ""), ("", payload[:end])):
                shown = Shown(
                    TurnId("t"),
                    "q",
                    live_text=text,
                    reasoning=thought,
                    activity="answering",
                )
                assert active(page.bundle([shown])["text/markdown"]) == []


def test_random_mixtures_hold_nothing_active():
    """No order of signs makes a renderer see what was meant to be text."""
    generator = random.Random(20)
    for _ in range(3_000):
        text = "".join(generator.choices(SIGNS, k=generator.randint(2, 30)))
        assert active(safe(text)) == [], text


@given(st.text(max_size=200))
def test_any_text_can_be_shown(text):
    """Nothing a model writes raises, and no control character comes out."""
    shown = safe(text) + inline(text) + plain(text)
    assert not any(ord(c) < 32 and c not in "\n\t" for c in shown)


@pytest.mark.parametrize(
    "source",
    [
        "x = '<b>' and a[0](1) & `y`",
        "s = '''```not a fence'''",
        "def f():\n    return '$a$ ~~~ ![x](y)'\n\n\n# end\n",
        "print('\\n\\begin{x} https://a.b')",
    ],
)
@pytest.mark.parametrize("fence", ["```", "````", "~~~"])
def test_blocks_of_code_stay_byte_for_byte(source, fence):
    """What is in a fence is not escaped, wherever the block stands."""
    text = f"Do:\n{fence}python\n{source}\n{fence}\nthen <b>"
    found = blocks(safe(text))
    assert [(b.language, b.source) for b in found] == [("python", source)]


def test_a_block_in_a_list_stays_a_block():
    """An indented fence is moved to the margin, its indent taken off the code."""
    text = "1. Do:\n   ```python\n   x = 1\n     y\n   ```\n2. Then that."
    assert [b.source for b in blocks(safe(text))] == ["x = 1\n  y"]


def test_an_open_fence_is_closed():
    """The rest of the page is not swallowed by a reply that was stopped."""
    assert safe("```python\nx = 1").endswith("x = 1\n```")


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\nSome *emphasis*, **strong** and `code_with[0] < 1`.",
        "- one\n- two\n  - three\n\n1. first\n2. second",
        "| a | b |\n|---|---|\n| `x` | 2 |",
        "> quoted",
        "see [the docs](https://pandas.pydata.org/docs/x.html?a=1&b=2#frag)",
        "see [`df.head`](https://pandas.pydata.org)",
        "- [ ] open\n- [x] done",
        "a formula $E = mc^2$ and\n\n$$\\sum_{i=0}^{n} x_i$$",
    ],
)
def test_ordinary_markdown_is_left_alone(text):
    """What needs no care is shown exactly as the model wrote it."""
    assert safe(text) == text


def test_maths_is_kept_and_cannot_be_a_tag():
    """A comparison in a formula stays one, in a form that is never HTML."""
    assert safe("$a<b$ and $x[0](t)$") == "$a\\lt b$ and $x[0] (t)$"


def test_prices_are_no_maths():
    """Two dollar signs in prose do not make a formula of what is between."""
    assert safe("$5 or $10") == "&#36;5 or &#36;10"


def test_an_unsafe_link_shows_its_text():
    """The words stay readable, the target is gone; a picture says so."""
    assert safe("go [there](javascript:x) now") == "go there now"
    assert safe("![a plot](http://e.example/p.png)") == "(picture not loaded: a plot)"


def test_plain_text_obeys_no_terminal():
    """Escape sequences and marks that turn text around are taken out."""
    assert plain("a\x1b[31mb\x07\u202ec\r\nd\t") == "a[31mbc\nd\t"


@pytest.mark.parametrize("info", ["mermaid", " Mermaid x", "{mermaid}", "mermaid.js"])
@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_a_diagram_is_shown_as_its_source(fence, info):
    """JupyterLab would draw it into the page, and its styles load from any host."""
    shown = safe(f"See:\n- a\n  {fence}{info}\n  graph TD\n  {fence}\n")

    assert "mermaid" not in shown.lower()
    assert "graph TD" in shown
