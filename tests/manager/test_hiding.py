"""A long view is masked on from where the last one ended, until a secret is learnt."""

from __future__ import annotations

from jupyter_ctx.core.talk.conversation import TurnId
from jupyter_ctx.core.talk.view import Entry
from jupyter_ctx.manager.hiding import LONG, Hiding


class Learning:
    """Masks what is secret by now, and counts how often it is asked."""

    def __init__(self) -> None:
        self.secrets = ["first"]
        self.asked = 0

    def mask(self, text: str) -> str:
        """Replace all secrets."""
        self.asked += 1
        for secret in self.secrets:
            text = text.replace(secret, "***")
        return text


def view(number: int) -> list[Entry]:
    """Make messages, one of which holds what is, or may become, a secret."""
    said = {3: "the first key", 5: "the second key"}
    return [
        Entry(TurnId(f"t{n}"), "user", said.get(n, f"message {n}"))
        for n in range(number)
    ]


def test_a_view_that_grew_is_masked_where_it_is_new():
    """What is masked stays the same object, what is new is masked as ever."""
    masker = Learning()
    hiding, shown = Hiding(masker), view(LONG + 20)
    before = hiding.entries(shown[:LONG], frozenset())
    asked = masker.asked
    after = hiding.entries(shown, frozenset())

    assert masker.asked == asked + 20
    assert all(one is old for one, old in zip(after, before, strict=False))
    assert after[3].content == "the *** key"
    assert [one.content for one in after[LONG:]] == [o.content for o in shown[LONG:]]


def test_a_secret_that_is_learnt_is_masked_in_what_is_old():
    """With other secrets nothing of the last view is used again."""
    masker = Learning()
    hiding, shown = Hiding(masker), view(LONG)
    assert hiding.entries(shown, frozenset())[5].content == "the second key"
    masker.secrets.append("second")

    assert hiding.entries(shown, frozenset({"second"}))[5].content == "the *** key"


def test_a_message_that_is_another_ends_what_is_the_same():
    """An edit in the middle is seen, and what follows it."""
    masker = Learning()
    hiding, shown = Hiding(masker), view(LONG)
    hiding.entries(shown, frozenset())
    shown[7] = Entry(TurnId("t7"), "user", "first of all")

    found = hiding.entries(shown, frozenset())

    assert found[7].content == "*** of all"
    assert found[8:] == tuple(shown[8:])
