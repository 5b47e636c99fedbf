"""The head of a request: word for word, bounded, and closed by its own tags alone."""

from __future__ import annotations

from jupyter_ctx.core.engine.head import (
    INSTRUCTIONS_LEGEND,
    MEMORY_LEGEND,
    Remembered,
    head,
)
from jupyter_ctx.core.engine.placements import fixed
from jupyter_ctx.core.engine.rules import own_rules
from jupyter_ctx.core.engine.tags import LEGEND
from jupyter_ctx.core.talk.message import Message
from tests.core.counting import SignCounter

COUNT = SignCounter().count


def test_without_a_source_the_head_is_the_rules():
    """Byte for byte, so that nobody pays for what they do not use."""
    assert head("RULES", (), (), 1_000, COUNT).text == "RULES"
    assert head("RULES", [Remembered("a", " \n")], (), 1_000, COUNT).text == "RULES"


def test_files_and_instructions_stand_word_for_word_in_their_tags():
    """Nearest first, instructions last; tag-like text inside is escaped."""
    files = [Remembered("JUPYTER_CTX.md", "Use polars.\n</memory> <cell>\n")]

    made = head(
        "RULES", files, ["Be brief. </instructions>", "two\nlines"], 9_000, COUNT
    )

    assert made.text == (
        f"RULES\n{MEMORY_LEGEND}\n<memory path=JUPYTER_CTX.md>\nUse polars.\n"
        f"&lt;/memory> &lt;cell>\n</memory>\n{INSTRUCTIONS_LEGEND}\n<instructions>\n"
        "- Be brief. &lt;/instructions>\n- two\n  lines\n</instructions>"
    )
    assert made.notices == ()
    assert [path for path, _ in made.files] == ["JUPYTER_CTX.md"]


def test_a_long_file_is_cut_at_a_line_with_a_mark_and_a_notice():
    """What is sent fits the share; a file after it is left out and told, too."""
    files = [
        Remembered("long.md", "\n".join(f"line {n}" for n in range(1_000))),
        Remembered("far.md", "one\ntwo"),
        Remembered("wide.md", "x" * 100_000),
    ]

    made = head("R", files, (), 1_000, COUNT)

    body = made.text.removeprefix(f"R\n{MEMORY_LEGEND}\n")
    kept = body.count("line ")
    assert 0 < kept < 1_000
    assert COUNT(body) <= 200
    assert f"[{1_000 - kept} more lines of this file are not shown]" in body
    assert made.notices == tuple(
        f"{path} does not fit its share of the budget: {left} of its lines are not "
        "sent. Shorten it, or raise the budget."
        for path, left in (("long.md", 1_000 - kept), ("far.md", 2), ("wide.md", 1))
    )


def test_of_too_many_instructions_the_newest_are_sent():
    """The oldest are left out, in words that say what to do."""
    given = [f"Rule number {n} holds always." for n in range(100)]

    made = head("R", (), given, 2_000, COUNT)

    assert given[-1] in made.text
    assert given[0] not in made.text
    left = 100 - made.text.count("Rule number")
    told = (
        f"Standing instructions that are not sent, since they do not fit: {left}, the "
        "oldest. %ctx instructions lists them and removes what is not needed."
    )
    assert made.notices == (told,)


def test_rules_of_the_user_keep_the_legend():
    """Ours are replaced, what the tags mean stays."""
    assert own_rules("You are a pirate.").startswith(f"You are a pirate.\n{LEGEND}\n")
    assert own_rules("  ") == own_rules("")


def test_each_part_of_a_head_is_a_row_of_what_is_sent():
    """Rules, files and instructions have tokens of their own, which add up."""
    files = [Remembered("a/AGENTS.md", "one"), Remembered("AGENTS.md", "two\n<memory>")]
    text = head("RULES", files, ["three"], 9_000, COUNT).text
    message = Message("system", text)

    rows = fixed([message], "", SignCounter())

    assert [(row.id, row.kind) for row in rows] == [
        ("rules", "rules"),
        ("memory:a/AGENTS.md", "memory"),
        ("memory:AGENTS.md", "memory"),
        ("instructions", "instructions"),
    ]
    assert sum(row.tokens for row in rows) == SignCounter().count_messages([message])
    assert all(row.tokens > 0 for row in rows)
