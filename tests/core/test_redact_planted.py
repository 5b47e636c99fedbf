"""More than 200 planted secrets: none leaves, and ordinary values stay."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from jupyter_ctx.core.secrets.redact import PLACEHOLDER, masker
from tests.core.planted_places import Planted, planted
from tests.core.planted_prompts import ORDINARY_PROMPTS, secret_prompts
from tests.core.planted_second import SECOND
from tests.core.planted_second import ordinary as drawn_values

ALL = (*planted(), *SECOND)
PLAIN = masker({})
ALARMS = 1 / 1_000  # of ordinary values
BESIDE = Path(__file__).parents[3] / "shared" / "corpus"
CORPUS = Path(os.environ.get("JUPYTER_CTX_CORPUS", BESIDE))
PIECE = 12  # characters of a secret that may not stand anywhere


def leaks(one: Planted, text: str) -> bool:
    """Tell whether a recognisable piece of the secret is in *text*."""
    pieces = range(max(1, len(one.secret) - PIECE + 1))
    return any(one.secret[at : at + PIECE] in text for at in pieces)


def test_secrets_are_many():
    """There are at least 200 of at least 25 kinds, each in its text."""
    assert len(ALL) >= 200
    assert len({one.kind for one in ALL}) >= 25
    assert [one for one in ALL if one.secret not in one.text] == []


def test_no_planted_secret_is_left():
    """Of no planted secret a piece is left in the masked text."""
    left = [
        f"{one.kind}: {one.text}" for one in ALL if leaks(one, PLAIN.mask(one.text))
    ]
    print(f"{len(ALL)} planted, {len(left)} left")
    assert left == []


def test_drawn_values_are_left_alone():
    """Hashes, ids, images, sequences and addresses of 14 kinds are no secrets."""
    values = list(drawn_values())
    alarms = [value for value in values if PLACEHOLDER.search(PLAIN.mask(value))]
    assert len(values) == 2_000
    assert len(alarms) <= ALARMS * len(values), alarms[:20]


TABLES = {
    "     user     password\n0     ann  Winter2024!\n": "Winter2024!",
    "user;password\nann;Winter2024!\n": "Winter2024!",
    "| user | api_key |\n|---|---|\n| ann | 7aB2x9Kq41 |": "7aB2x9Kq41",
    "   token  count\n0  the     12\n1  cat    103\n": "",
    "user             ann\npassword    hunter2pw\nName: 0": "hunter2pw",
    "user        object\npassword    object\ntoken        int64\nkey     4096": "",
    "key,password_id\nabc123de,1\n": "",
    "Give me the token, the key, and the password\nof what, of whom, never\n": "",
}


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_column_of_a_printed_table_is_masked(table):
    """What stands below a telling heading is masked; nothing else of a table is."""
    secret, masked = TABLES[table], PLAIN.mask(table)
    stand_in = PLACEHOLDER.search(masked)
    assert bool(stand_in) == bool(secret)
    if stand_in:
        assert masked == table.replace(secret, stand_in[0])


def ordinary() -> Iterator[str]:
    """Give the values that live kernels of real notebooks held."""
    for path in sorted((CORPUS / "live").glob("*.json")):
        yield from _texts(json.loads(path.read_text(encoding="utf-8")))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


@pytest.mark.skipif(
    not (CORPUS / "live").is_dir(),
    reason="no real notebooks: JUPYTER_CTX_CORPUS names no folder that has them",
)
def test_ordinary_values_are_left_alone():
    """Of a thousand different ordinary values at most one is masked."""
    values = set(ordinary())
    alarms = sorted(v for v in values if PLACEHOLDER.search(PLAIN.mask(v)))
    print(f"{len(values)} values, {len(alarms)} alarms")
    assert len(alarms) <= ALARMS * len(values), alarms[:20]


# fmt: off
HOSTILE = [
    "machine ", "mysql ", 'variable "token" {', "$6$", "tokens:\n- a\n", "<password>",
    "password is ", "IDENTIFIED BY ", "uthorization: token ", ", password = '",
    ":5432:",
    "cookies={", "password,a\n", "a  password\n", "Cookie: ", "getpass(",
    "pw is ", '"token=%s", ', "api key ", "token ", '"token={}".format(', '"token=%s',
    "token is a1b2c3d4e5f6 ", "token=%s a", "class token: ",
    "docker login ", "- abcd\n", '"x" ', 'variable "token" {""',
]
# fmt: on


def seconds_for(text):
    """Give the processor's time that *text* takes, in seconds."""
    start = time.process_time()
    PLAIN.mask(text)
    return time.process_time() - start


@pytest.mark.parametrize("part", HOSTILE)
def test_time_grows_with_the_text_only(part):
    """Four times the text takes about four times the time, whatever it repeats."""
    taken = []
    for size in (50_000, 200_000):
        text = part * (size // len(part))
        taken.append(min(seconds_for(text) for _ in range(3)))
    # A quadratic rule takes 16 times as long.
    assert taken[1] < 10 * taken[0] + 0.1


def test_no_secret_of_a_question_is_left():
    """A pasted `.env`, a header or a told key is masked in the question too."""
    prompts = secret_prompts()
    left = [text for text, secret in prompts if secret in PLAIN.mask(text)]
    assert len(prompts) >= 40
    assert left == []


def test_ordinary_questions_stay_as_they_are_written():
    """Prose and code about secrets keep every word, but for one doubtful case."""
    changed = [text for text in ORDINARY_PROMPTS if PLAIN.mask(text) != text]
    assert len(ORDINARY_PROMPTS) >= 60
    # As `password=swordfish` in a file, which nothing tells from this.
    assert changed == ["Was bedeutet password=verschluesselt in der Doku?"]
