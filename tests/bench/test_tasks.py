"""The tasks: each can be solved, none is solved by nothing; and how they are run."""

from __future__ import annotations

import contextlib
import io
from collections import Counter

import msgspec
import pytest

from jupyter_ctx.bench.tasks import main
from jupyter_ctx.bench.tasks.attempt import Asker, Result, code_of, judged
from jupyter_ctx.bench.tasks.catalogue import Task, tasks
from jupyter_ctx.bench.tasks.command import Plan, run
from jupyter_ctx.bench.tasks.contexts import CONTEXTS, chosen, messages
from jupyter_ctx.bench.tasks.report import shown, wilson
from jupyter_ctx.core.engine.rules import RULES
from jupyter_ctx.errors import ModelError, SettingError
from jupyter_ctx.gateway.gateway import Profile
from jupyter_ctx.testing import ScriptedGateway
from jupyter_ctx.tokens import counter_named
from jupyter_ctx.ui import cli

ALL = tasks()
PROFILE = Profile("scripted", max_tokens=1_000)


def _namespace(task: Task, folder) -> dict[str, object]:
    for name, text in task.files.items():
        (folder / name).write_text(text)
    namespace: dict[str, object] = {"__name__": "__main__"}
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for cell in task.cells:
            exec(compile(cell, task.notebook, "exec"), namespace)
    return namespace


def test_there_are_sixty_and_a_third_needs_what_no_code_shows():
    """Their names differ, so that records can be told apart."""
    assert len({task.id for task in ALL}) == len(ALL) == 60
    assert Counter(task.needs for task in ALL) == {"code": 40, "live": 7, "changed": 13}


@pytest.mark.parametrize("task", ALL, ids=lambda task: task.id)
def test_the_solution_passes_and_doing_nothing_fails(task, tmp_path):
    """A check that holds before the answer would measure nothing."""
    pytest.importorskip("pandas")
    with pytest.raises((NameError, AssertionError, KeyError)):
        exec(task.check, _namespace(task, tmp_path))
    namespace = _namespace(task, tmp_path)
    exec(task.solution, namespace)
    exec(task.check, namespace)


@pytest.mark.parametrize("task", ALL[:10], ids=lambda task: task.notebook)
def test_a_window_of_the_newest_cells_does_not_hold_the_notebook(task):
    """Else every context would know the same."""
    count = counter_named("cl100k_base").count
    assert 1_000 < count("\n\n".join(task.cells)) < 1_500
    newest = CONTEXTS["newest"](task, 500)
    assert task.cells[0] not in newest
    assert task.cells[-1] in newest


def test_fewer_tasks_come_from_as_many_notebooks():
    """The first ten are one of each."""
    assert len({task.notebook for task in tasks(10)}) == 10
    assert tasks(3) == ALL[:3]


def test_all_contexts_go_into_the_same_request():
    """Rules, then the context in its tags, then the prompt word for word."""
    task = ALL[0]
    for name in ("newest", "head_tail"):
        system, user = messages(CONTEXTS[name](task, 500), task.prompt)
        assert system.content == RULES
        assert user.content.startswith("<cells>\n")
        assert user.content.endswith(f"</cells>\n\n{task.prompt}")
    assert messages(CONTEXTS["none"](task, 500), "now?")[1].content == "now?"


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ("Here:\n```python\nx = 1\n```\nDone.\n```python\ny = 2\n```", "x = 1"),
        ("x = 1", "x = 1"),
        ("```python\nx = 1\ny =", "x = 1\ny ="),
        ("I do not know.", ""),
        ("", ""),
    ],
)
def test_the_code_of_an_answer_is_what_a_user_would_insert(reply, code):
    """The first block; a cut one too; prose is no code."""
    assert code_of(reply) == code


@pytest.mark.live
def test_a_run_asks_runs_checks_and_goes_on(tmp_path):
    """Ours shows the kernel's truth, each answer is judged, and records are kept."""
    task = next(task for task in ALL if task.id == "all_kilometres")
    gateway = ScriptedGateway()
    gateway.reply(f"```python\n{task.solution}\n```")
    gateway.reply("```python\ntotal_km = 1 / 0\n```")
    gateway.reply("No idea.")
    plan = Plan(("ours", "newest", "none"), 500, 1, str(tmp_path / "r.jsonl"))
    only = Asker(gateway, PROFILE)
    results = _run_one(task, plan, only)
    assert [(one.context, one.verdict) for one in results] == [
        ("ours", "passed"),
        ("newest", "failed"),
        ("none", "no code"),
    ]
    assert results[1].why.startswith("ZeroDivisionError")
    asked = gateway.calls[0]
    assert (asked.temperature, asked.max_tokens) == (0.0, 320)
    assert "length_km" in asked.messages[1].content
    assert "length_km" not in gateway.calls[1].messages[1].content
    assert _run_one(task, plan, only) == results
    assert len(gateway.calls) == 3


def _run_one(task: Task, plan: Plan, asker: Asker) -> list[Result]:
    from jupyter_ctx.bench.records import Records
    from jupyter_ctx.bench.tasks.attempt import KEY, attempted

    records = Records(plan.records, Result, KEY)
    return list(attempted([task], plan.contexts, plan.budget, asker, records))


@pytest.mark.live
def test_a_wrong_answer_and_one_that_kills_the_kernel_are_told():
    """The run goes on whatever an answer does."""
    task = next(task for task in ALL if task.id == "express_to_norway")
    assert judged(task, "cost = 1") == ("wrong", "AssertionError: ")
    assert judged(task, "import os\nos._exit(3)")[0] == "failed"


def test_a_model_that_fails_ends_the_run_with_its_sentence():
    """What was done stays in the records."""
    gateway = ScriptedGateway()
    gateway.fail("server", sentence="The model is gone. Start it.")
    with pytest.raises(ModelError, match="The model is gone"):
        run(Plan(("none",), 500, 1), Asker(gateway, PROFILE), io.StringIO())


def test_what_is_not_there_is_a_clear_error(monkeypatch, tmp_path):
    """No model file and no such context are told with what to do."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("JUPYTER_CTX_MODEL", raising=False)
    with pytest.raises(SettingError, match=r"`jupyter ctx model install 0\.5b`"):
        main(["--tasks"])
    with pytest.raises(SettingError, match="--tasks needs a model"):
        main(["--tasks", "--model", "none"])
    with pytest.raises(
        SettingError, match=r"There is no context mine\. Known are ours"
    ):
        chosen("mine")
    with pytest.raises(SettingError, match="--cases"):
        main(["--tasks", "--cases", "0"])


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--tasks", "--model", "none"], "--tasks needs a model."),
        (["--format", "json", "--tasks", "--contexts", "mine"], "no context mine."),
        (["--nll", "no.gguf", "--cases", "1"], "There is no model file no.gguf."),
        (["--nll=no.gguf"], "There is no model file no.gguf."),
    ],
)
def test_an_option_names_the_benchmark_wherever_it_stands(options, told, capsys):
    """`jupyter ctx bench` hands over, and tells an error as one sentence."""
    assert cli.main(["bench", *options]) == 1
    assert told in capsys.readouterr().err


def _result(task: str, context: str, verdict: str, needs: str = "code") -> Result:
    made = {
        "task": task,
        "needs": needs,
        "context": context,
        "budget": 500,
        "model": "embedded:0.5b",
        "sha": "",
        "verdict": verdict,
        "why": "",
        "seconds": 2.0,
        "prompt_tokens": 600,
        "reply": "",
    }
    return msgspec.convert(made, Result)


RESULTS = [
    _result("a", "ours", "passed"),
    _result("b", "ours", "passed", "live"),
    _result("a", "newest", "passed"),
    _result("b", "newest", "wrong", "live"),
]


def test_the_table_tells_rates_by_need_and_distances():
    """Ours does one task more of two: 50 in a hundred."""
    *_, ours, newest = shown(RESULTS, "table").splitlines()
    assert ours.split() == [
        *("ours", "2", "100", "[34,", "100]", "100", "100"),
        *("+50", "[+0,", "+100]", "2.0", "600"),
    ]
    assert newest.split() == [
        "newest",
        "2",
        "50",
        "[9,",
        "91]",
        "100",
        "0",
        "2.0",
        "600",
    ]


def test_records_and_the_page_tell_each_task():
    """A record a line is read back as it was; the page needs nothing else."""
    lines = shown(RESULTS, "json").splitlines()
    assert [msgspec.json.decode(line, type=Result) for line in lines] == RESULTS
    page = shown(RESULTS, "html")
    assert "<tr><td>b</td><td>live</td><td>passed</td><td>wrong</td></tr>" in page
    assert "<script" not in page


@pytest.mark.parametrize(
    ("passed", "of", "low", "high"), [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763)]
)
def test_the_interval_of_a_rate_is_wilsons(passed, of, low, high):
    """Also where nothing passed; figures of the textbook."""
    assert wilson(passed, of) == (
        pytest.approx(low, abs=1e-3),
        pytest.approx(high, abs=1e-3),
    )
