"""The plan that a model wrote: a block of JSON, sound or not, or a numbered list."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from jupyter_ctx.code.fences import parts

READ = 200_000  # characters of an answer
TRIES = 2_000  # places where a step may begin, in an answer that is no JSON
WHAT = 300  # characters of what a step says
TARGET = 200  # characters of a cell or a path
LINE = 1_000  # characters of an item in which its cell or path is looked for

FORM = (
    "Answer with a sentence, then one block and nothing else:\n```json\n"
    '{"steps": [{"target": "In[3]", "what": "…"}, {"target": "src/a.py", "what": '
    '"…"}], "checks": ["In[5]", "tests/test_a.py"]}\n```\n'
    "A step changes one cell or one file; say in a sentence what. Give the definition "
    'before its uses. Name cells and files as they are given; a new one is "new '
    'cell", or a path with "new file" in what. Checks are cells to run and tests. '
    "Write no code yet."
)
"""How a model is asked for a plan."""

AGAIN = "Your last answer held no plan that could be read."

_KEYS = {
    "target": ("target", "cell", "file", "path", "where", "location"),
    "what": ("what", "change", "description", "action", "step", "title", "summary"),
}
_ITEM = re.compile(r"[ \t]*(?:\d{1,3}[.)]|[-*+])[ \t]+(\S.*)")
_CELL = re.compile(r"\b(?:In ?\[\d+\]|[Cc]ell[ _]?\d+|new cell\b)")
_PATH = re.compile(r"(?<![\w./-])[\w./-]*[\w-]+\.[A-Za-z]{1,6}\b")
_COMMENT = re.compile(r"(?m)^\s*//.*$|(?<=[,{\[])\s*//[^\n\"]*$")
_COMMA = re.compile(r",(\s*[}\]])")
_SPACES = re.compile(r"\s+")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Drafted(msgspec.Struct, frozen=True):
    """One step as it was written; *target* is not looked up yet."""

    target: str
    what: str = ""


class Draft(msgspec.Struct, frozen=True):
    """Steps and checks as they were written, and the text around them."""

    steps: tuple[Drafted, ...]
    checks: tuple[str, ...] = ()
    text: str = ""


def read(answer: str) -> Draft | None:
    """Find the plan in a finished or cut *answer*; None where there is none."""
    answer = answer[:READ]
    return _from_block(answer) or _salvaged(answer) or _from_list(answer)


def _from_block(answer: str) -> Draft | None:
    for part in reversed(parts(answer)):
        if part.is_fence:
            draft = _of_value(_decoded(part.body))
            if draft is not None:
                around = f"{answer[: part.start].strip()}\n{answer[part.end :].strip()}"
                return msgspec.structs.replace(draft, text=around.strip())
    start = min((at for at in map(answer.find, "[{") if at >= 0), default=-1)
    if start < 0:
        return None
    end = max(answer.rfind("}"), answer.rfind("]")) + 1
    draft = _of_value(_decoded(answer[start:end]))
    before = answer[:start].strip()
    return msgspec.structs.replace(draft, text=before) if draft is not None else None


def _decoded(text: str) -> Any:  # noqa: ANN401 - whatever the model wrote
    """Read JSON, also with comments, commas too many or single quotes."""
    repaired = _COMMA.sub(r"\1", _COMMENT.sub("", text.strip()))
    try:
        return json.loads(repaired, strict=False)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(repaired)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _of_value(value: Any) -> Draft | None:  # noqa: ANN401 - as above
    checks: list[Any] = []
    if isinstance(value, dict):
        inner = value.get("plan", value)
        inner = inner if isinstance(inner, dict) else {"steps": inner}
        found = inner.get("checks", value.get("checks"))
        checks = found if isinstance(found, list) else []
        value = inner.get("steps")
    if not isinstance(value, list):
        return None
    steps = tuple(step for item in value if (step := _step(item)) is not None)
    named = (_line(_first(one, ("target", *_KEYS["target"])), TARGET) for one in checks)
    return Draft(steps, tuple(filter(None, named))) if steps else None


def _step(item: Any) -> Drafted | None:  # noqa: ANN401 - as above
    if isinstance(item, str):
        return _of_line(item)
    if not isinstance(item, dict):
        return None
    target = _line(_first(item, _KEYS["target"]), TARGET)
    what = _line(_first(item, _KEYS["what"]), WHAT)
    return Drafted(target, what) if target else None


def _first(item: Any, keys: tuple[str, ...]) -> str:  # noqa: ANN401 - as above
    if isinstance(item, str):
        return item
    if not isinstance(item, dict):
        return ""
    return next((item[key] for key in keys if isinstance(item.get(key), str)), "")


def _salvaged(answer: str) -> Draft | None:
    """Take the whole steps out of a block that is cut or broken elsewhere."""
    steps = tuple(_objects(answer))
    return Draft(steps) if steps else None


def _objects(answer: str) -> Iterator[Drafted]:
    decoder = json.JSONDecoder(strict=False)
    at = answer.find("{")
    for _ in range(TRIES):
        if at < 0:
            return
        end = at + 1
        try:
            value, end = decoder.raw_decode(answer, at)
        except (ValueError, RecursionError):
            value = None
        step = _step(value) if isinstance(value, dict) else None
        if step is not None:
            yield step
        at = answer.find("{", end)


def _from_list(answer: str) -> Draft | None:
    """Read a numbered or dotted list whose items name a cell or a file."""
    items = [found[1] for line in answer.split("\n") if (found := _ITEM.match(line))]
    steps = [step for item in items if (step := _of_line(item)) is not None]
    text = "\n".join(line for line in answer.split("\n") if not _ITEM.match(line))
    return Draft(tuple(steps), text=text.strip()) if steps else None


def _of_line(item: str) -> Drafted | None:
    item = item[:LINE]
    quoted = [word for word in re.findall(r"`([^`\n]+)`", item) if _is_target(word)]
    found = _CELL.search(item) or _PATH.search(item)
    target = quoted[0] if quoted else found[0] if found is not None else ""
    if not target:
        return None
    return Drafted(_line(target, TARGET), _line(item.replace("**", ""), WHAT))


def _is_target(word: str) -> bool:
    return bool(_CELL.fullmatch(word.strip()) or _PATH.fullmatch(word.strip()))


def _line(text: str, limit: int) -> str:
    """Make one line of *text*: it is shown as a step, not as a page."""
    line = _SPACES.sub(" ", _CONTROLS.sub(" ", text)).strip()
    return line if len(line) <= limit else f"{line[: limit - 4].rstrip()} ..."
