"""Pictures in requests: which, how large, for how many tokens, or why not."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.document import Cell, Document, SavedOutput
from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.core.pictures.pictures import (
    BLIND,
    BLIND_NOTICE,
    Shots,
    Shown,
    asks_about_picture,
    pictures_of,
)
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.gateway.vision import image_rule
from jupyter_ctx.kernel.pictures import Album
from tests.core.picture_prompts import ABOUT, OTHER

PLOT = Picture("image/png", 640, 480, 20_000, "picture-1")


def rule(model: str):
    """Give the rule of a model that sees."""
    found = image_rule(Profile(model, vision=True))
    assert found is not None
    return found


def showing(*counts: int) -> KernelState:
    """Make runs that each show one picture, and a last one that prints."""
    shown = tuple(
        Execution(n, "plot()", n, outputs=(_output(f"picture-{n}"),)) for n in counts
    )
    printed = Execution(99, "print(1)", 99, outputs=(Output("stream", "1\n"),))
    return KernelState(executions=(*shown, printed))


def _output(identity: str) -> Output:
    picture = Picture("image/png", 640, 480, 9, identity)
    return Output("display_data", "<Figure>", "image/png", 9, picture)


@pytest.mark.parametrize("prompt", ABOUT)
def test_a_question_about_a_picture_is_known(prompt):
    """It points at one that is there and asks what can be seen."""
    assert asks_about_picture(prompt)


@pytest.mark.parametrize("prompt", OTHER)
def test_other_questions_send_no_picture(prompt):
    """Asking for a new one, or naming the words, costs nothing."""
    assert not asks_about_picture(prompt)


@pytest.mark.parametrize(
    ("prompt", "on_demand", "expected"),
    [
        ("What does the plot show?", False, ["picture-2"]),
        ("What does the plot of In[1] show?", False, ["picture-1"]),
        ("Is it linear?", True, ["picture-2"]),
        ("Is it linear?", False, []),
    ],
)
def test_the_newest_or_the_named_cell_gives_the_pictures(prompt, on_demand, expected):
    """A later cell that only prints does not hide it."""
    wanted = Wanted(prompt, "ask", showing(1, 2), pictures=on_demand)

    assert [one.picture.id for one in pictures_of(wanted)] == expected


def test_a_picture_of_the_document_is_known_without_its_pixels():
    """Saved before this kernel came: the reply says that it was not sent, and why."""
    saved = SavedOutput("display_data", "", "image/png", size=9)
    document = Document((Cell("a", "code", "plot()", 3, (saved,)),))
    wanted = Wanted("What does the plot show?", "ask", KernelState(document=document))

    shown = pictures_of(wanted)

    assert shown == (Shown("In[3]", Picture("image/png", 0, 0, 9)),)
    assert Album().fault(shown[0].picture) == (
        "its pixels are not in the kernel (any more); run its cell again"
    )


@pytest.mark.parametrize(
    ("model", "size", "sent", "tokens"),
    [
        ("gpt-4o", (1_600, 1_200), (1_024, 768), 85 + 4 * 170),
        ("gpt-4o", (640, 480), (640, 480), 85 + 2 * 170),
        ("gpt-4o-mini", (512, 512), (512, 512), 2_833 + 5_667),
        ("openai/o3", (512, 512), (512, 512), 75 + 150),
        ("gpt-5", (512, 512), (512, 512), 70 + 140),
        ("gpt-5-mini", (1_024, 1_024), (992, 992), 1_557),
        ("anthropic/claude-sonnet-4-5", (1_092, 1_092), (1_092, 1_092), 1_640),
        ("gemini/gemini-2.5-pro", (384, 384), (384, 384), 258),
        ("gemini/gemini-2.5-pro", (960, 540), (960, 540), 258 * 6),
        ("qwen/qwen2.5-vl", (560, 560), (560, 560), 402),
        ("my-llm", (560, 560), (560, 560), 516),
    ],
)
def test_pictures_count_as_the_makers_say(model, size, sent, tokens):
    """Size and tokens of a picture by the rule of each family (C13)."""
    found = rule(model)

    assert found.size(*size) == sent
    assert found.tokens(*sent) == tokens


def test_a_picture_is_made_smaller_for_the_room_there_is():
    """It keeps its shape, and costs at most seven tenths of what is left."""
    made = Shots((Shown("In[1]", PLOT),), rule("claude-3")).fit(400)

    (sent,) = made.attached
    assert sent.tokens <= 280
    assert 1.3 < sent.width / sent.height < 1.37
    (item,) = made.items
    assert (item.id, item.tokens) == ("picture:In[1]", sent.tokens)
    assert item.why == f"asked about; {sent.width} x {sent.height} pixels of 640 x 480"


@pytest.mark.parametrize(
    ("shots", "why"),
    [
        (Shots((Shown("In[1]", PLOT),), rule("gpt-4o"), fault=lambda _: "x"), "x"),
        (
            Shots((Shown("In[1]", PLOT),), rule("gpt-4o")),
            "no room is left for its 425 tokens",
        ),
        (
            Shots((Shown("In[1]", PLOT),), rule("claude-3"), can_resize=False),
            "it has to be made smaller; `pip install pillow` allows that",
        ),
    ],
)
def test_a_picture_that_is_not_sent_is_told_with_the_reason(shots, why):
    """Below the reply and in `%ctx show`."""
    made = shots.fit(300)

    assert made.attached == made.items == ()
    assert [one.why for one in made.left_out] == [why]
    assert made.notices == (f"The picture of In[1] was not sent: {why}.",)


def test_a_blind_model_gets_none_and_the_user_is_told():
    """No pixels leave for a model that cannot see, or is not known to."""
    assert image_rule(Profile("gpt-4o")) is None
    assert image_rule(Profile("embedded:0.5b", vision=True)) is None
    made = Shots((Shown("In[1]", PLOT),), None).fit(9_000)

    assert made.attached == ()
    assert [one.why for one in made.left_out] == [BLIND]
    assert made.notices == (BLIND_NOTICE,)
