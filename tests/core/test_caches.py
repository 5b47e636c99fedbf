"""What is remembered between questions changes their cost, and nothing else."""

from __future__ import annotations

import ast
import functools
import random
import sys

import msgspec
import pytest

from jupyter_ctx.code.steps import steps
from jupyter_ctx.core.cell import Execution
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.report import ErrorReport, Frame
from jupyter_ctx.core.stale import stale
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.errors import BudgetError
from jupyter_ctx.kernel.providers import offer
from jupyter_ctx.tokens import TokenCounter
from tests.core.counting import SignCounter

NAMES = (*(f"v{number}" for number in range(12)), "load", "Model", "np", "df")
LINES = (
    "{a} = load({b}, {n})",
    "{a}.append({n})",
    "{a}['key{n}'] = {b}",
    "{a}, {b} = {n}, '{n}'",
    "import numpy as np, os",
    "from math import sqrt, pi as {a}",
    "def load({a}, k={n}):\n    if {b}:\n        return {a}\n    return k + {n}",
    "class Model:\n    def __init__(self, {a}): ...\n    def fit(self): return {n}",
    "for {a} in range({n}):\n    {b} += {a}",
    "del {a}",
    "%time {a} = {b} + {n}",
    "print({a}.mean(), </cell>",
    "# In[{n}]\n{a} = df.col{n}",
)
FIELDS = tuple(Field(f"col{number}", "int64", number % 3) for number in range(40))


class Notebook:
    """A notebook in which a user edits, runs, deletes and asks at random."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._sources: list[str] = []
        self._runs: list[Execution] = []
        self._live: dict[str, Summary] = {}

    def steps(self, number: int) -> list[tuple[Wanted, int]]:
        """Give what is wanted after each of *number* steps, and the budget."""
        return [self._step() for _ in range(number)]

    def _step(self) -> tuple[Wanted, int]:
        dice = self._dice
        for _ in range(dice.randint(1, 6)):
            self._run(dice.randrange(len(self._sources) + 1))
        for name in dice.sample(NAMES, 4):
            self._live[name] = self._summary(name)
        self._live.pop(dice.choice(NAMES), None)
        runs = tuple(self._runs)
        state = KernelState(
            executions=runs,
            variables=tuple(self._live.values()),
            error=self._error(),
            as_of_run=len(runs),
            is_static=dice.random() < 0.2,
            stale=stale(runs, {one.name: one.run for one in self._live.values()}),
        )
        prompt = dice.choice(("", "what is v3 of col30?", "fix Model"))
        wanted = Wanted(
            prompt,
            "fix" if state.error else "ask",
            state,
            mentions=words(prompt),
        )
        return wanted, dice.choice((60, 200, 500, 1_500, 6_000))

    def _run(self, place: int) -> None:
        if place == len(self._sources):
            self._sources.append("")
        if not self._sources[place] or self._dice.random() < 0.5:
            self._sources[place] = self._source()
        count = len(self._runs) + 1
        status = "error" if self._dice.random() < 0.1 else "ok"
        source = self._sources[place]
        self._runs.append(Execution(count, source, count, f"c{place}", status))

    def _source(self) -> str:
        dice = self._dice
        lines = dice.choices(LINES, k=dice.randint(1, 6))
        return "\n".join(
            line.format(
                a=dice.choice(NAMES), b=dice.choice(NAMES), n=dice.randint(0, 99)
            )
            for line in lines
        )

    def _name(self) -> str:
        return self._dice.choice(NAMES)

    def _summary(self, name: str) -> Summary:
        run = self._dice.choice((None, len(self._runs)))
        size = self._dice.choice((0, 2, 40))
        kinds = (
            Summary(name, "int", "scalar", value=str(self._dice.randint(0, 99))),
            Summary(name, "DataFrame", "frame", shape="9 rows", fields=FIELDS[:size]),
            Summary(name, "list", "container", shape=f"{size} items"),
        )
        return msgspec.structs.replace(self._dice.choice(kinds), run=run)

    def _error(self) -> ErrorReport | None:
        last = self._runs[-1]
        if last.status != "error":
            return None
        frame = Frame(last.label, 1, "load", "x", is_user=True, cell_run=last.run)
        return ErrorReport("ValueError", "bad", (frame,), run=last.run)


def answered(wanted: Wanted, budget: int, counter: TokenCounter) -> str:
    """Give the context, or why there is none."""
    try:
        return render(offer(wanted), budget, counter)
    except BudgetError as error:
        return str(error)


def fresh() -> TokenCounter:
    """Give a counter that has counted nothing."""
    return TokenCounter("signs", SignCounter().count, exact=True)


def forget() -> None:
    """Empty every cache of the engine."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("jupyter_ctx.code", "jupyter_ctx.core", "jupyter_ctx.ker")):
            for value in list(vars(module).values()):
                if type(value) is functools._lru_cache_wrapper:
                    value.cache_clear()


@pytest.mark.parametrize("seed", range(12))
def test_with_caches_and_without_the_bytes_are_the_same(seed):
    """A long session of edits asks as a process does that has just started."""
    asked = Notebook(seed).steps(15)
    forget()
    counter = fresh()
    remembered = [answered(*one, counter) for one in asked]
    again = [answered(*one, counter) for one in reversed(asked)]

    for one, first, second in zip(asked, remembered, reversed(again), strict=True):
        forget()
        assert first == answered(*one, fresh())
        assert second == first


@pytest.mark.parametrize("seed", range(12))
def test_stale_marks_go_on_where_they_ended(seed):
    """What is out of date is the same, followed at once or run by run."""
    states = [wanted.state for wanted, _ in Notebook(seed).steps(15)]
    told = [state.stale for state in states]
    assert any(told)

    for state, marks in zip(states, told, strict=True):
        stale((Execution(1, f"other = {state.as_of_run}"),), {})  # another notebook
        live = {one.name: one.run for one in state.variables}
        assert stale(state.executions, live) == marks


def test_one_more_run_is_followed_alone():
    """The dataflow of a long session goes on with what ran since the last question."""
    runs = [Execution(n, f"v{n} = v{n - 1} + 1", n, f"c{n}") for n in range(1, 50)]
    stale(runs, {})
    before = sum(steps.cache_info()[:2])
    stale([*runs, Execution(50, "v1 = 2", 50, "c1")], {})

    assert sum(steps.cache_info()[:2]) == before + 1


def test_cells_parsed_are_cells_changed(monkeypatch):
    """A question after one edit parses that cell alone, whatever its neighbours are."""
    sources = [
        f"import numpy as np, mod{n}\ndef f{n}(x):\n    y = x + {n}\n    return y\n"
        f"class C{n}:\n    def go(self): return {n}\nv{n} = f{n}({n})\nv{n}.sort()"
        for n in range(60)
    ]
    ask(sources)
    parsed = []
    parse = ast.parse

    def noting(source, *rest, **more):
        parsed.append(source)
        return parse(source, *rest, **more)

    monkeypatch.setattr(ast, "parse", noting)
    ask(sources)
    assert parsed == []
    sources[30] = sources[30].replace("30", "3000")
    ask(sources)
    assert parsed
    assert all(text in sources[30] for text in parsed)


def ask(sources: list[str]) -> None:
    """Render the context of cells that ran in this order, the stale marks too."""
    runs = tuple(
        Execution(n + 1, source, n + 1, f"c{n}") for n, source in enumerate(sources)
    )
    state = KernelState(executions=runs, is_static=True, as_of_run=len(runs))
    stale(runs, {})
    render(offer(Wanted("", "ask", state)), 4_000, SignCounter())
