"""Broken logs: whatever a store holds, it opens, and the next request is valid."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.core.talk.validator import faults
from jupyter_ctx.store import Store
from tests.manager.desk import desk
from tests.manager.wandering import check_valid
from tests.store.test_store import Mask

IDS = st.sampled_from(["", "a", "b", "c", "gone"])
TEXTS = st.sampled_from(["", " ", "text", "x\\ud83d", "\u0000", "```"])
STATUSES = st.sampled_from(["complete", "cancelled", "failed", "length", "odd"])


def event(name: str, **fields: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Draw an event as it stands in the file, sound or not."""
    return st.fixed_dictionaries({"event": st.just(name)}, optional=dict(fields))


PAIRS = st.lists(st.tuples(IDS, IDS), max_size=2)
PARTS = st.lists(
    st.fixed_dictionaries({"turns": PAIRS, "sections": st.lists(TEXTS, max_size=2)}),
    max_size=2,
)
FLAG = st.booleans()
EVENTS = st.one_of(
    event("asked", turn=IDS, prompt=TEXTS, parent=IDS, after=IDS, for_user=FLAG),
    event("asked", turn=IDS, prompt=st.just("text"), parent=IDS),
    event("replied", turn=IDS, reply=IDS, text=TEXTS, status=STATUSES),
    event("replied", turn=IDS, reply=IDS, text=st.just("text")),
    event("edited", old=IDS, turn=IDS, prompt=TEXTS),
    event("selected", turn=IDS, reply=IDS, choice=IDS),
    event("regenerated", turn=IDS),
    event("deleted", turn=IDS),
    event("switched", turn=IDS, reply=IDS),
    event("pruned", turn=IDS, is_hidden=FLAG),
    event("pinned", turn=IDS),
    event("compacted", compaction=IDS, turn=IDS, reply=IDS, text=TEXTS, parts=PARTS),
    event("restored", compaction=IDS),
    event("trimmed", turn=IDS),
    event("noted", turn=IDS, reply=IDS, text=TEXTS, parts=PARTS),
    event("instructed", instruction=IDS, text=TEXTS, turn=IDS),
    event("lifted", instruction=IDS),
    event("planned", plan=IDS, turn=IDS, reply=IDS, goal=TEXTS),
    event("plan_judged", plan=IDS, verdict=st.just("rejected"), turn=IDS),
    event("stepped", plan=IDS, step=st.integers(-1, 2), status=st.just("applied")),
    event("reset"),
    event("undone"),
    event("dreamed", turn=IDS),
)


@given(st.lists(EVENTS, max_size=14))
@settings(deadline=None)
def test_any_saved_session_can_be_gone_on_with(logged: list[object]):
    """Events that contradict each other, twice, of later versions, or half there."""
    store = Store(None, Mask())
    for one in logged:
        store._write("one", json.dumps(one))
    with desk(store) as at:
        at.gateway.reply("fine")
        turn = at.ask("next")

        assert at.reply(turn).text == "fine"
        (call,) = at.gateway.calls
        check_valid(call.messages)
        assert faults(call.messages) == ()
        assert call.messages[-1].content.endswith("next")
        at.ask("and again")
        check_valid(at.gateway.calls[-1].messages)
