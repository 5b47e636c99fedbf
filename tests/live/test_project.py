"""Files beside a notebook in the context of a real kernel."""

from __future__ import annotations

import pytest

from tests.live.kernel import LiveKernel
from tests.workspace.project import commit, make

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def kernel():
    """Run a notebook in the folder of a project that is under git."""
    with LiveKernel() as started:
        project = started.home / "project"
        project.mkdir()
        commit(make(project))
        (project / "helpers.py").write_text(
            "RATE = 3\nKEY = 'sk-proj-" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY" + "'\n\n\n"
            "def load(path):\n    return open(path)\n"
        )
        ran = started.run(
            f"import os; os.chdir({str(project)!r}); import sys; sys.path.insert(0, '')"
        )
        assert ran.status == "ok", ran.text
        started.run("import helpers\nx = helpers.RATE")
        yield started


def context(kernel: LiveKernel, prompt: str, more: str = "") -> str:
    """Give the context that the kernel makes for *prompt*."""
    call = f"__import__('jupyter_ctx').context({prompt!r}, budget=3000{more})"
    return kernel.value(call)


def test_an_imported_module_and_its_changes_are_in_the_context(kernel):
    """The file as it is, and what was changed since the last commit."""
    text = context(kernel, "what does helpers.load do?")

    assert "<file path=helpers.py" in text
    assert "def load(path):\n    return open(path)" in text
    assert "-RATE = 2\n+RATE = 3" in text
    assert "<project" in text


def test_keys_in_files_do_not_leave_the_kernel(kernel):
    """A key that stands in a module is masked in the file and in its changes."""
    text = context(kernel, "show helpers.py and .env, all changes")

    assert "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY" not in text
    assert "TOKEN=abc" not in text
    assert "KEY = '<masked rule=openai-key>'" in text


def test_a_narrower_privacy_lets_no_file_out(kernel):
    """On `schema only` the context has what the cells say, and nothing of files."""
    kernel.run("%config JupyterCtx.privacy = 'schema'")
    text = context(kernel, "what does helpers.load do?")
    kernel.run("%config JupyterCtx.privacy = 'everything'")

    assert "<file" not in text
    assert "<project" not in text
    assert "import helpers" in text


def test_reading_files_can_be_switched_off(kernel):
    """`reads_project` counts from the next question on."""
    kernel.run("%config JupyterCtx.reads_project = False")
    text = context(kernel, "what does helpers.load do?")
    kernel.run("%config JupyterCtx.reads_project = True")

    assert "<file" not in text
    assert "import helpers" in text
