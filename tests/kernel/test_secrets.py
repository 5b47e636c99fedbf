"""Secrets that only their name gives away stay out of outputs that print them bare."""

from __future__ import annotations

import pandas as pd
import pytest

from jupyter_ctx.core.document import Cell, Document, SavedOutput
from jupyter_ctx.core.secrets.masking import StateMasker
from jupyter_ctx.core.secrets.redact import masker
from jupyter_ctx.kernel.notebook import join
from jupyter_ctx.kernel.recorder import Recorder
from jupyter_ctx.kernel.sight import Sight
from jupyter_ctx.testing import FakeShell

SECRET = "tulip-9-harbor"
LONG = "correct horse battery staple " * 3


@pytest.fixture
def shell() -> FakeShell:
    """Make a shell with pandas."""
    shell = FakeShell()
    shell.user_ns["pd"] = pd
    return shell


@pytest.fixture
def recorder(shell) -> Recorder:
    """Record *shell* with the real masker."""
    recorder = Recorder(shell, lambda: masker({}))
    recorder.install()
    return recorder


def outputs(recorder: Recorder) -> list[str]:
    """Give what a question would be told of the outputs."""
    seen = recorder.cover(recorder.state())
    return [output.text for run in seen.executions for output in run.outputs]


def test_a_secret_column_is_hidden_where_it_is_printed(shell, recorder):
    """The value is printed without its name, in another cell, later."""
    values = ["x", "y", "z", SECRET]
    shell.run_cell(f"users = pd.DataFrame({{'db_password': {values!r}}})")
    shell.run_cell("users.db_password[3]")

    assert outputs(recorder) == ["'<masked name=db_password rule=named-password>'"]


def test_a_secret_variable_is_hidden_where_it_is_printed(shell, recorder):
    """What `password` holds is hidden in outputs, in words of the user it is not."""
    shell.run_cell(f"password = {SECRET!r}")
    shell.run_cell("[password, 'tulip', 9]")

    assert outputs(recorder) == [
        "['<masked name=password rule=named-password>', 'tulip', 9]"
    ]


def test_a_value_that_a_table_cut_is_hidden(shell, recorder):
    """Tables show the first characters of a long value, and dots."""
    shell.run_cell(f"users = pd.DataFrame({{'passphrase': [{LONG!r}]}})")
    shell.run_cell("users")

    (shown,) = outputs(recorder)
    assert "horse" not in shown
    assert "<masked name=passphrase rule=named-password>" in shown


def test_ordinary_words_are_never_hidden(shell, recorder):
    """A password that is a word would hide half of what the notebook says."""
    shell.run_cell("password = 'region'")
    shell.run_cell("['region', 'north']")

    assert outputs(recorder) == ["['region', 'north']"]


def test_saved_outputs_and_error_messages_are_covered(shell, recorder):
    """What the document has saved and what an error says are looked through too."""
    shell.run_cell(f"password = {SECRET!r}")
    shell.run_cell("raise ValueError('no user with ' + password)")
    saved = SavedOutput("stream", f"hello {SECRET}")
    failed = SavedOutput("error", ename="E", evalue=SECRET, traceback=(SECRET,))
    document = Document((Cell("c1", "code", "x", 1, (saved, failed)),))

    seen = recorder.cover(join(recorder.state(), document))

    assert seen.error is not None
    assert SECRET not in seen.error.evalue
    assert all(SECRET not in report.evalue for report in seen.failures)
    assert seen.document is not None
    assert SECRET not in str(seen.document)


def test_without_secrets_nothing_is_copied(shell, recorder):
    """A state is given back as it is where no secret was seen."""
    shell.run_cell("x = 1")
    seen = recorder.state()

    assert recorder.cover(seen) is seen


@pytest.mark.parametrize(
    "source",
    [
        "copy = password",
        "items = [password, 1]",
        "config = {'login': {'as': password}}",
        "by_name = {password: 1}",
        "header = 'Basic ' + password + ' end'",
        "frame = pd.DataFrame({'a': [password]})",
        "frame = pd.DataFrame({password: [1]})",
        "def login(word=password): return word",
        "def make():\n    kept = password\n    return lambda: kept\nmade = make()",
        "class Door: pass\ndoor = Door()\ndoor.word = password",
        f"again = {SECRET!r}",
    ],
)
def test_a_secret_under_another_name_is_hidden(shell, recorder, source):
    """What `password` holds is the same secret in every other variable and literal."""
    shell.run_cell(f"password = {SECRET!r}")
    shell.run_cell(source)

    seen = recorder.cover(recorder.state())

    assert SECRET in str(recorder.state())
    assert SECRET not in str(seen)
    assert len(seen.variables) > 1


@pytest.mark.parametrize(
    "source",
    [
        "error = ValueError('x')\nerror.add_note('sent ' + password)\nraise error",
        "try: raise ValueError(password)\nexcept ValueError: raise KeyError(1)",
        "raise KeyError(1) from ValueError('for ' + password)",
        "raise ExceptionGroup('g', [ValueError(password)])",
        "def f(t):\n    raise ValueError(t[0])\nf(password)",
        "{'a': 1}[password]",
        f"raise ValueError({SECRET!r} and 'no')",
    ],
)
def test_a_secret_in_any_part_of_an_error_is_hidden(shell, recorder, source):
    """Notes, causes, members, locals and lines of a failing cell are looked through."""
    shell.run_cell(f"password = {SECRET!r}")
    shell.run_cell(source)

    seen = recorder.cover(recorder.state())

    assert SECRET in str(recorder.state().failures)
    assert SECRET not in str(seen)


@pytest.mark.parametrize(
    "source",
    [
        f"u = 'bob'; p = None or {SECRET!r}\nlogin(u, p)",
        f"login('bob', {SECRET!r})",
        f"def go(p):\n    login('bob', p)\ngo({SECRET!r})",
        f"print({SECRET!r})\nlogin('bob', pwd={SECRET!r})",
    ],
)
def test_what_a_failing_call_was_given_as_a_password_is_hidden(shell, recorder, source):
    """A parameter `pwd` makes a secret of its value, whatever the caller calls it."""
    shell.run_cell("def login(user, pwd):\n    return 1 / 0")
    shell.run_cell(source)

    seen = recorder.cover(recorder.state())

    assert seen.error is not None
    assert SECRET not in str(seen)


def test_a_later_secret_of_the_environment_is_hidden_where_it_was_seen(shell):
    """A variable described before its value was put into the environment, and code."""
    environ: dict[str, str] = {}
    made = masker(environ)
    recorder = Recorder(shell, lambda: made)
    recorder.install()
    sight = Sight(recorder, made, None)
    shell.run_cell("word = 'WintervvroD!'\nmsg = 'login with WintervvroD! failed'\nmsg")
    before = str(sight.state())
    environ["SMTP_PASSWORD"] = "WintervvroD!"
    after = str(sight.state())

    assert "WintervvroD!" in before
    assert "WintervvroD!" not in after
    assert "<masked name=SMTP_PASSWORD rule=environment>" in after


@pytest.mark.parametrize(
    "source",
    [
        "auth = ('bob', {!r})\nauth",
        "cfg = {{'auth': ('bob', {!r})}}\ncfg",
        "class Api: pass\napi = Api()\napi.http_auth = ('bob', {!r})",
        "call = dict(auth=('bob', {!r}))\nprint(call)",
    ],
)
def test_the_password_of_a_pair_is_hidden(shell, recorder, source):
    """In `auth=(user, password)` the second is a secret, as value, code and output."""
    secret = "kzxQpLmRt" + "WvYbNcDfGhJ"
    shell.run_cell(source.format(secret))

    seen = StateMasker(masker({}).mask)(recorder.cover(recorder.state()))

    assert secret not in str(seen)
    assert "<masked name=" in str(seen.executions)


def test_a_known_secret_is_hidden_in_a_question_too(shell, recorder):
    """What `password` holds is the same secret where the user quotes it alone."""
    mask = recorder.covering(masker({}).mask).mask
    shell.run_cell(f"password = {SECRET!r}\nword = 'tulip'")
    recorder.state()

    assert mask(f"why is {SECRET} refused, and tulip not?") == (
        "why is <masked name=password rule=named-password> refused, and tulip not?"
    )
