"""Choices are data: only a whole valid block becomes buttons."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.core.talk.choices import (
    INSTRUCTION,
    LABEL_LIMIT,
    TOOL,
    TOOL_SCHEMA,
    VALUE_LIMIT,
    Offer,
    Read,
    read,
    read_call,
    visible,
)

BLOCK = (
    '```choices\n{"question": "Which?", "choices": ['
    '{"label": "Mean", "value": "Use the mean", "variant": "primary"}, '
    '{"label": "Median"}]}\n```'
)


def block(*labels: str, language: str = "choices", **more: object) -> str:
    """Write a block that offers *labels*."""
    body = {"choices": [{"label": label} for label in labels], **more}
    return f"```{language}\n{json.dumps(body)}\n```"


def labels(reply: str) -> list[str]:
    """List the labels that *reply* offers."""
    return [choice.label for choice in read(reply).offer.choices]


def test_a_block_becomes_choices_and_leaves_the_text():
    """Question, labels, values and the primary one are read; ids are numbers."""
    found = read(f"There are gaps.\n\n{BLOCK}\n")

    assert found.text == "There are gaps."
    assert found.offer.question == "Which?"
    assert [(c.id, c.label, c.value, c.variant) for c in found.offer.choices] == [
        ("1", "Mean", "Use the mean", "primary"),
        ("2", "Median", "Median", "default"),
    ]


@pytest.mark.parametrize("language", ["choices", "json", "JSON", ""])
def test_any_of_the_usual_fences_is_read(language: str):
    """Small models forget the word and write json, or nothing."""
    assert labels(block("a", "b", language=language)) == ["a", "b"]


@pytest.mark.parametrize(
    "reply",
    [
        "Choose:\n1. Mean\n2. Median",
        "- [ ] Mean\n- [ ] Median",
        '{"choices": [{"label": "a"}, {"label": "b"}]}',
        block("a", "b", language="python"),
        block("only one"),
        block(*"abcdefghij"),
        block("a", "A"),
        block("a", " "),
        '```choices\n{"choices": [{"label": "a"}, {"label": 2}]}\n```',
        '```choices\n{"choices": ["a", "b"]}\n```',
        '```choices\n{"choices": [{"label": "a"}, {"label"\n```',
        "```json\n[1, 2]\n```",
        "```choices\nyes or no\n```",
    ],
)
def test_what_only_looks_like_choices_stays_text(reply: str):
    """Lists, half blocks and wrong numbers of options never become buttons."""
    assert read(reply) == Read(reply)


def test_a_value_that_is_too_long_is_refused():
    """A value is a message of the user: it is never cut without a word."""
    body = [{"label": "a", "value": "x" * (VALUE_LIMIT + 1)}, {"label": "b"}]
    reply = f"```choices\n{json.dumps({'choices': body})}\n```"

    assert read(reply).offer == Offer()


def test_labels_are_one_bounded_line_without_controls():
    """A label is a button: no line breaks, no escapes, no turned text."""
    long = "b" * (LABEL_LIMIT + 100)
    first, whole, second = labels(block("a\n\x1b[31mred\u202e", "c" * 200, long))

    assert first == "a [31mred"
    assert whole == "c" * 200
    assert second == "b" * (LABEL_LIMIT - 3) + "..."


def test_what_a_long_label_says_is_sent_in_full():
    """Without a value of its own a choice says its whole label."""
    long = "b" * (LABEL_LIMIT + 100)
    body = {"choices": [{"label": long}, {"label": "c"}]}
    found = read(f"```choices\n{json.dumps(body)}\n```").offer

    assert [choice.value for choice in found.choices] == [long, "c"]


def test_at_most_one_choice_is_primary():
    """Of two primary options only the first is one."""
    body = {"choices": [{"label": x, "variant": "primary"} for x in "ab"]}
    found = read(f"```choices\n{json.dumps(body)}\n```").offer

    assert [choice.variant for choice in found.choices] == ["primary", "default"]


def test_the_last_of_two_blocks_counts():
    """An example in the text stays text; the offer is at the end."""
    found = read(f"{block('x', 'y')}\n\nor\n\n{block('a', 'b')}")

    assert [choice.label for choice in found.offer.choices] == ["a", "b"]
    assert "or" in found.text


def test_a_tool_call_is_read_by_the_same_rules():
    """A sound call offers; an unsound one offers nothing and raises nothing."""
    sound = '{"question": "Which?", "choices": [{"label": "a"}, {"label": "b"}]}'

    assert [choice.label for choice in read_call(sound).choices] == ["a", "b"]
    for unsound in ("", "{", '{"choices": []}', "[" * 100_000, '"\ud800"'):
        assert read_call(unsound) == Offer()


def test_the_tool_is_a_json_schema_with_the_name_we_listen_to():
    """What providers get can be written as JSON and asks for 2 to 9 choices."""
    function = json.loads(json.dumps(TOOL_SCHEMA))["function"]

    assert function["name"] == TOOL
    assert function["parameters"]["properties"]["choices"]["minItems"] == 2
    assert function["parameters"]["properties"]["choices"]["maxItems"] == 9


def test_the_example_of_the_instruction_is_itself_valid():
    """A model that copies the example word for word is understood."""
    start = INSTRUCTION.index("```")
    example = INSTRUCTION[start : INSTRUCTION.rindex("```") + 3]
    one, two = "One", "Two"
    filled = example.replace("…", "Which?", 1).replace("…", one, 2).replace("…", two)

    assert labels(filled) == [one, two]


def test_no_half_block_is_seen_while_a_reply_streams():
    """At every cut of the stream only the text before the block is shown."""
    reply = f"There are gaps.\n\n{BLOCK}"
    for end in range(len(reply) + 1):
        seen = visible(reply[:end])

        assert "There are gaps.\n\n".startswith(seen)
    assert visible(reply) == read(reply).text


def test_code_appears_while_it_streams():
    """Other blocks are not held back, once their language is known."""
    text = "Try:\n```python\nx = {"

    assert visible(text) == text
    assert visible('```json\n{"rows": 3') == '```json\n{"rows": 3'


@given(st.lists(st.sampled_from(["a\n", "```", "~~~", BLOCK, '{"choices"', "\n", " "])))
def test_reading_never_raises_and_shows_no_more_than_was_written(pieces: list[str]):
    """Any mix of fences and text is read, and what is visible is its beginning."""
    text = "".join(pieces)

    assert text.startswith(visible(text))
    assert len(read(text).text) <= len(text)
