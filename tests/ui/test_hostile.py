"""Model text and user data are displayed with nothing active left in them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import mistune
import pytest

from jupyter_ctx.ui.markdown import inline, safe
from tests.live.asking import asking

ACTIVE_TAGS = frozenset(
    ("script", "iframe", "svg", "style", "base", "form", "object", "embed", "details")
)
ACTIVE_URL = re.compile(r"\s*(?:javascript|data|vbscript|file):", re.IGNORECASE)
PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](java%0ascript:alert(1))",
    "![x](http://evil/x.png)",
    "![x][r]\n\n[r]: http://evil/x.png",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "<a href='javascript:alert(1)'>x</a>",
    "<iframe src=//evil>",
    "<details open ontoggle=alert(1)>",
    "[x](data:text/html,<script>alert(1)</script>)",
    "<javascript:alert(1)>",
    "<http://ok.example>",
    "$\\href{javascript:alert(1)}{x}$",
    "$$\\href{javascript:alert(1)}{x}$$",
    "\\(\\href{javascript:alert(1)}{x}\\)",
    "`<img src=x onerror=1>`",
    "```html\n<script>alert(1)</script>\n```",
    "&lt;script&gt;",
    "\\<script>alert(1)\\</script>",
    "<scr<script>ipt>",
    "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "<b onmouseover=alert(1)>b</b>",
    "<!-- --><img src=x onerror=alert(1)>",
    "<![CDATA[<script>]]>",
    "<?php echo 1?>",
    "- <img src=x onerror=alert(1)>",
    "> <script>alert(1)</script>",
    "| a |\n|--|\n| <img src=x onerror=1> |",
    "[x](<javascript:alert(1)>)",
    "[![i](http://evil/y)](http://ok)",
    "<style>@import 'http://evil'</style>",
    "<base href=//evil>",
    "<form action=//evil><button>x",
    "x\n\n    <script>alert(1)</script>",
    "\x00<script>alert(1)</script>",
    "[a]: javascript:alert(1)\n[a]",
    "~~~\n<script>\n~~~\n<script>alert(1)</script>",
)


class _Active(HTMLParser):
    """Collects what a browser would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        """Note scripts, handlers, active addresses and sources."""
        if tag in ACTIVE_TAGS:
            self.found.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name == "src" or ACTIVE_URL.match(value or ""):
                self.found.append(f"{tag} {name}={value}")


def active(markdown: str) -> list[str]:
    """Render *markdown* as a front end does that trusts it, and look what is active."""
    render = mistune.create_markdown(escape=False, plugins=["table", "url"])
    parser = _Active()
    parser.feed(str(render(markdown)))
    return parser.found


def test_the_oracle_sees_what_is_active():
    """Unescaped, most payloads are found: the test can fail."""
    assert sum(bool(active(payload)) for payload in PAYLOADS) >= 18


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_stays_active(payload):
    """Neither as an answer nor as a label does it run, load or lead anywhere."""
    assert active(safe(payload)) == []
    assert active(inline(payload)) == []
    assert "\\href{javascript" not in safe(payload)


@pytest.mark.live
def test_no_cell_output_is_active():
    """Answer, choice label, variable value and error message arrive disarmed."""
    attack = "<img src=x onerror=alert(1)> [x](javascript:alert(1))"
    reply = (
        f"{attack}\n```choices\n"
        '{"question": "<script>q</script>", "choices": [{"label": '
        '"<img src=x onerror=alert(2)>"}, {"label": "ok"}]}\n```'
    )
    with asking() as (kernel, stub):
        stub.reply(reply)
        outputs = kernel.run("%%assist\nhi").outputs
        kernel.run(f"raise ValueError({attack!r})")
        outputs += kernel.run("%assist fix").outputs
        kernel.run(f"config = {{{attack!r}: 1}}\nconfig['<img src=y onerror=1>']")
        outputs += kernel.run("%assist fix").outputs
        stub.fail(400, {"error": {"message": attack}})
        outputs += kernel.run("%%assist\nagain").outputs
    shown = [o["data"].get("text/markdown", "") for o in outputs if "data" in o]
    assert len("".join(shown)) > 100
    assert [active(text) for text in shown if active(text)] == []
    assert not any("text/html" in o["data"] for o in outputs if "data" in o)
