"""Secrets in a real kernel: what reaches the model, the store and the log (A4)."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.secrets.redact import PLACEHOLDER
from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = pytest.mark.live
RULE = "[[rule]]\nname = 'acme'\npattern = 'acme/[a-z]+/[a-z]+'\n"
OWN = "acme/quiet/harbour"
LOG = (
    "import logging\nlogging.basicConfig(filename='all.log', level=logging.DEBUG)\n"
    "for name in ('jupyter_ctx.kernel', 'jupyter_ctx.manager'):\n"
    "    logging.getLogger(name).addHandler(logging.FileHandler('all.log'))\n"
    "    logging.getLogger(name).setLevel(logging.DEBUG)"
)


def test_no_secret_of_a_session_leaves_the_kernel(tmp_path):
    """Case A4: no key, URL password or team's own key is in message, file or log."""
    rules = tmp_path / "rules.toml"
    rules.write_text(RULE)
    with asking(DB_PASSWORD="tr0ub4dor-x") as (kernel, stub):
        kernel.run(f"%config JupyterCtx.secret_rules_file = {str(rules)!r}")
        kernel.run(LOG)
        kernel.run('API_KEY="sk-test-"+"a1B2"*8; url="postgres://u:hunter2pw@h/db"')
        kernel.run(f"own = '{OWN}'\nprint(API_KEY, own)")
        kernel.run("import os\nos.environ['DB_PASSWORD']")
        kernel.run("raise ValueError(f'401: bad key {API_KEY} for {url} {own}')")
        stub.reply(f"Your key {OWN} is wrong.")
        kernel.run("%%assist\nwhy 401?")
        sent = contents(stub.sent())
        saved = b"".join(
            path.read_bytes() for path in kernel.home.rglob("conversations.sqlite*")
        )
        log = (kernel.home / "all.log").read_bytes()
    for secret in ("a1B2a1B2", "hunter2pw", OWN, "tr0ub4dor"):
        assert secret not in sent
        assert secret.encode() not in saved
        assert secret.encode() not in log
    assert "<masked name=API_KEY" in sent
    assert b"why 401?" in saved


def test_a_broken_file_of_rules_stops_the_question(tmp_path):
    """A rule that cannot be read stops what it would mask; a sentence says so."""
    rules = tmp_path / "rules.toml"
    rules.write_text("[[rule]]\nname = 'acme'\npattern = '('\n")
    with asking() as (kernel, stub):
        kernel.run(f"%config JupyterCtx.secret_rules_file = {str(rules)!r}")
        kernel.run("x = 1")
        told = kernel.run("%%assist\nwhat is x?").text
        assert stub.requests == []
    assert "the pattern of acme is no regular expression" in told
    assert "Traceback" not in told


def test_a_cell_with_a_key_is_fixed_around_it():
    """Shown and stored masked; the patched cell has the key, never a mask (N4, N6)."""
    key = "sk-test-" + "a1B2" * 8
    with asking() as (kernel, _):
        kernel.run("total = 3")
        kernel.run(f'API_KEY = "{key}"\nprint(len(API_KEY), totl)')
        shown = kernel.run("%assist fix").text
        picked = kernel.run("%assist pick 1")
        saved = b"".join(
            path.read_bytes() for path in kernel.home.rglob("conversations.sqlite*")
        )
        fixed = kernel.run(picked.next_inputs[0])

    assert picked.next_inputs == [f'API_KEY = "{key}"\nprint(len(API_KEY), total)']
    assert fixed.stdout == "40 3\n"
    assert "+print(len(API_KEY), total)" in shown
    assert key not in shown
    assert key.encode() not in saved


def test_a_page_gets_the_fix_of_a_cell_with_a_key_as_a_change_around_it():
    """The page puts the key back itself: it never travels, nor is it stored (N13)."""
    key = "sk-test-" + "a1B2" * 8
    source = f'API_KEY = "{key}"\nprint(totl)'
    with asking() as (kernel, _):
        page = Page(kernel)
        kernel.run("total = 3", cell_id="k1")
        kernel.run(source, cell_id="k2")
        cells = [
            {"id": "k1", "kind": "code", "source": "total = 3", "executionCount": 1},
            {"id": "k2", "kind": "code", "source": source, "executionCount": 2},
        ]
        page.ask("document_changed", cells=cells, order=["k1", "k2"])
        page.ask("ask", prompt="Fix it.", kind="fix", focus={"cell": "k2"})
        (choice, *_) = page.turns()[-1]["reply"]["choices"]
        heard = str(page.events)
        page.close()

    action = choice["action"]
    assert action["cell"] == "k2"
    assert PLACEHOLDER.sub(key, action["base"]) == source
    assert PLACEHOLDER.sub(key, action["replace"]) == source.replace("totl", "total")
    assert len(PLACEHOLDER.findall(action["replace"])) == 1
    assert key not in heard


def test_a_mask_in_code_of_a_reply_is_filled_or_refused():
    """What a model copies is the key again; a mask of nothing known is refused."""
    key = "sk-test-" + "a1B2" * 8
    with asking() as (kernel, stub):
        kernel.run(f'API_KEY = "{key}"')
        kernel.run("%%assist --no-widget\nlog in")
        mask = contents(stub.sent()).split('API_KEY = "')[1].split('"')[0]
        stub.reply(f'```python\nlogin("{mask}")\n```')
        kernel.run("%%assist --no-widget\nagain")
        filled = kernel.run("%assist insert 1").next_inputs
        stub.reply('```python\nlogin("<masked name=other rule=jwt>")\n```')
        kernel.run("%%assist --no-widget\nonce more")
        refused = kernel.run("%assist insert 1")

    assert mask.startswith("<masked name=API_KEY ")
    assert filled == [f'login("{key}")']
    assert refused.next_inputs == []
    assert "it is not clear where it belongs" in refused.text


def test_secrets_of_a_question_and_of_a_later_environment_stay_here():
    """Pasted lines, a password set in a cell, and one that a failing call was given."""
    env, given = "Wintervv" + "roD!", "Sommer2024" + "xyQ"
    asked = {
        "DB_PASSWORD={}": "b4ttery" + "StapleQ1",
        'headers={"X-Api-Key": "{}"}': "rn4bgFlzdANy" + "qIma06CpQ",
        "password: {}": "Herbstq" + "LaubZ!",
        "why is {} refused?": "tulip-9-" + "harbor",
        "using api key {} I get 429": "zn4bgFlzdANy" + "qIma06CpR",
    }
    lines = [text.replace("{}", secret) for text, secret in asked.items()]
    with asking() as (kernel, stub):
        kernel.run("password = 'tulip-9-' + 'harbor'")
        kernel.run("%%assist\nwarm up")
        kernel.run(f'import os\nos.environ["SMTP_PASSWORD"] = "{env}"')
        kernel.run(f'msg = "login with {env} failed"\nprint(msg)')
        kernel.run(
            f"def login(user, pwd):\n    1 / 0\np = None or '{given}'\nlogin(1, p)"
        )
        told = kernel.run("%%assist\nwhy 401?\n" + "\n".join(lines)).text
        sent = contents(stub.sent())
        saved = b"".join(
            path.read_bytes() for path in kernel.home.rglob("conversations.sqlite*")
        )
    for secret in (env, given, *asked.values()):
        assert secret not in sent
        assert secret.encode() not in saved
    assert "login with <masked name=SMTP_PASSWORD rule=environment> failed" in sent
    assert "DB_PASSWORD=<masked name=DB_PASSWORD rule=assigned-password>" in sent
    assert "Masked in your message: DB_PASSWORD (assigned-password), X-Api-Key" in told


@pytest.mark.parametrize(
    "learns",
    ["import os\nos.environ['DB_PASSWORD'] = conn", "db_password = conn"],
)
def test_a_secret_that_is_learnt_later_is_masked_in_all_that_was_said(learns):
    """Source, value, output, question and reply told it; nothing does from then on."""
    late = "zebra-quartz-9931"
    with asking() as (kernel, stub):
        kernel.run(f"conn = '{late}'\nprint('got', conn)")
        stub.reply(f"Yes, {late} is fine.")
        kernel.run(f"%%assist\nis {late} fine?")
        assert contents(stub.sent()).count(late) > 3
        kernel.run(learns)
        for number, option in enumerate(("", "-m gpt-4o", "--privacy code")):
            kernel.run(f"%%assist {option}\nand now {number}?")
            sent = contents(stub.sent())
            assert late not in sent
            assert "is <masked name=" in sent
        preview = kernel.run("%ctx show --prompt what now?").text
        files = [kernel.home / f"late.{end}" for end in ("md", "json", "ipynb")]
        listed = kernel.run("%ctx conversation list").text
        for file in files:
            kernel.run(f"%ctx export {file}")
        exported = [file.read_text() for file in files]
    assert late not in preview
    assert late not in listed
    assert "is <masked name=" in listed
    assert all("is <masked name=" in text and late not in text for text in exported)
    assert len(stub.requests) == 4
