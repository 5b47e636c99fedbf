"""Pictures through the real worker: what the model's server receives."""

from __future__ import annotations

import base64

import pytest

from jupyter_ctx.core.pictures.picture import FROM_ABOVE, Attached
from jupyter_ctx.core.pictures.pictures import BLIND_NOTICE, Shots, Shown
from jupyter_ctx.core.pictures.pixels import head_of, is_whole
from jupyter_ctx.core.talk.message import Message
from jupyter_ctx.errors import ModelError
from jupyter_ctx.gateway.gateway import ModelCall, Profile
from jupyter_ctx.gateway.patience import PatientGateway
from jupyter_ctx.kernel.pictures import Album
from tests.pixels import bomb, png


def received(gateway, stub, size: tuple[int, int], data: bytes):
    """Send a picture of that size; give the parts of the message that arrive."""
    sent = Attached("p1", "image/png", *size, 10, "high")
    message = Message("user", "What is this?", (sent,))
    profile = Profile("my-llm", stub.url, vision=True)
    call = ModelCall(profile, (message,), pictures={"p1": data})
    list(gateway.stream(call))
    return stub.sent()[0]["content"]


def decoded(part) -> tuple[str, bytes]:
    """Take a data URL apart."""
    head, _, data = part["image_url"]["url"].partition(";base64,")
    return head, base64.b64decode(data)


def test_a_picture_arrives_before_the_text_as_it_is(gateway, stub):
    """In litellm's form, its bytes unchanged where no other size was counted."""
    data = png(40, 30)

    parts = received(gateway, stub, (40, 30), data)

    assert [one["type"] for one in parts] == ["image_url", "text"]
    assert decoded(parts[0]) == ("data:image/png", data)
    assert parts[0]["image_url"]["detail"] == "high"
    assert parts[1]["text"] == "What is this?"


def test_a_large_picture_arrives_in_the_size_that_was_counted(gateway, stub):
    """The server gets 200 x 150 pixels of 4,000 x 3,000 (C8)."""
    pytest.importorskip("PIL")

    parts = received(gateway, stub, (200, 150), png(4_000, 3_000))

    mime, data = decoded(parts[0])
    assert mime == "data:image/png"
    assert head_of(data) == ("image/png", 200, 150)
    assert is_whole(data)


def test_a_picture_that_cannot_be_read_is_a_sentence(gateway, stub):
    """Nothing is sent, and the next plain message succeeds (C8)."""
    pytest.importorskip("PIL")
    with pytest.raises(ModelError, match="A picture cannot be read"):
        received(gateway, stub, (20, 15), png(40, 30)[:60])
    with pytest.raises(ModelError, match="A picture cannot be read"):
        received(gateway, stub, (20, 15), bomb(14_000))
    assert stub.requests == []

    plain = ModelCall(Profile("my-llm", stub.url), (Message("user", "hi"),))
    assert "".join(delta.text for delta in gateway.stream(plain)) == "ok"
    assert stub.sent()[0]["content"] == "hi"


PHRASES = [
    "messages.0.content.0.image.source.base64: image exceeds 5 MB maximum",
    "Invalid image data: unsupported image format",
    "This model does not support image_url content",
    "my-llm is not a multimodal model",
    "Image does not match the provided media type image/png",
]


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_picture_that_the_server_refuses_is_left_out(gateway, stub, phrase):
    """The text is answered in a second request, and so is the next question (C8)."""
    stub.fail(400, {"error": {"message": phrase}})
    stub.reply("without it")
    sent = Attached("p1", "image/png", 40, 30, 10)
    profile = Profile("my-llm", stub.url, vision=True)
    message = Message("user", "What is this?", (sent,))
    call = ModelCall(profile, (message,), pictures={"p1": png(40, 30)})

    notice, *texts = list(PatientGateway(gateway).stream(call))

    assert notice.kind == "notice"
    assert notice.text.startswith("The picture was left out of the question.")
    assert "".join(delta.text for delta in texts) == "without it"
    assert len(stub.requests) == 2
    assert stub.sent()[0]["content"] == "What is this?"


def test_another_refusal_of_a_question_with_a_picture_is_shown_as_it_is(gateway, stub):
    """The picture is not to blame for a wrong key, nor for a long question."""
    sent = Attached("p1", "image/png", 40, 30, 10)
    message = Message("user", "What is this?", (sent,))
    profile = Profile("my-llm", stub.url, vision=True)
    call = ModelCall(profile, (message,), pictures={"p1": png(40, 30)})
    kinds = []

    for status, words in [(401, "bad key"), (400, "prompt is too long"), (400, "odd")]:
        stub.fail(status, {"error": {"message": words}})
        with pytest.raises(ModelError) as caught:
            list(PatientGateway(gateway).stream(call))
        kinds.append(caught.value.kind)

    assert kinds == ["auth", "overflow", "bad_request"]
    assert len(stub.requests) == 3


def test_what_cannot_be_sent_is_known_when_it_is_attached():
    """12 MB, 9,000 pixels, a blind model: dropped or shrunk, with a note (C8)."""
    album = Album()
    noise = base64.b64encode(png(20, 20) + bytes(12_000_000)).decode()
    heavy, wide = album.add(noise), album.add(png(9_000, 40))

    def placed(picture, rule=FROM_ABOVE):
        shots = Shots((Shown("In[1]", picture),), rule, True, album.fault)
        made = shots.fit(4_000)
        return made.attached, made.notices

    attached, notices = placed(heavy)
    assert attached == ()
    assert notices[0].startswith("The picture of In[1] was not sent: its pixels are")
    ((shrunk,), _) = placed(wide)
    assert max(shrunk.width, shrunk.height) <= FROM_ABOVE.long
    attached, notices = placed(wide, None)
    assert (attached, notices) == ((), (BLIND_NOTICE,))
