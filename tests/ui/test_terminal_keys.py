"""Keys of all terminals: read in one form, swallowed, and never typed as text."""

import random

import pytest

from jupyter_ctx.ui.terminal.keys import Keys
from jupyter_ctx.ui.terminal.options import options

READ = {
    # classic
    "\x1b[A": "\x1b[A",
    "\x1bOB": "\x1bOB",
    "\x1b[H": "\x1b[H",
    "\x1b[1~": "\x1b[H",
    "\x1b[8~": "\x1b[F",
    "\x1b[3~": "\x1b[3~",
    "jk1\r\x7f\x03": "jk1\r\x7f\x03",
    "é日": "é日",
    # modifyOtherKeys
    "\x1b[27;5;110~": "\x0e",
    "\x1b[27;2;13~": "\r",
    "\x1b[27;5;99~": "\x03",
    # Kitty
    "\x1b[106u": "j",
    "\x1b[106;1u": "j",
    "\x1b[13u": "\r",
    "\x1b[127;1u": "\x7f",
    "\x1b[112;5u": "\x10",
    "\x1b[97;2u": "A",
    "\x1b[49:33;2u": "!",
    "\x1b[1;1:1A": "\x1b[A",
    "\x1b[1;1:2B": "\x1b[B",
    "\x1b[1;129B": "\x1b[B",
    "\x1b[57414u": "\r",
    "\x1b[57420u": "\x1b[B",
    "\x1b[57401u": "2",
    "\x1b[27u": "\x1b",
    # swallowed: releases, Alt, modifiers, function keys, focus, mouse, answers
    "\x1b[106;1:3u": "",
    "\x1b[1;1:3B": "",
    "\x1b[106;3u": "",
    "\x1b[57441;2u": "",
    "\x1b[57376u": "",
    "\x1bj": "",
    "\x1b[I": "",
    "\x1b[O": "",
    "\x1b[<0;10;5M": "",
    "\x1b[<0;10;5m": "",
    "\x1b[M !!": "",
    "\x1b[24;1R": "",
    "\x1b[?62;1;6c": "",
    "\x1b[?1u": "",
    "\x1b[15~": "",
    "\x1b]11;rgb:0000/0000/0000\x07": "",
    "\x1b]11;rgb:0000/0000/0000\x1b\\": "",
    "\x1bP1+r\x1b\\": "",
    "\x1b[99999999999u": "",
    "\x1b[u": "",
    # pasted text is text, whatever it holds
    "\x1b[200~a\x1b[106;1u\rj\x1b[201~": "\x1b[200~a\x1b[106;1u\rj\x1b[201~",
}


@pytest.mark.parametrize("sent", list(READ))
def test_a_sequence_is_read_alike_whole_and_split(sent):
    """What a key is does not depend on how its bytes arrive."""
    assert Keys().feed(sent) == READ[sent]
    keys = Keys()
    assert "".join(keys.feed(one) for one in sent) + keys.flush() == READ[sent]


def test_any_mixture_reads_as_its_parts_do():
    """A thousand mixtures, split at random, give what their keys give one by one."""
    chance = random.Random(7)
    kinds = [one for one in READ if READ[one] != "\x1b"]
    for _ in range(1_000):
        sent = chance.choices(kinds, k=chance.randint(1, 6))
        text, keys, read = "".join(sent), Keys(), ""
        while text:
            size = chance.randint(1, 7)
            read += keys.feed(text[:size])
            text = text[size:]
        assert read == "".join(READ[one] for one in sent), sent


def test_escape_alone_is_escape_and_a_broken_sequence_is_nothing():
    """What never ends is told when nothing followed, and is no text."""
    keys = Keys()
    assert keys.feed("\x1b") == ""
    assert keys.flush() == "\x1b"
    assert keys.feed("\x1b[1;") == ""
    assert keys.flush() == ""
    assert keys.feed("j") == "j"


LABELS = ("Plot", "Just the table", "Kill it", "3 rows")


def test_keys_move_jump_and_narrow():
    """j, k and digits move while nothing is typed; letters narrow the list."""
    now = options(LABELS)
    assert now.type("j").current == 1
    assert now.type("k").current == 3
    assert now.type("3").current == 2
    assert now.type("9").current == 0
    assert now.last().move(1).current == 0
    typed = now.type("t").type("a").type("b")
    assert (typed.shown, typed.current) == ((1,), 1)
    assert typed.erase().erase().erase() == now
    assert now.type("/").type("j").shown == (1,)
    assert now.type("/").type("3").shown == (3,)
    assert now.paste("kill\nit").shown == (2,)
    assert now.paste("nowhere").current is None
    assert now.paste("nowhere").move(1).current is None
    assert now.type(" ") == now
