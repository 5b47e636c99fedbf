"""What was enclosed with a question: pasted pictures and dropped files."""

from __future__ import annotations

import msgspec

from jupyter_ctx.core.pictures.picture import Picture


class Enclosed(msgspec.Struct, frozen=True):
    """One enclosure as the log has it: what it was, not what was in it.

    *key* names it among those that the kernel holds; *size* is in bytes.
    """

    key: str
    name: str
    mime: str = ""
    size: int = 0

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture, by its type."""
        return self.mime.startswith("image/")


class Enclosure(msgspec.Struct, frozen=True):
    """One enclosure with what is in it: a *picture*, or a *text*.

    *digest* tells equal ones from others. *is_earlier* marks those of earlier
    questions. With neither picture nor text the kernel does not hold it any more.
    """

    key: str
    name: str
    mime: str = ""
    size: int = 0
    text: str = ""
    picture: Picture | None = None
    digest: str = ""
    is_earlier: bool = False
