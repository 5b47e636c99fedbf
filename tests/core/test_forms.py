"""The form that choices are shown in: as wished, else as fits them."""

import pytest

from jupyter_ctx.core.talk.choice import CANCEL, Choice
from jupyter_ctx.core.talk.conversation import Reply, ReplyId
from jupyter_ctx.core.talk.forms import FORMS, LONG, MANY, form_of

SHORT = tuple(Choice(str(n), f"option {n}", "value") for n in range(1, 10))
CHECK = Choice("check", "Check", "", "primary", action={"plan": "p", "verb": "check"})


@pytest.mark.parametrize(
    ("choices", "form"),
    [
        (SHORT[:2], "buttons"),
        (SHORT[:MANY], "buttons"),
        (SHORT[: MANY + 1], "listbox"),
        ((SHORT[0], Choice("2", "x" * (LONG + 1), "")), "listbox"),
        ((SHORT[0], Choice("2", "x" * LONG, "")), "buttons"),
        ((CHECK, SHORT[0]), "modal"),
        ((), "buttons"),
    ],
)
def test_the_form_fits_the_choices(choices, form):
    """Many or long options are a list, permission to run code is a dialog."""
    assert form_of(choices) == form


def test_what_is_wished_holds_for_all_choices():
    """A setting is followed whatever is offered."""
    assert [form_of((CHECK, *SHORT), wish) for wish in FORMS] == list(FORMS)


def test_a_check_that_is_not_meant_first_needs_no_dialog():
    """After a failed check, mending comes first, and the way to it is open."""
    mend = Choice("mend", "Mend", "", "primary", action={"plan": "p", "verb": "mend"})
    again = Choice("check", "Check again", "", action={"plan": "p", "verb": "check"})
    assert form_of((mend, again)) == "buttons"


def test_what_is_offered_can_be_cancelled_and_nothing_else():
    """A reply without choices has nothing to cancel."""
    offering = Reply(ReplyId("r"), "text", choices=SHORT)
    assert offering.choice("cancel") == CANCEL
    assert Reply(ReplyId("r"), "text").choice("cancel") is None
