"""The feed: pages are sent what changed, and end up with what is."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.protocol.messages import (
    Event,
    Hello,
    ReplyDelta,
    StaleChanged,
    Transcript,
    TurnChanged,
)
from jupyter_ctx.protocol.values import Live, StaleCell, Turn
from jupyter_ctx.ui.sidebar.connection import Connection
from jupyter_ctx.ui.sidebar.feed import news, page_of, stale_news


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


def test_an_edit_is_sent_with_what_follows_the_turns_that_stay():
    """The last of a thousand questions costs no more to edit than that of two."""
    many = [Turn(f"t{n}", "q") for n in range(1000)]
    before = page(*many, Turn("old", "q"))
    after = page(*many, Turn("new", "q"), can_undo="edit")

    (event,) = news(before, after)

    assert event == Transcript(
        conversation="id", turns=(Turn("new", "q"),), can_undo="edit", after="t999"
    )
    assert follow(before, event) == after
    (event,) = news(after, page(*many))
    assert event.turns == ()
    assert follow(after, event) == page(*many)


def test_a_page_that_cannot_keep_turns_is_sent_all():
    """So is one whose first turn is another now."""
    before, after = page(growing("ab")), page(growing("ab"), Turn("b", "q"))

    assert news(after, before, can_keep=False) == (before,)
    assert news(before, page(Turn("b", "q"))) == (page(Turn("b", "q")),)


class Wire:
    """A comm that keeps what it is sent."""

    comm_id = "wire"

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []

    def send(self, data: dict[str, object]) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.sent.clear()


def paged(size: int) -> tuple[Connection, Wire]:
    """Give a page that wants *size* turns at first."""
    wire = Wire()
    connection = Connection(wire)
    connection.hello = Hello(
        id="h", major=1, minor=3, version="", page="p", page_size=size
    )
    return connection, wire


def test_a_page_is_sent_the_newest_turns_and_older_ones_when_it_asks():
    """Ten thousand turns are no more to send than a hundred."""
    many = page(*(Turn(f"t{n}", "q") for n in range(10_000)))
    connection, wire = paged(100)

    connection.show(many)
    assert [len(one["turns"]) for one in wire.sent] == [100]
    assert wire.sent[0]["before"] == 9_900
    connection.show_older(page_of(many, 9_700))
    older = wire.sent[1]
    assert older["type"] == "older_turns"
    assert [older["before"], len(older["turns"])] == [9_700, 200]
    assert [older["turns"][n]["id"] for n in (0, -1)] == ["t9700", "t9899"]

    connection.show(page(*many.turns, Turn("new", "q")))
    assert [one["type"] for one in wire.sent[2:]] == ["turn_changed"]


def test_a_page_keeps_its_place_after_a_resync_but_not_on_another_branch():
    """What it had scrolled to is there again; of another branch it gets the end."""
    many = page(*(Turn(f"t{n}", "q") for n in range(500)))
    other = page(*(Turn(f"o{n}", "q") for n in range(500)))
    connection, wire = paged(100)
    connection.show(many)
    connection.show_older(page_of(many, 150))

    connection.show(many, anew=True)
    connection.show(other)

    assert [one["before"] for one in wire.sent] == [400, 150, 150, 400]


def test_a_page_of_an_older_version_gets_all():
    """It says no size."""
    connection, wire = paged(0)

    connection.show(page(*(Turn(f"t{n}", "q") for n in range(500))))

    assert [len(one["turns"]) for one in wire.sent] == [500]


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
        if not event.after:
            return event
        ids = [turn.id for turn in seen.turns]
        kept = seen.turns[: ids.index(event.after) + 1]
        turns = (*kept, *event.turns)
        return msgspec.structs.replace(event, turns=turns, after="")
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
