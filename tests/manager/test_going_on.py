"""Going on: each request begins with the one before it, on its own branch."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.kinds import KINDS
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Summary
from jupyter_ctx.manager import Manager, Services
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from tests.core.counting import SignCounter
from tests.manager.desk import PROFILE, Desk, _offer, desk
from tests.store.test_store import Mask

COUNTER = SignCounter()


@pytest.fixture
def at():
    """Give a desk."""
    with desk() as opened:
        opened.gateway.reply("fine")
        yield opened


def state(*sources: str, error: ErrorReport | None = None, **values: int):
    """Describe a kernel after cells with *sources*, with ints as *values*."""
    return KernelState(
        executions=tuple(
            Execution(run=n, source=source, execution_count=n, cell_id=f"c{n}")
            for n, source in enumerate(sources, start=1)
        ),
        variables=tuple(
            Summary(name, "int", "scalar", value=str(value))
            for name, value in values.items()
        ),
        error=error,
        as_of_run=len(sources),
    )


def payload(at: Desk, call: int = -1) -> str:
    """Give all that was sent with a call, in one text."""
    messages = at.gateway.calls[call].messages
    return "".join(f"\x00{one.role}\x00{one.content}" for one in messages)


def newest(at: Desk) -> str:
    """Give the last message of the last call."""
    return at.gateway.calls[-1].messages[-1].content


def test_each_request_begins_with_the_one_before(at):
    """Five turns, variables changing each turn: what was sent is never rewritten."""
    for n in range(1, 6):
        sources = [f"x = {k}" for k in range(1, n + 1)]
        at.state = state(*sources, x=n, **{f"y{n}": n})
        at.ask(f"question {n} ?")
    for n in range(1, 5):
        assert payload(at, n).startswith(payload(at, n - 1))
    assert "x: see below" in newest(at)
    assert "y4: deleted" in newest(at)
    assert newest(at).endswith("question 5 ?")


def test_what_did_not_change_is_not_sent_again(at):
    """A second question about the same kernel is the question alone."""
    at.state = state("x = 1", x=1)
    at.ask("one ?")
    at.ask("two ?")
    assert newest(at) == "two ?"


def test_a_value_without_a_superseded_line_still_holds(at):
    """Of everything that ever was sent, what is out of date is named in the newest."""
    at.state = state("x = 1", "z = 5", x=1, z=5)
    at.ask("one ?")
    at.state = state("x = 1", "z = 5", "x = 2", x=2, z=5)
    at.ask("two ?")
    assert "x: see below" in newest(at)
    assert "z" not in newest(at)


def test_what_the_question_names_is_told_again_beside_it(at):
    """A model answers better from what stands near; the rest is not repeated."""
    at.state = state("x = 1", "z = 5", x=1, z=5)
    at.ask("one ?")
    at.ask("what is x ?")
    assert "x: int = 1" in newest(at)
    assert "z" not in newest(at)
    assert "superseded" not in newest(at)


def test_a_cell_is_not_sent_again_for_a_name_that_died(at):
    """The name is told to be deleted; the cell that bound it stands as it ran."""
    at.ask("one ?", state=state("x = 1\ny = 2", x=1, y=2))
    at.ask("two ?", state=state("x = 1\ny = 2", "del y", x=1))
    assert "y: deleted" in newest(at)
    assert "y = 2" not in newest(at)


def test_a_cell_that_ran_anew_is_superseded(at):
    """Its old source stands above and holds no longer; the new one stands below."""
    first = Execution(run=1, source="x = 1", execution_count=1, cell_id="c1")
    again = Execution(run=2, source="x = 2", execution_count=2, cell_id="c1")
    before, after = state(x=1), state(x=2)
    at.ask("one ?", state=msgspec.structs.replace(before, executions=(first,)))
    at.ask("two ?", state=msgspec.structs.replace(after, executions=(first, again)))
    assert "In[1]: no longer so" in newest(at)
    assert "x = 2  # In[2]" in newest(at)


def test_an_edited_question_starts_from_the_same_beginning(at):
    """An edit goes on from the turn before it; the old branch leaves no trace."""
    at.state = state("x = 1", x=1)
    at.ask("one ?")
    at.state = state("x = 1", "was_here = 3", x=1, was_here=3)
    second = at.ask("two ?")
    at.state = state("x = 1", "new = 4", x=1, new=4)
    at.ended(at.manager.edit(second, "other ?", at.occasion()))
    assert payload(at).startswith(payload(at, 0))
    assert "was_here" not in payload(at)
    assert "two ?" not in payload(at)
    assert "new" in newest(at)


def test_another_reply_is_asked_for_with_the_same_payload(at):
    """Regenerating repeats the request byte for byte."""
    at.state = state("x = 1", x=1)
    at.ask("one ?")
    turn = at.ask("two ?")
    at.ended(at.manager.regenerate(turn, at.occasion()))
    assert payload(at) == payload(at, 1)


def test_after_another_reply_the_branch_goes_on_with_it(at):
    """The reply that is shown now is the one in the payload."""
    turn = at.ask("one ?", state=state("x = 1", x=1))
    at.gateway.reply("second")
    at.ended(at.manager.regenerate(turn, at.occasion(state=state("x = 1", x=1))))
    at.ask("two ?", state=state("x = 1", x=1))
    assert "second" in payload(at)
    assert "\x00fine" not in payload(at)


def test_a_deleted_turn_is_not_gone_on_from(at):
    """What was told with a deleted turn is told anew."""
    at.ask("one ?", state=state("x = 1", x=1))
    gone = at.ask("two ?", state=state("x = 1", "y = 2", x=1, y=2))
    at.manager.delete(gone)
    at.ask("three ?", state=state("x = 1", "y = 2", x=1, y=2))
    assert payload(at).startswith(payload(at, 0))
    assert "two ?" not in payload(at)
    assert "y = 2" in newest(at)


@pytest.mark.parametrize(
    "change",
    [
        {"privacy": "names"},
        {"model": "other"},
        {"budget": 3_900},
        {"api_base": "http://127.0.0.1:1/v1"},
    ],
)
def test_other_terms_plan_anew(at, change):
    """Another level, model, address or budget goes on from nothing."""
    at.state = state("x = 1", x=1)
    at.ask("one ?")
    at.profile = msgspec.structs.replace(PROFILE, **change)
    at.ask("two ?")
    first = at.gateway.calls[-1].messages[1].content
    assert first == "one ?"
    assert "x" in newest(at).removesuffix("two ?")


def test_a_preview_shows_what_would_be_sent_and_changes_nothing(at):
    """However often it is looked at, the next request is the one that was shown."""
    at.ask("one ?", state=state("x = 1", x=1))
    occasion = at.occasion(state=state("x = 1", "x = 2", x=2))
    looks = [at.manager.preview("two ?", occasion) for _ in range(3)]
    at.ask("two ?", state=occasion.state)
    assert [one.messages for one in looks] == 3 * [at.gateway.calls[-1].messages]
    assert "x: see below" in newest(at)


def test_a_stopped_question_is_joined_behind_what_was_sent(at):
    """The next question joins the message whose reply nobody waited for."""
    at.state = state("x = 1", x=1)
    at.ask("one ?")
    at.gateway.reply("never", held=True)
    ticket = at.start("two ?")
    while not at.gateway.streams[1:]:
        assert not ticket.wait(0.01)
    at.manager.stop(ticket)
    at.ended(ticket)
    at.gateway.reply("fine")
    at.ask("three ?", state=state("x = 1", "x = 2", x=2))
    assert payload(at).startswith(payload(at, 1))
    assert newest(at).startswith("two ?\n\n<superseded>\nx: see below")
    assert newest(at).endswith("three ?")


def test_a_failed_turn_is_not_gone_on_from(at):
    """What a failed request told counts as never told."""
    at.ask("one ?", state=state("x = 1", x=1))
    at.gateway.fail("it broke")
    at.ask("two ?", state=state("x = 1", "y = 2", x=1, y=2))
    at.gateway.reply("fine")
    at.ask("three ?", state=state("x = 1", "y = 2", x=1, y=2))
    assert payload(at).startswith(payload(at, 0))
    assert "two ?" not in payload(at)
    assert "y = 2" in newest(at)


def failed(line: str = "1 / 0") -> ErrorReport:
    """Describe an open error of the second run."""
    frame = Frame("In[2]", 1, "<module>", line, is_user=True, cell_run=2)
    return ErrorReport("ZeroDivisionError", "division by zero", (frame,), run=2)


def test_an_error_that_is_over_is_said_to_be(at):
    """Its block stays above; the newest message says that it is not open."""
    at.ask("why ?", state=state("x = 1", "1 / 0", x=1, error=failed()))
    at.ask("and now ?", state=state("x = 1", "1 / 0", "1 / 1", x=1))
    assert "error ZeroDivisionError: no longer open" in newest(at)


def test_a_fix_has_the_error_beside_it_every_time(at):
    """A request that changes the failing cell finds it just above, told or not."""
    broken = state("x = 1", "1 / 0", x=1, error=failed())
    at.ask("why ?", state=broken)
    at.ask("fix it", state=broken, request="fix", wants_model=True)
    assert "ZeroDivisionError" in newest(at)
    at.ask("really ?", state=broken)
    assert newest(at) == "really ?"


def test_after_an_idle_hour_it_is_planned_anew():
    """A provider has forgotten by then, so a tidy plan costs no more."""
    now = [0.0]
    gateway = ScriptedGateway()
    services = Services(
        gateway=gateway,
        store=Store(None, Mask()),
        masker=Mask(),
        offer=_offer,
        counter_for=lambda _: COUNTER,
        clock=lambda: now[0],
    )
    gateway.reply("fine")
    at = Desk(Manager(services, "one"), gateway)
    at.ask("one ?", state=state("x = 1", x=1))
    now[0] = 3_600.0
    at.ask("two ?", state=state("x = 1", "x = 2", x=2))
    at.manager.close()
    assert "superseded" not in at.sent()[-1][1]
    assert at.sent()[0] == ("user", "one ?")


def test_a_small_budget_is_planned_anew_every_turn(at):
    """Where half of it could not tell enough, all of it is used each time."""
    at.profile = msgspec.structs.replace(PROFILE, budget=1_200)
    at.ask("one ?", state=state("x = 1", x=1))
    at.ask("two ?", state=state("x = 1", "x = 2", x=2))
    assert at.sent()[0] == ("user", "one ?")
    assert "superseded" not in at.sent()[-1][1]


@pytest.mark.parametrize("seed", range(12))
def test_random_talks_stay_within_budget_and_keep_their_beginning(seed):
    """Cells run, rebind and delete, turns are edited and deleted; nothing is lost."""
    dice = random.Random(seed)
    with desk() as at:
        at.profile = msgspec.structs.replace(PROFILE, budget=2_600)
        sources: list[str] = []
        values: dict[str, int] = {}
        for number in range(25):
            for _ in range(dice.randint(0, 3)):
                name = f"v{dice.randint(0, 12)}"
                values[name] = dice.randint(0, 10**6)
                sources.append(f"{name} = load({values[name]})\n" + "show()\n" * 9)
            if values and dice.random() < 0.2:
                values.pop(dice.choice(sorted(values)))
            error = failed() if len(sources) > 1 and dice.random() < 0.3 else None
            at.state = state(*sources, error=error, **values)
            kind = dice.choice(KINDS)
            at.gateway.reply("word " * dice.randint(1, 60))
            turns = at.manager.conversation.branch()
            if turns and dice.random() < 0.2:
                at.manager.delete(dice.choice(turns).id)
            turn = at.ask(f"what now {number} ?", request=kind, wants_model=True)
            assert at.reply(turn).status == "complete"
            sent = at.gateway.calls[-1].messages
            assert COUNTER.count_messages(sent) <= 2_600
            assert sent[-1].content.endswith(f"what now {number} ?")
            text = payload(at)
            is_open = (
                "ZeroDivisionError: division" in text.rpartition("no longer open")[2]
            )
            assert is_open == (error is not None)
            # The failing cell shows what ran, also where a later cell bound it anew.
            text = re.sub(r"(?s)<cell id=In\[2\].*?</cell>", "", text)
            for name, value in values.items():
                assert name in payload(at)
                told = text.rfind(f"{name} = load(")
                if told >= 0 and f"{name}:" not in text[told:]:
                    assert text[told:].startswith(f"{name} = load({value})")


def test_the_ends_of_rules_plan_and_log_are_marked_for_anthropic(at):
    """Four places at most, each the end of what the next request begins with."""
    at.profile = msgspec.structs.replace(PROFILE, model="anthropic/claude-sonnet-4-5")
    for n in range(1, 4):
        at.ask(f"question {n} ?", state=state("x = 1", f"y = {n}", x=1, y=n))
    call = at.gateway.calls[-1]
    ends = [call.messages[index].content[:end][-12:] for index, end in call.marks]
    assert ends[0] == call.messages[0].content[-12:]
    assert ends[1].endswith(">\n\n")
    assert ends[2:] == ["question 2 ?", "question 3 ?"]
    assert [index for index, _ in call.marks] == [0, 1, 3, 5]
    earlier = set(at.gateway.calls[-2].marks)
    assert len(earlier & set(call.marks)) == 3


def test_nobody_else_gets_marks(at):
    """An unknown field might be refused."""
    at.ask("one ?", state=state("x = 1", x=1))
    assert at.gateway.calls[-1].marks == ()
