"""`%ctx`: what would be sent, why, and the state of the assistant itself."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn

from IPython.core.error import UsageError
from IPython.display import display

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.keeps import anchor_of, find
from jupyter_ctx.core.engine.marks import Stale, told
from jupyter_ctx.core.engine.treemap import treemap
from jupyter_ctx.core.provider import RequestKind
from jupyter_ctx.errors import CtxError
from jupyter_ctx.gateway.profiles import Settings
from jupyter_ctx.protocol.values import StaleCell
from jupyter_ctx.tokens import counter_for
from jupyter_ctx.ui.compact import USAGE as COMPACT
from jupyter_ctx.ui.compact import CompactCommand, whole
from jupyter_ctx.ui.conversation import USAGE as CONVERSATION
from jupyter_ctx.ui.conversation import ConversationCommands
from jupyter_ctx.ui.debug_log import DebugLog
from jupyter_ctx.ui.leaving import leaving
from jupyter_ctx.ui.planning import USAGE as PLAN
from jupyter_ctx.ui.planning import PlanCommand
from jupyter_ctx.ui.show import (
    SHOWN_ITEMS,
    as_item,
    as_json,
    as_reasons,
    as_text,
    as_timings,
)
from jupyter_ctx.ui.stale import due, rows
from jupyter_ctx.ui.standing import USAGE as STANDING
from jupyter_ctx.ui.standing import StandingCommands
from jupyter_ctx.ui.usage import USAGE as USED
from jupyter_ctx.ui.usage import UsageCommand

if TYPE_CHECKING:
    from jupyter_ctx.ui.session import Session

USAGE = (
    "%ctx show [--budget N] [--prompt TEXT] [--fix] [--privacy LEVEL]\n"
    "          [--format text|json] [--why] [--timings] [--picture]\n"
    "                 what would be sent now, item by item\n"
    "%ctx show WHAT   one item as it can be sent; In[3]@12: lines that are left out\n"
    "%ctx pin WHAT    keep a cell, a variable or an item of %ctx show in\n"
    "%ctx drop WHAT   leave it out; %ctx unpin WHAT undoes either\n"
    "%ctx log on|off  what the assistant does, in a file\n"
    "%ctx stale       what is out of date, and why\n"
    "%ctx reset       start over; %assist undo brings the conversation back\n"
    f"{PLAN}\n"
    f"{STANDING}\n"
    f"{CONVERSATION}\n"
    f"{COMPACT}\n"
    f"{USED}\n"
    "%ctx model       which model answers, and how to set another\n"
    "%ctx doctor      find out what does not work\n"
    "%ctx off         take everything of jupyter_ctx out of this kernel\n"
    "%ctx help        this text"
)


class ContextCommand:
    """Runs the sub-commands of `%ctx`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._standing = StandingCommands(session)
        self._debug = DebugLog(session.mask)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "show": self._show,
            "pin": self._pin,
            "unpin": self._unpin,
            "drop": self._drop,
            "log": self._log,
            "stale": self._stale,
            "reset": self._reset,
            "model": self._model,
            "doctor": self._doctor,
            "off": self._off,
            "help": self._help,
            "usage": UsageCommand(session).run,
            "plan": PlanCommand(session).run,
            "compact": CompactCommand(session).run,
            **ConversationCommands(session).commands,
            **self._standing.commands,
        }

    def run(self, line: str, cell: str | None = None) -> None:
        """Run one line, or the *cell* below `%%ctx memory`.

        Raises:
            UsageError: The line is not understood; the text says how to write it.

        """
        name, _, rest = line.strip().partition(" ")
        command = self._commands.get(name or "help")
        if command is None:
            near = get_close_matches(name, self._commands, 1)
            meant = f" Did you mean {near[0]}?" if near else ""
            msg = f"There is no %ctx {name}.{meant}\n{USAGE}"
            raise UsageError(msg)
        try:
            if cell is None:
                # What shall always hold is kept as it was written.
                is_text = name == "instructions"
                command(rest.split(maxsplit=1) if is_text else _words(rest))
            elif name == "memory":
                self._standing.write(_words(rest), cell)
            else:
                _wrong(f"%%ctx {name} takes no text below it. Write %ctx {name}.")
        except CtxError as error:
            _say(str(error))
        except KeyboardInterrupt:
            _say("Stopped.")

    def _show(self, words: list[str]) -> None:
        given = _show_options(words)
        if "WHAT" in given:
            self._show_one(given["WHAT"], given)
            return
        options = _settings(given)
        made = self._made(given, options)
        if given.get("--format") == "json":
            _say(as_json(made))
            return
        desk = self._session.desk
        parts = [as_text(made)]
        if "--why" in given:
            counter = counter_for(self._session.profile(options))
            parts.append(as_reasons(made, desk.offered, counter))
        if "--timings" in given:
            parts.append(as_timings(desk.last()))
        _say("\n".join([*parts, leaving(self._session.profile(options))]))
        if "--picture" in given:
            picture = {"image/svg+xml": treemap(made.items, made.budget)}
            display(picture, raw=True)  # type: ignore[no-untyped-call]

    def _made(self, given: Mapping[str, str], options: Settings) -> Assembly:
        request: RequestKind = "fix" if "--fix" in given else "ask"
        prompt = given.get("--prompt", "")
        return self._session.preview(prompt, request=request, options=options)

    def _show_one(self, what: str, given: Mapping[str, str]) -> None:
        """Tell one item at each fidelity, or the lines that one leaves out."""
        if _TURN.fullmatch(what):
            _say(whole(self._session.manager.conversation, int(what.partition(":")[2])))
            return
        made = self._made(given, _settings(given))
        desk = self._session.desk
        shown = {item.id: item.fidelity for item in made.items}
        if _ELIDED.search(what):
            state = self._session.state(given.get("--prompt", ""))
            _say(desk.elided(what, state, shown))
        else:
            _say(as_item(find(what, desk.offered), desk.offered, shown))

    def _pin(self, words: list[str]) -> None:
        self._keep("pin", words)

    def _unpin(self, words: list[str]) -> None:
        self._keep("unpin", words)

    def _drop(self, words: list[str]) -> None:
        self._keep("drop", words)

    def _keep(self, verb: str, words: list[str]) -> None:
        """Pin, unpin or drop what *words* name; without a word tell what is kept."""
        desk = self._session.desk
        keeps = desk.keeps
        verbs = {"pin": keeps.pin, "unpin": keeps.unpin, "drop": keeps.drop}
        self._session.preview(" ".join(words), request="ask")
        for anchor in [anchor_of(word, desk.offered) for word in words]:
            verbs[verb](anchor)
        pinned = ", ".join(sorted(keeps.pinned)) or "nothing"
        dropped = ", ".join(sorted(keeps.dropped)) or "nothing"
        _say(f"Pinned: {pinned}. Dropped: {dropped}.")

    def _log(self, words: list[str]) -> None:
        if words == ["on"]:
            _say(f"Every step is written to {self._debug.on()}.")
        elif words == ["off"]:
            self._debug.off()
            _say("The log is off.")
        else:
            _wrong("Write %ctx log on or %ctx log off.")

    def _stale(self, _: list[str]) -> None:
        state = self._session.state()
        if state.stale and self._session.is_kernel:
            data = {
                "text/markdown": as_markdown(rows(state)),
                "text/plain": as_report(state.stale),
            }
            # So marked it is known to be ours, and not sent as an output.
            self._session.shell.display_pub.publish(data, {"jupyter_ctx": {}})
        else:
            _say(as_report(state.stale))

    def _reset(self, _: list[str]) -> None:
        gone = self._session.manager.reset()
        _say(
            f"Started over: {gone} turns are put aside. %assist undo brings them back."
        )

    def _model(self, _: list[str]) -> None:
        profile = self._session.profile()
        where = f" at {profile.api_base}" if profile.api_base else ""
        _say(
            f"{profile.model or 'no model'}{where} ({profile.origin}); window "
            f"{profile.window:,}, answer up to {profile.max_tokens:,}, budget "
            f"{profile.budget:,} tokens.\n"
            f"{leaving(profile)}\n"
            "Set JUPYTER_CTX_MODEL (and JUPYTER_CTX_API_BASE for a server of your "
            "own), c.JupyterCtx.model, or -m NAME; `jupyter ctx key set PROVIDER` "
            "saves a key; `jupyter ctx model install 0.5b` installs a small offline "
            "model."
        )

    def _doctor(self, _: list[str]) -> None:
        # Only this command needs the network checks.
        from jupyter_ctx.ui.doctor import examine, lines  # noqa: PLC0415

        for line in lines(examine(decide=self._session.profile)):
            _say(line)

    def _off(self, _: list[str]) -> None:
        self._debug.off()
        self._session.off()
        _say("jupyter_ctx is off. %load_ext jupyter_ctx brings it back.")

    def _help(self, _: list[str]) -> None:
        _say(USAGE)


def as_report(marks: Sequence[Stale]) -> str:
    """Tell people what is out of date: what running cells again would change first."""
    if not marks:
        return "Nothing is out of date."
    now = [told(mark) for mark in marks if not mark.in_order]
    older = [told(mark) for mark in marks if mark.in_order]
    lines = []
    if now:
        lines += ["Out of date; run these cells again, from the top:", *_indented(now)]
    if older:
        lines += ["Older than what stands further down:", *_indented(older)]
    return "\n".join(lines)


def as_markdown(cells: Sequence[StaleCell]) -> str:
    """Tell the same with the cells in bold, names as code, and what to do."""
    groups = (
        ("Out of date: run these cells again, from the top", due(cells)),
        ("From the previous kernel", [cell for cell in cells if cell.is_lost]),
        ("Older than what stands further down", [c for c in cells if c.is_older]),
    )
    return "\n\n".join(
        f"**{title}**\n\n" + "\n".join(_bullets(found))
        for title, found in groups
        if found
    )


def _bullets(cells: Sequence[StaleCell]) -> list[str]:
    lines = [_bullet(cell) for cell in cells[:SHOWN_ITEMS]]
    hidden = len(cells) - SHOWN_ITEMS
    return [*lines, f"- … {hidden} more"] if hidden > 0 else lines


def _bullet(cell: StaleCell) -> str:
    name = f"**{cell.label}** " if cell.label else ""
    if cell.is_lost:
        return f"- {', '.join(f'`{one}`' for one in cell.names)}"
    advice = f" *{cell.advice}*" if cell.advice and not cell.is_older else ""
    return f"- {name}{'. '.join(cell.reasons)}.{advice}"


def _indented(lines: Sequence[str]) -> list[str]:
    shown = [f"  {line}" for line in lines[:SHOWN_ITEMS]]
    hidden = len(lines) - SHOWN_ITEMS
    return [*shown, f"  ... {hidden} more"] if hidden > 0 else shown


def _words(rest: str) -> list[str]:
    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()


def _show_options(words: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _FLAGS:
            given[word] = ""
        elif word in _WITH_VALUE:
            if not rest:
                _wrong(f"{word} needs a value.")
            given["--budget" if word == "-b" else word] = rest.pop(0)
        elif not word.startswith("-") and "WHAT" not in given:
            given["WHAT"] = word
        else:
            _wrong(f"{word} is not understood.\n{USAGE}")
    if given.get("--format", "text") not in ("text", "json"):
        _wrong(f"--format is text or json, not {given['--format']}.")
    return given


def _settings(given: Mapping[str, str]) -> Settings:
    budget = given.get("--budget")
    return Settings(
        budget=_tokens(budget) if budget is not None else None,
        privacy=given.get("--privacy"),
    )


_TURN = re.compile(r"turn:\d{1,6}")
_ELIDED = re.compile(r".@\d+$")
_FLAGS = ("--fix", "--why", "--timings", "--picture")
_WITH_VALUE = ("--budget", "-b", "--prompt", "--format", "--privacy")


def _tokens(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        _wrong(f"--budget needs a number of tokens, such as 2000; {text} is none.")
    return int(text)


def _wrong(told: str) -> NoReturn:
    raise UsageError(told)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
