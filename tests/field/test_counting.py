"""Cases D2, D3, D8 and C13 from the field: no count is below what is sent."""

from __future__ import annotations

import base64
import json
import random
import struct
from typing import Any

import pytest

from jupyter_ctx.core.engine.payload import tools_cost
from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.core.pictures.pictures import Shots, Shown
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.vision import image_rule
from jupyter_ctx.tokens import counter_for, counter_named, estimate, learn

O200K = counter_named("o200k_base")
CL100K = counter_named("cl100k_base")


def png(width: int, height: int, more: int = 0) -> str:
    """Give a data URL that begins as a PNG of that size does."""
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height)
    data = base64.b64encode(head + b"\1" * more).decode()
    return f"data:image/png;base64,{data}"


@pytest.mark.parametrize("factor", [0.9, 1.3, 1.7, 2.6])
@pytest.mark.parametrize("seed", range(3))
def test_d2_two_reports_bring_the_third_estimate_within_five_percent(factor, seed):
    """A model that counts otherwise is learnt, and never estimated below itself."""
    dice = random.Random(seed)
    profile = Profile(f"some-model-{factor}-{seed}")
    plain = counter_for(Profile(f"never-told-{factor}-{seed}"))

    def talk() -> list[Message]:
        words = dice.choices(["mean", "of", "price", "df.groupby('a')", "\n"], k=900)
        return [Message("system", "rules"), Message("user", " ".join(words))]

    for _ in range(2):
        sent = talk()
        learn(profile, sent, int(factor * plain.count_messages(sent)))
    sent = talk()
    true = factor * plain.count_messages(sent)
    counted = counter_for(profile).count_messages(sent)
    assert counted >= 0.95 * true
    if factor >= 1:
        assert counted <= 1.05 * true


CALL = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "look", "arguments": json.dumps({"at": ["df", "df2"] * 30})},
}
FRAME = {
    "columns": ["price", "region"],
    "data": [[i, f"r{i}", None] for i in range(60)],
}
ODD: dict[str, dict[str, Any]] = {
    "no content": {"role": "assistant", "content": None, "tool_calls": [CALL]},
    "no keys": {},
    "no role": {"content": "text"},
    "a name": {"role": "user", "name": "somebody_else", "content": "why?"},
    "a dictionary": {"role": "tool", "tool_call_id": "call_1", "content": FRAME},
    "parts": {"role": "user", "content": [{"type": "text", "text": "why? " * 50}]},
    "a part that is text": {"role": "user", "content": ["plain", "texts", 7, None]},
    "a document": {
        "role": "user",
        "content": [
            {"type": "document", "source": {"type": "text", "data": "word " * 400}},
            {"type": "text", "text": "sum it up"},
        ],
    },
    "deep": {"role": "user", "content": {"a": {"b": [{"c": ["d"] * 40}] * 5}}},
    "odd types": {"role": "user", "content": {"at": {1, 2}, "b": b"raw", "x": 1.5e300}},
    "surrogates": {"role": "user", "content": [{"type": "text", "text": "\ud800 x"}]},
    "other scripts": {"role": "user", "content": {"说明": "请解释" * 40}},
    "blank lines": {"role": "user", "content": ["\n\n\n\n\n" * 50, " " * 500]},
}


def texts(value: Any) -> list[str]:
    """Give every text in *value*."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [t for pair in value.items() for one in pair for t in texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return []


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-4", "claude-sonnet-4-5", "my-llm"])
@pytest.mark.parametrize("name", ODD)
def test_d3_no_form_of_a_message_crashes_or_is_left_out(name, model):
    """At least as many tokens as all text in the JSON, and the JSON itself, cost."""
    counter = counter_for(Profile(model))
    message = ODD[name]

    counted = counter.count_messages([message])

    clean = [text.encode("utf-8", "replace").decode() for text in texts(message)]
    assert counted >= sum(counter.count(text) for text in clean if text != "content")
    content = message.get("content")
    if isinstance(content, str):
        assert counted >= counter.count(content)
    elif content is not None:
        as_json = json.dumps(content, ensure_ascii=False, default=str)
        assert counted >= counter.count(as_json.encode("utf-8", "replace").decode())


@pytest.mark.parametrize("seed", range(60))
def test_d3_any_json_is_counted(seed):
    """Random JSON as content: never a crash, never less than its text."""
    dice = random.Random(seed)

    def anything(depth: int) -> Any:
        kind = dice.randrange(7 if depth < 4 else 4)
        if kind == 0:
            return "".join(dice.choices("ab \n{}\"',:[]é中1", k=dice.randint(0, 40)))
        if kind in (1, 2):
            return dice.choice([None, True, 0, -1.5, 10**20])
        if kind == 3:
            return {}
        if kind == 4:
            return [anything(depth + 1) for _ in range(dice.randint(0, 4))]
        return {f"k{n}": anything(depth + 1) for n in range(dice.randint(0, 4))}

    content = anything(0)
    counted = O200K.count_messages([{"role": "tool", "content": content}])
    assert counted >= O200K.count("\n".join(texts(content)))
    assert counted >= O200K.count(
        json.dumps(content, ensure_ascii=False)
    ) or isinstance(content, str)


def test_d3_a_tools_schema_is_part_of_the_request():
    """Its JSON, and what providers put around it."""
    schema = {"type": "function", "function": {"name": "f", "parameters": FRAME}}
    told = json.dumps([schema, schema])
    assert tools_cost([schema, schema], O200K.count) >= O200K.count(told)


def test_plain_messages_cost_the_same_in_either_form():
    """A dictionary with text is what our own message is."""
    for text in ("why?", "", "  höh?\n"):
        ours = O200K.count_messages([Message("user", text)])
        assert O200K.count_messages([{"role": "user", "content": text}]) == ours


_dice = random.Random(11)
KINDS = {
    "chinese": "数据框中的每一列都需要检查缺失值和类型。",
    "japanese": "列ごとの欠損値を確認してからグラフを描いてください。",
    "korean": "각 열의 결측값을 확인하고 그래프를 그려 주세요. ",
    "thai": "ตรวจสอบค่าที่หายไปของแต่ละคอลัมน์แล้ววาดกราฟ ",
    "emoji": "🧪📊👩🏽‍🔬🇩🇪🏳️‍🌈 ",
    "hex": "".join(_dice.choices("0123456789ABCDEF", k=500)),
    "uuid": "-".join(f"{_dice.getrandbits(32):08x}" for _ in range(60)),
    "blanks": "".join(_dice.choices(" \t\n\r", k=600)),
    "rare han": "".join(chr(_dice.randint(0x4E00, 0x9FFF)) for _ in range(300)),
    "floats": "\n".join(f"{_dice.gauss(0, 1e3):+.9e}" for _ in range(60)),
    "base64": base64.b64encode(_dice.randbytes(900)).decode(),
    "table": "\n".join(f"{n:>6} | {_dice.random():9.6f} | r{n % 7}" for n in range(60)),
    "paths": "/usr/lib/python3.11/site-packages/a_b/c-d.py:123: FutureWarning\n" * 9,
    "latex": r"\frac{\partial u}{\partial t} = \alpha \nabla^2 u \\ " * 9,
    "rare letters": "".join(chr(_dice.randint(0x1000, 0x2FFF)) for _ in range(300)),
    "controls": "".join(chr(_dice.randint(0, 31)) for _ in range(300)),
}


@pytest.mark.parametrize("name", KINDS)
def test_d8_the_estimate_is_never_below_the_truth(name):
    """Other texts of the kinds that a rule of four characters a token gets wrong."""
    text = KINDS[name] * 20
    assert estimate(text) >= CL100K.count(text)
    assert estimate(text) >= O200K.count(text)


PLAIN = (
    "We read the table, drop the rows without a price and plot the mean per region.\n",
    "for name, group in df.groupby('region'):\n    print(name, group.price.mean())\n",
    "class Model:\n    def __init__(self, rate=0.1):\n        self.rate = rate\n",
)


@pytest.mark.parametrize("text", PLAIN)
def test_d8_plain_text_and_code_are_not_overrated(text):
    """At most two and a half times the truth."""
    assert estimate(text * 50) <= 2.5 * CL100K.count(text * 50)


SEERS = ("gpt-4o", "gpt-5", "claude-sonnet-4-5", "gemini-2.5-pro", "some-vlm")


@pytest.mark.parametrize("model", SEERS)
def test_c13_ten_plots_cost_what_their_model_documents(model):
    """Each some hundred to three thousand tokens: not 0, and not its base64."""
    plot = Picture("image/png", 1_600, 1_200, 400_000, "p")
    shots = Shots(
        tuple(Shown("In[1]", plot) for _ in range(10)), image_rule(seer(model))
    )

    made = shots.fit(100_000)

    assert len(made.attached) == 10
    assert all(250 <= one.tokens <= 3_000 for one in made.attached)
    message = Message("user", "and?", made.attached)
    bare = O200K.count_messages([Message("user", "and?")])
    assert O200K.count_messages([message]) == bare + made.tokens


def test_c13_a_model_of_texts_gets_no_picture():
    """It costs nothing and is not sent; the user is told."""
    plot = Picture("image/png", 1_600, 1_200, 400_000, "p")
    made = Shots((Shown("In[1]", plot),), image_rule(Profile("m"))).fit(100_000)
    assert (made.attached, made.tokens) == ((), 0)
    assert made.notices


@pytest.mark.parametrize("size", [(1, 1), (640, 480), (1_600, 1_200), (9_000, 9_000)])
@pytest.mark.parametrize(
    "part",
    [
        lambda url: {"type": "image_url", "image_url": {"url": url, "detail": "high"}},
        lambda url: {"type": "input_image", "image_url": url},
        lambda url: {
            "type": "image",
            "source": {
                "type": "base64",
                "media_type": "image/png",
                "data": url.partition(",")[2],
            },
        },
    ],
    ids=["openai", "responses", "anthropic"],
)
def test_c13_pictures_in_any_form_cost_by_their_size(part, size):
    """Neither nothing nor their bytes, whoever laid the message out."""
    content = [{"type": "text", "text": "and?"}, part(png(*size, more=300_000))]
    counted = O200K.count_messages([{"role": "user", "content": content}])
    assert 20 <= counted <= 4_100


@pytest.mark.parametrize("url", ["https://a.b/c.png", "data:image/png;base64,%%", ""])
def test_c13_a_picture_of_unknown_size_costs_the_most(url):
    """What cannot be looked at is counted from above."""
    part = {"type": "image_url", "image_url": {"url": url}}
    assert O200K.count_messages([{"role": "user", "content": [part]}]) >= 3_900


def seer(model: str) -> Profile:
    """Give a profile that sees pictures."""
    return Profile(model, vision=True)
