"""Standing instructions in what a user writes: "from now on …", "never …", "以后…".

Precise before complete: what is doubtful is only a question of the moment, and the
user can add it by hand. Questions, quotes, code and pasted text say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from jupyter_ctx.code.paste import reduce_pastes
from jupyter_ctx.core.talk.instruction_signs import signs

LONGEST = 400  # characters of a sentence that is an instruction
LONG = 20_000  # characters of a message; what is longer is a pasted text
MOST = 8  # instructions of one message; more is a pasted text

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
# Written by number where the sign looks like another one.
_QUOTED = re.compile(
    r"`[^`\n]*`|\"[^\"\n]*\"|\u201c[^\u201d]*\u201d|«[^»]*»|「[^」]*」|『[^』]*』"
    r"|《[^》]*》|(?<!\w)'[^'\n]*'(?!\w)|\u2018[^\u2019]*\u2019(?!\w)"
)
_CITED = re.compile(r"^(?:[ \t]*>.*|(?:    |\t).*)$", re.MULTILINE)
_END = re.compile(r"[.!?](?=\s|$)|[。!?;\uff01\uff1f\uff1b\n]")
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_LISTED = re.compile(r"[:\uff1a]\s*$")


class Heard(msgspec.Struct, frozen=True):
    """One sentence, word for word: it gives a standing instruction or lifts one."""

    text: str
    is_lift: bool = False


def hear(prompt: str) -> tuple[Heard, ...]:
    """Find the standing instructions that *prompt* gives or lifts, in their order."""
    found: list[Heard] = []
    if len(prompt) > LONG:
        return ()
    for text, plain in _sentences(prompt):
        kind = _kind(plain)
        if kind is not None and len(text) <= LONGEST:
            found.append(Heard(text, is_lift=kind == "lift"))
    return tuple(found) if len(found) <= MOST else ()


def _kind(plain: str) -> str | None:
    """Tell what a sentence is, by its text without quotes and code."""
    by = signs()
    bare = plain.strip()
    while (shorter := by.leading.sub("", bare, count=1)) != bare:
        bare = shorter
    is_question = by.questions.search(bare) is not None
    if by.lifts.search(bare) and not is_question:
        return "lift"
    is_told = by.rules.search(bare) is not None or by.told.search(bare) is not None
    if is_question and not by.polite.match(bare):
        return None
    is_meant = not by.once.search(bare) and not by.aside.search(bare)
    return "rule" if is_told and is_meant else None


def _sentences(prompt: str) -> Iterator[tuple[str, str]]:
    """Give each sentence, and beside it the same with code and quotes blanked out.

    What follows a line such as "Summarise this:" is a text, not the user's word;
    what follows "From now on:" is a list of instructions.
    """
    if reduce_pastes(prompt).text != prompt:
        return  # a log or a traceback is in it
    plain = _blanked(prompt)
    is_list = False
    for start, end in _spans(plain):
        text, bare = prompt[start:end].strip(), plain[start:end]
        if not bare.strip():
            continue
        if is_list and _BULLET.match(bare):
            item = _BULLET.sub("", text)
            yield item, f"from now on: {_BULLET.sub('', bare)}"
            continue
        is_list = _LISTED.search(bare) is not None and bool(plain[end:].strip())
        if not is_list:
            yield _BULLET.sub("", text), _BULLET.sub("", bare)
        elif _kind(f"{bare.strip()} so") is None:
            return


def _blanked(prompt: str) -> str:
    plain = prompt
    for pattern in (_FENCE, _CITED, _QUOTED):
        plain = pattern.sub(lambda found: re.sub(r"[^\n]", "\ufffc", found[0]), plain)
    return plain


def _spans(plain: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _END.finditer(plain):
        yield start, found.end()
        start = found.end()
    yield start, len(plain)
