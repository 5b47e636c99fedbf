"""What loading jupyter_ctx brings into a person's kernel."""

import pytest

from tests.live.kernel import LiveKernel

MODULE_LIMIT = 60  # new modules over a bare kernel; one import of pandas brings 600
HEAVY = ("ipywidgets", "litellm", "numpy", "openai", "pandas", "tiktoken")
AT_FIRST_USE = (
    "jupyter_ctx.core.engine.assembly",
    "jupyter_ctx.kernel.providers",
    "jupyter_ctx.manager",
    "jupyter_ctx.store",
    "jupyter_ctx.tokens",
    "tree_sitter",
)
SEEN = "sorted(set(__import__('sys').modules))"

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def modules():
    """Load the extension in a real kernel; give what came by then, and by two cells."""
    with LiveKernel(load=False) as kernel:
        before = set(kernel.value(SEEN))
        loaded = kernel.run("%load_ext jupyter_ctx")
        at_load = set(kernel.value(SEEN)) - before
        kernel.run("x = 1")
        kernel.run("y = x + 1")
        later = set(kernel.value(SEEN)) - before
    assert loaded.status == "ok", loaded.text
    assert loaded.text == ""
    return at_load, later


def test_loading_brings_fewer_modules_than_the_limit(modules):
    """`%load_ext` brings fewer than 60 modules, ours included (A19)."""
    at_load, _ = modules

    assert 0 < len(at_load) < MODULE_LIMIT, sorted(at_load)


def test_recording_brings_no_heavy_library(modules):
    """No model, widget or data library enters a kernel that did not ask for it."""
    _, later = modules

    assert {name.partition(".")[0] for name in later}.isdisjoint(HEAVY)


def test_recording_leaves_to_the_first_question_what_it_needs(modules):
    """Store, counting, assembly and parsing wait until somebody asks."""
    _, later = modules

    assert later.isdisjoint(AT_FIRST_USE)


def test_loading_adds_nothing_to_the_namespace():
    """The names of the user's namespace are the same before and after loading."""
    names = "sorted(n for n in globals() if not n.startswith('_'))"
    with LiveKernel(load=False) as kernel:
        before = kernel.value(names)
        kernel.run("%load_ext jupyter_ctx")
        after = kernel.value(names)

    assert after == before
