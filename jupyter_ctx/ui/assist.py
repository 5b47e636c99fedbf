"""The magic door: `%%assist` asks, `%assist` does by command what buttons do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from IPython.core.error import UsageError

from jupyter_ctx.code.replies import insertable
from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.facts import Way
from jupyter_ctx.core.provider import RequestKind
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.conversation import ROOT, Turn
from jupyter_ctx.errors import ChoiceError, ConversationError, CtxError
from jupyter_ctx.gateway.profiles import Settings
from jupyter_ctx.manager.plans.plans import RESUME
from jupyter_ctx.manager.services import Door, Occasion
from jupyter_ctx.manager.ticket import Ticket
from jupyter_ctx.ui import page, turns
from jupyter_ctx.ui.options import USAGE, Options, check_spelling, parse
from jupyter_ctx.ui.screen import TICK, NotebookScreen, Screen, Screens
from jupyter_ctx.ui.showing import request_of, screen_of
from jupyter_ctx.ui.terminal.front import is_program
from jupyter_ctx.ui.unmask import with_secrets

if TYPE_CHECKING:
    from jupyter_ctx.ui.panel import Panels
    from jupyter_ctx.ui.session import Session

# Else more words are a question, unless they name a message: #3.
WITH_ARGUMENT = ("pick", "edit", "insert", "fix")
SAVED = "Saved reply; nothing was sent. %%assist --fresh asks again."


class Assist:
    """Runs the magic's commands; every `CtxError` becomes a sentence, not a trace."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._screens = Screens(session.manager, self._changed)
        self._panels: Panels | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "pick": self._pick,
            "regen": self._regenerate,
            "edit": self._edit,
            "delete": self._delete,
            "stop": self._stop,
            "undo": self._undo,
            "insert": self._insert,
            "fix": self._fix,
            "show": self._show,
            **turns.commands(session, self._say),
        }

    def run(self, line: str, cell: str | None) -> None:
        """Run `%%assist` (with *cell*) or `%assist`.

        Raises:
            UsageError: The line is not understood; the text says how to write it.

        """
        try:
            if cell is None:
                self._line(line)
            else:
                self._cell(line, cell)
        except CtxError as error:
            self._say(str(error))

    def close(self) -> None:
        """Take screens and panels down."""
        self._screens.close()
        if self._panels is not None:
            self._panels.close()

    # %%assist and %assist

    def _cell(self, line: str, cell: str) -> None:
        options = parse(line)
        # IPython ends the body with a newline of its own.
        prompt = cell.removesuffix("\n")
        if options.words and prompt.strip():
            msg = f"{options.words!r} is no option: the question goes below.\n{USAGE}"
            raise UsageError(msg)
        prompt = prompt if prompt.strip() else options.words
        if not prompt.strip():
            raise UsageError(USAGE)
        self._ask(prompt, options, self._cell_key())

    def _line(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word)
        rest = turns.numbered(word, rest)
        if command and (not rest or word in WITH_ARGUMENT or turns.is_named(rest)):
            command(rest)
            return
        options = parse(line)
        if not options.words:
            raise UsageError(USAGE)
        check_spelling(line.strip(), self._commands)
        self._ask(options.words, options, "", door="line")

    def _ask(
        self, prompt: str, options: Options, key: str, door: Door = "magic"
    ) -> None:
        manager = self._session.manager
        request: RequestKind = "plan" if options.plan else "ask"
        occasion = self._occasion(
            prompt, request=request, door=door, key=key, options=options.settings
        )
        occasion = msgspec.structs.replace(occasion, pictures=options.pictures)
        # In a terminal a line is typed anew; in a notebook it is run again.
        is_again = self._session.is_kernel and prompt != RESUME
        asked = manager.find(occasion, prompt) if is_again else None
        if options.dry_run:
            before = ROOT if asked is None else asked.id
            self._preview(manager.preview(prompt, occasion, before))
        elif asked is None:
            self._follow(manager.ask(prompt, occasion), options)
        elif self._is_saved(asked, prompt, occasion, options):
            self._show_saved(asked, options)
        else:
            self._follow(self._ask_anew(asked, prompt, occasion), options)

    def _is_saved(
        self, asked: Turn, prompt: str, occasion: Occasion, options: Options
    ) -> bool:
        manager = self._session.manager
        is_same = manager.conversation.plans.is_of(asked.id) == options.plan
        is_wanted = is_same and not options.fresh
        return is_wanted and manager.is_saved(asked, prompt, occasion.model)

    def _ask_anew(self, asked: Turn, prompt: str, occasion: Occasion) -> Ticket:
        """Ask again what a cell asked before: changed, failed, or on request.

        A failed question that is not the last one is put at the end, so that
        running its cell again cuts nothing.
        """
        manager = self._session.manager
        if not manager.is_same(asked, prompt):
            return self._edit_turn(asked, prompt, occasion)
        is_last = manager.conversation.tip == asked.id
        if is_last or asked.status in ("complete", "length"):
            anew = msgspec.structs.replace(occasion, is_anew=True)
            return manager.regenerate(asked.id, anew)
        return manager.ask(prompt, occasion)

    def _show_saved(self, turn: Turn, options: Options) -> None:
        screen = screen_of(self._session, turn, SAVED)
        screen.refresh()
        if isinstance(screen, NotebookScreen):
            self._screens.add(screen)
            self._place_panel(screen, options)

    def _follow(self, ticket: Ticket, options: Options) -> None:
        """Show *ticket* until it ends; an interrupt stops it and nothing else."""
        turn = self._session.manager.conversation.turn(ticket.turn)
        screen = screen_of(self._session, turn, can_ask=not options.no_widget)
        screen.refresh()
        if isinstance(screen, NotebookScreen):
            self._screens.add(screen)
            if options.background:
                self._place_panel(screen, options)
                return
        screen.is_polled = True
        try:
            while not ticket.wait(getattr(screen, "pause", TICK)):
                screen.refresh()
                self._offer_stop(screen, options)
        except KeyboardInterrupt:
            self._session.manager.stop(ticket)
        screen.is_polled = False
        screen.refresh()
        if isinstance(screen, NotebookScreen):
            self._place_panel(screen, options)
            return
        choice = screen.offer()
        if choice is not None:
            self._select(turns.named(self._session, "")[0], choice)

    def _offer_stop(self, screen: Screen, options: Options) -> None:
        """Show a Stop button as soon as a page is there that hears its click."""
        if not isinstance(screen, NotebookScreen) or screen.has_panel:
            return
        if self._session.has_page:
            self._place_panel(screen, options)

    def _occasion(self, prompt: str, **facts: Any) -> Occasion:  # noqa: ANN401
        """Take an occasion that says how a model is come by where one types."""
        occasion = self._session.occasion(prompt, **facts)
        return msgspec.structs.replace(occasion, way=self._way())

    def _way(self) -> Way:
        try:
            if not self._session.profile().is_model_free:
                return "ask"
        except CtxError:
            pass  # what is wrong with the settings is told where they are needed
        return "pick" if self._session.has_page else "set up"

    def _preview(self, made: Assembly) -> None:
        # Shown in the same form as `%ctx show`.
        from jupyter_ctx.ui.show import as_text  # noqa: PLC0415

        self._say(as_text(made))

    # Commands

    def _pick(self, text: str) -> None:
        key = self._cell_key()
        saved = self._picked(key, text)
        if saved is not None:
            self._show_saved(saved, Options())
            return
        turn, _ = turns.named(self._session, "")
        choices = turn.reply.choices if turn.reply is not None else ()
        if not choices:
            msg = "The last reply offers no choices."
            raise ChoiceError(msg)
        self._select(turn, choices[_number(text, len(choices), "pick") - 1], key)

    def _select(self, turn: Turn, choice: Choice, key: str = "") -> None:
        occasion = self._occasion(choice.value, door="line", key=key)
        current = turn.current or None
        ticket = self._session.manager.choose(turn.id, choice.id, occasion, current)
        self._refresh(turn)
        source = choice.action.get("insert")
        if source is not None:
            ticket.wait()
            self._insert_below(source)
        if source is None or "plan" in choice.action:
            self._follow(ticket, Options())

    def _picked(self, key: str, number: str) -> Turn | None:
        """Find what this cell picked when it ran before: it is not sent twice."""
        conversation = self._session.manager.conversation
        for turn in conversation.branch() if key else ():
            parent = conversation.turns.get(turn.parent)
            reply = parent.reply if parent is not None else None
            is_pick = turn.for_user and turn.key == key and turn.status == "complete"
            if is_pick and reply is not None and reply.selected:
                place = [c.id for c in reply.choices].index(reply.selected) + 1
                if str(place) == number:
                    return turn
        return None

    def _regenerate(self, text: str) -> None:
        turn, _ = turns.named(self._session, text)
        occasion = self._occasion(turn.prompt, door="line")
        self._follow(self._session.manager.regenerate(turn.id, occasion), Options())

    def _edit(self, text: str) -> None:
        if not text:
            msg = "Write the new question behind it: %assist edit TEXT."
            raise ConversationError(msg)
        turn, text = turns.named(self._session, text)
        occasion = self._occasion(text, door="line")
        self._follow(self._edit_turn(turn, text, occasion), Options())

    def _edit_turn(self, turn: Turn, text: str, occasion: Occasion) -> Ticket:
        """Edit *turn*; the answer is shown here, and not where it was asked first."""
        self._screens.is_held = True
        try:
            return self._session.manager.edit(turn.id, text, occasion)
        except BaseException:
            self._screens.is_held = False
            raise

    def _delete(self, text: str) -> None:
        turn, _ = turns.named(self._session, text)
        gone = self._session.manager.delete(turn.id)
        it = "it" if gone == 1 else "them"
        self._say(f"{_messages(gone)} deleted; %assist undo brings {it} back.")

    def _stop(self, _: str) -> None:
        stopped = self._session.manager.stop()
        self._say(f"{stopped} stopped." if stopped else "Nothing is running.")

    def _undo(self, _: str) -> None:
        self._say(f"Undone: {self._session.manager.undo()}.")

    def _insert(self, text: str) -> None:
        sources = self._sources()
        if not sources:
            msg = "The last reply holds no complete Python code."
            raise ConversationError(msg)
        self._insert_below(sources[_number(text or "1", len(sources), "insert") - 1])

    def _sources(self) -> tuple[str, ...]:
        """Give what `insert N` can insert: the fixes, or the code of the reply.

        The reply to a fix that was picked by a click stands for that fix.
        """
        replies = [t.reply for t in self._session.manager.conversation.branch()]
        reply = replies[-1] if replies else None
        if reply is None:
            msg = "There is no reply yet. Ask with %%assist first."
            raise ConversationError(msg)
        before = replies[-2] if len(replies) > 1 else None
        picked = before.selected_choice if before is not None else None
        if picked is not None and "insert" in picked.action:
            return (picked.action["insert"],)
        fixes = [c.action["insert"] for c in reply.choices if "insert" in c.action]
        if fixes:
            return tuple(fixes)
        if reply.status != "complete":
            how = {"length": "was cut at its limit", "failed": "failed"}
            msg = f"The last reply {how.get(reply.status, 'was cancelled')}; its code "
            msg += "is not inserted. %assist regen asks for a whole one."
            raise ConversationError(msg)
        return insertable(reply.text)

    def _insert_below(self, source: str) -> None:
        # The payload travels in this execute reply: a new cell below this one.
        written = with_secrets(self._session, source)
        self._session.shell.set_next_input(written, replace=False)
        self._say("Inserted below.")

    def _fix(self, text: str) -> None:
        request: RequestKind = "fix"
        # Words behind it make it a question: it is sent as it was written.
        prompt = f"fix {text}" if text else "Fix the last error."
        # Fixes need no model; `%%assist` asks one.
        options = Settings(model="none") if not text else None
        occasion = self._occasion(prompt, request=request, door="line", options=options)
        self._follow(self._session.manager.ask(prompt, occasion), Options())

    def _show(self, _: str) -> None:
        manager = self._session.manager
        turns = [manager.shown(t.id) for t in manager.conversation.branch()]
        parts = [f"> {t.prompt}\n{page.text([t])}" for t in turns]
        self._say("\n\n".join(parts) or "There is no message yet.")

    # Screens and panels

    def _refresh(self, turn: Turn) -> None:
        screen = self._screens.of(turn.id)
        if screen is not None:
            screen.refresh()
            if self._panels is not None:
                self._panels.remove(screen)

    def _changed(self, screen: NotebookScreen, _: str) -> None:
        if self._panels is not None:
            self._later(self._panels.renew, screen)

    def _later(
        self, act: Callable[[NotebookScreen], None], screen: NotebookScreen
    ) -> None:
        """Do *act* on the main loop: widgets belong to it."""
        loop = getattr(getattr(self._session.shell, "kernel", None), "io_loop", None)
        if loop is not None:
            loop.add_callback(act, screen)

    def _place_panel(self, screen: NotebookScreen, options: Options) -> None:
        if options.no_widget or not self._session.config.widgets:
            return
        if is_program(request_of(self._session)):
            return
        if self._panels is None:
            try:
                # ipywidgets is imported when the first panel is really shown.
                from jupyter_ctx.ui.panel import Panels  # noqa: PLC0415
            except ImportError:
                return
            self._panels = Panels(self._session)
        self._panels.show(screen)

    def _cell_key(self) -> str:
        return str(request_of(self._session).get("metadata", {}).get("cellId", ""))

    def _say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def _number(text: str, most: int, verb: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        msg = f"Give a number from 1 to {most}: %assist {verb} N."
        raise ChoiceError(msg)
    return number


def _messages(count: int) -> str:
    return "1 message was" if count == 1 else f"{count} messages were"
