"""Fixed tasks that a model does with each context: `jupyter ctx bench --tasks`."""

from jupyter_ctx.bench.tasks.command import main

__all__ = ["main"]
