"""The difference between two requests: what is new, changed, gone, and covered."""

from __future__ import annotations

from jupyter_ctx.core.engine.assembly import Assembly
from jupyter_ctx.core.engine.difference import difference
from jupyter_ctx.core.engine.piece import Item
from jupyter_ctx.core.talk.message import Message


class Words:
    """Counts words, so that figures can be checked by hand."""

    exact = True

    def count(self, text: str) -> int:
        """Count the words of *text*."""
        return len(text.split())

    def count_messages(self, messages: list[Message]) -> int:
        """Count the words of *messages*, and one for each."""
        return sum(1 + self.count(one.content) for one in messages)


def item(name: str, text: str, kind: str = "cell") -> Item:
    """Give an item *name* that is sent as *text*."""
    return Item(name, kind, "", "FULL", len(text.split()), "", text)


def made(*items: Item, talk: tuple[str, ...]) -> Assembly:
    """Give a request of *items* whose messages, in turn, are *talk*."""
    roles = ("system", *("user", "assistant") * 9)
    messages = tuple(map(Message, roles, talk))
    tokens = Words().count_messages(list(messages))
    return Assembly(messages, tokens, 99, "m", items, ())


FIRST = made(
    item("rules", "be short", "rules"),
    item("cell:1", "x = 1"),
    item("cell:2", "y = 2"),
    item("question", "what is x", "question"),
    talk=("be short", "x = 1 y = 2 what is x"),
)


def test_what_goes_on_is_covered_and_only_the_end_is_new():
    """The question of before is a turn now; the reply and the new cell are news."""
    now = made(
        item("rules", "be short", "rules"),
        item("turn:1:user", "what is x", "turn"),
        item("turn:1:assistant", "one", "turn"),
        item("cell:1", "x = 1"),
        item("cell:2", "y = 2"),
        item("cell:2", "y = 3"),
        item("cell:3", "z = 3"),
        item("question", "and z", "question"),
        talk=("be short", "x = 1 y = 2 what is x", "one", "y = 3 z = 3 and z"),
    )

    found = difference(FIRST, now, Words())

    assert found.news == ("", "", "new", "", "", "changed", "new", "changed")
    assert found.gone == ()
    assert (found.covered, found.size) == (3 + 10, 8 + 21)


def test_what_begins_otherwise_is_covered_up_to_there():
    """A message counts as far as it is the same; what left is told."""
    now = made(
        item("rules", "be short", "rules"),
        item("cell:1", "x = 1"),
        item("question", "what is x", "question"),
        talk=("be short", "x = 1 what is x"),
    )

    found = difference(FIRST, now, Words())

    assert found.news == ("", "", "")
    assert [one.id for one in found.gone] == ["cell:2"]
    assert (found.covered, found.size) == (3 + 3, 8 + len("x = 1 "))


def test_other_rules_are_covered_by_nothing():
    """The cache of a provider holds from the first byte on, or not at all."""
    now = made(
        item("rules", "Be long", "rules"), talk=("Be long", FIRST.messages[1].content)
    )

    found = difference(FIRST, now, Words())

    assert (found.news, found.covered, found.size) == (("changed",), 0, 0)
