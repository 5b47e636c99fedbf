"""Printed text in pieces: bars, live tables and floods, within bounded memory."""

from __future__ import annotations

import io
import random
import tracemalloc

import pytest

from jupyter_ctx.kernel.printed import Printed

LIMIT = 4_000


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """Say so."""
        return True


def printed(text: str, seed: int = 0) -> str:
    """Print *text* in pieces of one to seven characters; give what is seen."""
    chance, seen = random.Random(seed), Printed(LIMIT)
    at = 0
    while at < len(text):
        size = chance.randint(1, 7)
        seen.write(text[at : at + size])
        at += size
    return seen.text


def test_nested_bars_end_as_they_look():
    """The inner bars are gone, the outer one is at its end (tqdm)."""
    tqdm = pytest.importorskip("tqdm").tqdm
    screen = Screen()
    for _ in tqdm(range(3), desc="outer", file=screen, ncols=60, mininterval=0):
        for _ in tqdm(
            range(4), file=screen, ncols=60, position=1, leave=False, mininterval=0
        ):
            pass
    print("done", file=screen)

    seen = {printed(screen.getvalue(), seed) for seed in range(5)}

    (text,) = seen
    assert text.startswith("outer: 100%|")
    assert text.split("\n")[1:] == ["done", ""]


def test_a_live_table_is_its_last_state():
    """Redrawn by cursor movements; a long link is its text (rich)."""
    pytest.importorskip("rich")
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    screen = Screen()
    console = Console(file=screen, force_terminal=True, width=60)
    with Live(console=console, auto_refresh=False) as live:
        for count in range(1, 4):
            table = Table("n")
            for number in range(count):
                table.add_row(f"row {number} of {count}")
            live.update(table, refresh=True)
    console.print(f"[link=https://example.com/{'a' * 700}]more[/link]")

    (text,) = {printed(screen.getvalue(), seed) for seed in range(5)}

    rows = [line for line in text.split("\n") if "row" in line]
    assert [row.strip("│ ") for row in rows] == [f"row {n} of 3" for n in range(3)]
    assert text.endswith("more\n")


def test_a_picture_in_the_text_is_not_read():
    """Megabytes of base64 in a command of the terminal are swallowed, not kept."""
    image = "\x1b]1337;File=inline=1:" + "QUJD" * 10_000
    for end in ("\x07", "\x1b\\"):
        seen = Printed(LIMIT)
        for at in range(0, len(image), 999):
            seen.write(image[at : at + 999])
        assert seen.kept < LIMIT
        for sign in end:
            seen.write(sign)
        seen.write("after\n")
        assert seen.text == "after\n"


@pytest.mark.parametrize("sign", ["", "\x1b[31m", "\r"])
def test_one_huge_line_is_not_copied(sign):
    """Of 50 MB in one piece only what is kept, or played, takes memory (B17)."""
    text = "x" * 25_000_000 + sign + "x" * 25_000_000
    seen = Printed(LIMIT)
    tracemalloc.start()
    try:
        seen.write(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 3_000_000
    assert len(seen.text) < LIMIT + 200
    assert seen.size == len(text)


def test_a_flood_of_one_bar_keeps_its_end():
    """A bar of 745 kB in one piece ends as it looks: only a cut word is given up."""
    seen = Printed(LIMIT)
    seen.write(
        "".join(f"\r\x1b[32m{n / 500:.1f}%\x1b[0m" for n in range(50_000)) + "\n"
    )

    assert seen.text.endswith(" ...\n100.0%\n")


def test_a_word_that_is_cut_is_given_up():
    """A key at the edge of what is kept is never shown without its beginning."""
    seen = Printed(LIMIT)
    seen.write("x " * 2_000 + "sk-" + "a1B2" * 10)
    for _ in range(100):
        seen.write("key sk-" + "a1B2" * 10 + " ")

    middle = seen.text.split(" ...\n", 1)[1]
    assert middle.lstrip().startswith(("key", "sk-a1B2"))
