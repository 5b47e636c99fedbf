"""A program in a terminal of its own, as a person uses it."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Self

import pexpect

from tests.stub import StubModel
from tests.warm import workers

ROOT = Path(__file__).parents[2]
LIMIT = 60  # seconds until something must be shown
DRAWN = "Enter: select"  # stands in the last line of the list
_STYLE = r"(?:\x1b\[[\d;]*m)*"
_ESCAPES = re.compile(r"\x1b\[[?\d;]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[=>]")


class Terminal:
    """IPython, or another *program*, in a pseudo-terminal; its model is *stub*."""

    def __init__(
        self,
        folder: Path,
        stub: StubModel,
        program: Sequence[str] = ("IPython", "--simple-prompt", "--colors=NoColor"),
        *,
        size: tuple[int, int] = (24, 80),
        **environment: str,
    ) -> None:
        self.stub = stub
        workers.configure(folder / "ipython")
        kept = {k: v for k, v in os.environ.items() if k not in {"COLUMNS", "LINES"}}
        own = {
            "HOME": str(folder),
            "IPYTHONDIR": str(folder / "ipython"),
            "JUPYTER_DATA_DIR": str(folder / "data"),
            "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
            "JUPYTER_CTX_MODEL": "my-llm",
            "JUPYTER_CTX_API_BASE": stub.url,
            "TERM": "xterm-256color",
            # Nobody here answers where the cursor is.
            "PROMPT_TOOLKIT_NO_CPR": "1",
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
            ),
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", *program],
            cwd=str(folder),
            env=kept | own | environment,
            dimensions=size,
            encoding="utf-8",
            timeout=LIMIT,
            # What runs the tests in the background may have made it deaf to Ctrl-C.
            preexec_fn=partial(
                signal.signal, signal.SIGINT, signal.default_int_handler
            ),
        )
        self.child.delaybeforesend = None
        self._prompts = 0

    def __enter__(self) -> Self:
        """Wait for the prompt, then load the extension."""
        self.prompt()
        self.run("%load_ext jupyter_ctx")
        return self

    def __exit__(self, *_: object) -> None:
        """End the program, whatever it does."""
        self.child.close(force=True)

    def prompt(self) -> str:
        """Wait for the next prompt; gives what was shown before it, without escapes."""
        self._prompts += 1
        number = f"{_STYLE}{self._prompts}{_STYLE}"
        self.child.expect(rf"In {_STYLE}\[{number}\]:")
        return plain(self.child.before)

    def run(self, line: str) -> str:
        """Type *line*, and wait for the next prompt."""
        self.child.send(f"{line}\r")
        return self.prompt()

    def ask(self, prompt: str = "what next?") -> None:
        """Ask, and wait until the list is drawn."""
        self.child.send(f"%assist {prompt}\r")
        self.child.expect(DRAWN)

    def keys(self, *keys: str, pause: float = 0.0) -> None:
        """Press *keys*, one after the other."""
        for key in keys:
            self.child.send(key)
            if pause:
                time.sleep(pause)

    def value(self, expression: str) -> str:
        """Evaluate *expression* and give what is shown of it."""
        shown = self.run(f"print('<<', {expression}, '>>')")
        found = re.search(r"<< (.*?) >>\s*$", shown, re.DOTALL)
        assert found is not None, shown
        return found[1]


def plain(text: str) -> str:
    """Give *text* without what moves, colours and clears."""
    return _ESCAPES.sub("", text).replace("\r", "")
