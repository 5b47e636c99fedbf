"""`%ctx log on`: what the assistant does, in a file, secrets masked."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path

from jupyter_core.paths import jupyter_data_dir

from jupyter_ctx.errors import SettingError

# Each keeps its records to itself, so that a user's root logger stays silent.
_LOGGERS = tuple(
    logging.getLogger(f"jupyter_ctx.{room}")
    for room in ("kernel", "manager", "sidebar")
)


def log_file() -> Path:
    """Give the file of the debug log; only its owner may read it."""
    return Path(jupyter_data_dir()) / "jupyter_ctx" / "debug.log"


class _Masked(logging.Formatter):
    """Formats a record, then masks it: a traceback may quote a secret."""

    def __init__(self, mask: Callable[[str], str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        """Give the line, masked."""
        return self._mask(super().format(record))


class DebugLog:
    """Switches the log of one kernel on and off; nothing else is touched."""

    def __init__(self, mask: Callable[[str], str]) -> None:
        self._mask = mask
        self._handler: logging.Handler | None = None
        self._levels: list[int] = []

    def on(self) -> Path:
        """Write every step to the file from now on.

        Raises:
            SettingError: The file can't be written.

        """
        file = log_file()
        if self._handler is not None:
            return file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
            self._handler = logging.FileHandler(file, encoding="utf-8")
        except OSError as error:
            msg = f"The log {file} can't be written ({error}). Free some space there."
            raise SettingError(msg) from error
        self._handler.setFormatter(_Masked(self._mask))
        self._levels = [logger.level for logger in _LOGGERS]
        for logger in _LOGGERS:
            logger.addHandler(self._handler)
            logger.setLevel(logging.DEBUG)
        return file

    def off(self) -> None:
        """Stop writing; may be called twice."""
        if self._handler is None:
            return
        for logger, level in zip(_LOGGERS, self._levels, strict=True):
            logger.removeHandler(self._handler)
            logger.setLevel(level)
        self._handler.close()
        self._handler = None
