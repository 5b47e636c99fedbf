"""The status line: who answers, what leaves this machine, what can be picked."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.secrets.masking import masked_in
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.local import Server
from jupyter_ctx.protocol.values import Option
from jupyter_ctx.ui.sidebar.sheet import within
from jupyter_ctx.ui.sidebar.status import (
    HINTS,
    key_owner,
    model_of,
    options_of,
)

OUT = "Your question, this conversation and context go to "
ALL = (
    "privacy everything: code, values, outputs, errors and used files; "
    "secrets are masked"
)
NAMES = (
    "code, names, types, sizes and columns, failing lines of cells and source files; "
    "what memory files say; no values, outputs or messages"
)
CODE = (
    "only the code of cells, what memory files say, and the types and places of errors"
)
HERE = "Nothing leaves this machine: "
LOCAL = "http://127.0.0.1:8000/v1"
GATEWAY = "https://models.example.org/v1"


@pytest.mark.parametrize(
    ("profile", "line"),
    [
        (Profile(""), f"{HERE}no model is set ({ALL})."),
        (Profile("embedded:0.5b"), f"{HERE}the model runs on it ({ALL})."),
        (Profile("my-llm", LOCAL), f"{HERE}my-llm at 127.0.0.1 ({ALL})."),
        (Profile("my-llm", GATEWAY), f"{OUT}models.example.org (my-llm); {ALL}."),
        (
            Profile("anthropic/claude-sonnet-4-5", privacy="schema"),
            f"{OUT}anthropic (anthropic/claude-sonnet-4-5); privacy schema: {NAMES}.",
        ),
        (
            Profile("my-llm", GATEWAY, privacy="code"),
            f"{OUT}models.example.org (my-llm); privacy code: {CODE}.",
        ),
    ],
)
def test_one_line_says_what_leaves_and_where_to(profile: Profile, line: str):
    """It is true of embedded, local, gateway and provider models (N15)."""
    assert model_of(profile, has_key=True).leaves == line


def test_the_level_is_told_apart_from_where_to():
    """A page shows them as a button and a sentence, and lists what can be picked."""
    model = model_of(Profile("my-llm", GATEWAY, privacy="code"), has_key=True)

    assert model.where == f"{OUT}models.example.org (my-llm)."
    assert model.privacy == "code"
    assert [(one.name, one.label) for one in model.levels] == [
        ("everything", "Everything"),
        ("schema", "Schema only, no values"),
        ("code", "Code only"),
    ]
    assert model.levels[1].detail == NAMES


def test_masked_secrets_are_named_once():
    """By their name and rule, as far as they have one; rules in words are none."""
    texts = (
        "a = <masked name=API_KEY rule=openai-key>",
        "b = <masked rule=bearer>, <masked name=API_KEY rule=openai-key>",
        "written as <masked name=... rule=...>",
    )
    assert masked_in(texts) == ("API_KEY (openai-key)", "bearer")


@pytest.mark.parametrize(
    ("profile", "owner"),
    [
        (Profile(""), ""),
        (Profile("embedded:0.5b"), ""),
        (Profile("my-llm", LOCAL), ""),
        (Profile("my-llm", GATEWAY), "models.example.org"),
        (Profile("openai/my-llm", GATEWAY), "openai"),
        (Profile("claude-sonnet-4-5"), "anthropic"),
    ],
)
def test_a_key_is_asked_for_where_one_is_needed(profile: Profile, owner: str):
    """Under the name at which the resolver of keys will look for it (A15)."""
    assert key_owner(profile) == owner


def names(options: tuple[Option, ...]) -> list[str]:
    """List the models that can be picked."""
    return [option.name for option in options]


def test_what_is_here_comes_first():
    """Set, found and installed models stand before those that need a key."""
    server = Server("Ollama", "http://127.0.0.1:11434/v1", "qwen")
    options = options_of(
        Profile("my-llm", LOCAL, origin="as set"),
        server,
        ["0.5b"],
        lambda model: model.startswith("anthropic"),
    )

    assert names(options) == ["my-llm", "qwen", "embedded:0.5b", *HINTS, "none"]
    assert options[:3] == (
        Option("my-llm", "my-llm", LOCAL, "as set"),
        Option("qwen", "qwen", server.api_base, "Ollama on this machine"),
        Option("embedded:0.5b", "0.5b", "", "small offline model, installed"),
    )
    assert [option.hint for option in options[3:6]] == [
        "openai: needs a key",
        "anthropic: key found",
        "gemini: needs a key",
    ]


def test_a_server_that_is_the_set_one_is_listed_once():
    """What was found because nothing was set is both."""
    server = Server("Ollama", LOCAL, "qwen")
    options = options_of(Profile("qwen", LOCAL), server, [], lambda _: False)

    assert names(options) == ["qwen", *HINTS, "none"]


def test_behind_a_gateway_no_other_host_is_offered():
    """Whoever set an address wants everything to go there (N10)."""
    options = options_of(Profile("my-llm", GATEWAY), None, [], lambda _: False)

    assert names(options) == ["my-llm", "none"]


def test_without_anything_there_is_something_to_begin_with():
    """A first run offers well-known models, and none at all."""
    assert names(options_of(None, None, [], lambda _: False)) == [*HINTS, "none"]
    assert names(options_of(Profile(""), None, [], lambda _: False)) == [
        *HINTS,
        "none",
    ]


@pytest.mark.parametrize(
    ("tokens", "whole", "shares"),
    [
        ([10, 20, 5], 40, [10, 20, 5]),
        ([10, 20, 5], 28, [8, 16, 4]),
        ([1, 1, 1], 2, [0, 1, 1]),
        ([], 3, []),
    ],
)
def test_items_never_take_more_than_the_request(tokens, whole, shares):
    """Counted apart they may: then each has its share, and the sum is exact."""
    assert within(tokens, whole) == shares
