"""The store: every conversation on this disk, in one file that is only added to."""

from jupyter_ctx.store.masking import Masks, masked
from jupyter_ctx.store.notes import Place
from jupyter_ctx.store.schema import MIGRATIONS
from jupyter_ctx.store.search import Hit
from jupyter_ctx.store.store import Listed, News, Store, default_path

__all__ = [
    "MIGRATIONS",
    "Hit",
    "Listed",
    "Masks",
    "News",
    "Place",
    "Store",
    "default_path",
    "masked",
]
