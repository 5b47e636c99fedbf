"""The validator: whatever comes in, what goes out is what every provider takes."""

from __future__ import annotations

import base64
import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.core.pictures.picture import Attached
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.core.talk.rounds import (
    NO_ANSWER,
    NO_RESULT,
    faults_in,
    repair,
    text_of,
)
from jupyter_ctx.core.talk.validator import faults, heal, valid
from jupyter_ctx.errors import ConversationError
from tests.pixels import png

Entry = dict[str, Any]


def call(*names: str, content: str | None = None) -> Entry:
    """Call the tool `look` once for each of *names*."""
    function = {"name": "look", "arguments": "{}"}
    calls = [{"id": name, "type": "function", "function": function} for name in names]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(name: str, content: str = "seen") -> Entry:
    """Answer the call *name*."""
    return {"role": "tool", "tool_call_id": name, "content": content}


def user(content: Any = "ask") -> Entry:
    """Say something as the user."""
    return {"role": "user", "content": content}


def says(content: Any = "answer") -> Entry:
    """Say something as the assistant."""
    return {"role": "assistant", "content": content}


# Our own messages


def test_case_a6_empty_turns_go_and_neighbours_are_joined():
    """Two questions without an answer are one message of the user."""
    history = [
        Message("user", "q1"),
        Message("assistant", ""),
        Message("user", ""),
        Message("user", "q2"),
    ]

    assert valid(tuple(history)) == (Message("user", "q1\n\nq2"),)


def test_a_payload_without_a_question_is_refused_with_a_way_out():
    """Nothing can be healed where nothing is asked."""
    with pytest.raises(ConversationError, match="Ask a question"):
        valid((Message("system", "rules"), Message("assistant", "a")))


def test_the_last_check_hides_secrets_and_changes_nothing_else():
    """A sound payload comes back itself; of another one only the secret changes."""
    sound = (Message("system", "rules"), Message("user", "q"))
    told = (Message("system", "rules"), Message("user", "why is k1 wrong"))

    assert valid(sound, lambda text: text.replace("k1", "<masked>")) is sound
    assert valid(told, lambda text: text.replace("k1", "<masked>")) == (
        Message("system", "rules"),
        Message("user", "why is <masked> wrong"),
    )


@pytest.mark.parametrize(
    "picture",
    [
        Attached("a", "image/tiff", 10, 10, 5),
        Attached("a", "image/png", 0, 10, 5),
        Attached("a", "image/png", 9_000, 10, 5),
    ],
)
def test_case_c8_a_picture_that_no_model_takes_stays_behind(picture: Attached):
    """The text of its message goes; it poisons no later request."""
    fine = Attached("b", "image/png", 10, 10, 5)
    payload = (Message("user", "q", (picture, fine)),)

    assert any("picture" in fault for fault in faults(payload))
    assert valid(payload) == (Message("user", "q", (fine,)),)


def test_pictures_belong_to_the_user():
    """An answer with one would be refused by most."""
    fine = Attached("b", "image/png", 10, 10, 5)

    assert heal([Message("user", "q"), Message("assistant", "a", (fine,))]) == (
        Message("user", "q"),
        Message("assistant", "a"),
    )


TEXTS = st.sampled_from(["", " ", "a", "b\n", "x\ud83d", "\x00", "\n"])
OURS = st.lists(
    st.builds(Message, st.sampled_from(["system", "user", "assistant"]), TEXTS),
    max_size=12,
)


@given(OURS)
def test_any_history_heals_to_a_valid_one(history: list[Message]):
    """With a question behind it no provider refuses it; healing twice is once."""
    healed = heal(history)

    assert faults(heal([*healed, Message("user", "q")])) == ()
    assert heal(healed) == healed


# Messages of OpenAI, as imports and providers have them


def test_case_c5_half_a_pair_is_made_whole_or_goes():
    """An aborted call loses itself, an orphan result too; a batch stays whole."""
    broken = [
        result("gone"),
        user("one"),
        call("a", "b"),
        result("b", "B"),
        user("two"),
        call("c", content="I look."),
        user("three"),
    ]

    assert repair(broken) == (
        user("one"),
        call("a", "b"),
        result("a", NO_RESULT),
        result("b", "B"),
        says(NO_ANSWER),
        user("two"),
        says("I look."),
        user("three"),
    )


def test_results_that_a_message_parts_from_their_calls_come_back():
    """A question that was typed while the tool ran stands behind the result."""
    parted = [user("one"), call("a"), user("meanwhile"), result("a")]

    assert repair(parted) == (
        user("one"),
        call("a"),
        result("a"),
        says(NO_ANSWER),
        user("meanwhile"),
    )


def test_the_rules_come_first_and_foreign_roles_are_known():
    """Exports of other programs say developer, human and model."""
    foreign = [
        {"role": "human", "content": "hi"},
        {"role": "model", "content": [{"type": "text", "text": "hello"}]},
        {"role": "developer", "content": "be short"},
        {"role": "wizard", "content": "?"},
        "no message",
    ]

    assert repair(foreign) == (
        {"role": "system", "content": "be short"},
        user("hi"),
        says("hello"),
    )


def test_arguments_that_a_stop_cut_are_json_all_the_same():
    """Providers parse them again with every request."""
    cut = call("a")
    cut["tool_calls"][0]["function"]["arguments"] = '{"path": "da'
    (_, kept, _) = repair([user(), cut, result("a")])

    arguments = kept["tool_calls"][0]["function"]["arguments"]
    assert json.loads(arguments) == {"unread": '{"path": "da'}


def url(data: bytes, mime: str = "image/png") -> Entry:
    """Give a picture as a part of a message."""
    text = f"data:{mime};base64,{base64.b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": text}}


def test_case_c8_a_picture_goes_under_its_true_type():
    """A PNG that is called a JPEG is one of the commonest refusals."""
    (mended,) = repair([user([url(png(4, 4), "image/jpeg")])])

    assert mended == user([url(png(4, 4))])


@pytest.mark.parametrize(
    "part",
    [
        url(b"no picture"),
        url(png(4, 4)[:-9]),
        url(png(9_000, 1)),
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,%%%"}},
        {"type": "image_url"},
    ],
)
def test_case_c8_a_bad_picture_becomes_a_line(part: Entry):
    """The message stays, and the model is told that one is missing."""
    (mended,) = repair([user(["look:", part])])

    assert "[A picture was left out:" in text_of(mended["content"])
    assert "look:" in text_of(mended["content"])


IDS = st.sampled_from(["a", "b", "c", ""])
CONTENTS = st.one_of(
    TEXTS,
    st.none(),
    st.integers(0, 3),
    st.lists(
        st.one_of(
            st.builds(lambda text: {"type": "text", "text": text}, TEXTS),
            st.just(url(png(2, 2))),
            st.just(url(b"broken")),
            st.just({}),
            TEXTS,
        ),
        max_size=3,
    ),
)
FOREIGN = st.lists(
    st.one_of(
        st.builds(
            lambda role, content: {"role": role, "content": content},
            st.sampled_from(["system", "user", "assistant", "tool", "ai", "odd", ""]),
            CONTENTS,
        ),
        st.builds(
            lambda ids, content: call(*ids, content=content),
            st.lists(IDS, max_size=3),
            CONTENTS,
        ),
        st.builds(result, IDS, CONTENTS),
        st.just({}),
        st.just(None),
    ),
    max_size=14,
)


@given(FOREIGN, st.integers(0, 14))
def test_case_d16_any_history_cut_anywhere_is_repaired(history: list[Any], at: int):
    """Every id is paired, the order legal, nothing empty, and twice is once."""
    once = repair([*history[at:], user("next")])

    check(once)
    assert faults_in(once) == ()
    assert repair(once) == once
    assert json.dumps(once, ensure_ascii=False).encode()


def check(messages: tuple[Entry, ...]) -> None:
    """Judge *messages* by other means than the code does: as a provider parses them."""
    turns = [one for one in messages if one["role"] != "system"]
    assert all(one["role"] != "system" for one in messages[1:])
    assert turns[0]["role"] == "user"
    assert turns[-1]["role"] == "user"
    letters = "".join(one["role"][0] for one in turns)
    assert not any(pair in letters for pair in ("uu", "tu", "ut"))
    for place, one in enumerate(turns):
        due = [each["id"] for each in one.get("tool_calls", ())]
        results = turns[place + 1 :][: len(due)]
        answered = [each["tool_call_id"] for each in results]
        assert answered == due
        assert one["content"] or due
    for before, after in pairwise(turns):
        if before["role"] == after["role"] == "assistant":
            pytest.fail("two answers in a row")
