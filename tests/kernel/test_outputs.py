"""Outputs: captured from messages, bounded, never in the way of the user's own."""

from __future__ import annotations

from typing import Any

from jupyter_ctx.core.cell import Output
from jupyter_ctx.kernel.clip import Clip, clip
from jupyter_ctx.kernel.outputs import Capture
from jupyter_ctx.kernel.runs import RunLog
from tests.kernel.recording import recording


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
    """Of a picture the text beside it, its type and its bytes are kept."""
    log, hooks = capture()
    data = {"image/png": "A" * 4_000_000, "text/plain": "<Figure size 640x480>"}

    hooks._on_display(message("display_data", data=data))

    (output,) = outputs(log)
    assert output == Output(
        "display_data", "<Figure size 640x480>", "image/png", 3_000_000
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
