"""Which model answers: every way to set one has its place, and pairs stay pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway.profiles import Settings
from jupyter_ctx.ui.models import OF_LAB, PICKED, ModelChoice
from jupyter_ctx.ui.settings import JupyterCtx

LOCAL = "http://127.0.0.1:9/v1"
GATEWAY = "https://models.example.org/v1"
QUIET = {"JUPYTER_CTX_PROBE": "0"}


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no embedded model installed."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))


def choice(environ: dict[str, str] | None = None, **traits: Any) -> ModelChoice:
    """Make a choice with *traits* set and a clean environment."""
    config = JupyterCtx(**traits)
    return ModelChoice(lambda: config, {**QUIET, **(environ or {})})


def answers(
    models: ModelChoice, options: Settings | None = None
) -> tuple[str, str | None]:
    """Tell who answers, and where."""
    profile = models.profile(options)
    return profile.model, profile.api_base


def test_every_way_to_set_a_model_has_its_place():
    """Option over pick over environment over traitlets over JupyterLab's settings."""
    models = choice()
    models.set_lab("of-lab", LOCAL)
    assert answers(models) == ("of-lab", LOCAL)
    assert models.profile().origin == OF_LAB
    models = choice({"JUPYTER_CTX_MODEL": "of-environment"}, model="of-traits")
    models.set_lab("of-lab", LOCAL)
    assert answers(models) == ("of-environment", None)
    models.pick("picked", LOCAL)
    assert answers(models) == ("picked", LOCAL)
    assert models.profile().origin == PICKED
    assert answers(models, Settings(model="optional")) == ("optional", None)
    assert models.set_up().model == "of-environment"
    models.pick("")
    assert answers(models) == ("of-environment", None)


def test_an_option_without_a_model_counts_for_the_picked_one():
    """`-b` changes the budget of whoever answers."""
    models = choice({"JUPYTER_CTX_MODEL": "other"})
    models.pick("picked", LOCAL)

    assert models.profile(Settings(budget=777)).budget == 777
    assert answers(models, Settings(budget=777)) == ("picked", LOCAL)


def test_a_setting_of_lab_is_no_half_of_another_pair():
    """An address of JupyterLab's settings does not join a model set elsewhere."""
    models = choice(model="of-traits")
    models.set_lab("", LOCAL)
    assert answers(models) == ("of-traits", None)
    models = choice({"JUPYTER_CTX_API_BASE": GATEWAY})
    models.set_lab("of-lab")
    assert answers(models) == ("default", GATEWAY)


def test_behind_a_gateway_every_pick_goes_through_it():
    """Who set an address of a gateway does not want the provider's own."""
    models = choice({"JUPYTER_CTX_MODEL": "a", "JUPYTER_CTX_API_BASE": GATEWAY})
    models.pick("anthropic/claude-sonnet-4-5")

    assert answers(models) == ("anthropic/claude-sonnet-4-5", GATEWAY)


def test_a_providers_model_is_not_sought_at_a_local_server():
    """Another name at the local server is, and so is the one that was set."""
    models = choice({"JUPYTER_CTX_MODEL": "gpt-4o", "JUPYTER_CTX_API_BASE": LOCAL})
    models.pick("gpt-5-mini")
    assert answers(models) == ("gpt-5-mini", None)
    models.pick("another-of-mine")
    assert answers(models) == ("another-of-mine", LOCAL)
    models.pick("gpt-4o")
    assert answers(models) == ("gpt-4o", LOCAL)


def test_no_model_can_be_picked():
    """Then quick fixes and facts answer, whatever is set."""
    models = choice({"JUPYTER_CTX_MODEL": "a", "JUPYTER_CTX_API_BASE": LOCAL})
    models.pick("none")

    assert models.profile().is_model_free


def test_a_pick_that_cannot_be_used_changes_nothing():
    """The sentence says what to do, and the old model goes on answering."""
    models = choice({"JUPYTER_CTX_MODEL": "a"})
    models.pick("picked")
    with pytest.raises(SettingError, match="jupyter ctx model install"):
        models.pick("embedded:0.5b")

    assert answers(models) == ("picked", None)
