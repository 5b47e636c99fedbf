"""A reply in a terminal: block by block, nothing lost, nothing obeyed."""

import io
import random
import re

import pytest

from jupyter_ctx.ui.terminal.blocks import blocks
from jupyter_ctx.ui.terminal.paint import Painter

REPLY = '''# Head

Some **bold** and `code`, a [link](https://example.org/x), <b>html</b> and $x_1$.

- one
- two

  more of two

  ```python
  inner = 1
  ```

1. first
2. second

| a | b |
|---|---|
| cell | 2 |

> quoted

```python
def f(x):
    """Doc

    more
    """


    return x
```

[1]: http://defined.example

~~~
no language
~~~
last
'''
SHOWN = (
    "Head", "bold", "code", "link", "https://example.org/x", "<b>html</b>", "$x_1$",
    "one", "more of two", "inner = 1", "first", "cell", "quoted", "def f(x):",
    '    """Doc\n\n    more\n    """\n\n\n    return x\n', "http://defined.example",
    "no language", "last",
)  # fmt: skip
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ESCAPES = re.compile(r"\x1b\[[\d;]*m")


class Terminal(io.StringIO):
    """Keeps what is written, and says that it is a terminal."""

    def isatty(self):
        """Say yes."""
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Give a terminal of 80 columns with colours."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    return Terminal()


def painted(stream, text, sizes=(10_000,)):
    """Paint *text* as it grows by *sizes*, then as a whole."""
    painter, at = Painter(stream), 0
    for size in sizes:
        at += size
        painter.grow(text[:at])
    painter.grow(text, is_done=True)
    painter.close()
    return stream.getvalue()


def test_nothing_of_a_reply_is_lost(terminal):
    """Every word stands there, code as it was written, links with their target."""
    text = ESCAPES.sub("", painted(terminal, REPLY))
    assert [part for part in SHOWN if part not in text] == []
    assert not any(line.endswith(" ") for line in text.split("\n"))


def test_how_it_grows_changes_nothing(terminal):
    """Painted in pieces it reads as painted at once."""
    whole = ESCAPES.sub("", painted(terminal, REPLY))
    chance = random.Random(3)
    for _ in range(15):
        sizes = [chance.randint(1, 40) for _ in range(200)]
        assert ESCAPES.sub("", painted(Terminal(), REPLY, sizes)) == whole


def test_it_is_only_ever_added_to(terminal):
    """No byte moves the cursor or takes something back: any terminal keeps up."""
    text = painted(terminal, REPLY, [7] * 100)
    assert set(re.findall(r"\x1b\[?[^A-Za-z]*[A-Za-z]", text)) <= set(
        ESCAPES.findall(text)
    )
    assert "\r" not in text


def test_a_code_block_is_printed_line_by_line(terminal):
    """Code is read while it is written; prose comes when its paragraph is whole."""
    painter = Painter(terminal)
    painter.grow("Some prose\n\n```python\nfirst = 1\nsecond = ")
    seen = ESCAPES.sub("", terminal.getvalue())
    assert "first = 1" in seen
    assert "second" not in seen


@pytest.mark.parametrize(
    ("name", "value"), [("TERM", "dumb"), ("NO_COLOR", "1"), ("COLUMNS", "12")]
)
def test_plain_and_narrow_terminals_get_all_words(terminal, monkeypatch, name, value):
    """A dumb terminal gets no escape, NO_COLOR no colour, a narrow one all words."""
    monkeypatch.setenv(name, value)
    text = painted(terminal, REPLY, [9] * 100)
    found = set(ESCAPES.findall(text))
    assert name != "TERM" or not found
    assert name != "NO_COLOR" or not any(re.search(r"[34]\d|9\d", one) for one in found)
    words = re.sub(r"\s", "", ESCAPES.sub("", text))
    for part in SHOWN:
        assert re.sub(r"\s", "", part) in words, part


HOSTILE = (
    "\x1b[31mred", "\x1b]0;title\x07", "\x1b]8;;http://evil\x1b\\x", "\x9b31m", "a\rb",
    "&#27;[31m", "&#x1b;]0;t&#7;", "&#155;31m", "&#13;over", "\u202eabc", "&#8238;abc",
    "`\x1b[2J`", "```\n\x1b[2J\n```", "[x](\x1b[2J)", "[x](http://a/%1b[2J)",
    "| \x1b[2J |\n|---|\n| \u2066 |", "\x08\x08\x08", "\x0e", "![\x1b[2J](http://a/b)",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_model_writes_is_obeyed_by_no_terminal(terminal, text):
    """Escapes, controls and marks of direction come out as text, or not at all."""
    shown = ESCAPES.sub("", painted(terminal, f"before {text} after\n\n{text}\n"))
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown
    )


def test_what_cannot_be_encoded_is_a_question_mark(monkeypatch):
    """A terminal with a small character set shows the rest."""

    class Latin(Terminal):
        encoding = "latin-1"

        def write(self, text):
            text.encode("latin-1")
            return super().write(text)

    monkeypatch.setenv("TERM", "dumb")
    assert "plain ?? end" in painted(Latin(), "plain 日本 end\n\n- a\n")


def test_the_line_of_status_is_gone_when_something_is_printed(terminal):
    """It is written in place, and nothing of it stays."""
    painter = Painter(terminal)
    painter.say("... thinking")
    painter.say("... thinking")
    painter.grow("Hello\n\nyou\n")
    assert terminal.getvalue().count("thinking") == 1
    before, _, after = terminal.getvalue().partition("thinking")
    assert "\r\x1b[2K" in after.partition("Hello")[0]
    assert "\r\x1b[2K" not in before


def test_every_line_is_in_one_block():
    """Definitions of links, which Markdown shows nowhere, are blocks too."""
    kinds = [(one.kind, one.text.strip()[:12]) for one in blocks(REPLY)]
    assert ("code", "[1]: http://") in kinds
    starts = [one.start for one in blocks(REPLY)]
    assert starts == sorted(starts)
    assert blocks("a\u2028b\n\nc\n")[1].start == len("a\u2028b\n\n")
