"""Choices as data: what the model is told of them, and how its block is read.

A reply offers choices by calling the tool `offer_choices`, or in one fenced
block that holds `{"choices": [...]}`. Only a whole valid block counts: a plain
list in a reply never becomes buttons.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from jupyter_ctx.code.fences import Part, parts
from jupyter_ctx.core.talk.choice import Choice

FEWEST, MOST = 2, 9  # one option is no choice; digits 1 to 9 pick
LABEL_LIMIT = 300  # characters; sidebar and terminal show them on several lines
VALUE_LIMIT = 2_000  # characters; a value is a message of the user
QUESTION_LIMIT = 500  # characters
TOOL = "offer_choices"

INSTRUCTION = (
    "If you need the user to decide between a few options, end your reply with one "
    'block:\n```choices\n{"question": "…", "choices": [{"label": "…", "value": "…", '
    '"variant": "primary"}, {"label": "…", "value": "…"}]}\n```\n'
    "(2 to 9 choices; at most one is primary). Otherwise leave it out."
)
"""Added to the rules for models that have no tools."""

TOOL_INSTRUCTION = (
    "If you need the user to decide between a few options, call offer_choices "
    "after your text; otherwise do not."
)
"""Added to the rules for models that have tools."""

_TEXT = {"type": "string"}
_CHOICE_SCHEMA = {
    "type": "object",
    "properties": {
        "label": {"type": "string", "description": "Short text of the button."},
        "value": {"type": "string", "description": "What the user then says."},
        "variant": {"type": "string", "enum": ["primary", "default"]},
    },
    "required": ["label", "value"],
}
TOOL_SCHEMA: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": TOOL,
        "description": "Offer the user 2 to 9 options, at most one of them primary.",
        "parameters": {
            "type": "object",
            "properties": {
                "question": _TEXT,
                "choices": {
                    "type": "array",
                    "items": _CHOICE_SCHEMA,
                    "minItems": FEWEST,
                    "maxItems": MOST,
                },
            },
            "required": ["question", "choices"],
        },
    },
}
"""The tool for models that have tools, as providers take it."""

_LANGUAGES = ("choices", "json", "json5", "")
_SPACES = re.compile(r"\s+")
# C0 and C1 controls, and marks that turn the direction of text around.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Offer(msgspec.Struct, frozen=True):
    """A question and the options of one reply; no options means none offered."""

    question: str = ""
    choices: tuple[Choice, ...] = ()


class Read(msgspec.Struct, frozen=True):
    """A reply taken apart: the *text* to show and what it offers."""

    text: str
    offer: Offer = Offer()


class _Option(msgspec.Struct):
    label: str
    value: str = ""
    variant: str = "default"


class _Block(msgspec.Struct):
    choices: list[_Option]
    question: str = ""


def read(reply: str) -> Read:
    """Take the last valid block of a finished *reply* out of its text.

    What is not valid stays in the text as it was written.
    """
    for part in reversed(parts(reply)):
        offer = _offer(part)
        if offer is not None:
            before, after = reply[: part.start].rstrip(), reply[part.end :].strip()
            text = "\n\n".join(piece for piece in (before, after) if piece)
            return Read(text, offer)
    return Read(reply)


def read_call(arguments: str) -> Offer:
    """Read the arguments of a call of the tool; an invalid call offers nothing."""
    return _parse(arguments) or Offer()


def visible(text: str) -> str:
    """Give what may be shown of a reply while it streams.

    A block of choices is held back from its first sign on, so that never half
    of it is seen; a block that turns out to be something else appears then.
    """
    for part in parts(text):
        if part.is_fence and _may_offer(part):
            return text[: part.start].rstrip()
    start = text.rfind("\n") + 1
    if _may_open(text[start:]):
        return text[:start]
    return text


def _may_open(line: str) -> bool:
    """Tell whether an unfinished *line* may become the fence of a block."""
    tail = line.strip()
    if not tail or tail[0] not in "`~":
        return False
    rest = tail.lstrip(tail[0])
    return any(word.startswith(rest.lower()) for word in _LANGUAGES)


def _may_offer(part: Part) -> bool:
    language = part.language
    if language == "choices":
        return not part.closed or _parse(part.body) is not None
    if language not in _LANGUAGES:
        return False
    if part.closed:
        return _parse(part.body) is not None
    bare = _SPACES.sub("", part.body)
    starts = ('{"choices"', '{"question"')
    return any(s.startswith(bare) or bare.startswith(s) for s in starts)


def _offer(part: Part) -> Offer | None:
    if not part.is_fence or part.language not in _LANGUAGES:
        return None
    return _parse(part.body)


def _parse(text: str) -> Offer | None:
    """Validate one block; None where it is anything but a sound offer."""
    try:
        block = msgspec.json.decode(text.strip(), type=_Block)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    options = [_clean(option) for option in block.choices]
    labels = {option.label.casefold() for option in options}
    if not FEWEST <= len(options) <= MOST or len(labels) < len(options):
        return None
    if any(not o.label or len(o.value) > VALUE_LIMIT for o in options):
        return None
    return Offer(_line(block.question, QUESTION_LIMIT), _number(options))


def _clean(option: _Option) -> _Option:
    label = _line(option.label, LABEL_LIMIT)
    value = _CONTROLS.sub("", option.value).strip() or _line(option.label, VALUE_LIMIT)
    return _Option(label, value, option.variant)


def _line(text: str, limit: int) -> str:
    line = _SPACES.sub(" ", _CONTROLS.sub("", text)).strip()
    return line if len(line) <= limit else line[: limit - 3].rstrip() + "..."


def _number(options: list[_Option]) -> tuple[Choice, ...]:
    """Give ids in order; only the first primary option is one."""
    primary = next((n for n, o in enumerate(options) if o.variant == "primary"), None)
    return tuple(
        Choice(
            id=str(n + 1),
            label=option.label,
            value=option.value,
            variant="primary" if n == primary else "default",
        )
        for n, option in enumerate(options)
    )
