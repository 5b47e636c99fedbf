"""`%ctx conversation`, `export` and `import`: which conversation, and its files."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jupyter_ctx.core.talk.export import SUFFIXES, ExportForm
from jupyter_ctx.errors import ConversationError
from jupyter_ctx.ui.turns import SEVERAL, commands, listed

if TYPE_CHECKING:
    from jupyter_ctx.manager.conversations import Kept
    from jupyter_ctx.ui.session import Session

USAGE = (
    "%ctx conversation         the messages, and what is sent of each\n"
    "%ctx conversation hide N  leave a message out of requests, unhide N sends it;\n"
    "                          pin N keeps it word for word, unpin N no longer\n"
    "%ctx conversation list    all conversations; new begins one, open N goes on\n"
    "                          with one, search TEXT looks into all\n"
    "%ctx export PATH [--force]   save it: .md, .json or .ipynb\n"
    "%ctx export --format markdown|json|notebook   print it\n"
    "%ctx import PATH          go on from a file: ours, a list of messages, Markdown"
)
FORMS: dict[str, ExportForm] = {
    "markdown": "markdown",
    "md": "markdown",
    "json": "json",
    "notebook": "notebook",
    "ipynb": "notebook",
}
LARGEST = 50_000_000  # bytes of a file that is imported


class ConversationCommands:
    """Runs them; each refusal is a `CtxError` with its sentence."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: tuple[Kept, ...] = ()  # what `open N` counts in
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "conversation": self._conversation,
            "export": self._export,
            "import": self._import,
        }

    def _conversation(self, words: list[str]) -> None:
        verb, *rest = words or [""]
        acts: dict[str, Callable[[str], str]] = {
            "": lambda _: listed(self._session),
            "list": lambda _: self._list(),
            "new": lambda _: self._new(),
            "open": self._open,
            "search": self._search,
        }
        if verb in SEVERAL:
            commands(self._session, _say)[verb](" ".join(rest))
            return
        act = acts.get(verb)
        if act is None:
            msg = f"There is no %ctx conversation {verb}.\n{USAGE}"
            raise ConversationError(msg)
        _say(act(" ".join(rest)))

    def _list(self) -> str:
        self._found = self._session.conversations.listed()
        return _lines(self._found) or "There is no conversation yet."

    def _new(self) -> str:
        self._session.conversations.new()
        return (
            "The notebook begins a new conversation. The old one is kept: "
            "%ctx conversation list."
        )

    def _open(self, text: str) -> str:
        found = self._found or self._session.conversations.listed()
        number = text.strip().removeprefix("#")
        if not number.isdecimal() or not 1 <= int(number) <= len(found):
            lack = f"There is no conversation {number}. " if number.isdecimal() else ""
            msg = (
                f"{lack}Say which one by its number: %ctx conversation open N. "
                "%ctx conversation list gives the numbers."
            )
            raise ConversationError(msg)
        return self._session.conversations.open(found[int(number) - 1].id)

    def _search(self, text: str) -> str:
        if not text.strip():
            msg = "Say what to look for: %ctx conversation search TEXT."
            raise ConversationError(msg)
        hits = self._session.conversations.search(text)
        if not hits:
            return f"No conversation holds {text!r}."
        self._found = hits
        return _lines(hits)

    def _export(self, words: list[str]) -> None:
        form, path, is_forced = _export_options(words)
        made = self._session.conversations.export(form)
        if path is None:
            _say(made.text)
            return
        path = path / made.name if path.is_dir() else path
        _write(path, made.text, is_forced=is_forced)
        _say(f"The conversation is in {path}; secrets in it are masked.")

    def _import(self, words: list[str]) -> None:
        if len(words) != 1:
            msg = "Say which file: %ctx import PATH."
            raise ConversationError(msg)
        _say(self._session.conversations.import_(_read(Path(words[0]).expanduser())))


def _export_options(words: Sequence[str]) -> tuple[ExportForm, Path | None, bool]:
    rest = [word for word in words if word != "--force"]
    form: ExportForm | None = None
    if "--format" in rest:
        at = rest.index("--format")
        name = rest[at + 1] if at + 1 < len(rest) else ""
        form = FORMS.get(name.lower())
        if form is None:
            msg = f"--format is markdown, json or notebook, not {name or 'nothing'}."
            raise ConversationError(msg)
        rest[at : at + 2] = []
    if len(rest) > 1 or not (rest or form):
        msg = f"Say where to: %ctx export PATH.\n{USAGE}"
        raise ConversationError(msg)
    path = Path(rest[0]).expanduser() if rest else None
    form = form or SUFFIXES.get(path.suffix.lower() if path else "")
    if form is None and path is not None and path.is_dir():
        form = "markdown"
    if form is None:
        msg = f"{path} tells no format: end it in .md, .json or .ipynb."
        raise ConversationError(msg)
    return form, path, len(rest) != len(words) and "--force" in words


def _write(path: Path, text: str, *, is_forced: bool) -> None:
    try:
        with path.open("w" if is_forced else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        msg = (
            f"{path} is there already and was not changed. Name another file, or "
            f"replace it: %ctx export {path} --force."
        )
        raise ConversationError(msg) from None
    except OSError as error:
        msg = f"{path} could not be written ({error.strerror}). Name another file."
        raise ConversationError(msg) from error


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            msg = f"{path} is larger than {LARGEST // 1_000_000} MB; import a part."
            raise ConversationError(msg)
        return path.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        msg = f"{path} could not be read ({error.strerror}). Look at its name."
        raise ConversationError(msg) from error


def _lines(found: Sequence[Kept]) -> str:
    return "\n".join(_line(number, one) for number, one in enumerate(found, 1))


def _line(number: int, one: Kept) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.at)) if one.at else ""
    turns = "1 turn" if one.turns == 1 else f"{one.turns:,} turns"
    facts = ", ".join(part for part in (when, turns, one.path) if part)
    mark = "*" if one.is_open else " "
    excerpt = f"\n       {one.excerpt}" if one.excerpt else ""
    return f"{number:>3} {mark} {one.title} ({facts}){excerpt}"


def _say(text: str) -> None:
    sys.stdout.write(text.rstrip("\n") + "\n")
    sys.stdout.flush()
