"""Captures what cells print and show, bounded, after the front end has it.

ipykernel offers hooks on outgoing messages: for streams on its IO thread, when
it flushes, so that printing costs nothing more; for displays on the main thread.
A hook must hand the message on, whatever happens to us.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from jupyter_ctx.kernel.describe.look import Look
from jupyter_ctx.kernel.describe.static import Foreign
from jupyter_ctx.kernel.runs import Kind, Run, RunLog

RICHEST = (
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/svg+xml",
    "text/html",
    "text/markdown",
    "text/latex",
)
# The repr of a display object says nothing of what it shows.
_BARE = r"<[\w.]+ (?:object|at 0x[0-9a-f]+)[^<>\n]*>"  # compiled at first use
TEXTS = ("text/markdown", "text/plain")

_BASE64 = ("image/png", "image/jpeg", "image/gif", "image/webp")

Message = dict[str, Any]


class Capture:
    """Feeds a `RunLog` from the streams and the display publisher of a kernel."""

    def __init__(self, log: RunLog, look: Callable[[str], Look] | None = None) -> None:
        self._log = log
        self._look = look
        self._undo: list[Callable[[], object]] = []

    def install(self) -> None:
        """Register with the streams; a plain IPython captures nothing."""
        streams: tuple[Foreign, ...] = (sys.stdout, sys.stderr)
        for stream in streams:
            thread = getattr(stream, "pub_thread", None)
            if thread is not None and hasattr(stream, "register_hook"):
                # Hooks are local to a thread: this one belongs to the IO thread.
                hook = self._on_stream
                thread.schedule(partial(stream.register_hook, hook))
                remove = partial(stream.unregister_hook, hook)
                self._undo.append(partial(thread.schedule, remove))

    def install_display(self, display_pub: Foreign) -> None:
        """Register with the display publisher, whose hooks are those of a thread."""
        register = getattr(display_pub, "register_hook", None)
        if register is not None:
            register(self._on_display)
            remove = partial(display_pub.unregister_hook, self._on_display)
            self._undo.append(remove)

    def uninstall(self) -> None:
        """Take every hook out again."""
        while self._undo:
            self._undo.pop()()

    def _on_stream(self, message: Message) -> Message:
        try:
            run = self._run(message)
            if run is not None:
                content = message["content"]
                self._log.write(run, content["name"], content["text"])
        except Exception:  # noqa: BLE001, S110
            pass  # the user's output matters, our copy of it does not
        return message

    def _on_display(self, message: Message) -> Message:
        try:
            run = self._run(message)
            kind = message["header"]["msg_type"]
            if run is None:
                return message
            if kind == "clear_output":
                self._log.clear(run)
            elif kind == "display_data":
                bundle = message["content"]["data"]
                show(self._log, run, "display_data", bundle, self._words(bundle))
        except Exception:  # noqa: BLE001, S110
            pass  # as above
        return message

    def _words(self, bundle: Mapping[str, Any]) -> str:
        """Say in words what the picture shows that is displayed right now."""
        if self._look is None or not is_picture(bundle):
            return ""
        # Loaded with the first picture.
        from jupyter_ctx.kernel.shown import displayed, in_words  # noqa: PLC0415

        try:
            return in_words(displayed(), self._look)
        except Exception:  # noqa: BLE001 - the picture itself is told in any case
            return ""

    def _run(self, message: Message) -> Run | None:
        parent = message["parent_header"].get("msg_id", "")
        return self._log.of_parent(parent)


def show(
    log: RunLog, run: Run, kind: Kind, bundle: Mapping[str, Any], words: str = ""
) -> None:
    """Log a mimebundle: its text bounded, a picture by type, size and *words*."""
    mime, text = _richest(bundle), ""
    if any(one.startswith("application/") for one in bundle):
        # Loaded with the first chart, or data, that travels as JSON.
        from jupyter_ctx.kernel.specs import spec_of  # noqa: PLC0415

        text = spec_of(bundle, is_readable=_is_readable(bundle))
    text = text or _text(mime, bundle)
    if words:
        text = f"{text}\n{words}"
    picture = None
    if mime.startswith("image/"):
        # Loaded with the first picture.
        from jupyter_ctx.kernel.pictures import told  # noqa: PLC0415

        picture = log.album.add(bundle[mime])
        text = told(mime, bundle[mime], text)
    size = _size(mime, bundle.get(mime))
    log.show(run, kind, mime, text, size, picture=picture)


def _is_readable(bundle: Mapping[str, Any]) -> bool:
    text = bundle.get("text/plain")
    return type(text) is str and bool(text) and not re.fullmatch(_BARE, text)


def is_picture(bundle: Mapping[str, Any]) -> bool:
    """Tell whether a picture is the best that *bundle* holds."""
    return _richest(bundle).startswith("image/")


def _richest(bundle: Mapping[str, Any]) -> str:
    return next((mime for mime in RICHEST if mime in bundle), "text/plain")


def _text(mime: str, bundle: Mapping[str, Any]) -> str:
    """Give the text of a bundle; that of HTML and pictures where there is no other."""
    found = (bundle[mime] for mime in TEXTS if type(bundle.get(mime)) is str)
    text = next(found, "")
    if text and not (re.fullmatch(_BARE, text) and mime != "text/plain"):
        return text
    latex, html = bundle.get("text/latex"), bundle.get("text/html")
    if type(latex) is str:
        return latex
    if type(html) is str:
        # Loaded with the first output that is HTML alone.
        from jupyter_ctx.code.markup import words_of  # noqa: PLC0415

        return words_of(html) or text
    if mime.startswith("image/"):
        from jupyter_ctx.kernel.pictures import pixels  # noqa: PLC0415 - as above

        return pixels(mime, bundle[mime]) or text
    return text


def _size(mime: str, data: object) -> int:
    if type(data) is bytes:
        return len(data)
    length = len(data) if type(data) is str else 0
    # A picture travels as base64: four characters for three bytes.
    return length * 3 // 4 if mime in _BASE64 else length


def results(history: Foreign, execution_count: int) -> list[Mapping[str, Any]]:
    """Give the mimebundles of the results that IPython itself keeps of a run."""
    kept = getattr(history, "outputs", None)
    if kept is not None and execution_count in kept:
        outputs = list(kept[execution_count])
        return [o.bundle for o in outputs if o.output_type == "execute_result"]
    text = history.output_hist_reprs.get(execution_count)
    return [] if text is None else [{"text/plain": text}]
