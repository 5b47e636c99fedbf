"""The strings of the labextension that can be translated, and those that are not yet.

Run it to see what a language lacks, and what it holds that nobody uses any more:

    python scripts/strings.py zh_CN

A string is what stands in `trans.__('…')` or `trans._n('…', '…', …)` in TypeScript,
and what the schema of the settings calls title or description.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "labextension" / "src"
SCHEMAS = ROOT / "labextension" / "schema"
LOCALES = ROOT / "jupyter_ctx" / "locale"
DOMAIN = "jupyter_ctx"

_CALL = re.compile(r"\.(__|_n)\(\s*")
_LITERAL = re.compile(
    r"""\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`)\s*"""
)
_PLACE = re.compile(r"%\d")


def strings() -> dict[str, str]:
    """Give each string with its plural, which is empty where it has none.

    Raises:
        ValueError: A call holds no plain string, or one is used with two plurals.

    """
    found: dict[str, str] = {}
    for text, plural, place in (*_in_code(), *_in_schemas()):
        if found.setdefault(text, plural) != plural:
            msg = f"{place}: {text!r} is used with two plurals, or with and without."
            raise ValueError(msg)
    return dict(sorted(found.items()))


def catalogue(locale: str) -> dict[str, list[str]]:
    """Read the translations of *locale*: for each string its forms."""
    path = LOCALES / locale / "LC_MESSAGES" / f"{DOMAIN}.json"
    read = json.loads(path.read_text("utf-8"))
    return {text: forms for text, forms in read.items() if text}


def places(text: str) -> list[str]:
    """Give the placeholders of *text*, sorted."""
    return sorted(_PLACE.findall(text))


def _in_code() -> Iterator[tuple[str, str, str]]:
    for path in sorted(SOURCES.rglob("*.ts*")):
        source = path.read_text("utf-8")
        for call in _CALL.finditer(source):
            place = f"{path.name}:{source.count(chr(10), 0, call.start()) + 1}"
            text, end = _literal(source, call.end(), place)
            plural = ""
            if call[1] == "_n":
                plural, _ = _literal(source, end + 1, place)
            yield text, plural, place


def _literal(source: str, start: int, place: str) -> tuple[str, int]:
    """Read the string at *start*, also one that is put together by `+`."""
    parts = []
    while True:
        found = _LITERAL.match(source, start)
        if found is None:
            msg = f"{place}: what is to be translated must be a plain string."
            raise ValueError(msg)
        parts.append(
            _unescape(next(part for part in found.groups() if part is not None))
        )
        start = found.end()
        if source[start : start + 1] != "+":
            return "".join(parts), start
        start += 1


def _unescape(text: str) -> str:
    return re.sub(
        r"\\(?:u([0-9a-fA-F]{4})|(.))",
        lambda m: (
            chr(int(m[1], 16)) if m[1] else {"n": "\n", "t": "\t"}.get(m[2], m[2])
        ),
        text,
    )


def _in_schemas() -> Iterator[tuple[str, str, str]]:
    for path in sorted(SCHEMAS.glob("*.json")):
        for text in _titles(json.loads(path.read_text("utf-8"))):
            yield text, "", path.name


def _titles(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("title", "description") and isinstance(inner, str):
                yield inner
            yield from _titles(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _titles(inner)


def main() -> int:
    """Print what the locales that are named lack, and what they hold in vain."""
    known = strings()
    lacking = 0
    for locale in sys.argv[1:] or [folder.name for folder in LOCALES.iterdir()]:
        there = catalogue(locale)
        for text in known.keys() - there.keys():
            lacking += 1
            print(
                f"{locale} lacks {json.dumps([text, known[text]], ensure_ascii=False)}"
            )
        for text in there.keys() - known.keys():
            print(f"{locale} holds in vain {text!r}")
    print(f"{len(known)} strings, {lacking} lacking.")
    return 1 if lacking else 0


if __name__ == "__main__":
    raise SystemExit(main())
