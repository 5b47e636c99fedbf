"""Standing instructions are heard where they are, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jupyter_ctx.core.talk.instruction_topics import lifted, replaced
from jupyter_ctx.core.talk.instructions import hear

PRECISION, RECALL = 0.95, 0.85


TUNED = "# All below were tuned on."


def labelled(*, tuned: bool) -> Iterator[tuple[str, str]]:
    """Give sign and text of the entries that were tuned on, or of the other half."""
    text = Path(__file__).with_name("instructions.txt").read_text("utf-8")
    half, _, below = text.partition(TUNED)
    for kind in "+x-":
        entries = [line for line in half.split("\n") if line.startswith(f"{kind} ")]
        for line in entries[0 if tuned else 1 :: 2]:
            yield kind, line[2:].replace("\\n", "\n")
    for line in below.split("\n") if tuned else ():
        if line:
            yield line[0], line[2:].replace("\\n", "\n")


def sign(text: str) -> str:
    """Tell what is heard in *text*, in the signs of the list."""
    heard = hear(text)
    if not heard:
        return "-"
    return "x" if all(one.is_lift for one in heard) else "+"


def score(*, tuned: bool) -> tuple[float, float]:
    """Give precision and recall."""
    found = [(kind, sign(text)) for kind, text in labelled(tuned=tuned)]
    right = sum(kind == heard != "-" for kind, heard in found)
    said = sum(heard != "-" for _, heard in found)
    true = sum(kind != "-" for kind, _ in found)
    return right / said, right / true


def test_what_was_not_tuned_on_is_heard_precisely():
    """On the half that no pattern was made for: precision and recall as promised."""
    precision, recall = score(tuned=False)

    assert len(list(labelled(tuned=False))) >= 100
    assert precision >= PRECISION
    assert recall >= RECALL


def test_what_was_tuned_on_is_heard_as_labelled():
    """No entry that a pattern was made for is lost again."""
    wrong = [text for kind, text in labelled(tuned=True) if sign(text) != kind]

    assert wrong == []


HOLDING = (
    "From now on, name variables in camelCase.",
    "Always add type hints.",
    "Never use pandas.",
    "Please always answer in German.",
    "以后都要加注释。",
)


def test_what_is_lifted_is_what_it_names_else_the_last_else_all():
    """Words decide; without any "that rule" is the newest one, and doubt lifts none."""
    assert lifted("Forget the rule about camelCase.", HOLDING) == (0,)
    assert lifted("You can stop using type hints now.", HOLDING) == (1,)
    assert lifted("You can use pandas again.", HOLDING) == (2,)
    assert lifted("You don't have to answer in German any more.", HOLDING) == (3,)
    assert lifted("不用再加注释了。", HOLDING) == (4,)
    assert lifted("Forget that rule.", HOLDING) == (4,)
    assert lifted("忘掉那条规则。", HOLDING) == (4,)
    assert lifted("Forget all rules.", HOLDING) == (0, 1, 2, 3, 4)
    assert lifted("Forget the rule about emojis.", HOLDING) == ()
    assert lifted("Forget that rule.", ()) == ()


def test_what_is_replaced_chooses_otherwise_for_the_same_thing():
    """Another of the same few, the opposite, or nearly the same; else both hold."""
    assert replaced("Use snake_case for variables from now on.", HOLDING) == (0,)
    assert replaced("Never add type hints.", HOLDING) == (1,)
    assert replaced("From now on use pandas instead of polars.", HOLDING) == (2,)
    assert replaced("From now on answer in French.", HOLDING) == (3,)
    old = ("Use polars from now on.",)
    assert replaced("From now on use duckdb instead of polars.", old) == (0,)
    assert replaced("Write all comments in English from now on.", HOLDING) == ()
    assert replaced("Always set a seed.", HOLDING) == ()
    assert replaced(HOLDING[1], HOLDING) == ()


def test_only_sentences_of_the_user_are_heard_word_for_word():
    """Each in its own words; quotes inside one stay in it."""
    prompt = (
        "Thanks! Always use the prefix `df_`, please. Plot it.\n\n"
        "And never print 'secret' columns."
    )

    assert [one.text for one in hear(prompt)] == [
        "Always use the prefix `df_`, please.",
        "And never print 'secret' columns.",
    ]
    assert hear("never use this.\n" * 20) == ()
    assert hear("Always be brief. " + "x" * 30_000) == ()
