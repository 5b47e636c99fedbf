"""`%ctx memory`, `instructions`, `profile` and `clear`: what stands in each request."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from jupyter_ctx.errors import ConversationError, CtxError, SettingError
from jupyter_ctx.gateway.named import PREFIX, profiles_file
from jupyter_ctx.manager.standing.remembering import Offer, Written
from jupyter_ctx.ui.leaving import leaving

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

USAGE = (
    "%ctx clear       a new task: an empty conversation, the same memory file and\n"
    "                 instructions; %assist undo brings the conversation back\n"
    "%ctx memory [show|edit|update|accept|undo]   the project's memory file\n"
    "%ctx instructions [add TEXT|remove N]   what holds in every request\n"
    "%ctx profile [NAME|auto]   which profiles there are, and which one answers"
)
UNPICKED = ("auto", "off", "none")


class StandingCommands:
    """Runs them; each refusal is a `CtxError` with its sentence."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "clear": lambda words: _say(self._clear(words)),
            "memory": lambda words: _say(self._memory(words)),
            "instructions": lambda words: _say(self._instructions(words)),
            "profile": lambda words: _say(self._profile(words)),
        }

    def write(self, words: Sequence[str], text: str) -> None:
        """Run a cell `%%ctx memory PATH --was HASH` with *text* below it.

        Raises:
            CtxError: The file was changed since then, or cannot be written.

        """
        path, _, was = _cell_options(words)
        desk, _ = self._session.memory
        _say(_written(desk.write(path, text, was)))

    def _clear(self, words: Sequence[str]) -> str:
        _alone("clear", words)
        offer = task_ended(self._session)
        gone = self._session.manager.reset()
        kept = len(self._session.standing.list())
        told = (
            f"A new task: {_turns(gone)} put aside. Memory files and instructions "
            f"({kept}) go on holding. %assist undo brings the conversation back."
        )
        return f"{told}\n{_offered(offer)}" if offer else told

    # The memory file

    def _memory(self, words: Sequence[str]) -> str:
        verb, *rest = words or ["show"]
        acts: dict[str, Callable[[Sequence[str]], str]] = {
            "show": lambda _: self._show(),
            "edit": self._edit,
            "update": self._update,
            "accept": lambda _: _written(self._session.memory[0].accept()),
            "undo": lambda _: self._undo(),
        }
        if verb not in acts:
            msg = f"There is no %ctx memory {verb}.\n{USAGE}"
            raise ConversationError(msg)
        if verb != "edit":
            _alone(f"memory {verb}", rest)
        return acts[verb](rest)

    def _show(self) -> str:
        desk, _ = self._session.memory
        if not self._session.config.reads_project:
            return "No memory file is read: c.JupyterCtx.reads_project is off."
        head = desk.head
        sizes = dict(head.files)
        lines = [
            f"{one.path}: {sizes[one.path]:,} tokens in each request"
            for one in desk.files
            if one.path in sizes
        ]
        lines += head.notices
        if not lines:
            return f"There is no memory file. %ctx memory edit begins {desk.own}."
        where = leaving(self._session.profile())
        return "\n".join([*lines, f"They go along at every privacy level. {where}"])

    def _edit(self, words: Sequence[str]) -> str:
        desk, _ = self._session.memory
        source = desk.cell(words[0] if words else "")
        self._session.shell.set_next_input(source, replace=False)
        return "Change the text in the cell below and run it: that writes the file."

    def _update(self, _: Sequence[str]) -> str:
        desk, drafts = self._session.memory
        profile = self._session.profile()
        offer = desk.offer(lambda text: drafts.by_model(profile, text))
        return _offered(offer) if offer else f"{desk.own} is up to date."

    def _undo(self) -> str:
        written = self._session.memory[0].undo()
        return f"{written.path} is as it was before."

    # Standing instructions

    def _instructions(self, words: Sequence[str]) -> str:
        standing = self._session.standing
        verb = words[0] if words else ""
        if verb == "add":
            standing.add(" ".join(words[1:]))
        elif verb == "remove":
            there = standing.list()
            number = words[1].strip() if len(words) > 1 else ""
            if not number.isdigit() or not 1 <= int(number) <= len(there):
                msg = (
                    f"Give a number from 1 to {len(there)}: %ctx instructions remove N."
                )
                raise ConversationError(
                    msg if there else "No instruction holds, so none was removed."
                )
            standing.lift(there[int(number) - 1].id)
        elif verb:
            msg = f"There is no %ctx instructions {verb}.\n{USAGE}"
            raise ConversationError(msg)
        lines = [f"{n}. {one.text}" for n, one in enumerate(standing.list(), 1)]
        return "\n".join(lines) or (
            "No instruction holds. Say one, as in 'From now on use polars.', or write "
            "%ctx instructions add TEXT."
        )

    # Profiles

    def _profile(self, words: Sequence[str]) -> str:
        models = self._session.models
        if words:
            _alone(f"profile {words[0]}", words[1:])
            name = words[0]
            models.pick("" if name in UNPICKED else f"{PREFIX}{name}")
        known, rules = models.profiles, models.rules
        answers = self._session.profile()
        lines = [
            f"{one.name}: {one.settings.model}"
            + (f" at {one.settings.api_base}" if one.settings.api_base else "")
            + (f", key from {one.key}" if one.key else "")
            for one in known.values()
        ]
        if not lines:
            msg = (
                "No profile is set. Set them in c.JupyterCtx.profiles or in "
                f"{profiles_file()}."
            )
            raise SettingError(msg)
        lines += [f"Rule: {one.told} use {one.use}." for one in rules]
        return "\n".join(
            [*lines, f"{answers.model or 'no model'} answers ({answers.origin})."]
        )


def task_ended(session: Session) -> Offer | None:
    """Offer to note the end of a task, where there was one and a file for it.

    To be asked before the conversation is put aside; `%ctx memory accept` writes it.
    """
    desk, drafts = session.memory
    has_file = any(one.path == desk.own and not one.fault for one in desk.files)
    if not has_file or not session.manager.conversation.branch():
        return None
    try:
        return desk.offer(drafts.by_code)
    except CtxError:
        return None  # a file that is not ours to write is no reason not to begin anew


def _alone(command: str, words: Sequence[str]) -> None:
    """Refuse *words* behind a command that takes none, rather than pass them over."""
    if words:
        msg = f"%ctx {command} takes nothing behind it, not {words[0]}. Leave it out."
        raise ConversationError(msg)


def _cell_options(words: Sequence[str]) -> tuple[str, str, str]:
    """Give path, option and hash of a cell's first line.

    Raises:
        ConversationError: It is not as `%ctx memory edit` writes it.

    """
    if len(words) == 3 and words[1] == "--was":  # noqa: PLR2004 - as it is written
        return words[0], words[1], words[2]
    msg = "Write this cell by %ctx memory edit, which puts the file's text into it."
    raise ConversationError(msg)


def _offered(offer: Offer) -> str:
    by = f" by {offer.by}" if offer.by else ""
    return (
        f"Offered{by} for {offer.path}:\n{offer.diff}\n"
        "%ctx memory accept writes it; nothing is written without that."
    )


def _written(written: Written) -> str:
    if not written.diff:
        return f"{written.path} is as it was: nothing is changed."
    return f"{written.diff}\n{written.path} is written; %ctx memory undo takes it back."


def _turns(count: int) -> str:
    return "1 message is" if count == 1 else f"{count} messages are"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
