"""Forty ways to smuggle something active into Markdown, and how it is found."""

from __future__ import annotations

from html.parser import HTMLParser

from nbconvert.filters.markdown_mistune import markdown2html_mistune

HARMLESS = frozenset(
    (
        *("p", "em", "strong", "code", "pre", "blockquote", "hr", "br", "del", "s"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd"),
        *("table", "thead", "tbody", "tr", "th", "td", "a", "input", "div", "span"),
    )
)
SCHEMES = ("http://", "https://", "mailto:", "#")

PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    "<details open ontoggle=alert(1)>",
    "<style>@import 'https://evil.example'</style>",
    '<form action="https://evil.example"><button>x</button></form>',
    "<math><mtext></mtext><script>alert(1)</script></math>",
    "<!-- --><script>alert(1)</script>",
    "<pre><code></pre><script>alert(1)</script>",
    '<div\nonmouseover="alert(1)">x</div>',
    "![x](https://evil.example/pixel.png)",
    "![x](http://evil.example/a(b).png)",
    "![x][y]\n\n[y]: https://evil.example/pixel.png",
    "[![x](https://evil.example/p.png)](https://evil.example)",
    "!<https://evil.example/pixel.png>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](%6Aavascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](\tjavascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x]\n\n[x]: javascript:alert(1)",
    "[x][]\n\n[x]: <data:text/html,1>",
    "<javascript:alert(1)>",
    '[x](https://a.example "t" onclick=alert(1))',
    "`a\n<img src=x onerror=alert(1)>` b `",
    "> ```\n<img src=x onerror=alert(1)>\n```",
    "- ```\n  a\n  ```\n<img src=x onerror=alert(1)>",
    "| ` <img src=x onerror=alert(1)> | ` |\n|---|---|\n| a | b |",
    "``\\begin{x}`` `\\end{x} <img src=x onerror=alert(1)>`",
    "www.a.example`<img src=x onerror=alert(1)>`",
    "*a `<img src=x onerror=alert(1)>*\\`",
    "[t](https://a.example/$) [u](https://b.example/$)<img src=x onerror=alert(1)>",
    "$\\href{javascript:alert(1)}{x}$ <img src=x onerror=alert(1)>",
    "```\n<b>\n``` <script>alert(1)</script>\n",
    "\\<script>alert(1)</script>",
    "&lt;script&gt;<script>alert(1)</script>",
)


class _Finder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in HARMLESS:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            target = (value or "").strip().lower()
            if name.startswith("on") or name in ("src", "style", "srcdoc"):
                self.found.append(f"{name}={value}")
            if name == "href" and not target.startswith(SCHEMES):
                self.found.append(f"{name}={value}")


def active(markdown: str) -> list[str]:
    """Render *markdown* without a sanitiser and list what is active in it."""
    finder = _Finder()
    finder.feed(markdown2html_mistune(markdown))
    finder.close()
    return finder.found
