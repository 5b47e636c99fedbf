"""How likely the true next cell is to a model: `jupyter ctx bench --nll`."""

from jupyter_ctx.bench.nll.command import main

__all__ = ["main"]
