"""`c.JupyterCtx.request_kinds` in a real kernel: what counts, and what is refused."""

from __future__ import annotations

import pytest

from tests.live.asking import asking, contents

pytestmark = pytest.mark.live
SET = "%config JupyterCtx.request_kinds = "


def test_what_is_set_counts_from_the_next_question_on():
    """A provider that is left out sends nothing; a slip in a table is told."""
    with asking() as (kernel, stub):
        kernel.run("x = 1\nprint('forty-two')")
        stub.reply("fine")
        quiet = kernel.run(SET + "{'ask': {'outputs': 0}}")
        kernel.run("%%assist --fresh\none?")
        assert "forty-two\n</output>" not in contents(stub.sent())
        slip = kernel.run(SET + "{'ask': {'outptus': 0, 'cells': 0}}")
        kernel.run("%ctx reset")
        kernel.run("%%assist --fresh\ntwo?")
        assert "forty-two\n</output>" in contents(stub.sent())
    assert quiet.text == ""
    assert "There is no provider 'outptus' to weigh for 'ask'." in slip.text
    assert "'cells' is never left out: its weight for 'ask' counts as 0.1" in slip.text


def test_a_table_that_makes_no_sense_is_refused():
    """One sentence says what to write; what was set before stays, and is asked with."""
    with asking() as (kernel, stub):
        kernel.run(SET + "{'ask': {'outputs': 0}}")
        told = [
            kernel.run(SET + bad).text
            for bad in ("{'ask': 5}", "{'guess': {}}", "{'ask': {'outputs': 'x'}}")
        ]
        kernel.run("print('forty-two')")
        stub.reply("fine")
        kernel.run("%%assist\none?")
        assert "forty-two\n</output>" not in contents(stub.sent())
    starts = ("What is set for 'ask' is 5.", "There is no kind", "The weight of 'out")
    for text, start in zip(told, starts, strict=True):
        assert f"JupyterCtx.request_kinds: {start}" in text
        assert "Traceback" not in text


def test_a_bad_table_in_the_configuration_leaves_nothing_half_loaded():
    """Loading fails with the sentence; once it is put right, all works."""
    config = "get_ipython().config.JupyterCtx.request_kinds"
    with asking(load=False) as (kernel, stub):
        hooks = "len(get_ipython().events.callbacks['post_run_cell'])"
        before = kernel.value(hooks)
        kernel.run(f"{config} = {{'ask': 5}}")
        failed = kernel.run("%load_ext jupyter_ctx")
        assert kernel.value(hooks) == before
        kernel.run(f"{config} = {{'ask': {{'outputs': 0}}}}")
        kernel.run("%load_ext jupyter_ctx")
        stub.reply("fine")
        assert "fine" in kernel.run("%%assist\none?").text
    assert "What is set for 'ask' is 5. Use a dictionary" in str(failed.error)
