"""JupyterLab's settings: each has its effect, and everything else outranks them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from traitlets.config import Config

from jupyter_ctx.protocol.setup import LabSettings, Outranked
from jupyter_ctx.ui.models import ModelChoice
from jupyter_ctx.ui.settings import JupyterCtx
from jupyter_ctx.wiring import ways

ALL = LabSettings(
    model="of-lab",
    privacy="schema",
    budget=500,
    max_tokens=100,
    compaction="sliding",
    memory_note=False,
    on_interrupt="keep",
    reads_project=False,
)


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no embedded model and no profiles."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))


def laid(
    settings: LabSettings, config: JupyterCtx | None = None, **environ: str
) -> tuple[ModelChoice, JupyterCtx]:
    """Lay *settings* over *config* in a clean environment."""
    config = config or JupyterCtx()
    models = ModelChoice(lambda: config, {"JUPYTER_CTX_PROBE": "0", **environ})
    models.lay(settings)
    return models, config


def test_every_setting_has_its_effect_where_nothing_else_is_set():
    """Model, privacy, sizes, and how older messages are kept."""
    models, config = laid(ALL)

    profile = models.profile()
    assert (profile.model, profile.privacy) == ("of-lab", "schema")
    assert (profile.budget, profile.max_tokens) == (500, 100)
    assert (ways(config).strategy, ways(config).notes) == ("sliding", False)
    assert (config.on_interrupt, config.reads_project) == ("keep", False)
    assert models.outranked() == ()


def test_a_setting_that_is_taken_back_leaves_the_default():
    """The next settings take the place of those of before as a whole."""
    models, config = laid(ALL)
    models.lay(LabSettings())

    assert models.profile().model == ""
    usual = JupyterCtx()
    for name in ("privacy", "budget", "compaction", "on_interrupt", "memory_note"):
        assert getattr(config, name) == getattr(usual, name)


def test_the_environment_outranks_a_setting_and_is_named():
    """What the page shows is which variable counts."""
    variables = {
        "JUPYTER_CTX_MODEL": "of-environment",
        "JUPYTER_CTX_PRIVACY": "code",
        "JUPYTER_CTX_BUDGET": "700",
    }
    models, _ = laid(ALL, **variables)

    profile = models.profile()
    assert (profile.model, profile.privacy) == ("of-environment", "code")
    assert profile.budget == 700
    assert models.outranked() == (
        Outranked("model", "JUPYTER_CTX_MODEL"),
        Outranked("privacy", "JUPYTER_CTX_PRIVACY"),
        Outranked("budget", "JUPYTER_CTX_BUDGET"),
    )


@pytest.mark.parametrize(
    "config",
    [
        JupyterCtx(privacy="code"),
        JupyterCtx(config=Config({"JupyterCtx": {"privacy": "everything"}})),
    ],
)
def test_a_trait_outranks_a_setting_even_at_its_default(config: JupyterCtx):
    """Whoever wrote it into the configuration meant it."""
    before = config.privacy
    models, _ = laid(ALL, config)

    assert models.profile().privacy == before
    assert models.outranked() == (Outranked("privacy", "c.JupyterCtx.privacy"),)


def test_what_is_set_by_config_later_stays():
    """`%config JupyterCtx.compaction = …` is an act of the user."""
    models, config = laid(ALL)
    config.compaction = "layers"
    models.lay(ALL)

    assert config.compaction == "layers"
    assert Outranked("compaction", "c.JupyterCtx.compaction") in models.outranked()


def test_a_pick_in_the_sidebar_outranks_the_model_of_the_settings():
    """It is the newer word; it holds until the kernel ends."""
    models, _ = laid(LabSettings(model="of-lab"))
    models.pick("picked", "http://127.0.0.1:9/v1")

    assert models.profile().model == "picked"
    assert models.outranked() == (Outranked("model", "picked"),)


def test_a_profile_answers_where_no_model_is_named():
    """Its name stands for all that it sets; a model beside it comes first."""
    config: Any = JupyterCtx(profiles={"small": {"model": "tiny", "budget": 900}})
    models, _ = laid(LabSettings(profile="small"), config)
    profile = models.profile()
    assert (profile.model, profile.budget, profile.name) == ("tiny", 900, "small")

    models.lay(LabSettings(profile="small", model="of-lab"))
    assert models.profile().model == "of-lab"
    assert models.outranked() == (Outranked("profile", "model"),)


def test_a_word_that_a_trait_does_not_know_is_as_if_not_written():
    """A settings file may be written by hand."""
    _, config = laid(LabSettings(compaction="magic", privacy="none"))

    assert (config.compaction, config.privacy) == ("layers", "everything")
