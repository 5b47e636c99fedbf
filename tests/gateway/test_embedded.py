"""The embedded engine with a real small model, through our own installer.

The plumbing is what is tested: streaming, stopping, overflow. The model's words
are worth nothing.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import LocalModelError, ModelError
from jupyter_ctx.gateway import install, local
from jupyter_ctx.gateway.gateway import ModelCall, Profile
from jupyter_ctx.gateway.process import WorkerGateway
from jupyter_ctx.gateway.profiles import Settings, resolve
from jupyter_ctx.tokens import counter_for

CACHE = Path(os.environ.get("JUPYTER_CTX_TEST_MODELS") or ".build/models").resolve()

pytestmark = [pytest.mark.model, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def profile():
    """Install the model once and have it found, with nothing configured."""
    if install.engine_missing():
        pytest.skip("the embedded engine xllamacpp is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_DATA_DIR", str(CACHE))
        try:
            install.install("smol")
        except LocalModelError as error:
            pytest.skip(f"the model cannot be downloaded: {error}")
        yield resolve(Settings(), {"JUPYTER_CTX_PROBE": "0"})


@pytest.fixture(autouse=True)
def _installed_models(own_folders, monkeypatch):
    """Look for models where they are kept between runs."""
    assert own_folders
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(CACHE))


@pytest.fixture(scope="module")
def gateway(profile):
    """Load the model into one worker."""
    assert profile.is_embedded
    gateway = WorkerGateway(path_for=local.model_path)
    yield gateway
    gateway.close()


def _call(profile, text, max_tokens=32):
    return ModelCall(profile, (Message("user", text),), max_tokens=max_tokens)


def test_it_is_found_without_any_setting(profile):
    """Installed is enough; its budget is small."""
    assert profile == Profile(
        "embedded:smol",
        window=4_096,
        max_tokens=1_024,
        budget=1_200,
        origin="installed on this machine",
        vocabulary=local.model_path("smol"),
    )


def test_an_answer_streams(gateway, profile):
    """Several deltas, true usage, and the same words again."""
    answers = []
    for _ in range(2):
        stream = gateway.stream(_call(profile, "Count from one to ten in words."))
        answers.append([delta.text for delta in stream])

    assert len(answers[0]) > 3
    assert "".join(answers[0]) == "".join(answers[1])
    assert stream.finish.reason in ("stop", "length")
    assert stream.finish.usage.prompt_tokens > 10


def test_the_limit_is_told(gateway, profile):
    """An answer of three tokens is cut, and says so."""
    stream = gateway.stream(_call(profile, "Tell a long story.", 3))

    assert list(stream)
    assert stream.finish.reason == "length"
    assert stream.finish.usage.completion_tokens <= 3


def test_stop_ends_the_generation(gateway, profile):
    """The engine is free for the next answer at once."""
    long = gateway.stream(_call(profile, "Write a very long story.", 1_000))
    deltas = iter(long)
    next(deltas)
    started = time.monotonic()
    long.cancel()

    assert list(deltas) == []
    assert time.monotonic() - started < 0.2
    assert long.finish.reason == "cancelled"
    assert list(gateway.stream(_call(profile, "Say yes.", 4)))
    # 1,000 tokens would have taken ten seconds and more.
    assert time.monotonic() - started < 8


def test_a_prompt_beyond_the_window_is_an_overflow(gateway, profile):
    """The engine's own refusal is the kind that lowers the budget."""
    with pytest.raises(ModelError) as caught:
        list(gateway.stream(_call(profile, "word " * 6_000)))

    assert caught.value.kind == "overflow"
    assert list(gateway.stream(_call(profile, "Say yes.", 4)))


def test_a_file_that_is_no_model(gateway, tmp_path, monkeypatch):
    """A broken file is an error, not a crash of the worker."""
    broken = tmp_path / "jupyter_ctx" / "models" / "broken.gguf"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"GGUF nonsense")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    call = ModelCall(Profile("embedded:broken"), (Message("user", "hi"),))

    with pytest.raises(ModelError):
        list(gateway.stream(call))


def test_a_model_that_was_removed_meanwhile(gateway):
    """It is told how to get it again; no other model is tried."""
    call = ModelCall(Profile("embedded:0.5b"), (Message("user", "hi"),))

    with pytest.raises(ModelError, match=r"jupyter ctx model install 0\.5b") as caught:
        gateway.stream(call)
    assert caught.value.kind == "not_found"


TEXTS = (
    "  a  1  22\t\n \n b\n\n\n",
    "df.groupby('region')['price'].mean()  # 12,345.678\n" * 9,
    "\u200b naïve café 中文 🎉 don't I'LL",
    "\n\n" + 200 * " " + 90 * "x",
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_count_is_the_engines_own(gateway, profile, text):
    """Read from the model's file, to the token, with the frames of its messages."""
    counter = counter_for(profile)
    talk = (Message("system", "rules"), Message("user", "why?"))
    talk += (Message("assistant", "fine"), Message("user", text))

    stream = gateway.stream(ModelCall(profile, talk, max_tokens=1))
    list(stream)

    assert (counter.name, counter.exact) == ("its own tokenizer", True)
    assert stream.finish is not None
    assert counter.count_messages(talk) == stream.finish.usage.prompt_tokens
