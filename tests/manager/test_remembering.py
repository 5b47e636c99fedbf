"""The memory file is written only as it was shown, and only on accept."""

from __future__ import annotations

from pathlib import Path

import pytest

from jupyter_ctx.core.engine.head import Head
from jupyter_ctx.core.talk.choice import Choice
from jupyter_ctx.core.talk.conversation import fold
from jupyter_ctx.core.talk.events import Asked, Replied, Selected
from jupyter_ctx.core.talk.task_note import Progress, merged, sections, updated
from jupyter_ctx.errors import CtxError, FileError
from jupyter_ctx.manager.standing.drafts import STEP_DONE, Drafts, progress_of
from jupyter_ctx.manager.standing.remembering import MemoryDesk
from jupyter_ctx.workspace.memory import files
from tests.manager.desk import Desk, desk
from tests.manager.plan_desk import NO_MODEL, planning, put

OWN = "JUPYTER_CTX.md"
SECTIONS = (
    "## Task\nClean the data\n\n## Done\n- [x] load\n\n## In progress\n- [ ] clean\n\n"
    "## Constraints and decisions\n- no pandas\n\n## Next start\n- drop rows\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a project."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def memory(folder: Path) -> MemoryDesk:
    """Make what writes the memory file of *folder*."""
    return MemoryDesk(
        lambda: folder, lambda: files(folder), lambda: Head(""), folder / ".." / "kept"
    )


def test_a_cell_writes_the_file_that_it_shows_and_no_other_state_of_it(folder: Path):
    """Made, written, run again with a change; never over what another wrote."""
    made = memory(folder)
    path = folder / OWN
    assert made.cell().startswith(f"%%ctx memory {OWN} --was new\n## Task\n")
    written = made.write(OWN, "one\n", "new")
    assert path.read_text() == "one\n"
    assert "+one" in written.diff
    made.write(OWN, "two", "new")
    assert path.read_text() == "two\n"
    path.write_text("by hand\n")

    with pytest.raises(FileError, match="changed since this cell was made"):
        made.write(OWN, "three", "new")
    assert path.read_text() == "by hand\n"
    first, _, text = made.cell().partition("\n")
    assert text == "by hand\n"
    made.write(OWN, "four", first.split()[-1])
    assert path.read_text() == "four\n"


def test_undo_brings_the_old_text_back_step_by_step(folder: Path):
    """Until the file is gone again; not over what was changed since."""
    made = memory(folder)
    path = folder / OWN
    made.write(OWN, "one", "new")
    made.write(OWN, "two", "new")
    made.undo()
    assert path.read_text() == "one\n"
    made.undo()
    assert not path.exists()
    with pytest.raises(CtxError, match="Nothing was written"):
        made.undo()
    made.write(OWN, "one", "new")
    path.write_text("by hand")

    with pytest.raises(FileError, match="changed since"):
        made.undo()
    assert path.read_text() == "by hand"


def test_an_offer_is_written_on_accept_alone(folder: Path):
    """Shown as a diff; a change meanwhile makes it void, and so does having it."""
    made = memory(folder)
    path = folder / OWN
    path.write_text("old\n")
    offer = made.offer(lambda text: (f"{text}new\n", "my-llm"))
    assert offer is not None
    assert (offer.path, offer.by) == (OWN, "my-llm")
    assert offer.diff.endswith(" old\n+new")
    assert path.read_text() == "old\n"
    made.accept()
    assert path.read_text() == "old\nnew\n"
    with pytest.raises(CtxError, match="Nothing is offered"):
        made.accept()
    assert made.offer(lambda text: (text, "")) is None
    made.offer(lambda text: (f"{text}more\n", ""))
    path.write_text("by hand\n")

    with pytest.raises(FileError, match="changed since the offer"):
        made.accept()
    assert path.read_text() == "by hand\n"


def test_only_memory_files_of_the_project_are_written(folder: Path):
    """Neither another file nor one outside; the ends of lines stay as they were."""
    made = memory(folder)
    for path in ("setup.py", "../JUPYTER_CTX.md", "/tmp/AGENTS.md"):
        with pytest.raises(FileError):
            made.cell(path)
    (folder / "AGENTS.md").write_bytes(b"one\r\ntwo\r\n")
    first = made.cell("AGENTS.md").partition("\n")[0]
    made.write("AGENTS.md", "one\nthree\n", first.split()[-1])

    assert (folder / "AGENTS.md").read_bytes() == b"one\r\nthree\r\n"


def test_sections_are_merged_and_all_other_text_stays():
    """Ours change in their places, the user's own stand as they were."""
    text = f"# My rules\n\nUse tabs.\n\n{SECTIONS}\n## Links\nhere\n"

    made = merged(text, ("T", "D", "", "R", "N"))

    assert made == (
        "# My rules\n\nUse tabs.\n\n## Task\nT\n\n## Done\nD\n\n## In progress\n\n"
        "## Constraints and decisions\nR\n\n## Next start\nN\n\n## Links\nhere\n"
    )
    assert sections(made) == ("T", "D", "", "R", "N")
    assert sections(merged("", ("T", "D", "", "R", "N"))) == ("T", "D", "", "R", "N")


def test_progress_ticks_what_is_done_and_names_the_next_start():
    """Lines of the user stay; what is done leaves what is in progress."""
    progress = Progress(
        task="other",
        done=("load", "clean"),
        doing=("plot",),
        waiting=("plot", "report"),
        rules=("no pandas", "be brief"),
    )

    assert sections(updated(SECTIONS, progress)) == (
        "Clean the data",
        "- [x] load\n- [x] clean",
        "- [ ] plot",
        "- no pandas\n- be brief",
        "- plot",
    )


def drafted(at: Desk, answer: str) -> tuple[str, str]:
    """Let the model answer a question, then draft the note with *answer*."""
    at.gateway.reply("It is clean.")
    at.ask("Clean the data")
    at.gateway.reply(answer)
    services = at.manager._services
    drafts = Drafts(services, lambda: at.manager.conversation)
    return drafts.by_model(at.profile, "# Mine\n")


def test_a_model_drafts_the_sections_and_a_bad_answer_is_left_to_the_code():
    """What is not all headings, or fails, is never offered."""
    with desk() as at:
        assert drafted(at, SECTIONS) == (f"# Mine\n\n{SECTIONS}", "my-llm")
        assert "USER: Clean the data" in at.gateway.calls[-1].messages[1].content
    for bad in ("", "I cannot do that.", "## Task\nonly this", "x" * 9_000):
        with desk() as at:
            text, by = drafted(at, bad)
            assert by == ""
            told = ("Clean the data", "", "- Asked: Clean the data")
            assert sections(text)[:3] == told


def test_only_an_edit_that_was_applied_is_done():
    """An answer alone is none; what was asked is noted once, the newest ten."""
    fix = Choice("1", "Apply", "Apply it.", action={"replace": "x = 1"})
    log = [
        Asked("a", "hi there"),
        Replied("a", "ra", "Hello.", tokens=9),
        Asked("b", "fix the cell", "a"),
        Replied("b", "rb", "So.", choices=(fix,), tokens=9),
    ]
    before = updated("", progress_of(fold(log)))
    after = updated(before, progress_of(fold([*log, Selected("b", "rb", "1")])))
    many = Progress(asked=tuple(f"q{number}" for number in range(15)))

    assert sections(before)[1:3] == ("", "- Asked: hi there\n- Asked: fix the cell")
    assert sections(after)[1:3] == ("- [x] fix the cell", "- Asked: hi there")
    assert updated(after, progress_of(fold(log[:2]))) == after
    assert len(sections(updated("", many))[2].split("\n")) == 10


def test_a_step_of_a_plan_that_was_done_offers_to_note_it(tmp_path: Path):
    """Where the project has a file for it; what the code would write tells the step."""
    for has_file in (True, False):
        root = tmp_path / str(has_file)
        root.mkdir()
        with planning(root, profile=NO_MODEL) as at:
            put(at.root, one__sql="SELECT amt\n", two__sql="SELECT amt\n")
            if has_file:
                put(at.root, JUPYTER_CTX__md="# Notes\n")
            at.propose("rename the column `amt` to `amount`")
            assert STEP_DONE not in at.pick("Confirm").notices
            assert (STEP_DONE in at.pick("Apply").notices) == has_file
            text = updated("", progress_of(at.conversation))
            done, doing, _, start = sections(text)[1:]

            assert done.startswith("- [x] one.sql: ")
            assert doing.startswith("- [ ] two.sql: ")
            assert start.startswith("- two.sql: ")
