"""Model text as Markdown that holds nothing active, whoever renders it.

JupyterLab does not sanitise the Markdown of cells that the user ran, so raw
HTML, unsafe links and pictures must be gone before. No parser is trusted to
agree with the one in the browser. Instead everything that could start a
construct is written as a character reference, and only a few harmless
constructs are put back, in one form that every parser reads alike:

- fenced blocks, at the left margin, between empty lines, with a fence that
  nothing inside can close;
- code spans that begin and end on one line;
- links to `http`, `https` and `mailto` whose text and target are plain;
- maths, without brackets that could be links and without backticks.

Emphasis, headings, lists, quotes and tables need no care: they take no target.
"""

from __future__ import annotations

import re

from jupyter_ctx.code.fences import Part, parts
from jupyter_ctx.core.facts import fenced

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_REST = r"[A-Za-z0-9\-._~:/?#@!&*+,;=%]"
_URL = rf"(?:https?://|mailto:){_REST}+"
# Where renderers begin a link by themselves, and then swallow what follows up to
# the next space, the first backtick of a code span as well.
_EDGE = r"(?i::(?=//)|(?<=www)\.)|@"
_LABEL = r"(?:[^\[\]\\<>!`$\n]|`[^`\[\]\n|\\]+`)+"
# MathJax commands that link, style or load; JupyterLab's is told to be safe, but
# not every front end's.
_MACRO = (
    r"\\(?=(?:href|url|class|cssId|style|data|html\w*|require|unicode"
    r"|includegraphics|mmlToken)\b)"
)
_TOKEN = re.compile(
    r"(?P<escape>\\[\\`*_{}\[\]()#+\-.!|<>~$&])"
    r"|(?P<ticks>`+)"
    r"|(?P<task>(?<=[-*+] )\[[ xX]\](?= ))"
    rf"|(?P<link>(?<!!)\[{_LABEL}\]\({_URL}\))"
    rf"|<(?P<auto>{_URL})>"
    r"|!\[(?P<image>[^\[\]\n]*)\]\([^()\n]*\)"
    r"|\[(?P<dead>[^\[\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)"
    r"|(?P<display>\$\$(?:(?!\$\$|\n[ \t]*\n)[^`])+\$\$)"
    r"|(?P<inline>(?<![\w$])\$(?=[^\s$])(?:[^$\n`\\]|\\[^\n`])*(?<=[^\s\\])\$(?![\w$]))"
    r"|(?P<block>\\begin\{(?P<name>[a-z]+\*?)\}(?:(?!\n[ \t]*\n)[^`$])+?"
    r"\\end\{(?P=name)\})"
    rf"|(?P<command>\\(?=begin\b|end\b)|{_MACRO})"
    rf"|(?P<bare>https?://{_REST}*[A-Za-z0-9/=#&])"
    rf"|(?P<edge>{_EDGE})"
    r"|(?P<sign>[<\[\]$~])"
)
_MATHS = ("display", "inline", "block")
_EDGES = re.compile(_EDGE)
_BRACKETS = re.compile(r"(?<=\])(?=[(\[:])|(?<=!)(?=\[)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_MACROS = re.compile(_MACRO)
# JupyterLab looks for these also inside code spans, and takes out what is between.
_MATHS_EDGE = re.compile(r"\\(?:begin|end)\b|\\\\[()\[\]]")
_TABLE = re.compile(r"-[ :\t]*\||\|[ :\t]*-")
_INLINE = re.compile(rf"[\\`*_\[\]!|<>~$&]|{_EDGE}")


def safe(text: str) -> str:
    """Give *text* as Markdown that looks the same and holds nothing active.

    Blocks of code stay byte for byte as they are; an unclosed one is closed.
    """
    text = plain(text)
    pieces = [_part(text, part) for part in parts(text)]
    return "\n\n".join(piece for piece in pieces if piece)


def plain(text: str) -> str:
    """Give *text* without controls that a terminal or a browser would obey."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return _BIDI.sub("", _CONTROLS.sub("", unified))


def inline(text: str) -> str:
    """Give *text* as one line in which nothing is Markdown: labels, names, errors.

    It is meant to follow something else on its line, not to begin it.
    """
    line = " ".join(plain(text).split())
    return _INLINE.sub(_reference, line)


def _reference(found: re.Match[str]) -> str:
    return "".join(f"&#{ord(character)};" for character in found[0])


def _part(text: str, part: Part) -> str:
    if not part.is_fence:
        return _prose(text[part.start : part.end].strip("\n"))
    # Only the language: what else follows a fence is for other programs.
    found = re.match(r"[\w+#.\-]*", part.info)
    language = found[0] if found else ""
    # JupyterLab draws diagrams into the page, and their styles load from any host.
    return fenced(part.body, "text" if "mermaid" in language.lower() else language)


def _prose(text: str) -> str:
    has_table = _TABLE.search(text) is not None
    kept: list[str] = []
    at = 0
    while (found := _TOKEN.search(text, at)) is not None:
        kept.append(text[at : found.start()])
        if found["ticks"]:
            shown, at = _span(text, found, has_table=has_table)
        else:
            shown, at = _token(found), found.end()
        _append(kept, shown)
    kept.append(text[at:])
    return "".join(kept)


def _append(kept: list[str], shown: str) -> None:
    """Add *shown*, and see to it that nothing before it changes what it is."""
    before = next((text for text in reversed(kept) if text), "")
    last = before[-1:]
    is_hazard = (
        last == "\\"  # would escape it
        or (last == "!" and shown.startswith("["))  # would make a link a picture
    )
    if is_hazard:
        while not kept[-1]:
            kept.pop()
        kept[-1] = f"{before[:-1]}&#{ord(last)};"
    elif last == "`" and shown.startswith("`"):
        kept.append(" ")  # would join two code spans
    kept.append(shown)


def _token(found: re.Match[str]) -> str:
    """Give what one construct becomes."""
    whole = found[0]
    if found["task"]:
        return whole
    if any(found[kind] for kind in _MATHS):
        return _maths(whole)
    if found["escape"]:
        return f"&#{ord(whole[1])};"
    return _link(found) or _reference(found)


def _link(found: re.Match[str]) -> str:
    """Keep a link that only goes to the web, and the words of any other; else empty."""
    if found["link"]:
        label, _, rest = found[0].rpartition("](")
        return f"{_EDGES.sub(_reference, label)}]({rest}"
    target = found["auto"] or found["bare"]
    if target:
        return f"[{inline(target)}]({target})"
    if found["image"] is not None:
        return f"(picture not loaded: {inline(found['image']) or 'no title'})"
    if found["dead"] is not None:
        return _prose(found["dead"]) or "(link)"
    return ""


def _span(text: str, found: re.Match[str], *, has_table: bool) -> tuple[str, int]:
    """Keep a code span of one line; any other backtick is only a character."""
    ticks = found[0]
    end = re.compile(rf"(?<!`){ticks}(?!`)").search(text, found.end())
    if end is not None:
        inner = text[found.end() : end.start()]
        # A table cuts a span at its bars; what is behind would be raw text.
        is_cut = (has_table and "|" in inner) or _MATHS_EDGE.search(inner)
        # Renderers that look for emphasis pair backticks in simpler ways.
        is_odd = "`" in inner or inner.endswith("\\") or "\n" in inner
        if inner.strip() and not is_cut and not is_odd:
            return f"`{inner}`", end.end()
    return _reference(found), found.end()


def _maths(text: str) -> str:
    """Keep maths, and make sure that it is harmless where it is not seen as such."""
    spaced = _EDGES.sub(r"\g<0> ", _BRACKETS.sub(" ", text))
    return _MACROS.sub(r"\\backslash ", _TAG.sub(r"\\lt ", spaced))
