"""Named profiles: which one answers, why, and what is refused in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from jupyter_ctx.core.document import Cell, Document, Focus
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.named import key_for, named, profiles_file
from jupyter_ctx.gateway.profiles import Settings
from jupyter_ctx.manager.levels import Levels
from jupyter_ctx.store import Store
from jupyter_ctx.ui.models import Case, ModelChoice, case_of
from jupyter_ctx.ui.options import parse
from jupyter_ctx.ui.settings import JupyterCtx
from tests.manager.desk import desk
from tests.store.test_store import Mask

LOCAL = "http://127.0.0.1:9/v1"
PROFILES = {
    "local": {"model": "small", "api_base": LOCAL, "budget": 2_000, "window": 8_192},
    "cloud": {"model": "gpt-4o", "privacy": "code", "key": "WORK_KEY"},
}
RULES = [
    {"kind": ["fix", "complete"], "below": 2_000, "use": "local"},
    {"above": 10_000, "use": "cloud"},
]
QUIET = {"JUPYTER_CTX_PROBE": "0"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have empty folders of data and configuration."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    return tmp_path


def choice(environ: dict[str, str] | None = None, **traits: Any) -> ModelChoice:
    """Make a choice with profiles, *traits* and a clean environment."""
    config = JupyterCtx(**{"profiles": PROFILES, **traits})
    return ModelChoice(lambda: config, {**QUIET, **(environ or {})})


def test_a_profile_is_picked_by_option_by_pick_and_as_the_model_that_is_set():
    """`-p NAME` stands for all it sets; what was set for another model counts not."""
    models = choice(
        {"JUPYTER_CTX_MODEL": "other", "JUPYTER_CTX_BUDGET": "777"}, privacy="schema"
    )
    options = parse("-p local").settings
    profile = models.profile(options)

    assert (profile.name, profile.model, profile.api_base) == ("local", "small", LOCAL)
    assert (profile.budget, profile.window, profile.privacy) == (2_000, 8_192, "schema")
    assert profile.origin == "profile local, named with the request"
    assert models.profile(parse("--profile local -b 500").settings).budget == 500
    models.pick("profile:cloud")
    picked = models.profile()
    assert (picked.model, picked.privacy, picked.key) == ("gpt-4o", "code", "WORK_KEY")
    assert models.profile(Settings(model="third")).model == "third"
    models.pick("")
    assert models.profile().model == "other"
    assert choice(model="profile:local").profile().origin == "profile local, as set"


def test_a_rule_picks_by_kind_and_size_where_nobody_picked():
    """Small repairs go to the local model, large questions to the cloud."""
    models = choice(profile_rules=RULES, model="usual")

    def answers(kind: Any, size: int) -> str:
        return models.profile(None, Case(kind, size)).model

    assert answers("fix", 1_999) == "small"
    assert answers("fix", 2_000) == "usual"
    assert answers("ask", 100) == "usual"
    assert answers("ask", 10_001) == "gpt-4o"
    assert models.profile(None, Case("fix", 50)).origin == (
        "profile local, by the rule for fix or complete below 2,000 tokens; this fix "
        "has 50"
    )
    models.pick("picked", LOCAL)
    assert answers("fix", 50) == "picked"


def test_the_size_of_a_request_is_that_of_the_question_and_its_cell():
    """A short question about a long cell is large."""
    cell = Cell("a", "code", "x = 1\n" * 500)
    state = KernelState(document=Document((cell,)), focus=Focus("a"))

    assert case_of("edit", "rename x", KernelState()).size < 10
    assert case_of("edit", "rename x", state).size > 1_000


def test_a_file_holds_profiles_and_rules_below_those_that_are_set():
    """`profiles.json` in the folder of configuration; a broken one is named."""
    path = profiles_file()
    path.parent.mkdir(parents=True)
    content = {
        "local": {"model": "of-file"},
        "third": {"model": "third"},
        "profile_rules": [{"use": "third"}],
    }
    path.write_text(json.dumps(content))
    models = choice(profile_rules=RULES)

    assert models.profile(Settings(model="profile:local")).model == "small"
    assert models.profile(None, Case("ask", 1)).model == "third"
    path.write_text("{")
    with pytest.raises(SettingError, match=r"profiles\.json cannot be read"):
        models.profile(Settings(model="profile:local"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"a": {"api_base": LOCAL}}, "The profile a needs a model"),
        ({"a": {"model": "m", "modle": 1}}, "The profile a has no setting 'modle'"),
        ({"a": {"model": "m", "budget": "many"}}, "The profile a makes no sense"),
        ({"a": {"model": "m", "budget": -1}}, "positive number of tokens for budget"),
        ({"a": "gpt"}, "The profile a must be a table"),
        (
            {"a": {"model": "m", "key": "sk-abcdefghijklmnopqrstuv"}},
            "not the key itself",
        ),
        ({"b": {"model": "m"}}, "There is no profile 'a'. These are set: b."),
        ({}, "There is no profile 'a'. None is set."),
    ],
)
def test_a_profile_that_makes_no_sense_is_refused_by_name(given: Any, told: str):
    """The sentence names the profile and what to write; a key is never repeated."""
    with pytest.raises(SettingError) as error:
        choice(profiles=given).profile(Settings(model="profile:a"))

    assert told in str(error.value)
    assert "sk-abc" not in str(error.value)


@pytest.mark.parametrize(
    "rule",
    [{"kind": ["fix"]}, {"use": "local", "below": "x"}, {"use": "local", "x": 1}],
)
def test_a_rule_that_makes_no_sense_is_refused_with_an_example(rule: Any):
    """Whoever mistypes one is told how they look."""
    with pytest.raises(SettingError, match="'use': 'local'"):
        choice(profile_rules=[rule]).profile(None, Case("fix", 1))


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (
            {"kind": ["fixx"], "use": "local"},
            "request by 'fixx'. Use one of ask",
        ),
        ({"kind": "FIX", "use": "local"}, "no kind of request by 'FIX'"),
        ({"use": "lokal"}, "no profile 'lokal'. These are set: local, cloud."),
    ],
)
def test_a_rule_for_what_is_not_there_is_refused_by_name(rule: Any, told: str):
    """Also one that fits no request now: it would never fit."""
    with pytest.raises(SettingError) as error:
        choice(profile_rules=[rule]).profile(None, Case("ask", 1))

    assert told in str(error.value)


def test_the_key_of_a_profile_comes_from_where_it_says():
    """From its variable alone; without it the sentence names profile and variable."""
    models = choice()
    cloud = models.profile(Settings(model="profile:cloud"))
    environ = {"WORK_KEY": "of-work", "OPENAI_API_KEY": "mine"}

    assert key_for(cloud, environ) == "of-work"
    assert key_for(Profile("gpt-4o"), environ) == "mine"
    with pytest.raises(SettingError) as error:
        key_for(cloud, {"OPENAI_API_KEY": "mine"})
    assert "The profile cloud takes its key from WORK_KEY, which is not set" in str(
        error.value
    )


def test_a_reply_says_which_profile_answered_and_a_failure_whose_key_it_was():
    """In the lines below the reply, and in the sentence of a failure."""
    cloud = choice(profile_rules=RULES).profile(None, Case("ask", 20_000))
    cloud = msgspec.structs.replace(cloud, budget=4_000)
    with desk() as at:
        at.profile = cloud
        at.gateway.reply("hello")
        at.gateway.fail("auth", sentence="The key was refused.")
        answered = at.reply(at.ask("one"))
        failed = at.reply(at.ask("two"))

    told = (
        "Answered by profile cloud, by the rule for all requests above 10,000 tokens; "
        "this ask has 20,000."
    )
    assert answered.notices == (told,)
    assert failed.failure == (
        "The key was refused. (Profile cloud: gpt-4o, its key from WORK_KEY.)"
    )
    assert named("It failed.", Profile("m")) == "It failed."


def test_a_level_that_was_picked_is_of_one_profile():
    """What was let out for one is kept back for another with the same model."""
    given = {
        "open": {"model": "m", "api_base": LOCAL},
        "shut": {"model": "m", "api_base": LOCAL, "privacy": "code"},
    }
    models = choice(profiles=given)
    free, shut = (models.profile(Settings(model=f"profile:{name}")) for name in given)
    with desk() as at:
        levels = Levels(at.manager, Store(None, Mask()))
        levels.pick(free, "everything")

        assert levels.applied(free).privacy == "everything"
        assert levels.applied(shut).privacy == "code"
