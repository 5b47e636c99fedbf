"""`%ctx show` with reasons, times and a picture; pins; the log: in a real kernel."""

from __future__ import annotations

import re
import stat

import pytest

from tests.live.kernel import LiveKernel

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def kernel():
    """Start a kernel with the extension and a few values in it."""
    with LiveKernel() as running:
        running.run("limit = 41 + 1")
        running.run("other = 'x' * 3")
        yield running


def test_reasons_times_and_a_picture(kernel):
    """Why each item is there, how long each provider took, and a treemap."""
    shown = kernel.run("%ctx show --why --timings --picture --prompt limit")
    assert "var:limit" in shown.stdout
    assert "needed with chance 0.90; NAME 0 characters" in shown.stdout
    assert re.search(r"From about \d+ tokens on, each name", shown.stdout)
    assert "ms  variables" in shown.stdout
    assert "ms  all providers" in shown.stdout
    (picture,) = [o for o in shown.outputs if "image/svg+xml" in o.get("data", {})]
    assert picture["data"]["image/svg+xml"].startswith("<svg ")
    plain = kernel.run("%ctx show")
    assert "--- why ---" not in plain.stdout
    assert "--- timings ---" not in plain.stdout


def test_what_is_dropped_is_not_sent_until_it_is_unpinned(kernel):
    """A drop holds for later requests; a wrong name says what is near."""
    assert "In[1]" in kernel.value("__import__('jupyter_ctx').context('', budget=400)")
    told = kernel.run("%ctx drop In[1]").stdout
    assert told == "Pinned: nothing. Dropped: cell:1.\n"
    context = "__import__('jupyter_ctx').context('', budget=400)"
    assert "# In[1]" not in kernel.value(context)
    assert kernel.run("%ctx pin other").stdout.startswith("Pinned: var:other.")
    kernel.run("%ctx unpin In[1]")
    assert "# In[1]" in kernel.value(context)
    assert (
        "There is no nothing_like_it" in kernel.run("%ctx pin nothing_like_it").stdout
    )


def test_one_item_and_the_lines_that_it_leaves_out(kernel):
    """An item is told at each fidelity; the name of elided lines leads to them."""
    steps = "\n".join(f"    print({n}, 'step {n}')" for n in range(12))
    kernel.run(f"def fit(data):\n{steps}\n    return data")
    told = kernel.run("%ctx show fit").stdout
    assert "--- SIGNATURE ---\ndef fit(data): ...\n" in told
    assert "...  # 12 lines @2" in told
    assert kernel.run("%ctx show fit@2").stdout == f"{steps}\n"
    assert "Did you mean fit@2?" in kernel.run("%ctx show fit@9").stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("%ctx show --budget abc", "--budget needs a number of tokens"),
        ("%ctx show --budget", "--budget needs a value"),
        ("%ctx show --format yaml", "--format is text or json"),
        ("%ctx log", "Write %ctx log on or %ctx log off"),
        ("%ctx pin othr", "Did you mean var:other?"),
        ("%ctx pin nothing_like_it", "%ctx show lists what there is"),
        ("%ctx shwo", "There is no %ctx shwo. Did you mean show?"),
    ],
)
def test_a_wrong_line_is_told_what_to_write(kernel, line, told):
    """Bad input changes nothing and gets one sentence that helps."""
    assert told in kernel.run(line).text


def test_the_log_is_on_demand_private_and_masked(kernel):
    """Nothing is written before; then each step, for its owner alone, no secret."""
    told = kernel.run("%ctx log on").stdout
    file = kernel.home / told.split("written to ")[1].strip().rstrip(".")
    kernel.run("%ctx show")
    kernel.run("%ctx log off")
    size = file.stat().st_size
    assert "variables gave " in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kernel.run("%ctx show")
    assert file.stat().st_size == size
    assert "Write %ctx log on" in kernel.run("%ctx log maybe").text
