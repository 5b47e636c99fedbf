"""The manager: the one object per kernel that runs turns.

`Manager` has the verbs, `Log` the conversation, `Runner` makes one reply,
`Ticket` is a reply in the making.
"""

from __future__ import annotations

from jupyter_ctx.manager.manager import Manager
from jupyter_ctx.manager.services import Occasion, Services
from jupyter_ctx.manager.ticket import Ticket

__all__ = ["Manager", "Occasion", "Services", "Ticket"]
