"""The options of `%%assist`, read as IPython's own magics read theirs."""

from __future__ import annotations

import argparse
from typing import NoReturn

import msgspec
from IPython.core.error import UsageError

from jupyter_ctx.gateway.profiles import Settings

USAGE = (
    "Write the question below the line %%assist, or use a command:\n"
    "  %assist pick N | regen | edit TEXT | delete | stop | undo | insert N\n"
    "  %assist fix | show\n"
    "  %assist hide #N | unhide #N | pin #N | unpin #N; delete, edit and regen take\n"
    "  a number too: %ctx conversation lists them\n"
    "Options of %%assist: -m/--model NAME, -b/--budget N, "
    "--privacy everything|schema|code, --pictures, --dry-run, --fresh, "
    "--no-widget, --background, -- (ends the options)."
)


class Options(msgspec.Struct, frozen=True):
    """What stood on the line; *words* are what is no option."""

    settings: Settings | None = None
    dry_run: bool = False
    fresh: bool = False
    no_widget: bool = False
    background: bool = False
    pictures: bool = False
    words: str = ""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        msg = f"{message}\n{USAGE}"
        raise UsageError(msg)


def _parser() -> _Parser:
    parser = _Parser(prog="%%assist", add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("-m", "--model")
    parser.add_argument("-b", "--budget", type=int)
    parser.add_argument("--privacy")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--no-widget", action="store_true")
    parser.add_argument("--background", action="store_true")
    return parser


def parse(line: str) -> Options:
    """Read the options at the beginning of *line*; the rest is kept as written.

    Raises:
        UsageError: An option is unknown or lacks its value.

    """
    options, words = _split(line)
    given = _parser().parse_args(options)
    if given.help:
        raise UsageError(USAGE)
    if given.budget is not None and given.budget <= 0:
        msg = f"--budget must be a positive number of tokens, not {given.budget}."
        raise UsageError(msg)
    settings = Settings(model=given.model, budget=given.budget, privacy=given.privacy)
    return Options(
        settings=settings if settings != Settings() else None,
        dry_run=given.dry_run,
        fresh=given.fresh,
        no_widget=given.no_widget,
        background=given.background,
        pictures=given.pictures,
        words=words,
    )


_WITH_VALUE = ("-m", "--model", "-b", "--budget", "--privacy")


def _split(line: str) -> tuple[list[str], str]:
    """Take option words off the front; what follows is never changed."""
    rest = line.strip()
    options: list[str] = []
    while rest.startswith("-"):
        word, _, after = rest.partition(" ")
        if word == "--":
            return options, after.strip()
        options.append(word)
        rest = after.lstrip()
        if word in _WITH_VALUE and rest:
            value, _, after = rest.partition(" ")
            options.append(value.strip("'\""))
            rest = after.lstrip()
    return options, rest
