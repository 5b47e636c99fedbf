"""At a narrow privacy level no live object tells a value: the zoo, and planted ones."""

from __future__ import annotations

import asyncio
import dataclasses
import enum
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.privacy import restrict
from jupyter_ctx.core.state import KernelState
from tests.kernel.looks import see
from tests.kernel.zoo import zoo

WORD, NUMBER = "Zaphod", 4711
ANIMALS = [animal for animal in zoo() if not animal.missing]
LEVELS = pytest.mark.parametrize("level", ["schema", "code"])

# The zoo opens files and databases, and lets them go.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


def kept(value, level="schema", name="x"):
    """Give what may leave of the description of *value*."""
    state = KernelState((Execution(1, "x = made()", 1),), variables=(see(value, name),))
    return restrict(state, level).variables


@pytest.mark.parametrize("animal", ANIMALS, ids=lambda animal: animal.name)
def test_no_animal_tells_more_than_names_types_and_sizes(animal):
    """No text, assignment, path or address is left of any object of the zoo."""
    (summary,) = kept(animal.make())
    told = [summary.shape, *(field.dtype for field in summary.fields)]
    sizes = "\n".join(re.sub(r"\b(time_unit='..'|[a-z_]+=None)", "", t) for t in told)
    bare = msgspec.structs.asdict(summary)

    assert re.findall(r"['\"=/]", re.sub(r"[A-Z][a-z]+/[A-Z][a-z]+", "", sizes)) == []
    assert [bare[key] for key in ("value", "rows", "signature", "doc")] == [
        *("", (), "", "")
    ]


def task(work):
    """Run *work* to its end in a loop of its own; give the task."""

    async def main():
        made = asyncio.create_task(work())
        await asyncio.wait([made])
        return made

    return asyncio.run(main())


async def gives():
    """Give what is planted."""
    return {WORD: [WORD, NUMBER]}


async def fails():
    """Fail with what is planted."""
    raise ValueError(WORD, NUMBER)


def future(result):
    """Make a future that has *result*."""
    made = Future()
    made.set_result(result)
    return made


def failed():
    """Make a future that has failed with what is planted."""
    made = Future()
    made.set_exception(KeyError(WORD))
    return made


def process():
    """Run a program whose arguments are planted."""
    made = subprocess.Popen([sys.executable, "-c", f"'{WORD} {NUMBER}'"])
    made.wait()
    return made


def opened():
    """Open a file whose name is planted."""
    path = Path(tempfile.mkdtemp()) / f"{WORD}{NUMBER}.txt"
    with path.open("w") as file:
        return file


def function():
    """Make a class whose method has a planted default."""

    def act(self, x=WORD, y=NUMBER):
        return self, x, y

    own = {"__module__": "__main__", "act": act, "WHO": WORD, WORD: NUMBER}
    return type("Made", (), own)


def record():
    """Make a dataclass whose defaults and annotations are planted."""
    fields = [
        ("who", str, WORD),
        ("size", int, NUMBER),
        ("one", Literal[WORD, NUMBER], WORD),
    ]
    return dataclasses.make_dataclass("Record", fields)


def of(module, act):
    """Make something of *module*, or skip."""
    return lambda: act(pytest.importorskip(module))


def by_key(pandas):
    """Group a column by a key that is planted."""
    frame = pandas.DataFrame({WORD: [1, 2], "n": [3, NUMBER]})
    return frame.groupby(WORD)["n"]


def duck(duckdb):
    """Make a relation with a column of an enumeration."""
    text = f"select cast('{WORD}' as enum('{WORD}', 'date', '{NUMBER}')) as e"
    return duckdb.connect().sql(text)


PLANTED = {
    "task": lambda: task(gives),
    "failed task": lambda: task(fails),
    "future of text": lambda: future(WORD),
    "future of number": lambda: future(NUMBER),
    "future of dict": lambda: future({WORD: NUMBER}),
    "failed future": failed,
    "process": process,
    "file": opened,
    "thread": lambda: threading.Thread(name=f"{WORD} {NUMBER}"),
    "enum": lambda: enum.Enum(
        "Cust", {WORD: WORD, f"N{NUMBER}": NUMBER}, module="__main__"
    ),
    "enum of a module": lambda: enum.Enum("Cust", {WORD: WORD}, module="models"),
    "class": function,
    "dataclass": record,
    "dict": lambda: {WORD: NUMBER},
    "counter": lambda: __import__("collections").Counter({WORD: NUMBER}),
    "partial": lambda: __import__("functools").partial(print, WORD, end=NUMBER),
    "pattern": lambda: re.compile(WORD),
    "match": lambda: re.search(WORD, " " * NUMBER + WORD),
    "exception": lambda: ValueError(WORD, NUMBER),
    "path": lambda: Path(WORD) / str(NUMBER),
    "engine": of(
        "sqlalchemy", lambda m: m.create_engine(f"sqlite:///{WORD}{NUMBER}.db")
    ),
    "address": of("sqlalchemy", lambda m: m.make_url(f"mysql://{WORD}@h:{NUMBER}/d")),
    "table": of("sqlalchemy", lambda m: m.Table(WORD, m.MetaData())),
    "relation": of("duckdb", duck),
    "sparse": of(
        "pandas", lambda m: m.arrays.SparseArray([1, NUMBER], fill_value=NUMBER)
    ),
    "sparse column": of(
        "pandas",
        lambda m: m.DataFrame(
            {"c": m.arrays.SparseArray([1, NUMBER], fill_value=NUMBER)}
        ),
    ),
    "categories": of(
        "pandas", lambda m: m.DataFrame({"c": m.Categorical([WORD, "date"])})
    ),
    "numbered categories": of("pandas", lambda m: m.Categorical([NUMBER, 1])),
    "polars enum": of(
        "polars", lambda m: m.DataFrame({"c": m.Series([WORD], dtype=m.Enum([WORD]))})
    ),
    "polars enum series": of(
        "polars", lambda m: m.Series([WORD], dtype=m.Enum([WORD, str(NUMBER)]))
    ),
    "pydantic": of("pydantic", lambda m: m.create_model("Row", who=(str, WORD))),
    "point": of("shapely", lambda m: m.Point(NUMBER, 1)),
    "line": of("shapely", lambda m: m.LineString([(0, 0), (NUMBER, NUMBER)])),
    "symbol": of("sympy", lambda m: m.Symbol(WORD)),
    "distribution": of("scipy.stats", lambda m: m.norm(loc=NUMBER)),
    "tensor": of("torch", lambda m: m.tensor(NUMBER)),
}


@LEVELS
@pytest.mark.parametrize("name", PLANTED)
def test_nothing_that_was_planted_leaves(name, level):
    """Neither the text nor the number in an object is in what is kept of it."""
    value = PLANTED[name]()

    told = repr(kept(value, level))

    assert (WORD in told, str(NUMBER) in told) == (False, False), told
    seen = repr(see(value))
    assert WORD in seen or str(NUMBER) in seen, "it was not planted"


def test_the_key_of_a_group_is_in_its_columns_alone():
    """Columns may leave at `schema`; the sentence that names the key does not."""
    (summary,) = kept(by_key(pytest.importorskip("pandas")))
    assert (summary.shape, str(NUMBER) in repr(summary)) == ("", False)


def test_members_of_a_class_in_a_cell_keep_their_names_alone():
    """What the code writes is told by name; defaults and annotations are not."""
    made = enum.Enum("Color", {"RED": WORD, WORD: 1}, module="__main__")
    cell = Execution(1, "class Color(Enum): RED = pick()", 1)
    state = KernelState((cell,), variables=(see(made, "Color"),))

    (summary,) = restrict(state, "schema").variables

    assert [(one.name, one.dtype, one.sample) for one in summary.fields] == [
        ("RED", "", "")
    ]


def test_frames_keep_sizes_and_types():
    """Rows, columns and dtypes of a table are what a schema is for."""
    pandas = pytest.importorskip("pandas")
    days = pandas.to_datetime(["2026-01-01"]).tz_localize("Europe/Berlin")
    frame = pandas.DataFrame(
        {"day": days.as_unit("ns"), "size": pandas.Categorical([WORD]), "n": [0.5]}
    )

    (summary,) = kept(frame)

    assert summary.shape == "1 row x 3 columns"
    assert [field.dtype for field in summary.fields] == [
        *("datetime64[ns, Europe/Berlin]", "category", "float64")
    ]
