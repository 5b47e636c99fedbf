"""The options of `%%assist`, read as IPython's own magics read theirs."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
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
    "Options of %%assist: -m/--model NAME, -p/--profile NAME, "
    "-b/--budget N, "
    "--privacy everything|schema|code, --plan, --pictures, --dry-run, --fresh, "
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
    plan: bool = False
    words: str = ""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        msg = f"{message}\n{USAGE}"
        raise UsageError(msg)


def _parser() -> _Parser:
    parser = _Parser(prog="%%assist", add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("-m", "--model")
    parser.add_argument("-p", "--profile")
    parser.add_argument("-b", "--budget", type=int)
    parser.add_argument("--privacy")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--plan", action="store_true")
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
    if given.model and given.profile:
        msg = "-m names a model and -p a profile with its own: use one of them."
        raise UsageError(msg)
    model = f"profile:{given.profile}" if given.profile else given.model
    settings = Settings(model=model, budget=given.budget, privacy=given.privacy)
    return Options(
        settings=settings if settings != Settings() else None,
        dry_run=given.dry_run,
        fresh=given.fresh,
        no_widget=given.no_widget,
        background=given.background,
        pictures=given.pictures,
        plan=given.plan,
        words=words,
    )


_WITH_VALUE = ("-m", "--model", "-p", "--profile", "-b", "--budget", "--privacy")


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


def check_spelling(line: str, commands: Iterable[str]) -> None:
    """Refuse one word that looks like a misspelt command: nobody asks that.

    Raises:
        UsageError: It does; the text says which command may be meant.

    """
    # Only here; difflib is not needed to ask.
    from difflib import get_close_matches  # noqa: PLC0415

    word, *rest = line.split(maxsplit=1)
    near = get_close_matches(word, list(commands), n=1, cutoff=0.75)
    is_number = bool(rest) and rest[0].isdigit()
    if near and word not in commands and (not rest or is_number):
        msg = f"There is no %assist {word}. Did you mean {near[0]}?\n{USAGE}"
        raise UsageError(msg)
