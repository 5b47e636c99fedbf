"""A reply of a hostile model: it is read, and does nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser.sidebar import Sidebar

pytestmark = pytest.mark.browser

EVIL = "https://evil.example/leak"
REPLY = f"""Read <b>this</b>.

```mermaid
%%{{init: {{"fontFamily":"x;background:url({EVIL}?a=1)"}}}}%%
graph TD
A-->B
```

<script>window.pwned = 1</script><img src="{EVIL}?a=2" onerror="window.pwned = 2">
<iframe src="{EVIL}?a=3"></iframe> ![picture]({EVIL}?a=4.png)
<svg onload="window.pwned = 3"></svg> [go](javascript:window.pwned=4)

The end of it."""


def test_a_hostile_reply_runs_nothing_and_loads_nothing(open_notebook, stub):
    """In the sidebar and under `%%assist`; after a while, and after a reload."""
    stub.reply(REPLY)
    notebook = open_notebook(
        "%load_ext jupyter_ctx", "%%assist\nSay something.", has_own_page=True
    )
    asked = []
    notebook.page.on("request", lambda request: asked.append(request.url))
    notebook.run_all()
    expect(notebook.output("The end of it.")).to_be_visible()
    sidebar = Sidebar(notebook)
    sidebar.asked("And again?", "The end of it.")
    expect(sidebar.last).to_contain_text("graph TD")

    notebook.reload()
    Sidebar(notebook)
    notebook.page.wait_for_timeout(2000)

    assert [url for url in asked if "127.0.0.1" not in url and "://" in url] == []
    assert notebook.page.evaluate("window.pwned ?? null") is None
