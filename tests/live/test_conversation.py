"""The conversation from a cell: messages by number, files, and other conversations."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def pair():
    """Share one kernel and stub; each test begins a conversation of its own."""
    with asking() as both:
        yield both


@pytest.fixture
def live(pair):
    """Give the kernel with two answered questions in a new conversation."""
    kernel, stub = pair
    kernel.run("%ctx conversation new")
    for word in ("one", "two"):
        stub.reply(f"r-{word}")
        kernel.run(f"%%assist\nu-{word}")
    stub.reply("fine")
    return pair


def test_a_message_is_hidden_listed_and_shown_again_by_its_number(live):
    """The list says what is true of the next request."""
    kernel, stub = live
    told = kernel.run("%assist hide #1").stdout
    listed = kernel.run("%ctx conversation").stdout
    kernel.run("%%assist\nu-three")

    assert told == "#1 is not sent any more; %assist unhide #1 sends it.\n"
    assert [line.split() for line in listed.splitlines()] == [
        ["#1", "[hidden]", "u-one"],
        ["[hidden]", "r-one"],
        ["#2", "[sent]", "u-two"],
        ["[sent]", "r-two"],
    ]
    assert "u-one" not in contents(stub.sent())
    assert "r-one" not in contents(stub.sent())
    kernel.run("%assist hide 1, #2")
    both = kernel.run("%ctx conversation unhide 1 2").stdout
    assert both == "#1 is sent again.\n#2 is sent again.\n"
    lack = kernel.run("%ctx conversation pin #1 #9").stdout
    assert lack.startswith("There is no message #9")
    kernel.run("%assist pin #2")
    assert "[sent, pinned] u-two" in kernel.run("%ctx conversation").stdout
    kernel.run("%%assist\nu-four")
    assert "r-one" in contents(stub.sent())


def test_any_message_can_be_edited_deleted_and_asked_again(live):
    """What follows is cut, and comes back by undo; words are a question as ever."""
    kernel, stub = live
    kernel.run("%assist edit #1 u-new")
    text = contents(stub.sent())
    assert "u-new" in text
    assert not any(cut in text for cut in ("u-one", "r-one", "u-two", "r-two"))
    kernel.run("%assist undo")
    kernel.run("%assist regen #1")
    assert "u-two" not in contents(stub.sent())
    kernel.run("%assist undo")
    assert kernel.run("%assist delete #1").stdout.startswith("2 messages were deleted")
    kernel.run("%assist undo")
    kernel.run("%assist hide the legend")
    assert "hide the legend" in contents(stub.sent())
    assert "There is no message #9" in kernel.run("%assist hide #9").stdout
    assert "Say which message" in kernel.run("%assist hide").stdout


def test_a_conversation_goes_to_a_file_and_comes_back(live):
    """No file is replaced without a word; the import is a conversation of its own."""
    kernel, stub = live
    assert "The conversation is in talk.md" in kernel.run("%ctx export talk.md").stdout
    again = kernel.run("%ctx export talk.md").stdout
    assert "is there already and was not changed" in again
    assert "is in talk.md" in kernel.run("%ctx export talk.md --force").stdout
    assert '"nbformat": 4' in kernel.run("%ctx export --format notebook").stdout
    assert "2 turns were read" in kernel.run("%ctx import talk.md").stdout
    kernel.run("%%assist\nu-three")
    assert [message["content"] for message in stub.sent()[1:4]] != []
    text = contents(stub.sent())
    assert all(word in text for word in ("u-one", "r-one", "u-two", "r-two"))
    assert "could not be read" in kernel.run("%ctx import gone.md").stdout
    assert "tells no format" in kernel.run("%ctx export talk.pdf").stdout


def test_conversations_are_listed_found_and_opened(live):
    """By the number that the list or the search shows."""
    kernel, stub = live
    kernel.run("%ctx conversation new")
    kernel.run("%%assist\nsomething about zebras")
    listed = kernel.run("%ctx conversation list").stdout.splitlines()
    assert listed[0].startswith("  1 * something about zebras (")
    assert listed[1].startswith("  2   u-one (")
    found = kernel.run("%ctx conversation search zebra").stdout
    assert "something about zebras" in found.splitlines()[1]
    kernel.run("%ctx conversation list")
    assert '"u-one" is open' in kernel.run("%ctx conversation open 2").stdout
    kernel.run("%%assist\nu-three")
    assert "r-two" in contents(stub.sent())
    assert "zebras" not in contents(stub.sent())
    assert "No conversation holds" in kernel.run("%ctx conversation search xyz").stdout
