"""Token counts against an independent counter, and from above where estimated."""

from __future__ import annotations

import random
import subprocess
import sys
import time
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx import tokens
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import SettingError
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.tokens import TokenCounter, counter_for, counter_named, estimate


class _Independent:
    """Another implementation, in Rust and with ranks of its own."""

    def __init__(self, name):
        with warnings.catch_warnings():
            # It reads its data by a function that Python deprecates.
            warnings.simplefilter("ignore", DeprecationWarning)
            import bpe_openai

            self._encoding = bpe_openai.get_encoding(name)

    def count(self, text):
        return len(self._encoding.encode_ordinary(text))


ENCODINGS = {name: _Independent(name) for name in ("cl100k_base", "o200k_base")}

CODE = """\
import pandas as pd

def revenue(df: pd.DataFrame, by: str = "region") -> pd.Series:
    \"\"\"Sum the revenue of each group.\"\"\"
    clean = df.dropna(subset=["price", "quantity"])
    return (clean["price"] * clean["quantity"]).groupby(clean[by]).sum()
"""
_random = random.Random(7)
SAMPLES = {
    "english": "The quick brown fox jumps over the lazy dog, and nobody minds. ",
    "code": CODE,
    "chinese": "请解释一下这个数据框为什么会出现错误并给出修改建议。",
    "japanese": "このデータフレームでエラーが発生する理由を説明してください。",
    "korean": "이 데이터프레임에서 오류가 발생하는 이유를 설명해 주세요. ",
    "thai": "โปรดอธิบายว่าทำไมข้อมูลนี้จึงเกิดข้อผิดพลาด ",
    "emoji": "😀🎉👩‍💻🚀🔥💯👍🏽🌍 ",
    "hex": "".join(_random.choice("0123456789abcdef") for _ in range(64)) + " ",
    "floats": " ".join(f"{_random.uniform(-9, 9):.12f}" for _ in range(8)) + "\n",
    "base64": "".join(
        _random.choice(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        )
        for _ in range(76)
    )
    + "\n",
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", SAMPLES)
def test_the_count_is_that_of_another_implementation(encoding, name):
    """Ours and an independent library agree on every sample."""
    text = SAMPLES[name] * 20

    assert counter_named(encoding).count(text) == ENCODINGS[encoding].count(text)


@given(st.text(max_size=300), st.sampled_from(sorted(ENCODINGS)))
@settings(max_examples=200, deadline=None)
def test_random_text_counts_the_same(text, encoding):
    """Controls, combining marks, rare scripts: no difference."""
    assert counter_named(encoding).count(text) == ENCODINGS[encoding].count(text)


def test_special_tokens_are_text():
    """`<|endoftext|>` in a cell is counted as what it looks like."""
    assert counter_named("o200k_base").count("<|endoftext|>") == 7


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        " " * 1_000_000,
        "\t " * 500_000,
        "\n" * 1_000_000,
        "好" * 300_000,
        "\ud800" * 1_000 + "x\udfff",
        "",
        "\x00",
    ],
    ids=["a", "spaces", "tabs", "newlines", "chinese", "surrogates", "empty", "null"],
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_hostile_text_is_counted(text, encoding):
    """No panic, no exception, no minute of work."""
    started = time.process_time()

    count = counter_named(encoding).count(text)

    assert (count > 0) == bool(text)
    assert time.process_time() - started < 5


def test_a_long_text_is_counted_in_parts_from_above():
    """Cut at line ends, ten thousand lines cost what they cost in one."""
    text = CODE * 2_000
    whole = ENCODINGS["o200k_base"].count(CODE) * 2_000

    counted = counter_named("o200k_base").count(text)

    assert len(text) > 3 * tokens.CHUNK
    assert whole <= counted <= whole + len(text) // tokens.CHUNK + 1


@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_is_never_below(name):
    """Without any tokenizer it errs on the side of too many (case D8)."""
    text = SAMPLES[name] * 100

    true = max(encoding.count(text) for encoding in ENCODINGS.values())

    assert estimate(text) >= true
    if name in ("english", "code"):
        assert estimate(text) <= 2.5 * true


@pytest.mark.parametrize(
    ("model", "name", "exact"),
    [
        ("gpt-4o", "o200k_base", True),
        ("openai/gpt-5-mini", "o200k_base", True),
        ("azure/gpt-4.1", "o200k_base", True),
        ("o3-mini", "o200k_base", True),
        ("gpt-4", "cl100k_base", True),
        ("gpt-4-turbo", "cl100k_base", True),
        ("gpt-3.5-turbo", "cl100k_base", True),
        ("my-llm", "estimate, the larger of o200k and cl100k", False),
        ("anthropic/claude-sonnet-4-5", "estimate, o200k x 1.6", False),
        ("embedded:0.5b", "estimate, o200k x 1.1", False),
    ],
)
def test_a_model_has_its_encoding(model, name, exact):
    """GPT is not one encoding, and an estimate is never called exact."""
    counter = counter_for(Profile(model))

    assert (counter.name, counter.exact) == (name, exact)


@pytest.mark.parametrize("name", SAMPLES)
def test_an_unknown_model_gets_the_larger_count(name):
    """Whichever of OpenAI's encodings its tokenizer resembles."""
    text = SAMPLES[name]

    counted = counter_for(Profile("my-llm")).count(text)

    assert counted == max(encoding.count(text) for encoding in ENCODINGS.values())


# Eight times each; what Qwen2.5's own tokenizer reported.
QWEN = {
    "เราต้องการคำนวณราคาเฉลี่ยของแต่ละภูมิภาคในเดือนมีนาคม": 232,
    "각 지역의 평균 가격을 계산하고 그래프를 그려 주세요.": 160,
    "Нужно вычислить среднюю цену по каждому региону и построить график.": 192,
    "हमें प्रत्येक क्षेत्र की औसत कीमत की गणना करनी है।": 336,
    "Πρέπει να υπολογίσουμε τη μέση τιμή ανά περιοχή.": 328,  # noqa: RUF001 - Greek
    "ஒவ்வொரு பகுதியின் சராசரி விலையைக் கணக்கிட வேண்டும்.": 456,
    "Chúng ta cần tính giá trung bình của mỗi vùng.": 97,
    "Wir müssen den Durchschnittspreis für jede Region berechnen.": 128,
}


@pytest.mark.parametrize("text", QWEN)
def test_another_family_is_estimated_from_above(text):
    """Scripts that OpenAI's larger encoding knows better than others do."""
    assert counter_for(Profile("qwen2.5-coder")).count(text * 8) >= QWEN[text]


@pytest.mark.parametrize("model", ["qwen3", "gemini-2.5-pro", "mistral-large"])
def test_digits_cost_one_token_each_where_they_do(model):
    """A long number is not three digits a token for every model."""
    text = "".join(str(i * 7919) for i in range(200))

    assert len(text) <= counter_for(Profile(model)).count(text) <= 1.2 * len(text)


def test_messages_cost_their_frames():
    """Three tokens a message, the role, the content, three to start the reply."""
    counter = counter_named("o200k_base")
    messages = (Message("system", "Be brief."), Message("user", CODE))
    count = ENCODINGS["o200k_base"].count

    assert counter.count_messages(messages) == 3 + sum(
        3 + count(message.role) + count(message.content) for message in messages
    )


def test_usage_calibrates_an_estimate_upwards_only():
    """After two reports of 1.7 times the estimate, the third is right (case D2)."""
    counter = TokenCounter("estimate", len, exact=False)
    for _ in range(2):
        counted = counter.count("x" * 1_000)
        counter.calibrate(counted, 1_700)

    assert 1_700 <= counter.count("x" * 1_000) <= 1_785
    counter.calibrate(10_000, 1)
    assert counter.count("x" * 1_000) >= 1_000


def test_a_count_is_never_below_the_truth_of_what_was_reported_lately():
    """Prose after code does not make the next code too cheap; old reports fade."""
    counter = TokenCounter("estimate", len, exact=False)
    true = {"code": 1.2, "prose": 0.9, "numbers": 2.0, "table": 1.5}

    for kind in [*true] * 3:
        counter.calibrate(counter.count("x" * 1_000), int(1_000 * true[kind]))
    after = [counter.count("x" * 1_000) >= 1_000 * ratio for ratio in true.values()]
    learnt = counter.factor
    for _ in range(tokens.REPORTS):
        counter.calibrate(counter.count("x" * 1_000), 900)

    assert after == [True] * 4
    assert learnt == pytest.approx(2.0, rel=0.01)
    assert counter.factor == 1.0


def test_a_short_request_or_a_wild_report_proves_little():
    """A hidden system prompt or a wrong report must not cost the whole budget."""
    counter = TokenCounter("estimate", len, exact=False)

    counter.calibrate(5, 900)
    assert counter.count("x" * 10) == 10
    counter.calibrate(1_000, 1_000_000)
    assert counter.count("x" * 10) == 10 * tokens.MOST_FACTOR


def test_a_model_is_learnt_by_its_messages():
    """What one model reports does not change another's counts."""
    profile, other = Profile("learnt-llm"), Profile("other-llm")
    messages = (Message("user", CODE * 10),)
    before = counter_for(profile).count_messages(messages)

    tokens.learn(profile, messages, 2 * before)

    assert counter_for(profile).count_messages(messages) >= 2 * before
    assert counter_for(other).count_messages(messages) == before


def test_usage_does_not_change_an_exact_count():
    """A server that reports nonsense does not bend what is known."""
    counter = TokenCounter("exact", len, exact=True)

    counter.calibrate(10, 1_000)

    assert counter.count("four") == 4


def test_counts_are_remembered_within_bounds(monkeypatch):
    """The same text is counted once; old texts make room."""
    seen = []
    monkeypatch.setattr(tokens, "CACHED_CHARACTERS", 100)
    counter = TokenCounter("spy", lambda text: seen.append(text) or 1, exact=True)

    for text in ("a" * 60, "a" * 60, "b" * 60, "a" * 60):
        counter.count(text)

    assert [text[0] for text in seen] == ["a", "b", "a"]


def test_what_is_counted_again_and_again_is_not_forgotten(monkeypatch):
    """A long session forgets what it does not ask for, short texts as well."""
    seen = []
    monkeypatch.setattr(tokens, "CACHED_CHARACTERS", 10 * tokens.ENTRY)
    counter = TokenCounter("spy", lambda text: seen.append(text) or 1, exact=True)

    for number in range(100):
        counter.count("often")
        counter.count(f"{number}")
    counter.count("0")

    assert seen == ["often", *map(str, range(100)), "0"]


def test_an_unknown_encoding_is_named():
    """The error lists what there is."""
    with pytest.raises(SettingError, match=r"p50k_base.*cl100k_base, o200k_base"):
        counter_named("p50k_base")


def test_counting_needs_no_network_and_no_litellm(tmp_path):
    """Sockets raise, the home is empty: a megabyte is counted (case D5)."""
    script = (
        "import socket, sys\n"
        "def refuse(*_): raise AssertionError('network')\n"
        "socket.socket.connect = refuse\n"
        "socket.getaddrinfo = refuse\n"
        "from jupyter_ctx.tokens import counter_named\n"
        "print(counter_named('o200k_base').count('one two\\n' * 130_000))\n"
        "assert 'litellm' not in sys.modules\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env={"HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path)},
        check=False,
    )

    assert (done.stderr, done.stdout) == ("", "390000\n")
    assert list(tmp_path.iterdir()) == []
