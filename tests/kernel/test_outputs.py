"""Outputs: captured from messages, bounded, never in the way of the user's own."""

from __future__ import annotations

import struct
from base64 import b64encode
from typing import Any

import pytest

from jupyter_ctx.core.cell import Output
from jupyter_ctx.core.pictures.picture import Picture
from jupyter_ctx.kernel.clip import Clip, clip
from jupyter_ctx.kernel.outputs import Capture
from jupyter_ctx.kernel.pictures import Album, pixels
from jupyter_ctx.kernel.runs import RunLog
from tests.kernel.recording import recording
from tests.pixels import bomb, lying, png

VEGA = (
    "[application/vnd.vegalite.v5+json, 100 bytes] "
    "vega chart 'Sales'; mark bar (x month, y count)"
)
PLOTLY = (
    "[application/vnd.plotly.v1+json, 122 bytes] plotly chart 'Sales'; "
    "xaxis 'month'; bar 'north' (x 2 values, y 2 values)"
)
ANY_JSON = "[application/json, 0 bytes] JSON object, empty"


def message(kind: str, parent: str = "p", **content: Any) -> dict[str, Any]:
    """Make an outgoing message as ipykernel hands it to hooks."""
    return {
        "header": {"msg_type": kind},
        "parent_header": {"msg_id": parent},
        "content": content,
    }


def capture() -> tuple[RunLog, Capture]:
    """Log one run that the message `p` asked for."""
    log = RunLog()
    log.begin("x", parent="p")
    return log, Capture(log)


def outputs(log: RunLog) -> tuple[Output, ...]:
    """Give the outputs of the first run."""
    return next(iter(log)).freeze().outputs


def test_printed_text_is_joined_and_belongs_to_its_message():
    """Text of one stream is one output; that of other messages is not ours (B19)."""
    log, hooks = capture()

    for text in ("a\n", "b\n"):
        hooks._on_stream(message("stream", name="stdout", text=text))
    hooks._on_stream(message("stream", "other", name="stdout", text="c"))

    assert outputs(log) == (Output("stream", "a\nb\n", size=4),)


def test_a_line_that_rewrites_itself_keeps_its_last_state():
    """A progress bar is one line, as it ended."""
    log, hooks = capture()

    bar = "\r".join(f"{i}%" for i in range(101))
    hooks._on_stream(message("stream", name="stderr", text=bar + "\n"))

    assert outputs(log)[0].text == "100%\n"


def test_pictures_are_kept_by_type_and_size():
    """Of a picture the text beside it, its type and bytes are kept, and its fault."""
    log, hooks = capture()
    data = {"image/png": "A" * 4_000_000, "text/plain": "<Figure size 640x480>"}

    hooks._on_display(message("display_data", data=data))

    (output,) = outputs(log)
    assert output == Output(
        "display_data", "(broken picture) <Figure size 640x480>", "image/png", 3_000_000
    )


def test_cleared_output_is_forgotten():
    """`clear_output` removes what was captured."""
    log, hooks = capture()
    hooks._on_stream(message("stream", name="stdout", text="a"))

    hooks._on_display(message("clear_output", wait=False))

    assert outputs(log) == ()


def test_hooks_hand_every_message_on():
    """A message that we cannot read reaches the user as it is."""
    _, hooks = capture()

    for broken in ({}, {"parent_header": None}, message("stream")):
        assert hooks._on_stream(broken) is broken
        assert hooks._on_display(broken) is broken


def test_floods_stay_small():
    """A gigabyte printed, and thousands of outputs and cells, stay in bounds (B17)."""
    log, hooks = capture()
    chunk = "0123456789 " * 100_000
    for _ in range(1_000):
        hooks._on_stream(message("stream", name="stdout", text=chunk))
    for i in range(3_000):
        log.begin("y" * 50_000, parent=f"q{i}")
        for _ in range(30):
            data = {"text/plain": "z " * 5_000}
            hooks._on_display(message("display_data", f"q{i}", data=data))

    runs = [run.freeze() for run in log]
    kept = sum(len(run.source) for run in runs)
    shown = sum(len(output.text) for run in runs for output in run.outputs)
    assert kept + shown < 3_000_000
    assert runs[-1].outputs[0].text.startswith("z z")
    assert len(runs[-1].outputs) == 20


def test_a_result_is_recorded_bounded():
    """The result that IPython showed is kept as bounded text, not as an object."""
    shell, recorder = recording()

    shell.run_cell("'word ' * 100_000")

    (output,) = recorder.latest().executions[0].outputs
    assert output.kind == "execute_result"
    assert output.size == 500_002
    assert len(output.text) < 4_200


def test_a_cut_never_splits_a_word():
    """Head and tail end at spaces: half a secret would no longer be recognised."""
    text = "head " * 30 + "sk-" + "a" * 60 + " middle" * 100 + " tail" * 30

    short = clip(text, 360)

    assert "sk-" not in short or "sk-" + "a" * 60 in short
    assert short.startswith("head head")
    assert short.endswith("tail tail")
    assert "characters ..." in short


def test_a_clip_counts_what_it_left_out():
    """What is shown and what is counted add up to the whole."""
    growing = Clip(100)
    for _ in range(50):
        growing.add("word " * 10)

    hidden = int(growing.text.split("...")[1].split()[0].replace(",", ""))
    shown = growing.text.replace(f"\n... {hidden:,} characters ...\n", "")
    assert growing.size == len(shown) + hidden == 2_500


def test_a_bar_of_many_rows_ends_as_it_looks():
    """Cursor movements, colours and rewritten lines over many messages (B17)."""
    log, hooks = capture()
    for step in range(50):
        up = "\x1b[2A" if step else ""
        text = f"{up}\x1b[32ma {step}\x1b[0m\x1b[K\nb {step}\x1b[K\n"
        hooks._on_stream(message("stream", name="stdout", text=text))

    assert outputs(log)[0].text == "a 49\nb 49\n"


def test_a_flood_counts_the_lines_that_are_left_out():
    """Head and tail of a million lines stand around their number (B17)."""
    log, hooks = capture()
    for start in range(0, 1_000_000, 50_000):
        text = "".join(f"line {n}\n" for n in range(start, start + 50_000))
        hooks._on_stream(message("stream", name="stdout", text=text))

    text = outputs(log)[0].text
    shown = [line for line in text.split("\n") if line.startswith("line ")]
    hidden = int(text.partition("\n... ")[2].split()[0].replace(",", ""))
    assert text.startswith("line 0\nline 1\n")
    assert text.endswith("line 999999\n")
    assert len(text) < 4_200
    assert 0 <= 1_000_000 - hidden - len(shown) <= 2  # cut lines


def test_a_flood_of_commands_stays_small():
    """Millions of rewritten lines are followed at both ends, and cost little memory."""
    log, hooks = capture()
    bar = "".join(f"\r\x1b[K{n} done" for n in range(100_000))
    hooks._on_stream(message("stream", name="stderr", text=f"begin\n{bar}\nend\n"))

    (output,) = outputs(log)
    assert output.text.startswith("begin\n")
    assert output.text.endswith(" done\nend\n")
    assert len(output.text) < 4_200


def test_html_is_read_only_where_there_is_no_text():
    """A frame keeps its text; HTML alone is reduced to its words."""
    log, hooks = capture()
    page = "<div><style>x</style><b>Total</b> 3</div>"
    for data in (
        {"text/html": "<table>…</table>", "text/plain": "   a\n0  1"},
        {"text/html": page, "text/plain": "<IPython.core.display.HTML object>"},
        {"text/html": page},
    ):
        hooks._on_display(message("display_data", data=data))

    assert [one.text for one in outputs(log)] == ["   a\n0  1", "Total 3", "Total 3"]


def test_a_picture_without_text_tells_its_pixels():
    """The head of PNG, JPEG and GIF tells the size; or is broken (B17)."""
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 640, 480) + bytes(99)
    jpeg = b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x11\x08" + struct.pack(">HH", 30, 40)
    gif = b"GIF89a" + struct.pack("<HH", 7, 8)
    texts = [
        pixels("image/png", b64encode(png).decode()),
        pixels("image/png", png),
        pixels("image/jpeg", jpeg),
        pixels("image/gif", gif),
        pixels("image/png", b64encode(png).decode()[:20]),
        pixels("image/png", "no base64!"),
        pixels("image/svg+xml", "<svg/>"),
    ]
    assert texts == [
        *["640 x 480 pixels"] * 2,
        "40 x 30 pixels",
        "7 x 8 pixels",
        "broken",
        "broken",
        "",
    ]


def told(data: dict[str, Any]) -> str:
    """Display *data*; give the text that is kept of it."""
    log, hooks = capture()
    hooks._on_display(message("display_data", data=data))
    (output,) = outputs(log)
    return output.text


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            {"text/latex": "$x^2$", "text/plain": "<IPython.core.display.Math object>"},
            "$x^2$",
        ),
        ({"text/latex": "$x^2$", "text/plain": "x**2"}, "x**2"),
        (
            {
                "application/json": {"rows": [1], "name": "a"},
                "text/plain": "<IPython.core.display.JSON object>",
            },
            "[application/json, 23 bytes] JSON object, 2 keys: rows, name",
        ),
        ({"application/json": {"a": 1}, "text/plain": "Model(a=1)"}, "Model(a=1)"),
        (
            {
                "application/vnd.vegalite.v5+json": {
                    "title": "Sales",
                    "mark": {"type": "bar"},
                    "encoding": {"x": {"field": "month"}, "y": {"aggregate": "count"}},
                },
                "text/plain": "<VegaLite 5 object>\n\nIf you see this message, …",
            },
            VEGA,
        ),
        (
            {
                "application/vnd.plotly.v1+json": {
                    "data": [
                        {"type": "bar", "name": "north", "x": [1, 2], "y": [3, 4]}
                    ],
                    "layout": {"title": {"text": "Sales"}, "xaxis": {"title": "month"}},
                },
                "text/html": "<script>…</script>",
                "text/plain": "Figure({'data': […]})",
            },
            PLOTLY,
        ),
        (
            {
                "application/vnd.jupyter.widget-view+json": {"a": 1},
                "text/plain": "Tab()",
            },
            "Tab()",
        ),
        ({"application/json": {1: object()}, "text/plain": ""}, ANY_JSON),
    ],
)
def test_bundles_are_told_in_words(data, expected):
    """Formulas as LaTeX; charts and data that travel as JSON by what they are."""
    assert told(data) == expected


def test_pixels_of_the_newest_pictures_are_kept_within_bounds():
    """Fifty plots of 2 MB: the last one can still be sent, the first cannot (B17)."""
    log, hooks = capture()
    data = b64encode(png(40, 30) + bytes(1_500_000)).decode()
    for number in range(50):
        log.begin("x", parent=f"p{number}")
        hooks._on_display(
            message("display_data", f"p{number}", data={"image/png": data})
        )

    shown = [run.freeze().outputs[0].picture for run in log if run.outputs]
    assert {(one.mime, one.width, one.height) for one in shown if one} == {
        ("image/png", 40, 30)
    }
    assert [log.album.pixels(one) is not None for one in shown if one] == [
        *[False] * 49,
        True,
    ]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (png(40, 30), ""),
        (png(40, 30)[:-20], "it is broken"),
        (png(40, 30).replace(b"IDAT", b"IDAx"), "it is broken"),
    ],
)
def test_a_picture_is_checked_before_it_is_sent(data, fault):
    """Every chunk of a PNG is there, and as it was written (B17, C8)."""
    album = Album()
    picture = album.add(b64encode(data).decode())

    assert picture is not None
    assert album.fault(picture) == fault


def test_a_mislabelled_picture_gets_its_true_type():
    """A JPEG that calls itself PNG is sent as what it is (C8)."""
    log, hooks = capture()
    jpeg = b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x11\x08" + struct.pack(">HH", 30, 40)
    data = {"image/png": b64encode(jpeg).decode()}
    hooks._on_display(message("display_data", data=data))

    assert outputs(log)[0].picture == Picture("image/jpeg", 40, 30, 18, "picture-1")


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (png(40, 30), ""),
        (bomb(4_000), ""),
        (lying(30_000, 30_000), "it is broken"),
        (lying(2**31, 2**31), "it is broken"),
        (lying(2**32 - 1, 1), "it is broken"),
        (
            bomb(14_000),
            "its 14,000 x 14,000 pixels are more than can be read; show it smaller",
        ),
    ],
)
def test_a_picture_of_an_impossible_size_is_not_sent(data, fault):
    """A header that lies, and a bomb, cost their own place and not the question."""
    album = Album()
    picture = album.add(b64encode(data).decode())

    assert album.fault(picture) == fault
