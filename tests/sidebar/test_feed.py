"""The feed: pages are sent what changed, and end up with what is."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.protocol.messages import (
    Event,
    ReplyDelta,
    StaleChanged,
    Transcript,
    TurnChanged,
)
from jupyter_ctx.protocol.values import Live, StaleCell, Turn
from jupyter_ctx.ui.sidebar.feed import news, stale_news


def page(*turns: Turn, can_undo: str = "") -> Transcript:
    """Give a transcript of *turns*."""
    return Transcript(conversation="id", turns=turns, can_undo=can_undo)


def growing(text: str, reply: str = "r", activity: str = "answering") -> Turn:
    """Give a turn whose reply is being made."""
    return Turn("a", "q", live=Live(reply, text, activity=activity))


def test_a_new_page_gets_the_whole():
    """What was never seen is sent whole."""
    assert news(None, page()) == (page(),)


def test_what_did_not_change_costs_nothing():
    """No message is sent for news that are none."""
    assert news(page(growing("ab")), page(growing("ab"))) == ()


def test_text_that_grew_is_sent_as_what_was_added():
    """Only the delta travels (E11)."""
    assert news(page(growing("ab")), page(growing("abcd"))) == (
        ReplyDelta(turn="a", reply="r", text="cd", activity="answering"),
    )


def test_text_that_changed_is_sent_whole():
    """A fence that became a block of choices takes text back."""
    after = growing("Two ways.")

    assert news(page(growing("Two ways.\n```")), page(after)) == (
        TurnChanged(turn=after),
    )


def test_another_reply_is_no_delta_of_the_first():
    """Two replies that begin alike are two."""
    after = growing("abc", "other")

    assert news(page(growing("ab")), page(after)) == (TurnChanged(turn=after),)


def test_a_turn_that_is_asked_after_the_others_is_sent_alone():
    """The thousandth question costs no more to send than the second."""
    before = page(msgspec.structs.replace(growing("ab"), later=0))
    asked = Turn("b", "q")
    after = page(msgspec.structs.replace(growing("ab"), later=1), asked)

    assert news(before, after) == (TurnChanged(turn=asked),)
    assert follow(before, news(before, after)[0]) == after


def test_a_turn_that_leaves_is_sent_with_all():
    """What cannot be told by adding is told anew."""
    before, after = page(growing("ab")), page(growing("ab"), Turn("b", "q"))

    assert news(after, before) == (before,)
    assert news(before, page(Turn("b", "q"))) == (page(Turn("b", "q")),)
    assert news(before, page(growing("ab"), can_undo="edit"))[0].can_undo == "edit"


@given(st.lists(st.tuples(st.sampled_from("ab"), st.text("xy`", max_size=6))))
def test_a_page_that_follows_ends_up_with_what_is(steps):
    """Whatever is shown one after the other: applying the news gives the last."""
    seen = page(Turn("a", "q"), Turn("b", "q"))
    for turn, text in steps:
        turns = tuple(
            msgspec.structs.replace(one, live=Live("r", text))
            if one.id == turn
            else one
            for one in seen.turns
        )
        now = page(*turns)
        followed = seen
        for event in news(seen, now):
            followed = follow(followed, event)
        assert followed == now
        seen = now


def follow(seen: Transcript, event: Event) -> Transcript:
    """Do what a page does with *event*."""
    if isinstance(event, Transcript):
        return event
    turns = {turn.id: turn for turn in seen.turns}
    if isinstance(event, TurnChanged):
        turns[event.turn.id] = event.turn
    elif isinstance(event, ReplyDelta):
        live = turns[event.turn].live
        assert live is not None
        grown = Live(live.reply, live.text + event.text, activity=event.activity)
        turns[event.turn] = msgspec.structs.replace(turns[event.turn], live=grown)
    shown = list(turns.values())
    if len(shown) > len(seen.turns):
        shown = [
            msgspec.structs.replace(turn, later=len(shown) - place)
            for place, turn in enumerate(shown, 1)
        ]
    return msgspec.structs.replace(seen, turns=tuple(shown))


def listed(*cells: StaleCell) -> dict[str, StaleCell]:
    """Give *cells* by key."""
    return {cell.key: cell for cell in cells}


def test_what_is_out_of_date_is_sent_as_far_as_it_changed():
    """A page that has seen 300 cells is sent the one that is other, and the gone."""
    many = [StaleCell(f"c{n}") for n in range(300)]
    other = StaleCell("c7", reasons=("Edited since it ran",))
    now = listed(*many[:7], other, *many[8:-1])

    assert stale_news(None, listed(other)) == StaleChanged(cells=(other,), is_all=True)
    assert stale_news(listed(*many), listed(*many)) is None
    assert stale_news(listed(*many), now) == StaleChanged(
        cells=(other,), gone=("c299",)
    )
