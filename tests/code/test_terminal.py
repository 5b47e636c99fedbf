"""What a terminal shows of printed text; the cases were compared with pyte's screen."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.code.markup import words_of
from jupyter_ctx.code.terminal import Terminal, shown

# fmt: off
PARTS = [
    "abc", "\n", "\r", "\b", "\x1b[31m", "\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[A",
    "\x1b[2B", "\x1b[3C", "\x1b[2D", "\x1b[5G", "\x1b[2P", "\x1b[1;1H", "\x1b[J",
    "\x1b]0;t\x07",
]
# fmt: on


@pytest.mark.parametrize(
    ("printed", "seen"),
    [
        ("10%\r20%\r100%\n", "100%\n"),
        ("abcdef\rxy", "xycdef"),
        ("abc\b\bX", "aXc"),
        ("\x1b[1;31mred\x1b[0m plain", "red plain"),
        ("one\ntwo\x1b[A\rONE\n", "ONE\ntwo"),
        ("bar 1\nbar 2\n\x1b[2Abar 1 done\x1b[K\n\x1b[B", "bar 1 done\nbar 2\n"),
        ("long line\r\x1b[Kshort", "short"),
        ("abc\x1b[1D\x1b[Kd", "abd"),
        ("\x1b]8;;http://h\x07link\x1b]8;;\x07", "link"),
        (f"\x1b]8;;http://h/{'a' * 900}\x1b\\link\x1b]8;;\x1b\\", "link"),
        (f"\x1b]1337;File=:{'A' * 9_000}\x07picture", "picture"),
        ("\x1b]0;stray\nline", "]0;stray\nline"),
        ("bell\x07 \x1b(Bset\x0f", "bell set"),
        ("a\x1b[5Cb", "a     b"),
        ("x\x1b[2J\x1b[Hnew", "new"),
        ("tab\tstays\x07", "tab\tstays"),
        ("plain\n", "plain\n"),
    ],
)
def test_text_is_what_a_terminal_shows(printed, seen):
    """Overwritten, erased and coloured text is as it ends up on the screen."""
    assert shown(printed).rstrip(" ") == seen


@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=5), max_size=20), st.data())
def test_pieces_make_no_difference(parts, data):
    """Wherever the text is cut in pieces, also inside a command, it looks the same."""
    text = "".join(parts)
    cut = data.draw(st.integers(0, len(text)))
    whole, pieces = Terminal(), Terminal()
    whole.write(text)
    for piece in (text[:cut], text[cut:]):
        pieces.write(piece)
    assert pieces.text == whole.text


@pytest.mark.parametrize(
    "part", ["\x1b", "\x1b[", "\x1b]", "\b", "\x1b[A", "\x1b[1;", "a\r"]
)
def test_time_grows_with_the_text_only(part):
    """Four times the text takes about four times the time, whatever it repeats."""
    taken = []
    for size in (20_000, 80_000):
        start = time.process_time()
        shown(part * (size // len(part)))
        taken.append(time.process_time() - start)
    assert taken[1] < 10 * taken[0] + 0.1


def test_words_of_html_are_its_visible_text():
    """Rows are lines; scripts, styles and tags are not seen."""
    html = (
        "<style>b {}</style><script>x()</script><table><tr><th>a</th><th>b</th></tr>"
        "<tr><td>1 &lt; 2</td><td>x</td></tr></table><p>end"
    )
    assert words_of(html) == "a b\n1 < 2 x\nend"
