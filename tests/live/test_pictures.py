"""Plots of a real kernel on their way to a model that sees, and to a blind one."""

from __future__ import annotations

import base64
import json

import pytest

from jupyter_ctx.core.pictures.pixels import head_of, is_whole
from tests.live.asking import asking, contents

pytest.importorskip("matplotlib")
pytestmark = [pytest.mark.live, pytest.mark.timeout(180)]

PLOT = (
    "%matplotlib inline\nimport matplotlib.pyplot as plt\n"
    "plt.plot([0, 1, 2], [3, 5, 4], label='north')\n"
    "plt.title('Sales')\nplt.xlabel('month')\nplt.show()"
)
QUESTION = "%%assist --no-widget\nWhat does the plot show?"


def pictures(messages) -> list[bytes]:
    """Give the bytes of the pictures that were received."""
    parts = [
        part
        for message in messages
        if isinstance(message["content"], list)
        for part in message["content"]
    ]
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    return [base64.b64decode(url.partition(";base64,")[2]) for url in urls]


def test_a_model_that_sees_gets_the_plot_when_it_is_asked_about():
    """On demand alone: the question before, and the one after, send no pixels (A11)."""
    with asking(JUPYTER_CTX_VISION="1") as (kernel, stub):
        kernel.run(PLOT)
        kernel.run("%%assist --no-widget\nHow many cells ran?")
        before = pictures(stub.sent())
        kernel.run(QUESTION)
        (sent,) = pictures(stub.sent())
        kernel.run("%%assist --no-widget\nThank you.")
        after = pictures(stub.sent())
        kernel.run("%%assist --no-widget --pictures\nIs it linear?")
        wished = pictures(stub.sent())

    assert before == after == []
    head = head_of(sent)
    assert head is not None
    assert (head.mime, is_whole(sent)) == ("image/png", True)
    assert min(head[1:]) > 300
    assert wished == [sent]


def test_show_counts_the_plot_within_the_budget():
    """`%ctx show` has it as an item, without its bytes; privacy keeps it here."""
    with asking(JUPYTER_CTX_VISION="1", JUPYTER_CTX_WINDOW="32000") as (kernel, _):
        kernel.run(PLOT)
        show = "%ctx show --prompt 'What does the plot show?'"
        shown = kernel.run(f"{show} --format json")
        text = kernel.run(show).stdout
        kept = kernel.run(f"{show} --format json --privacy schema")

    made = json.loads(shown.stdout)
    (item,) = [one for one in made["items"] if one["kind"] == "picture"]
    assert item["why"].startswith("asked about; ")
    assert 100 < item["tokens"] < made["tokens"] <= made["budget"]
    assert len(shown.stdout) < 20_000
    assert "[image/png, " in text
    assert "picture" not in {one["kind"] for one in json.loads(kept.stdout)["items"]}


def test_a_blind_model_is_told_of_the_figure_in_words():
    """Title, label, range and series of a figure that is closed by now (A11)."""
    with asking() as (kernel, stub):
        kernel.run(PLOT)
        answer = kernel.run(QUESTION)
        sent = stub.sent()

    assert pictures(sent) == []
    for fact in ("Sales", "month", "north"):
        assert fact in contents(sent).split("<output")[1]
    assert "This model cannot see pictures" in answer.text


def test_a_broken_picture_is_dropped_with_a_note():
    """The request is valid, and says why there is no picture (B17)."""
    with asking(JUPYTER_CTX_VISION="1") as (kernel, stub):
        kernel.run(PLOT)
        kernel.run(
            "from IPython.display import Image, display, publish_display_data\n"
            "import base64, io\nbuffer = io.BytesIO()\nfigure = plt.figure()\n"
            "figure.savefig(buffer)\nplt.close(figure)\n"
            "data = base64.b64encode(buffer.getvalue()[:900]).decode()\n"
            "publish_display_data({'image/png': data, 'text/plain': 'x'})"
        )
        answer = kernel.run(QUESTION)
        sent = stub.sent()

    assert pictures(sent) == []
    assert "was not sent: it is broken" in answer.text
