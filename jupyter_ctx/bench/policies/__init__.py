"""What each assistant sends, re-implemented from its sources; all in one table.

A policy is a function from a request to a text. None sees the cell that is to be
written; whatever is longer than the budget is cut where the assistant cuts it, and
else at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jupyter_ctx.bench.policies import assistants, search, windows
from jupyter_ctx.bench.policies.ours import ours
from jupyter_ctx.bench.policies.request import Request

Policy = Callable[[Request], str]

POLICIES: Mapping[str, Policy] = {
    "jupyter_ctx": ours,
    "newest": windows.newest,
    "newest_outputs": windows.newest_with_outputs,
    "head_tail": windows.head_and_tail,
    "whole_cut": windows.whole,
    "bm25": search.bm25,
    "names": windows.names_only,
    "jupyter_ai": assistants.jupyter_ai_file,
    "jupyter_ai_v3": assistants.jupyter_ai_notebook,
    "nbi_chat": assistants.nbi_chat,
    "nbi_inline": assistants.nbi_inline,
    "mito": assistants.mito,
    "positron": assistants.positron,
    "vscode": assistants.vscode,
    "jupyter_cc": assistants.jupyter_cc,
    "marimo": assistants.marimo,
    "deepnote": assistants.deepnote,
    "pretzel": search.pretzel,
    "magic_wand": assistants.magic_wand,
}
"""By the name that the table shows; ours first."""

__all__ = ["POLICIES", "Policy", "Request"]
