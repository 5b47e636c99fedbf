"""What a user can set by traitlets: `c.JupyterCtx.…` in `ipython_config.py`."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from traitlets import (
    Bool,
    Dict,
    Enum,
    Float,
    Int,
    List,
    TraitError,
    Unicode,
    validate,
)
from traitlets.config import Configurable

from jupyter_ctx.errors import SettingError


class JupyterCtx(Configurable):
    """Settings of jupyter_ctx; environment variables and magic options win."""

    model = Unicode(
        "", help="The model: litellm's name, `embedded:0.5b`, or `none`."
    ).tag(config=True)
    api_base = Unicode(
        "", help="Address of an OpenAI-compatible server, usually ending in /v1."
    ).tag(config=True)
    window = Int(0, help="The model's window in tokens; 0: from the catalogue.").tag(
        config=True
    )
    budget = Int(0, help="The most input tokens of a request; 0: by the window.").tag(
        config=True
    )
    max_tokens = Int(0, help="The longest answer in tokens; 0: by the model.").tag(
        config=True
    )
    temperature = Float(
        None, allow_none=True, help="Sampling temperature; None: the model's own."
    ).tag(config=True)
    idle_limit = Float(
        None,
        allow_none=True,
        min=0,
        help="The longest silence in seconds between two pieces of an answer, after "
        "which it counts as broken off; 0: none at all; None: two minutes.",
    ).tag(config=True)
    worker_python = Unicode(
        "", help="Interpreter of the environment that litellm runs in."
    ).tag(config=True)
    on_interrupt = Enum(
        ["drop", "keep"],
        "drop",
        help="Whether a stopped reply is sent again, marked as stopped.",
    ).tag(config=True)
    prune_after = Float(
        0.0,
        min=0.0,
        help="Hours after which turns are not sent any more; 0: never.",
    ).tag(config=True)
    widgets = Bool(True, help="Whether buttons are shown beside a reply.").tag(
        config=True
    )
    choice_form = Enum(
        ["auto", "buttons", "listbox", "modal"],
        "auto",
        help="How the choices of a reply are shown: buttons, a list, or a dialog that "
        "has to be answered; auto: as fits them, and a dialog before code is run.",
    ).tag(config=True)
    secret_rules = List(
        Unicode(), help="Further patterns (regular expressions) of secrets to mask."
    ).tag(config=True)
    secret_rules_file = Unicode(
        "",
        help="A TOML file of further rules for secrets; empty: secrets.toml in the "
        "folder jupyter_ctx of Jupyter's configuration, if it is there.",
    ).tag(config=True)
    reads_project = Bool(
        True,
        help="Whether files beside the notebook are looked at: imported modules, git "
        "changes, the project's settings, and providers of other packages.",
    ).tag(config=True)
    request_kinds = Dict(
        help="What kinds of request are given: factors by provider; 0 leaves it out, "
        "but for cells, variables, errors, focus and stale, which count as 0.1; "
        "'order' for those that come first, 'answer' for how the answer must look, as "
        "in {'fix': {'outputs': 0}, 'plan': {'answer': 'In three steps.'}}; the table "
        "is in jupyter_ctx/core/engine/kinds.py.",
    ).tag(config=True)
    privacy = Enum(
        ["everything", "schema", "code"],
        "everything",
        help="What may leave the kernel: everything but secrets, no values, or code.",
    ).tag(config=True)
    profiles = Dict(
        help="Named profiles, as in {'local': {'model': 'qwen', 'api_base': "
        "'http://localhost:8080/v1', 'budget': 4000}, 'cloud': {'model': 'gpt-5', "
        "'key': 'WORK_KEY'}}; `-p local` and `%ctx profile local` pick one.",
    ).tag(config=True)
    profile_rules = List(
        Dict(),
        help="Which profile answers where nobody picked one; the first that fits, as "
        "in [{'kind': ['fix', 'complete'], 'below': 2000, 'use': 'local'}]; the size "
        "is that of the question with the cell that it is about, in tokens.",
    ).tag(config=True)
    system_prompt = Unicode(
        "",
        help="Your own rules in place of ours: their text, or a file (.md, .txt) that "
        "holds it. What the tags of the context mean is told all the same.",
    ).tag(config=True)
    vision = Bool(
        None,
        allow_none=True,
        help="Whether the model sees pictures; None: as its catalogue says, else no.",
    ).tag(config=True)

    vision_profile = Unicode(
        "",
        help="The model (or profile:NAME) that describes pasted pictures to a model "
        "that cannot see; empty: such a model is told their size.",
    ).tag(config=True)

    compaction = Enum(
        ["layers", "sliding", "summary", "retrieval", "importance"],
        "layers",
        help="How old turns are kept within their share: layers (stubs, the memory "
        "note, a summary, lines), summary, sliding (left out), retrieval (left out, "
        "and found again), importance (by age, use and pins).",
    ).tag(config=True)
    compaction_form = Enum(
        ["nine", "five"], "nine", help="How many sections a summary has."
    ).tag(config=True)
    compaction_last = Int(
        4, min=0, help="Newest turns that stay word for word, where there is room."
    ).tag(config=True)
    compaction_every = Int(
        0, min=0, help="Condense older turns after so many, too; 0: by size alone."
    ).tag(config=True)
    memory_note = Bool(
        True, help="Whether old turns are summarised between questions, ahead of need."
    ).tag(config=True)
    summariser = Unicode(
        "", help="The model that summarises old turns; empty: the one that answers."
    ).tag(config=True)

    @validate("request_kinds")
    def _is_table(self, proposal: Mapping[str, Any]) -> object:
        """Refuse a table that makes no sense; warn of what has no effect."""
        # Few set it, and every kernel loads this module.
        from jupyter_ctx.core.engine.kinds import answers, doubts, table  # noqa: PLC0415
        from jupyter_ctx.kernel.providers.plugins import installed  # noqa: PLC0415

        given = proposal["value"]
        try:
            table(given), answers(given)
        except SettingError as error:
            msg = f"JupyterCtx.request_kinds: {error}"
            raise TraitError(msg) from None
        for told in doubts(given, installed()) if given else ():
            warnings.warn(f"JupyterCtx.request_kinds: {told}", stacklevel=2)
        return given
