"""What stands in every request: read anew, byte-identical, and gone when taken back."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from jupyter_ctx.errors import ConversationError
from jupyter_ctx.manager.instructions import StandingInstructions
from jupyter_ctx.store import Store
from jupyter_ctx.workspace.memory import files
from tests.manager.desk import PROFILE, Desk, desk
from tests.store.test_store import SECRET, Mask

RULE = "From now on, name variables in camelCase."


def head(at: Desk, call: int = -1) -> str:
    """Give the system message of a call."""
    first = at.gateway.calls[call].messages[0]
    assert first.role == "system"
    return first.content


def told(at: Desk) -> list[str]:
    """List the instructions that hold."""
    return [one.text for one in StandingInstructions(at.manager).list()]


def test_c7_an_instruction_is_sent_with_every_later_request_until_it_is_removed():
    """Heard in a message, told with how to remove it, sent word for word, lifted."""
    with desk() as at:
        at.gateway.reply("ok")
        first = at.ask(f"Load the data. {RULE}")
        at.ask("Plot it")
        second = head(at)
        at.ask("And again")

        assert RULE not in head(at, 0)
        assert f"<instructions>\n- {RULE}\n</instructions>" in second
        assert head(at) == second
        assert at.reply(first).notices == (
            f'Holds from now on: "{RULE}" (%ctx instructions remove 1 takes it back)',
        )

        standing = StandingInstructions(at.manager)
        standing.lift(standing.list()[0].id)
        at.ask("Once more")

        assert head(at) == head(at, 0)
        with pytest.raises(ConversationError, match="holds no more"):
            standing.lift("1")


def test_a_later_sentence_replaces_or_lifts_an_earlier_one():
    """One rule of a kind holds, and what is lifted by words is told."""
    with desk() as at:
        at.gateway.reply("ok")
        at.ask(RULE)
        changed = at.ask("Use snake_case for variables from now on.")
        assert told(at) == ["Use snake_case for variables from now on."]
        assert at.reply(changed).notices[0] == f'No longer holds: "{RULE}"'
        lifted = at.ask("Forget that rule.")

        assert told(at) == []
        assert at.reply(lifted).notices == (
            'No longer holds: "Use snake_case for variables from now on."',
        )


def test_an_instruction_goes_with_its_message_and_outlives_a_reset():
    """Deleted it goes, undone it is back; a new task keeps it; all of it by the log."""
    with desk() as at:
        at.gateway.reply("ok")
        turn = at.ask(RULE)
        at.ask("hello")
        at.manager.delete(turn)
        assert told(at) == []
        at.manager.undo()
        assert told(at) == [RULE]
        at.manager.reset()
        at.ask("a new task")

        assert told(at) == [RULE]
        assert RULE in head(at)
        assert at.sent() == [("user", "a new task")]


def test_what_was_said_in_a_stopped_message_holds_all_the_same():
    """A message that never ran is joined to the next one, and heard with it."""
    with desk() as at:
        at.gateway.reply("w", held=True)
        running = at.start("wait")
        waiting = at.start(RULE)
        at.manager.stop(waiting)
        at.gateway.release()
        at.ended(running)
        at.ask("go on")

        assert told(at) == [RULE]


def test_a_secret_in_an_instruction_is_masked_wherever_it_is_kept_or_sent():
    """The log, the list, the notice and the request hold the mask."""
    with desk() as at:
        at.gateway.reply("ok")
        turn = at.ask(f"Always use the key {SECRET}.")
        at.ask("hello")

        assert told(at) != []
        everything = [*told(at), *at.reply(turn).notices, head(at)]
        assert not any(SECRET in text for text in everything)


def test_c1_rules_of_a_file_stand_verbatim_once_in_every_request(tmp_path: Path):
    """Edited in the middle of 200 turns and compactions, the text of the moment."""
    path = tmp_path / "JUPYTER_CTX.md"
    profile = msgspec.structs.replace(PROFILE, budget=3_000)
    wanted = []
    with desk(memory=lambda: files(tmp_path)) as at:
        at.profile = profile
        at.gateway.reply("Done. " * 20)
        for number in range(200):
            rule = "Never use pandas." if number < 100 else "Never use loops in code."
            if number in (0, 100):
                path.write_text(f"{rule}\n")
            wanted.append(rule)
            at.ask(f"Question {number}: what does column {number} hold?")
        # Calls that condense old turns have rules of their own.
        asked = [
            call.messages
            for call in at.gateway.calls
            if call.messages[-1].content.endswith("hold?")
        ]

        assert len(asked) == len(wanted)
        for rule, sent in zip(wanted, asked, strict=True):
            whole = "\n".join(one.content for one in sent)
            assert whole.count(rule) == 1
            assert whole.count("Never use") == 1
            assert f"<memory path=JUPYTER_CTX.md>\n{rule}\n</memory>" in sent[0].content
        heads = {sent[0].content for sent in asked}
        assert len(heads) == 2
        assert len(at.manager.conversation.condensed.compactions) >= 5


def test_a_file_that_is_not_sent_is_told_once(tmp_path: Path):
    """The first reply says so; later ones need not."""
    (tmp_path / "AGENTS.md").write_bytes(b"a\0b")
    with desk(memory=lambda: files(tmp_path)) as at:
        at.gateway.reply("ok")
        turns = [at.ask("one"), at.ask("two")]

        assert [at.reply(turn).notices for turn in turns] == [
            ("AGENTS.md is not sent: it is no text.",),
            (),
        ]


def test_the_users_own_rules_stand_in_place_of_ours():
    """With the legend of the tags, without which no context can be read."""
    with desk(system=lambda: "You are a pirate.") as at:
        at.gateway.reply("arr")
        at.ask("hello")

        assert head(at).startswith("You are a pirate.\nBlocks: <cells>")


def test_a11_what_was_said_survives_a_restart_and_a_switch_of_models(tmp_path: Path):
    """The word and the rule are in the request of another model after a restart."""
    path = tmp_path / "store.sqlite"
    with desk(Store(path, Mask())) as before:
        before.gateway.reply("noted")
        before.ask(f"Remember the word teal. {RULE}")
    with desk(Store(path, Mask())) as after:
        after.profile = msgspec.structs.replace(PROFILE, model="another")
        after.gateway.reply("teal")
        after.ask("Which word?")
        assert after.sent()[0] == ("user", f"Remember the word teal. {RULE}")
        assert RULE in head(after)
        after.manager.reset()
        after.ask("Which word?")

        assert after.sent() == [("user", "Which word?")]
        assert after.prompts() == ["Which word?"]
