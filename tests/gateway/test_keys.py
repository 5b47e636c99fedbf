"""One resolver finds the key for every door (case A15)."""

from __future__ import annotations

import stat

import pytest

from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway import keys


@pytest.fixture(autouse=True)
def _empty_config_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "config"))


def test_the_order_is_argument_environment_file():
    """Each source is asked only where the one before has nothing."""
    keys.save("openai", "from-file")
    provider = {"OPENAI_API_KEY": "from-provider"}
    own = provider | {"JUPYTER_CTX_API_KEY": "from-own"}

    assert keys.resolve("gpt-4o", given="given", environ=own) == "given"
    assert keys.resolve("gpt-4o", environ=own) == "from-own"
    assert keys.resolve("gpt-4o", environ=provider) == "from-provider"
    assert keys.resolve("gpt-4o", environ={}) == "from-file"


def test_a_change_takes_effect_at_once():
    """A key that is set, changed and removed counts for the next request."""
    seen = [keys.resolve("anthropic/claude-sonnet-4-5", environ={})]
    for key in ("first", "second", None):
        keys.save("anthropic", key)
        seen.append(keys.resolve("claude-sonnet-4-5", environ={}))

    assert seen == [None, "first", "second", None]


def test_the_file_is_for_its_owner_alone():
    """File 0600, folder 0700, also when it is written again."""
    for key in ("one", "two"):
        keys.save("openai", key)
        path = keys.keys_file()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [entry.name for entry in path.parent.iterdir()] == ["keys.json"]


def test_a_file_left_by_a_crash_does_not_widen_the_mode():
    """A half-written file that anybody may read is not written into."""
    keys.keys_file().parent.mkdir(parents=True)
    stale = keys.keys_file().with_suffix(".new")
    stale.write_text("{")
    stale.chmod(0o644)

    keys.save("openai", "secret")

    assert stat.S_IMODE(keys.keys_file().stat().st_mode) == 0o600


@pytest.mark.parametrize("model", ["my-llm", "gpt-4o"])
def test_a_general_key_stays_away_from_an_own_server(model):
    """OPENAI_API_KEY is not sent to a host that it was not made for."""
    environ = {"OPENAI_API_KEY": "secret"}
    keys.save("openai", "secret")

    found = keys.resolve(model, api_base="http://127.0.0.1:9/v1", environ=environ)

    assert found is None


def test_a_key_stored_for_the_host_is_sent():
    """`jupyter ctx key set HOST` gives an own server its key."""
    keys.save("llm.example", "mine")

    found = keys.resolve("my-llm", api_base="https://llm.example:8/v1", environ={})

    assert found == "mine"


def test_our_own_variable_is_for_whatever_is_configured():
    """JUPYTER_CTX_API_KEY goes to the configured server."""
    environ = {"JUPYTER_CTX_API_KEY": "mine", "OPENAI_API_KEY": "secret"}

    found = keys.resolve("my-llm", api_base="http://127.0.0.1:9/v1", environ=environ)

    assert found == "mine"


@pytest.mark.parametrize("content", ["{", "[]", '"text"', "\x00"])
def test_a_broken_file_is_named_and_kept(content):
    """The error names the file, and saving does not overwrite it."""
    keys.keys_file().parent.mkdir(parents=True)
    keys.keys_file().write_text(content)

    with pytest.raises(SettingError, match=r"keys\.json"):
        keys.resolve("gpt-4o", environ={})
    with pytest.raises(SettingError):
        keys.save("openai", "new")
    assert keys.keys_file().read_text() == content


def test_a_folder_that_cannot_be_made_leads_to_the_environment(tmp_path, monkeypatch):
    """The error names the variable to set instead."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "file"))

    with pytest.raises(SettingError, match=r"OPENAI_API_KEY|cannot be read"):
        keys.save("openai", "key")


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("gpt-4o", "openai"),
        ("o3-mini", "openai"),
        ("claude-sonnet-4-5", "anthropic"),
        ("gemini/gemini-2.5-pro", "gemini"),
        ("groq/llama-3.3-70b", "groq"),
        ("my-llm", "openai"),
    ],
)
def test_the_provider_of_a_name(model, provider):
    """The part before the slash, or how the bare name starts."""
    assert keys.provider_of(model) == provider
