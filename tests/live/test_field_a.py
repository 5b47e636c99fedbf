"""Cases A1, A4, A7 and A20 from the field: what a question knows, hides and fits."""

from __future__ import annotations

import json

import pytest

from jupyter_ctx.tokens import counter_named
from tests.live.asking import asking, contents
from tests.live.page import Page

pytestmark = pytest.mark.live

KEY = "sk-test-" + "a1B2" * 8
LOG = (
    "import logging\nlogging.basicConfig(filename='all.log', level=logging.DEBUG)\n"
    "for name in ('jupyter_ctx', 'jupyter_ctx.kernel', 'jupyter_ctx.manager', "
    "'jupyter_ctx.sidebar'):\n"
    "    logging.getLogger(name).addHandler(logging.FileHandler('all.log'))\n"
    "    logging.getLogger(name).setLevel(logging.DEBUG)"
)
SALES = (
    "import pandas as pd\n"
    "sales_q3 = pd.DataFrame({'region': ['N', 'S'], 'amt': [10, 20]})"
)


@pytest.fixture(scope="module")
def shared():
    """One kernel and stub for tests that use names of their own."""
    with asking() as (kernel, stub):
        yield kernel, stub


@pytest.fixture
def session(shared):
    """Give the shared kernel with an empty conversation."""
    shared[0].run("%ctx reset")
    shared[1].requests.clear()
    return shared


def sent(kernel, stub, cell: str) -> str:
    """Run *cell*, a question; give all that the model was sent."""
    stub.reply("ok")
    kernel.run(cell)
    return contents(stub.sent())


def test_a1_a_question_carries_the_frame_that_it_names(session):
    """A1: name, type, size and columns of the frame are sent without being asked."""
    kernel, stub = session
    kernel.run(SALES)

    text = sent(kernel, stub, "%%assist\nwhich region sold more in sales_q3?")

    for told in ("sales_q3", "DataFrame 2x2", "region", "amt"):
        assert told in text


@pytest.mark.parametrize(
    ("cell", "prompt", "told"),
    [
        ("total = sum(range(11))", "is total right?", "55"),
        ("class Trip:\n    def __init__(s): s.km = 7\ntrip = Trip()", "trip?", "km"),
        (f"{SALES}\nby = sales_q3.groupby('region')", "what is by?", "region"),
        ("rates = {'eur': 1.08, 'gbp': 1.27}", "the rate for gbp?", "1.27"),
        ("def vat(net, rate=0.19): return net * rate", "use vat", "rate=0.19"),
        ("text = 'x' * 50", "what does it hold?", "text: str = 'xxx"),
    ],
)
def test_a1_whatever_is_named_or_new_is_told(session, cell, prompt, told):
    """A1: values, objects, groups and functions that a prompt names are sent."""
    kernel, stub = session
    kernel.run(cell)

    assert told in sent(kernel, stub, f"%%assist\n{prompt}")


def test_a1_two_notebooks_never_mix():
    """A1: of two kernels with one model, each sends the names of its own alone."""
    with asking() as (one, first), asking() as (two, second):
        one.run("sales_q3 = [1]")
        two.run("costs_q4 = [2]")

        of_one = sent(one, first, "%%assist\nwhat is there?")
        of_two = sent(two, second, "%%assist\nwhat is there?")

    assert ("sales_q3" in of_one, "costs_q4" in of_one) == (True, False)
    assert ("sales_q3" in of_two, "costs_q4" in of_two) == (False, True)


REPLY = "reply_delta"


def everything(kernel, page: Page | None = None) -> bytes:
    """Give all files of the kernel's home, and all that reached a page."""
    files = [
        path.read_bytes()
        for path in kernel.home.rglob("*")
        # What a user types is in IPython's own history.
        if path.is_file() and not path.name.startswith("history.sqlite")
    ]
    # A reply comes from outside: its text while it streams is no leak of ours.
    told = [] if page is None else page.events
    seen = [json.dumps(one, default=str) for one in told if one["type"] != REPLY]
    return b"\n".join([*files, *(text.encode() for text in seen)])


SECRETS = {
    "key": KEY[8:],
    "url": "hunter2pw",
    "env": "tr0ub4dor-x9",
    "named": "Xk3-vv9-pLwq",
}


def test_a4_no_secret_leaves_by_any_door():
    """A4: no key, URL, environment or named secret is in payload, store, page or log.

    The provider echoes the key in its refusal, and the model in its reply.
    """
    with asking(SERVICE_PASSWORD=SECRETS["env"]) as (kernel, stub):
        kernel.run(LOG)
        page = Page(kernel)
        kernel.run(
            "API_KEY = 'sk-test-' + 'a1B2' * 8\nurl = 'postgres://u:'\n"
            "url += 'hunter2' + 'pw@h/db'"
        )
        kernel.run(
            "import os\npassword = '-'.join(['Xk3', 'vv9', 'pLwq'])\n"
            "env = os.environ['SERVICE_PASSWORD']\nprint(API_KEY, url, env)"
        )
        kernel.run(
            "def call(a, b): raise ValueError(f'401 for {a}', b)\n"
            "copy = {'x': [password, API_KEY]}\ncall(API_KEY, password)"
        )
        stub.fail(401, {"error": {"message": f"Incorrect API key provided: {KEY}."}})
        refused = kernel.run("%%assist\nwhy 401?")
        stub.reply(f"Your key {KEY} and {SECRETS['env']} are wrong.")
        kernel.run("%%assist\nwhy 401, once more, with copy, url and env?")
        page.ask("ask", prompt="what are url, copy and env?")
        shown = kernel.run("%ctx show").text + kernel.run("%ctx doctor").text
        requests = json.dumps(stub.requests)
        found = everything(kernel, page) + shown.encode() + refused.text.encode()
        page.close()

    assert len(stub.requests) >= 3
    for kind, secret in SECRETS.items():
        assert secret not in requests, kind
        assert secret.encode() not in found, kind
    assert "<masked name=API_KEY" in requests
    assert "<masked name=SERVICE_PASSWORD" in requests
    assert b"why 401?" in found


@pytest.mark.parametrize(
    ("make", "secret"),
    [
        ("token = 'ghp_' + 'aB3dE5' * 6", "aB3dE5aB3dE5"),
        ("aws = 'AKIA' + 'QWERTY' + 'UIOP12345A'", "QWERTYUIOP12345A"),
        (
            "head = {'Authorization': 'Bearer ' + 'eyJhb4ciOi' * 4}",
            "eyJhb4ciOieyJhb4ciOi",
        ),
        ("dsn = 'mysql+pymysql://root:' + 's3cr-' + 'et!pw@db:3306/x'", "s3cr-et!pw"),
        (
            (
                "pem = '-----BEGIN RSA PRIVATE KEY-----\\n' + 'MIIEpAIBAAKCAQEA' * 8 + "
                "'\\n-----END RSA PRIVATE KEY-----'"
            ),
            "MIIEpAIBAAKCAQEAMIIEpAIBAAKCAQEA",
        ),
        ("class C: pass\nc = C(); c.pwd = 'plum-' + '7tree'", "plum-7tree"),
        (
            (
                "import pandas as pd\n"
                "u = pd.DataFrame({'password': ['plum-' + '77-tree']})"
            ),
            "plum-77-tree",
        ),
    ],
    ids=["github", "aws", "bearer", "dsn", "pem", "attribute", "column"],
)
def test_a4_secrets_of_many_kinds_are_masked_everywhere(session, make, secret):
    """A4: made at run time, printed, shown, raised and held: the value never leaves."""
    name = make.split(" = ")[0].splitlines()[-1].strip()
    kernel, stub = session
    kernel.run(make)
    kernel.run(
        f"box = [{name}]\nprint('it is', vars({name}) if "
        f"type({name}).__name__ == 'C' else {name})\n{name}"
    )
    kernel.run(
        f"raise RuntimeError('denied: ' + str("
        f"vars({name}) if type({name}).__name__ == 'C' else {name}))"
    )
    text = sent(kernel, stub, f"%%assist\nwhy is {name} denied?")

    assert secret not in json.dumps(stub.requests)
    assert "<masked" in text
    assert "RuntimeError" in text
    assert secret.encode() not in everything(kernel)


WIDE = {
    "zeros": (
        "pd.DataFrame(np.zeros((5, 10_000)), columns=[f'c{i}' for i in range(10_000)])",
        "5x10000",
        "c7777",
    ),
    "texts": (
        "pd.DataFrame({'c7777': ['long text ' * 100_000] * 5})",
        "5 rows",
        "c7777",
    ),
    "levels": (
        (
            "pd.DataFrame(np.zeros((3, 4_000)), columns=pd.MultiIndex.from_product("
            "[['a', 'b'], [f'c{i}' for i in range(6_000, 8_000)]]))"
        ),
        "3x4000",
        "c7777",
    ),
    "nested": (
        (
            "pd.DataFrame({'c7777': [{'k' * 50: {'v': ['w' * 9_999] * 99}}] * 9, "
            "**{f'o{i}': [[1, {2: 3}]] * 9 for i in range(300)}})"
        ),
        "9x301",
        "c7777",
    ),
    "names": (
        (
            "pd.DataFrame([[1] * 500], columns="
            "['n' * 5_000 + str(i) for i in range(499)] + ['c7777'])"
        ),
        "500 columns",
        "c7777",
    ),
    "polars": (
        "__import__('polars').DataFrame({f'c{i}': [1] for i in range(9_000)})",
        "1x9000",
        "c7777",
    ),
    "dict": (
        "{f'c{i}': 'text ' * 2_000 for i in range(7_770, 20_000)}",
        "12,230 keys",
        "c7777",
    ),
    "many": (
        "pd.DataFrame({f'c{i}': [1.5, None] for i in range(7_000, 8_000)})",
        "2x1000",
        "c7777",
    ),
}


@pytest.fixture(scope="module")
def wide():
    """One kernel and stub for the wide values: no error is open there."""
    with asking() as (kernel, stub):
        yield kernel, stub


@pytest.mark.parametrize("kind", list(WIDE))
def test_a7_a_wide_or_heavy_value_fits_and_keeps_what_is_asked(wide, kind):
    """A7: one request within the budget, the size told, the column asked for in it."""
    make, size, column = WIDE[kind]
    count = counter_named("o200k_base")
    kernel, stub = wide
    kernel.run("%ctx reset")
    stub.requests.clear()
    kernel.run("import numpy as np, pandas as pd")
    kernel.run(f"w = {make}")
    kernel.run("for i in range(30): globals()[f'other{i}'] = w")

    text = sent(kernel, stub, "%%assist --budget 2000\nwhat is in c7777 of w?")

    assert size in text
    assert column in text.replace("what is in c7777 of w?", "")
    assert sum(count.count(m["content"]) for m in stub.sent()) <= 2_000
    assert len(stub.requests) == 1


def test_a7_what_can_not_fit_is_named_as_overflow(session):
    """A7: a prompt above the budget is refused as too long, and nothing is sent."""
    kernel, stub = session
    kernel.run("x = 1")
    told = kernel.run("%%assist --budget 600\n" + "a long prompt " * 1_000).text

    assert stub.requests == []
    assert "budget" in told
    assert "internet" not in told.lower()
    assert "Traceback" not in told


ERROR = {
    "kind": "error",
    "ename": "KeyError",
    "evalue": "'amonut'",
    "traceback": [
        "Traceback (most recent call last)",
        "Cell In[4], line 2",
        "KeyError",
    ],
}


def saved(**more):
    """Give a saved code cell that printed and failed."""
    cell = {"id": "f", "kind": "code", "source": "print('so far')\ndf['amonut']"}
    printed = {"kind": "stream", "text": "so far\n"}
    return {**cell, "executionCount": 4, "outputs": [printed, ERROR], **more}


@pytest.mark.parametrize("is_companion", [True, False])
@pytest.mark.parametrize("prompt", ["why did this fail?", "explain", "what now"])
def test_a20_saved_outputs_and_errors_are_sent(is_companion, prompt):
    """A20: of a saved notebook that no kernel ran error, output and source are sent."""
    with asking() as (kernel, stub):
        page = Page(kernel, isCompanion=is_companion)
        markdown = {"id": "m", "kind": "markdown", "source": "# Plan"}
        page.ask("document_changed", cells=[markdown, saved()], order=["m", "f"])
        stub.reply("ok")

        page.ask("ask", prompt=prompt, focus={"cell": "f", "line": 0, "column": 0})

        text = contents(stub.sent())
        page.close()
        for told in ("KeyError", "'amonut'", "df['amonut']", "so far"):
            assert told in text


def test_a20_a_failed_cell_under_the_cursor_brings_its_own_error():
    """A20: of two failed cells the one that is asked about brings its error."""
    with asking() as (kernel, stub):
        page = Page(kernel)
        kernel.run("{}['first']", cell_id="one")
        kernel.run("int('second')", cell_id="two")
        cells = [
            {"id": "one", "kind": "code", "source": "{}['first']", "executionCount": 1},
            {
                "id": "two",
                "kind": "code",
                "source": "int('second')",
                "executionCount": 2,
            },
        ]
        page.ask("document_changed", cells=cells, order=["one", "two"])
        told = {}
        for cell in ("one", "two"):
            stub.reply("ok")
            focus = {"cell": cell, "line": 0, "column": 0}
            page.ask("ask", prompt=f"why did {cell} fail?", focus=focus)
            told[cell] = stub.sent()[-1]["content"]
        page.close()

    assert "KeyError: 'first'" in told["one"]
    assert "ValueError: invalid literal" in told["two"]
