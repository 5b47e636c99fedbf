"""Case A11: pasted pictures and dropped files go along with their question."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest

from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.talk.conversation import Reply, fold
from jupyter_ctx.core.talk.enclosed import Enclosed
from jupyter_ctx.errors import EnclosureError
from jupyter_ctx.gateway.gateway import ModelCall, Profile
from jupyter_ctx.kernel.enclosures import Enclosures
from jupyter_ctx.kernel.pictures import Albums
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.manager import Manager, Occasion, Services
from jupyter_ctx.store import Store
from jupyter_ctx.testing import ScriptedGateway
from tests.core.counting import SignCounter
from tests.pixels import lying, png
from tests.store.test_store import SECRET, Mask

BLIND = Profile("blind", window=60_000, max_tokens=400, budget=40_000)
SEEING = Profile("gpt-4o", window=60_000, max_tokens=400, budget=40_000, vision=True)
SHOT = Enclosed("k1", "screen.png", "image/png", 1)
LOG = Enclosed("k2", "run.log", "text/plain", 1)
TEXT = "\n".join(f"line {n}" for n in range(400))


class Desk:
    """Asks with enclosures, and reads what was sent."""

    def __init__(self, seer: Profile | None = None) -> None:
        self.gateway = ScriptedGateway()
        self.held = Enclosures()
        self.store = Store(None, Mask())
        self.manager = Manager(
            Services(
                gateway=self.gateway,
                store=self.store,
                masker=Mask(),
                offer=offer,
                counter_for=lambda _: SignCounter(),
                album=Albums(self.held.album),
                enclosed=self.held.find,
                vision=lambda _: seer,
            ),
            "one",
        )

    def add(self, one: Enclosed, data: bytes) -> None:
        """Enclose *data* as *one*."""
        self.held.add(one.key, one.name, one.mime, base64.b64encode(data).decode())

    def ask(self, profile: Profile, *enclosed: Enclosed, prompt: str = "See?") -> Reply:
        """Ask and wait for the reply."""
        occasion = Occasion(KernelState(), profile, enclosed=enclosed)
        return self.wait(self.manager.ask(prompt, occasion))

    def wait(self, ticket) -> Reply:
        """Wait for the reply to *ticket*."""
        assert ticket.wait(20)
        reply = self.manager.conversation.turn(ticket.turn).reply
        assert reply is not None
        return reply


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Open a desk where nobody describes pictures."""
    made = Desk()
    made.gateway.reply("I see.")
    yield made
    made.manager.close()


def pixels(call: ModelCall) -> list[tuple[int, int]]:
    """Give the sizes of the pictures that *call* sends."""
    return [(p.width, p.height) for m in call.messages for p in m.pictures]


def test_a_picture_goes_to_a_model_that_sees_and_is_counted_once(desk: Desk):
    """Made smaller by that model's rule, with its own tokens, and sent once alone."""
    desk.add(SHOT, png(4096, 1024))
    desk.ask(BLIND, prompt="Nothing to see.")
    bare = desk.ask(SEEING, prompt="Nothing to see.").tokens

    reply = desk.ask(SEEING, SHOT)

    call = desk.gateway.calls[-1]
    assert pixels(call) == [(2048, 512)]
    assert list(call.pictures.values()) == [png(4096, 1024)]
    assert reply.tokens > bare + 400
    assert call.messages[-1].content.endswith("See?")
    desk.ask(SEEING, prompt="And now?")
    assert pixels(desk.gateway.calls[-1]) == []


def test_regenerating_and_editing_send_the_picture_again(desk: Desk):
    """The turn keeps what came with it, in the log too."""
    desk.add(SHOT, png(64, 64))
    desk.ask(SEEING, SHOT)
    (turn,) = desk.manager.conversation.branch()

    desk.wait(desk.manager.regenerate(turn.id, Occasion(KernelState(), SEEING)))
    assert pixels(desk.gateway.calls[-1]) == [(64, 64)]
    desk.wait(desk.manager.edit(turn.id, "Again?", Occasion(KernelState(), SEEING)))
    assert pixels(desk.gateway.calls[-1]) == [(64, 64)]
    read = fold(desk.store.events("one"))
    assert [one.enclosed for one in read.branch()] == [(SHOT,)]


def test_a_blind_model_is_told_the_size_and_the_user_why(desk: Desk):
    """No pixel goes, the notice names the setting that helps."""
    desk.add(SHOT, png(640, 480))

    reply = desk.ask(BLIND, SHOT)

    call = desk.gateway.calls[-1]
    assert pixels(call) == []
    assert call.pictures == {}
    assert "(a picture of 640 x 480 pixels, which you cannot see)" in (
        call.messages[-1].content
    )
    assert [one for one in reply.notices if "c.JupyterCtx.vision_profile" in one]


def test_two_pictures_of_one_name_are_both_told(desk: Desk):
    """Browsers call every pasted picture `image.png`."""
    shots = [Enclosed(key, "image.png", "image/png", 1) for key in ("k1", "k2")]
    desk.add(shots[0], png(640, 480))
    desk.add(shots[1], png(320, 240))

    desk.ask(BLIND, *shots)

    sent = desk.gateway.calls[-1].messages[-1].content
    assert "640 x 480 pixels" in sent
    assert "320 x 240 pixels" in sent


def test_a_model_for_pictures_describes_one_once():
    """The same picture again, under any name, is not looked at again."""
    made = Desk(SEEING)
    made.gateway.reply("A red bar chart titled Sales.")
    made.gateway.reply("The north.")
    made.add(SHOT, png(640, 480))
    again = Enclosed("k9", "copy.png", "image/png", 1)
    made.add(again, png(640, 480))

    reply = made.ask(BLIND, SHOT)
    made.ask(BLIND, again)

    models = [call.profile.model for call in made.gateway.calls]
    assert models == ["gpt-4o", "blind", "blind"]
    look, asked, more = made.gateway.calls
    assert pixels(look) == [(640, 480)]
    assert "<picture enclosed=screen.png>\nA red bar chart titled Sales." in (
        asked.messages[-1].content
    )
    assert "<picture enclosed=copy.png>\nA red bar" in more.messages[-1].content
    assert "screen.png was described by a model that can see." in reply.notices
    made.manager.close()


def test_a_failed_description_costs_no_answer():
    """The question is answered from the size, and both are said."""
    made = Desk(SEEING)
    made.gateway.fail("auth", sentence="The key is wrong.")
    made.gateway.reply("Hm.")
    made.add(SHOT, png(640, 480))

    reply = made.ask(BLIND, SHOT)

    assert reply.text == "Hm."
    assert "screen.png could not be described: The key is wrong." in reply.notices
    made.manager.close()


def test_a_dropped_text_stands_in_the_context_and_for_later_questions(desk: Desk):
    """Whole where there is room; masked; the prompt stays as it was written."""
    desk.add(LOG, f"{TEXT}\nkey: {SECRET}".encode())

    desk.ask(BLIND, LOG)
    desk.ask(BLIND, prompt="And line 7?")

    first, second = (call.messages for call in desk.gateway.calls)
    assert f"<file enclosed=run.log>\n{TEXT}" in first[-1].content
    assert "key: <masked rule=test>" in first[-1].content
    assert first[-1].content.endswith("See?")
    assert any("line 399" in one.content for one in second)


@pytest.mark.parametrize("level", ["schema", "code"])
def test_at_a_narrow_level_all_of_it_stays_here(desk: Desk, level: str):
    """Neither pixels nor text nor name; the user is told."""
    profile = Profile("gpt-4o", budget=40_000, vision=True, privacy=level)
    desk.add(SHOT, png(64, 64))
    desk.add(LOG, b"secret text")

    reply = desk.ask(profile, SHOT, LOG)

    call = desk.gateway.calls[-1]
    sent = "".join(one.content for one in call.messages)
    assert (pixels(call), call.pictures) == ([], {})
    assert "secret text" not in sent
    assert "run.log" not in sent
    assert [one.partition(" stayed")[0] for one in reply.notices] == [
        "screen.png",
        "run.log",
    ]


def test_what_the_kernel_lost_is_said_not_sent(desk: Desk):
    """After a restart the page adds it again; without that the reply says so."""
    reply = desk.ask(SEEING, SHOT, LOG)

    assert [one for one in reply.notices if "does not hold it any more" in one] == [
        "screen.png was not sent: this kernel does not hold it any more. Add it again.",
        "run.log was not sent: this kernel does not hold it any more. Add it again.",
    ]


@pytest.mark.parametrize(
    ("name", "mime", "data", "why"),
    [
        ("a.png", "image/png", lying(4_000, 4_000), "it is broken"),
        ("a.svg", "image/svg+xml", b"<svg/>", "it is no picture that models take"),
        ("a.zip", "application/zip", b"PK\0\0", "it is neither a text nor a picture"),
        ("a.txt", "text/plain", b" ", "it is empty"),
        ("a.txt", "text/plain", b"x" * 1_000_001, "it has more than 1 MB"),
        ("a.png", "image/png", b"x" * 8_000_001, "it has more than 8 MB"),
    ],
)
def test_what_cannot_be_sent_is_refused_with_the_reason(name, mime, data, why):
    """One sentence that says what to do, before anything is asked."""
    held = Enclosures()

    with pytest.raises(EnclosureError, match=f"{name} cannot be added: {why}"):
        held.add("k", name, mime, base64.b64encode(data).decode())


def test_what_is_kept_is_bounded():
    """The oldest enclosures go first."""
    held = Enclosures()
    for n in range(80):
        held.add(f"k{n}", f"{n}.txt", "text/plain", base64.b64encode(b"x").decode())

    found = held.find(Enclosed(f"k{n}", f"{n}.txt") for n in range(80))

    assert [one.text for one in found] == [""] * 20 + ["x"] * 60
