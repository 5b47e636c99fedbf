"""A model's own tokenizer, from its file: exact, bounded, and never a failure."""

from __future__ import annotations

import json
import random
import time

import pytest

from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.tokens import counter_for
from jupyter_ctx.vocabulary import files, gguf
from tests.vocabulary import made

ODD = [
    "",
    "a",
    "don't I'LL we'Ve",
    "1 2  3   4444 x12y",
    "  a  1  22\t\n \n b\n\n\n",
    "中文 naïve café ẞ",
    "\u200b\u00a0 x\u00a0 1",
    "🎉👩‍💻",
    "\ud800 lone",
]


@pytest.fixture(scope="module", params=[False, True], ids=["qwen2", "smollm"])
def pair(request, tmp_path_factory):
    """Give a counter of a GGUF file, and the same tokenizer by another library."""
    folder = tmp_path_factory.mktemp("words")
    other = made.trained(is_single_digits=request.param)
    merges = made.merges_of(other, folder)
    pre = {"ggml.pre": "smollm" if request.param else "qwen2"}
    path = made.write(folder / "m.gguf", merges, **pre, chat_template=made.CHATML)
    return counter_for(Profile("embedded:m", vocabulary=path)), other


def test_the_count_is_that_of_the_file(pair):
    """Words, digits, blanks, other scripts: as many tokens as the other library's."""
    counter, other = pair
    dice = random.Random(5)
    signs = "ab xy12  \n\t'.,(中é🎉_tw"
    texts = ODD + ["".join(dice.choices(signs, k=60)) for _ in range(400)]
    clean = [text.encode("utf-8", "replace").decode() for text in texts]
    assert [counter.count(text) for text in texts] == [
        len(other.encode(text).ids) for text in clean
    ]
    assert (counter.name, counter.exact) == ("its own tokenizer", True)


def test_messages_are_counted_as_chatml_lays_them_out(pair):
    """Two special tokens and a new line a message, and the start of the reply."""
    counter, other = pair
    talk = [Message("system", "rules"), Message("user", "\n\nx = 12")]
    plain = [f"{one.role}\n{one.content}" for one in talk] + ["assistant\n"]
    told = sum(len(other.encode(text).ids) for text in plain)
    assert counter.count_messages(talk) == told + 2 * 3 + 1


@pytest.mark.parametrize(
    "text",
    [" " * 1_000_000, "a" * 300_000, "".join(random.Random(1).choices("xyz", k=10**5))],
    ids=["spaces", "one letter", "random letters"],
)
def test_odd_text_takes_bounded_time(pair, text):
    """No panic and no minute of work."""
    started = time.process_time()
    assert pair[0].count(text) > 0
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "change",
    [
        {"ggml.model": "llama"},
        {"ggml.pre": "unheard-of"},
        {"ggml.merges": [1, 2]},
    ],
)
def test_an_unknown_kind_is_estimated(tmp_path, change):
    """Another algorithm or pattern is not taken for one that is known."""
    path = made.write(tmp_path / "m.gguf", ["a b"], **change)
    counter = counter_for(Profile("embedded:m", vocabulary=path))
    assert not counter.exact
    assert counter.count("text") > 0


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_file_is_estimated(tmp_path, seed):
    """Cut anywhere, or with bytes changed, the model is still counted."""
    dice = random.Random(seed)
    path = tmp_path / f"{seed}.gguf"
    made.write(path, ["a b", "ab c"], chat_template=made.CHATML)
    raw = bytearray(path.read_bytes())
    for _ in range(8):
        raw[dice.randrange(len(raw))] = dice.randrange(256)
    path.write_bytes(raw[: dice.randrange(len(raw))])
    gguf.read(str(path))
    counter = counter_for(Profile(f"embedded:{seed}", vocabulary=str(path)))
    assert counter.count("some text") > 0


def test_a_tokenizer_of_the_hubs_cache_is_found_and_used(tmp_path):
    """The server's model by its owner and name, whatever litellm puts before it."""
    folder = tmp_path / "hub" / "models--Owner--My-7B"
    (folder / "refs").mkdir(parents=True)
    (folder / "refs" / "main").write_text("abc\n")
    (folder / "snapshots" / "abc").mkdir(parents=True)
    path = folder / "snapshots" / "abc" / "tokenizer.json"
    other = made.trained()
    path.write_text(other.to_str(), "utf-8")
    environ = {"HF_HOME": str(tmp_path), "HOME": str(tmp_path)}

    for name in ("Owner/My-7B", "hosted_vllm/Owner/My-7B"):
        assert files.find(name, "http://elsewhere/v1", environ) == str(path)
    assert files.find("Owner/Other", None, environ) == ""
    counter = counter_for(Profile("Owner/My-7B", vocabulary=str(path)))
    assert counter.count(made.TEXT) == len(other.encode(made.TEXT).ids)
    assert counter.name == "its own tokenizer, frames from above"
    assert not counter.exact


def test_a_model_of_ollama_is_found_in_its_folder(tmp_path):
    """By manifest and blob, only where the server is this machine's."""
    place = tmp_path / "manifests" / "registry.ollama.ai" / "library" / "qwen2.5"
    place.mkdir(parents=True)
    layer = {
        "mediaType": "application/vnd.ollama.image.model",
        "digest": "sha256:0abc",
    }
    (place / "0.5b").write_text(json.dumps({"layers": [{"digest": "x"}, layer]}))
    (tmp_path / "blobs").mkdir()
    blob = tmp_path / "blobs" / "sha256-0abc"
    made.write(blob, ["a b"])
    environ = {"OLLAMA_MODELS": str(tmp_path), "HOME": str(tmp_path)}

    assert files.find("ollama/qwen2.5:0.5b", None, environ) == str(blob)
    near = "http://127.0.0.1:11434/v1"
    assert files.find("qwen2.5:0.5b", near, environ) == str(blob)
    for name in ("ollama/qwen2.5", "ollama/../../x", "ollama//etc/passwd", ""):
        assert files.find(name, None, environ) == ""
    assert files.find("qwen2.5:0.5b", "http://far.example/v1", environ) == ""


def test_a_file_that_the_server_names_is_read(tmp_path):
    """llama.cpp's server tells the path of what it has loaded."""
    path = made.write(tmp_path / "m.gguf", ["a b"])
    near = "http://localhost:8080/v1"
    assert files.find(path, near, {"HOME": str(tmp_path)}) == path
    assert files.find(path, "http://far.example/v1", {"HOME": str(tmp_path)}) == ""


@pytest.mark.parametrize(
    ("model", "has"),
    [
        ("deepseek/deepseek-chat", True),
        ("deepseek/deepseek-reasoner", True),
        ("groq/deepseek-r1-distill-llama-70b", False),
        ("anthropic/claude-sonnet-4-5", False),
        ("gpt-4o", False),
    ],
)
def test_of_litellms_files_only_a_true_one_is_used(model, has, tmp_path):
    """Its file for Anthropic is of an old model, and counts too few."""
    found = files.find(model, None, {"HOME": str(tmp_path)})
    assert found.endswith("deepseek_tokenizer.json") == has
    assert bool(found) == has
