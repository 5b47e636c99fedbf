"""Fixes for a value that is none of those that a function takes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from jupyter_ctx.core.fixes import known, library
from jupyter_ctx.core.fixes.case import Case
from jupyter_ctx.core.fixes.fix import Certainty, Edit, Fix, edit
from jupyter_ctx.core.fixes.key_error import quoted
from jupyter_ctx.core.fixes.near import CLOSE, SURE, near
from jupyter_ctx.core.fixes.nothing import other

_QUOTED = re.compile(r"(?<!\w)(['\"])([^'\"\n]{1,40}?)\1(?!\w)")
_LISTED = re.compile(r"[:(\[{]\s*((?:['\"]?[\w.-]+['\"]?\s*,\s*)+['\"]?[\w.-]+)")
_MEANT = re.compile(
    r"(?:[Dd]id you mean|[Pp]erhaps you meant|[Pp]lease use|[Uu]se)"
    r"(?: one of:?)?:? (?:['\"]([^'\"]+)['\"]|([\w.:/-]+))"
)
_NUMBER = re.compile(r"<= (\d+),? (?:but got|not|got) (-?\d+)")
_LEAST = re.compile(r"\w+=(\d+) (?:should|must) be >=? ?\w+=(\d+)")
_REFUSALS = (
    "not a valid", "nvalid", "must be", "not understood", "nrecognized", "nknown",
    "not supported", "unsupported", "No axis named", "can only be", "an not", "should",
)  # fmt: skip
LONG = 40  # characters; an option is shorter
FEW = 4  # options of which each is offered

Place = tuple[Case, ast.Constant]


def propose(case: Case) -> Iterator[Fix | None]:
    """Take the option that was meant, from the message or from a table."""
    message = case.report.evalue
    if "invalid literal" in message or not case.source:
        return
    if not any(sign in message for sign in _REFUSALS):
        return
    for there, node in _refused(case):
        wrong = str(node.value)
        meant = _meant(message, wrong)
        for right, score in meant:
            level: Certainty = "likely" if score >= SURE else "possible"
            text = quoted(right, there.text(node))
            if right.startswith("="):
                text = right[1:]
            why = [message.split("\n", 1)[0][:300]]
            title = f"Write `{text}` instead of `{there.text(node)}`"
            yield edit(there, title, [Edit(*there.span(node), text)], level, why)
        if meant:
            return
    yield from _bounded(case)


def _refused(case: Case) -> Iterator[Place]:
    """Find the literal that the message tells of; a model keeps it for its `fit`."""
    yield from _told(case, case.failing(ast.Constant))
    if "parameter of" not in case.report.evalue:
        return
    earlier = [other(case, run) for run in reversed(case.state.executions)]
    for there in (case, *(one for one in earlier if one is not None)):
        given = [n.value for n in there.nodes(ast.keyword)]
        yield from _told(there, (n for n in given if isinstance(n, ast.Constant)))


def _told(case: Case, nodes: Iterator[ast.Constant]) -> Iterator[Place]:
    """Walk the texts that the message quotes, then those that it has as a word."""
    message = case.report.evalue
    texts = [n for n in nodes if type(n.value) is str and 0 < len(n.value) < LONG]
    in_quotes = {text for _, text in _QUOTED.findall(message)}
    for node in sorted(texts, key=lambda one: one.value not in in_quotes):
        if re.search(rf"(?<![\w-]){re.escape(str(node.value))}(?![\w-])", message):
            yield case, node
    for node in case.failing(ast.Constant):
        if node.value in known.refused() and type(node.value) is str:
            yield case, node


def _meant(message: str, wrong: str) -> list[tuple[str, float]]:
    """List what can stand there instead, the best first."""
    told = [one or two.rstrip(".") for one, two in _MEANT.findall(message)]
    found: dict[str, float] = {one: SURE for one in told[:1] if one != wrong}
    for one in known.option(wrong):
        if one.startswith("=") or _is_among(one, message):
            found.setdefault(one, SURE)
    listed = _options(message, wrong)
    known_ones = listed if len(listed) >= FEW else [*listed, *_tables(message)]
    for name, score in near(wrong, known_ones):
        found.setdefault(name, score)
    if not found and wrong.casefold() == "none" and "None" in message:
        found["=None"] = SURE
    if not found and 0 < len(listed) <= FEW:
        found = dict.fromkeys(listed, CLOSE)
    return list(found.items())[:FEW]


def _is_among(option: str, message: str) -> bool:
    """Tell whether *option* may be given, where the message lists what may."""
    listed = _options(message, "")
    return option in listed or len(listed) < FEW


def _options(message: str, wrong: str) -> list[str]:
    found = [text for _, text in _QUOTED.findall(message)]
    for group in _LISTED.findall(message):
        found += [part.strip(" '\"") for part in group.split(",")]
    return [one for one in dict.fromkeys(found) if one and one != wrong]


def _tables(message: str) -> list[str]:
    """List the colours of matplotlib, or well-known options, for a short message."""
    if "color" in message:
        colors = library.members("matplotlib.colors").get("CSS4_COLORS")
        return list(colors) if type(colors) is dict else []
    return list(known.options())


def _bounded(case: Case) -> Iterator[Fix | None]:
    """Take the greatest number that may be given."""
    pairs = [found.groups() for found in _NUMBER.finditer(case.report.evalue)]
    pairs += [found.groups() for found in _LEAST.finditer(case.report.evalue)]
    for node in case.failing(ast.Constant):
        for right, wrong in pairs:
            if type(node.value) is int and str(node.value) == wrong:
                title = f"Write `{right}` instead of `{wrong}`"
                edits = [Edit(*case.span(node), str(right))]
                yield edit(case, title, edits, "possible", [case.report.evalue])
