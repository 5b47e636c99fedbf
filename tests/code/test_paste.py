"""Prompts: pasted output is reduced to its errors, the words of the user never."""

from __future__ import annotations

import time

import pytest

from jupyter_ctx.code.paste import Pasted, reduce_pastes, shorten
from tests.code.pasted import ASIDES, ORDINARY, PASTES

SHORT = 7  # lines of pastes from which little could be saved


@pytest.mark.parametrize("kind", PASTES)
def test_a_paste_is_reduced_to_its_error_with_file_and_line(kind):
    """The line that names the error names its place; the rest is counted and gone."""
    paste = PASTES[kind]

    sent = reduce_pastes(paste.text)

    lines = paste.text.count("\n") + 1
    if not sent.lines:
        assert (sent, lines <= SHORT) == (Pasted(paste.text), True)
        return
    place = f"({paste.file}, line {paste.line}" if paste.file else ""
    told = [line for line in sent.text.split("\n") if paste.error in line]
    assert [line for line in told if place in line]
    assert sent.text.count("\n") + 1 <= lines - 3
    assert f"[{sent.lines:,} pasted lines left out; " in sent.text


@pytest.mark.parametrize("kind", PASTES)
def test_the_words_around_a_paste_are_kept(kind):
    """What the user wrote before and behind it goes along word for word."""
    for before, behind in ASIDES:
        sent = reduce_pastes(before + PASTES[kind].text + behind).text

        assert sent.startswith(before)
        assert sent.endswith(behind)


@pytest.mark.parametrize("prompt", ORDINARY)
def test_what_is_no_log_goes_along_as_it_was_written(prompt):
    """Code, data, prose and fences that name a language are never changed."""
    assert reduce_pastes(prompt) == Pasted(prompt)


def test_words_between_two_logs_stay_between_them():
    """Each log is reduced where it stood; comments within it are kept."""
    one, two = PASTES["python"].text, PASTES["cargo"].text
    prompt = f"First:\n{one}\nand then I tried this\n{two}\n\nWhy?"

    sent = reduce_pastes(prompt)

    assert sent == Pasted(
        "First:\n"
        "[11 pasted lines left out; 1 error in them:]\n"
        "OSError: Could not open Parquet input source 'x.parquet': Not a Parquet file"
        " (/home/ann/jobs/reading.py, line 17: return pd.read_parquet(path))\n"
        "and then I tried this\n"
        "[13 pasted lines left out; 2 different errors in them:]\n"
        "error[E0382]: borrow of moved value: `cells` (src/main.rs, line 14)\n"
        'error: could not compile `grid` (bin "grid") due to 1 previous error\n'
        "\nWhy?",
        lines=24,
        errors=3,
    )


def test_a_long_log_is_a_few_lines():
    """Thousands of lines become their different errors, each with its number."""
    noise = "".join(f"2024-05-01 10:00:00 INFO step {n} done\n" for n in range(5_000))
    repeated = "2024-05-01 10:00:01 ERROR worker: connection refused\n" * 300

    sent = reduce_pastes(f"Why?\n{noise}{repeated}")

    assert sent.text == (
        "Why?\n[5,300 pasted lines left out; 1 error in them:]\n"
        "worker: connection refused (300 times)\n"
    )


def test_a_log_without_errors_is_kept():
    """Nothing says what of it matters."""
    prompt = "Is this fast?\n" + "2024-05-01 10:00:00 INFO step done\n" * 9

    assert reduce_pastes(prompt) == Pasted(prompt)


def test_a_progress_bar_is_its_last_state():
    """Twenty thousand steps of one line are the one that a terminal shows."""
    bar = "".join(f"\rEpoch {n}/20000 loss={1 / (n + 1):.4f}" for n in range(20_000))

    sent = reduce_pastes(f"why?\n{bar}\nValueError: bad zed")

    last = "Epoch 19999/20000 loss=0.0001"
    assert sent == Pasted(f"why?\n{last}\nValueError: bad zed", states=19_999)


def test_carriage_returns_between_words_are_kept():
    """Text of another system ends its lines so; nothing was overwritten."""
    prompt = "\r".join(["My words go on", "and on"] * 30)

    assert reduce_pastes(prompt) == Pasted(prompt)


def test_a_log_too_long_for_the_budget_is_head_counts_and_tail():
    """What stands between is counted by its level; the words around it stay."""
    lines = [f"2024-05-01 10:00:00 INFO step {n} done" for n in range(3_000)]
    lines[500] = "2024-05-01 10:00:00 WARNING step is slow"

    sent = shorten("\n".join(["What is wrong?", *lines, "", "I see nothing."]))

    assert sent.lines == 2_969
    assert sent.text.split("\n") == [
        "What is wrong?",
        *lines[:10],
        "[2,970 lines left out: 2,969 INFO, 1 WARNING]",
        *lines[-20:],
        "",
        "I see nothing.",
    ]


@pytest.mark.parametrize(
    "line", ["  at a (", "x.py:1: ", '  File "a", line 1', "E  x", "1 | ", "|" * 99]
)
def test_time_grows_with_the_prompt_only(line):
    """Four times the lines take about four times the time."""
    taken = []
    for count in (5_000, 20_000):
        start = time.process_time()
        reduce_pastes(f"{line}\n" * count)
        taken.append(time.process_time() - start)
    assert taken[1] < 10 * taken[0] + 0.1
