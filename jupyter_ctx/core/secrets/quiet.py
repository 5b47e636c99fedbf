"""A filter for loggers: no secret of a kernel reaches a log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable


class MaskingFilter(logging.Filter):
    """Masks the message and the traceback of every record that passes."""

    def __init__(self, mask: Callable[[str], str]) -> None:
        super().__init__()
        self._mask = mask

    def filter(self, record: logging.LogRecord) -> bool:
        """Let *record* through with its secrets masked; values end as text."""
        try:
            record.msg, record.args = self._mask(record.getMessage()), ()
            if record.exc_info:
                text = logging.Formatter().formatException(record.exc_info)
                record.exc_text = self._mask(text)
            record.exc_info = None
        except Exception:  # noqa: BLE001 - a log must not fail, and not leak either
            record.msg, record.args = "A message that could not be masked.", ()
            record.exc_info = record.exc_text = None
        return True


def mask_logs(names: Iterable[str], mask: Callable[[str], str] | None) -> None:
    """Let *mask* see all that the loggers *names* take; None takes it out again."""
    for name in names:
        logger = logging.getLogger(name)
        for old in [one for one in logger.filters if isinstance(one, MaskingFilter)]:
            logger.removeFilter(old)
        if mask is not None:
            logger.addFilter(MaskingFilter(mask))
