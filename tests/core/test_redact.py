"""Secrets are masked, ordinary text is not, and both are fast."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jupyter_ctx.core.secrets.redact import PLACEHOLDER, Rule, masker
from tests.core.planted import ORDINARY, placed, shapes

PLAIN = masker({})
SHAPES, PLACED = shapes(), placed()


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("frame", ["{}", "print: {}\n", "x = f('{}', 1)", "k={}&n=1"])
def test_key_of_known_shape_is_masked(kind, frame):
    """A key is recognised alone, in a line, in a call and in a query."""
    masked = PLAIN.mask(frame.format(SHAPES[kind]))
    assert SHAPES[kind][12:] not in masked
    assert PLACEHOLDER.search(masked)


@pytest.mark.parametrize("kind", SHAPES)
def test_mask_names_the_rule(kind):
    """The reader learns what kind of secret stood there."""
    assert f"rule={kind.partition(' ')[0]}>" in PLAIN.mask(f"see {SHAPES[kind]} there")


@pytest.mark.parametrize("place", PLACED)
def test_secret_in_a_telling_place_is_masked(place):
    """A secret without a shape is found by what it is assigned to or sent with."""
    text, secret = PLACED[place]
    assert secret in text
    assert secret not in PLAIN.mask(text)


def test_ordinary_text_is_not_changed():
    """Tokenizers, keys of dicts, hashes, ids and prose stay as they are."""
    changed = [line for line in ORDINARY.split("\n") if PLAIN.mask(line) != line]
    assert changed == []
    assert PLAIN.mask(ORDINARY) == ORDINARY


def test_name_and_rule_stand_in_the_mask():
    """An assigned key is named; code around it still parses."""
    key = SHAPES["openai-key"]
    masked = PLAIN.mask(f'API_KEY = "{key}"')
    assert masked == 'API_KEY = "<masked name=API_KEY rule=openai-key>"'


ENVIRON = {
    "DB_PASSWORD": "hunter2pw",
    "SERVICE_TOKEN": "zz9-plural-z-4lpha",
    "QUOTED_SECRET": "a\"b\\c'd/e 1",
    "PWD": "/home/someone",
    "OLDPWD": "/home",
    "SHORT_PASSWORD": "ab1",
    "APP_PASSWORD": "postgres",
    "TOKENIZERS_PARALLELISM": "false",
    "SORT_KEY": "created_at",
    "TOKEN_LIMIT": "100000",
    "KEY_FILE": "/etc/ssl/key1234abcd.pem",
    "SSH_AUTH_SOCK": "/run/agent.4711",
    "LANG": "en_US.UTF-8",
}


def test_value_of_a_secret_variable_is_masked_everywhere():
    """Values of the environment with secret names are found in any text."""
    mask = masker(ENVIRON).mask
    assert mask("login hunter2pw ok") == (
        "login <masked name=DB_PASSWORD rule=environment> ok"
    )
    assert "plural" not in mask("xzz9-plural-z-4lphax")


@pytest.mark.parametrize("write", [repr, str, lambda text: text.replace("/", "%2F")])
def test_value_is_found_as_it_is_written(write):
    """Quotes, backslashes and slashes do not hide a value in code, JSON or a URL."""
    secret = ENVIRON["QUOTED_SECRET"]
    if write(secret).count("%2F"):
        from urllib.parse import quote

        text = quote(secret, safe="")
    else:
        text = write(secret)
    assert "rule=environment" in masker(ENVIRON).mask(f"x {text} y")


def test_other_environment_values_are_no_secrets():
    """Paths, words, numbers and settings of the environment stay readable."""
    names = ["PWD", "OLDPWD", "SHORT_PASSWORD", "APP_PASSWORD", "SORT_KEY", "LANG"]
    names += ["TOKENIZERS_PARALLELISM", "TOKEN_LIMIT", "KEY_FILE", "SSH_AUTH_SOCK"]
    text = " ".join(ENVIRON[name] for name in names)
    assert masker(ENVIRON).mask(text) == text


def test_short_value_is_not_searched_inside_words():
    """A short secret inside a longer word is another word."""
    assert masker({"A_PASSWORD": "monday7"}).mask("xmonday7y") == "xmonday7y"


@pytest.mark.parametrize(
    ("name", "value", "masked"),
    [
        ("db_password", "'hunter2'", "<masked name=db_password rule=named-password>"),
        ("token", "hello", "hello"),
        ("api_key", "4f7a2b9c1d3e5f60", "<masked name=api_key rule=named-token>"),
        ("x", "nothing here", "nothing here"),
        ("key", "customer_id_2021x7", "customer_id_2021x7"),
        ("max_tokens", "4096", "4096"),
        ("password", "None", "None"),
        ("we/ird password", "hunter22", "<masked rule=named-password>"),
    ],
)
def test_name_of_a_value_tells_whether_it_is_secret(name, value, masked):
    """A password is masked whatever it looks like; a token only if it looks so."""
    assert PLAIN.mask_value(name, value) == masked


def test_own_rules_come_first():
    """A team's own key shape is masked under its own name."""
    rules = [Rule("acme-key", r"\bacme-[0-9]{6}\b", ("acme-",))]
    assert masker({}, rules).mask("x acme-123456") == "x <masked rule=acme-key>"


FRAGMENTS = [
    *SHAPES.values(),
    *(text for text, _ in PLACED.values()),
    *("<masked ", "rule=", ">", "<masked rule=jwt>", "name=x ", '"', "'", "=", ": "),
    *("password", "token", " ", "\n", "hunter2pw", "zz9-plural-z-4lpha", "://a:", "@h"),
]


@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=8))
@settings(max_examples=400, deadline=None)
def test_masking_twice_changes_nothing(parts):
    """What is masked once stays as it is, whatever stands around it."""
    mask = masker(ENVIRON).mask
    once = mask("".join(parts))
    assert mask(once) == once


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_masked(text):
    """No text raises, and the same text gives the same result in another masker."""
    assert masker(ENVIRON).mask(text) == masker(dict(ENVIRON)).mask(text)


# fmt: off
HOSTILE = [
    "a", "sk-", "token", "://a:", "eyJ.", '"', "password = ", "key-", "bearer ", "hf_",
    "-----BEGIN PRIV" + "ATE KEY-----", "curl -u ", ".login(", "AccountKey=", "auth=(",
    "PuTTY-User-Key-File-2: ", "https://", "<masked ", "A-B_", " ", "0", "pass:", "x.y",
    "password='", "--token ", '\\"token\\": ', "Basic ", "token=a1b2c3 ",
]
# fmt: on


@pytest.mark.parametrize("part", HOSTILE)
def test_time_grows_with_the_text_only(part):
    """Four times the text takes about four times the time, whatever it repeats."""
    taken = []
    for size in (100_000, 400_000):
        text = part * (size // len(part))
        start = time.process_time()
        PLAIN.mask(text)
        taken.append(time.process_time() - start)
    # A quadratic rule takes 16 times as long.
    assert taken[1] < 10 * taken[0] + 0.1


def test_the_cost_grows_with_the_text_and_no_faster():
    """Ten times the text costs about ten times, not a hundred: one run, a ratio."""

    def cost(size: int) -> float:
        text = ORDINARY * (size // len(ORDINARY))
        start = time.process_time()
        PLAIN.mask(text)
        return time.process_time() - start

    cost(100_000)
    small = min(cost(100_000) for _ in range(3))
    assert cost(1_000_000) < 30 * small


def test_no_secret_of_a_session_is_in_its_state():
    """Case A4: values, outputs, code and errors of a real session are masked."""
    from jupyter_ctx.core.secrets.masking import StateMasker
    from jupyter_ctx.kernel.recorder import Recorder
    from jupyter_ctx.testing import FakeShell

    shell = FakeShell()
    recorder = Recorder(shell, lambda: PLAIN)
    recorder.install()
    shell.run_cell('API_KEY="sk-test-"+"a1B2"*8; url="postgres://u:hunter2pw@h/db"')
    shell.run_cell("API_KEY")
    shell.run_cell("raise ValueError(f'401: bad key {API_KEY} for {url}')")
    state = StateMasker(PLAIN.mask)(recorder.state())
    told = repr(state)
    assert "a1B2" * 3 not in told
    assert "hunter2pw" not in told
    (key,) = (one for one in state.variables if one.name == "API_KEY")
    assert key.value == "<masked name=API_KEY rule=openai-key>"


def test_declared_classes_and_page_hashes_stay():
    """Code of one line keeps its names, and the hash of a script is no secret."""
    assert PLAIN.mask("class HasSecret: password:str='hunter2pw'") == (
        "class HasSecret: password:str='<masked name=password rule=assigned-password>'"
    )
    for text in (
        "class HasSecret: password:str='…'",
        'integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="',
    ):
        assert PLAIN.mask(text) == text


FORMATS = {
    'logging.warning("token=%s", "{}")': "token",
    'log.info("user=%s token=%s", "bob", "{}")': "token",
    'print("user=%s token=%s" % (user, "{}"))': "token",
    "'password: {{}}'.format('{}')": "password",
}


@pytest.mark.parametrize("code", FORMATS)
def test_literal_put_into_a_format_is_masked(code):
    """The name is in the format, the secret in the argument of its place."""
    name, key = FORMATS[code], "rn4bgFlzdANyqIma06Cp"
    kind = "password" if name == "password" else "token"
    assert PLAIN.mask(code.format(key)) == code.format(
        f"<masked name={name} rule=assigned-{kind}>"
    )


def test_other_arguments_of_a_format_stay():
    """Only the place behind the telling name is a secret."""
    text = 'log.info("token=%s user=%s", token, "rn4bgFlzdANyqIma06Cp")'
    assert PLAIN.mask(text) == text


def test_environment_is_followed():
    """What is set later is masked from then on, and what is unset stays so."""
    environ = {"SMTP_PASSWORD": ""}
    mask = masker(environ).mask
    text = "login with WintervvroD! failed, then Sommer-x"
    assert mask(text) == text
    environ["SMTP_PASSWORD"] = "WintervvroD!"
    environ["LATER_PASSWORD"] = "Sommer-x"
    hidden = (
        "login with <masked name=SMTP_PASSWORD rule=environment> failed, "
        "then <masked name=LATER_PASSWORD rule=environment>"
    )
    assert mask(text) == hidden
    environ.clear()
    assert mask(text) == hidden
    environ["HOME"] = "/home/someone"
    assert mask("/home/someone") == "/home/someone"
