"""Text that has no UTF-8 form, wherever a kernel holds it, stops no question."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents


@pytest.fixture(scope="module")
def live():
    """Share one kernel and stub."""
    with asking() as both:
        yield both


@pytest.mark.parametrize(
    "odd",
    [
        "value = {'caf\\udce9': 1}",
        "class O: pass\nvalue = O()\nvalue.__dict__['caf\\udce9'] = 1",
        "globals()['caf\\ud800'] = 1; value = 1",
        "import pathlib; value = pathlib.Path('caf\\udce9.csv')",
        "value = 1; raise KeyError('caf\\udce9')",
        "value = 1; get_ipython().display_pub.publish({'text/plain': 'caf\\udce9'})",
    ],
)
def test_the_question_is_sent(live, odd):
    """A key, an attribute, a global name, a path, a message, an output."""
    kernel, stub = live
    kernel.run(odd)
    before = len(stub.requests)
    reply = kernel.run("%%assist --fresh\nWhat is value?")
    kernel.run("%reset -f")

    assert (reply.status, len(stub.requests)) == ("ok", before + 1)
    assert contents(stub.requests[-1]["messages"]).endswith("What is value?")
