"""Settings become a profile whose sizes always fit together."""

from __future__ import annotations

import http.server
import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway import local
from jupyter_ctx.gateway.profiles import Settings, resolve

QUIET = {"JUPYTER_CTX_PROBE": "0"}
URL = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def _empty_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))


def _install(name):
    local.models_dir().mkdir(parents=True, exist_ok=True)
    (local.models_dir() / f"{name}.gguf").write_bytes(b"GGUF")


def test_options_win_over_the_environment_and_that_over_settings():
    """A magic's option > a variable > a traitlet, each for itself."""
    environ = QUIET | {"JUPYTER_CTX_MODEL": "env", "JUPYTER_CTX_WINDOW": "5000"}
    settings = Settings(model="trait", window=9_000, api_base=URL)

    plain = resolve(settings, environ)
    asked = resolve(settings, environ, options=Settings(model="option"))

    assert (plain.model, plain.window, plain.api_base) == ("env", 5_000, URL)
    assert (asked.model, asked.window) == ("option", 5_000)


def test_override_ignores_what_is_not_given():
    """An option that was left out changes nothing."""
    settings = Settings(model="a", budget=100)

    assert settings.override(model=None, budget=7) == Settings(model="a", budget=7)


def test_a_set_window_wins_over_the_catalogue():
    """The user knows the window of the deployment; the price list does not."""
    known = resolve(Settings(model="gpt-4o"), QUIET)
    own = resolve(Settings(model="gpt-4o"), QUIET | {"JUPYTER_CTX_WINDOW": "4096"})

    assert (known.window, known.max_tokens) == (128_000, 16_384)
    assert (own.window, own.max_tokens) == (4_096, 1_024)


@given(
    window=st.none() | st.integers(1, 300_000),
    budget=st.none() | st.integers(1, 300_000),
    answer=st.none() | st.integers(1, 300_000),
    model=st.sampled_from(["gpt-4o", "gpt-3.5-turbo", "my-llm", "none"]),
)
def test_budget_and_answer_always_fit_the_window(window, budget, answer, model):
    """Whatever is set: it fits as set, or the error names the ways out."""
    wanted = Settings(
        model=model, api_base=URL, window=window, budget=budget, max_tokens=answer
    )
    try:
        profile = resolve(wanted, QUIET)
    except SettingError as error:
        assert "JUPYTER_CTX_WINDOW" in str(error)  # noqa: PT017 - either outcome is right
        return
    assert profile.budget > 0
    assert profile.budget + profile.max_tokens <= profile.window
    assert budget in (None, profile.budget)
    assert window in (None, profile.window)
    assert answer in (None, profile.max_tokens)


@pytest.mark.parametrize("only", [100, 5_000, 100_000])
def test_a_budget_alone_adapts_the_rest(only):
    """For a model that no catalogue knows the budget says how large it is."""
    profile = resolve(Settings(model="my-llm", api_base=URL, budget=only), QUIET)

    assert profile.budget == only


@pytest.mark.parametrize("only", [64, 1_000, 200_000])
def test_a_window_alone_adapts_the_rest(only):
    """A small window leaves a small budget and a short answer."""
    profile = resolve(Settings(model="my-llm", api_base=URL, window=only), QUIET)

    assert profile.window == only
    assert profile.max_tokens <= only // 4


@pytest.mark.parametrize("text", ["0", "-5", "many", "1.5"])
def test_a_number_that_is_none_is_named(text):
    """The error names the variable and its value."""
    with pytest.raises(SettingError, match="JUPYTER_CTX_BUDGET must be a positive"):
        resolve(Settings(), QUIET | {"JUPYTER_CTX_BUDGET": text})


def test_an_address_without_scheme_is_refused():
    """`localhost:8000` is told apart from an address before any call."""
    with pytest.raises(SettingError, match=r"http\(s\) address"):
        resolve(Settings(model="m", api_base="localhost:8000"), QUIET)


def test_nothing_set_and_nothing_there_is_the_model_free_mode():
    """Without server and installed model, quick fixes remain."""
    profile = resolve(Settings(), QUIET)

    assert profile.is_model_free
    assert profile.budget > 0


def test_none_forces_the_model_free_mode():
    """`JUPYTER_CTX_MODEL=none` holds although a model is installed."""
    _install("0.5b")

    assert resolve(Settings(), QUIET | {"JUPYTER_CTX_MODEL": "none"}).is_model_free


@pytest.mark.parametrize(
    ("set_", "sizes"),
    [
        ({}, (4_096, 1_024, 1_200)),
        ({"window": 1_024}, (1_024, 256, 768)),
        ({"max_tokens": 3_000}, (4_096, 3_000, 1_096)),
        ({"budget": 4_000}, (4_096, 96, 4_000)),
    ],
)
def test_the_embedded_model_is_taken_when_installed(set_, sizes):
    """Its budget is small, because reading the prompt takes the time."""
    _install("smol")
    _install("0.5b")

    profile = resolve(Settings(**set_), QUIET)

    assert profile.model == "embedded:0.5b"
    assert (profile.window, profile.max_tokens, profile.budget) == sizes


def test_an_embedded_model_that_is_not_installed_says_how():
    """The error is the command to run."""
    with pytest.raises(SettingError, match=r"jupyter ctx model install 1\.5b"):
        resolve(Settings(model="embedded:1.5b"), QUIET)


class _Models(http.server.BaseHTTPRequestHandler):
    body = b""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_):
        """Stay silent."""


@pytest.mark.parametrize(
    ("body", "model"),
    [
        (
            {"data": [{"id": "nomic-embed"}, {"id": "qwen", "max_model_len": 32}]},
            "qwen",
        ),
        ({"data": []}, ""),
        (["no", "model"], ""),
        ({"data": "text"}, ""),
    ],
)
def test_a_server_on_loopback_is_found(monkeypatch, body, model):
    """A model server answers with its models; anything else on the port does not."""
    handler = type("Handler", (_Models,), {"body": json.dumps(body).encode()})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    monkeypatch.setattr(local, "_SERVERS", (("Ours", port),))
    monkeypatch.setattr(local, "_last", (float("-inf"), None))
    try:
        profile = resolve(Settings(window=4_096), {})
    finally:
        server.shutdown()
        server.server_close()

    assert profile.model == model
    if model:
        assert profile.api_base == f"http://127.0.0.1:{port}/v1"


@pytest.mark.parametrize(
    ("settings", "environ", "sees"),
    [
        (Settings(model="gpt-4o"), {}, True),
        (Settings(model="gpt-3.5-turbo"), {}, False),
        (Settings(model="nobody-knows"), {}, False),
        # The name may be that of another model behind an address of one's own.
        (Settings(model="gpt-4o", api_base="http://127.0.0.1:9/v1"), {}, False),
        (Settings(model="my-llm", vision=True), {}, True),
        (Settings(model="my-llm"), {"JUPYTER_CTX_VISION": "1"}, True),
        (Settings(model="gpt-4o"), {"JUPYTER_CTX_VISION": "off"}, False),
        (Settings(model="none"), {}, False),
    ],
)
def test_who_sees_is_what_the_catalogue_says_or_the_user(settings, environ, sees):
    """Unknown models are taken for blind; nobody is asked over the network (A11)."""
    probe = {"JUPYTER_CTX_PROBE": "0", **environ}

    assert resolve(settings, probe).vision is sees
