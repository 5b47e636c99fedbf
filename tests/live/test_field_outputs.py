"""Cases B4 and B17 from the field: outputs that flood, and what a record keeps."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents
from tests.live.kernel import LiveKernel
from tests.live.looking import ask, state

pytestmark = pytest.mark.live

HELD = (
    "sum(len(o.text) for e in r.latest().executions for o in e.outputs) + "
    "sum(len(e.source) for e in r.latest().executions)"
)


@pytest.fixture
def kernel():
    """Start a kernel of its own with the extension."""
    with LiveKernel() as live:
        yield live


def traced(kernel: LiveKernel) -> int:
    """Give the bytes that lines of our package have allocated and still hold."""
    kernel.run(
        "import gc as _gc, tracemalloc as _t; _gc.collect()\n"
        "_all = _t.take_snapshot().filter_traces([_t.Filter(True, '*jupyter_ctx*')])\n"
        "_sum = sum(one.size for one in _all.statistics('filename')); del _all",
        silent=True,
    )
    return int(kernel.value("_sum"))


def test_b4_a_displayed_result_dies_with_the_history(kernel):
    """B4: an array of 200 MB that was a result is freed by `del` and `%reset out`."""
    kernel.run(
        "import gc, weakref, numpy as np\nclass Kept(np.ndarray): pass\n"
        "arr = np.zeros(25_000_000).view(Kept); alive = weakref.ref(arr)\narr"
    )
    state(kernel, "arr")
    kernel.value("__import__('jupyter_ctx').context('what is arr?', budget=500)")
    kernel.run("del arr")

    kernel.run("%reset -f out")
    kernel.run(
        "for space in (get_ipython().user_ns, get_ipython().user_ns_hidden):\n"
        "    for name in ('_', '__', '___', '_1'): space.pop(name, None)\n"
        "get_ipython().last_execution_result = None; gc.collect()"
    )

    assert kernel.value("alive() is None") is True


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("rounds", "most"),
    [
        pytest.param(25, 5_000_000, id="100 cells"),
        pytest.param(250, 20_000_000, id="1,000 cells", marks=pytest.mark.soak),
    ],
)
def test_b4_a_thousand_cells_of_a_megabyte_each_stay_small(kernel, rounds, most):
    """B4: 1,000 cells, each with an output of a megabyte, grow us by under 20 MB."""
    kernel.run("%config InteractiveShell.cache_size = 0")
    kernel.run("import tracemalloc; tracemalloc.start()")
    kernel.run("x = 0")
    before = traced(kernel)

    for number in range(rounds):
        kernel.run(f"n = {number}\nprint('word ' * 200_000)")
        kernel.run(f"n = {number}\n'r' * 1_000_000")
        kernel.run(
            f"n = {number}\ndisplay({{'text/html': '<b>' + 'h' * 10**6}}, raw=True)"
        )
        kernel.run(f"n = {number}\nraise ValueError('e' * 1_000_000)")

    assert traced(kernel) - before < most
    assert ask(kernel, HELD) < 2_500_000
    assert ask(kernel, "r.failures") == 0


@pytest.mark.timeout(600)
def test_b17_a_flood_of_text_leaves_head_and_tail(kernel):
    """B17: 500 MB printed by a loop: the record has both ends, under 5 MB."""
    kernel.run("import tracemalloc; tracemalloc.start()")
    before = traced(kernel)

    kernel.run(
        "print('first line')\nline = 'x' * 99\n"
        "for i in range(500): print((line + '\\n') * 10_000, end='')\n"
        "print('last line')",
        timeout=400,
    )

    (output,) = state(kernel).executions[-1].outputs
    assert output.text.startswith("first line\n")
    assert output.text.endswith("last line\n")
    assert "lines (" in output.text
    assert len(output.text) < 10_000
    assert traced(kernel) - before < 5_000_000


def test_b17_many_small_writes_are_counted_and_cut(kernel):
    """B17: a million prints, colours and progress bars end as a few rows."""
    kernel.run(
        "import sys\nfor i in range(200_000): print(i)\n"
        "for i in range(50_000):\n"
        "    sys.stderr.write(f'\\r\\x1b[32m{i / 500:.1f}%\\x1b[0m')\n"
        "sys.stderr.write('\\n')",
        timeout=300,
    )

    outputs = state(kernel).executions[-1].outputs
    assert sum(len(one.text) for one in outputs) < 20_000
    assert outputs[0].text.startswith("0\n1\n2\n")
    assert any("199999" in one.text for one in outputs)
    assert any("100.0%" in one.text for one in outputs)
    assert "\x1b" not in "".join(one.text for one in outputs)


PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)


def test_b17_many_large_plots_are_kept_as_sizes(kernel):
    """B17: 50 pictures of 2 MB are told by type and size; none of them is kept."""
    kernel.run("import tracemalloc; tracemalloc.start()")
    before = traced(kernel)
    kernel.run(
        f"png = {PNG!r}\nbig = png[:48] + 'A' * 2_666_666\n"
        "for i in range(50):\n"
        "    display({'image/png': big, 'text/plain': f'<p{i}>'}, raw=True)"
    )

    outputs = state(kernel).executions[-1].outputs
    assert traced(kernel) - before < 5_000_000
    assert {one.mime for one in outputs} == {"image/png"}
    assert {round(one.size / 1e6) for one in outputs} == {2}


@pytest.fixture(scope="module")
def shared():
    """One kernel and stub for the broken pictures."""
    with asking() as (kernel, stub):
        yield kernel, stub


@pytest.fixture
def session(shared):
    """Give the shared kernel with an empty conversation."""
    shared[0].run("%ctx reset")
    shared[1].requests.clear()
    return shared


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("_png", ""),
        ("'\\n'.join(_png[i:i + 20] for i in range(0, len(_png), 20))", ""),
        ("_png[:30]", "broken"),
        ("'!!not base64!!'", "broken"),
        ("''", "broken"),
        ("'A' * 1_000", "broken"),
        ("_png.encode()", "broken"),
        ("__import__('base64').b64decode(_png)", ""),
    ],
    ids=["good", "newlines", "cut", "noise", "empty", "other", "ascii", "bytes"],
)
def test_b17_a_broken_picture_is_told_and_the_request_is_valid(session, data, told):
    """B17: whatever stands as image data, the request is plain text and says so."""
    kernel, stub = session
    kernel.run(
        f"_png = {PNG!r}\nprint('before')\n"
        f"display({{'image/png': {data}, 'text/plain': '<Figure>'}}, raw=True)"
    )
    kernel.run(
        f"display({{'image/jpeg': {data}, 'image/png': {data}, "
        "'text/html': '<i>x</i>'}, raw=True)"
    )
    stub.reply("ok")
    ran = kernel.run("%%assist\nwhat does the picture show?")

    text = contents(stub.sent())
    newest = state(kernel).executions[-2:]
    broken = [one.text for run in newest for one in run.outputs if "broken" in one.text]
    assert "ok" in ran.text
    assert "image/png" in text
    assert "before" in text
    assert len(broken) == (2 if told else 0)
    assert ("(broken picture)" in text) >= bool(told)
    assert "iVBORw0KGgo" not in text.replace(f"_png = {PNG!r}", "")
    assert len(stub.requests) == 1
    assert ask(kernel, "r.failures") == 0


@pytest.mark.parametrize(
    "data",
    ["None", "3", "['a', 'b']", "{'a': 1}", "object()", "b'\\xff' * 10"],
)
def test_b17_bundles_of_odd_things_harm_nothing(kernel, data):
    """B17: values of a bundle that are no text cost neither cell nor record."""
    kernel.run(
        "class Odd:\n    def _repr_mimebundle_(self, **k):\n"
        f"        return {{'text/plain': 'odd', 'image/png': {data}, "
        f"'text/html': {data}, 'application/json': {data}}}\n"
        "odd = Odd()\ndisplay(odd)\nodd"
    )
    after = kernel.run("print('on')")

    assert after.text == "on\n"
    assert state(kernel).executions[-1].status == "ok"
    assert ask(kernel, "r.failures") == 0


def test_b17_cleared_and_updated_displays_are_as_shown(kernel):
    """B17: `clear_output` in a loop and updated displays leave what is on screen."""
    kernel.run(
        "from IPython.display import clear_output\nfor i in range(300):\n"
        "    clear_output(wait=True)\n    print(f'step {i}')"
    )
    kernel.run(
        "shown = display('one', display_id=True)\n"
        "for i in range(300): shown.update(f'now {i}')"
    )

    steps, shown = state(kernel).executions[-2:]
    assert [one.text for one in steps.outputs] == ["step 299\n"]
    assert len(shown.outputs) == 1
    assert ask(kernel, "r.failures") == 0
