"""Single descriptions, word for word, of what the zoo tells by its facts."""

from __future__ import annotations

import asyncio
import concurrent.futures
import enum
import functools
import io
import logging
import re
import threading
import typing
from typing import Optional

import numpy as np
import pandas as pd
import pytest

from jupyter_ctx.core.engine.render import card, live_line, outline
from tests.kernel.hostile import HITS, spy
from tests.kernel.looks import Mask, see

SECRET = "sk-" + "a1B2" * 8


def failed(error):
    """Make a future that failed."""
    found = concurrent.futures.Future()
    found.set_exception(error)
    return found


def live(value):
    """Give the live line of *value*."""
    return live_line(see(value))


def test_generators_tell_how_far_they_are():
    """A generator is finished, running or waits at a line; a coroutine too."""
    seen = []

    def count():
        seen.append(live(running))
        yield 1

    running = count()
    first = live(running)
    next(running)
    list(running)

    async def wait():
        """Wait for nothing."""

    coroutine = wait()
    try:
        assert live(coroutine) == "x: coroutine of wait, not started"
    finally:
        coroutine.close()
    assert first == "x: generator of count, not started"
    assert seen == ["x: generator of count, running"]
    assert live(running) == "x: generator of count, finished"


def test_a_generator_of_one_line_tells_that_it_has_begun():
    """Its first line is the one that it waits at."""
    squares = (n * n for n in range(3))
    fresh = live(squares)
    next(squares)

    assert fresh == "x: generator of <genexpr>, not started"
    assert re.fullmatch(
        r"x: generator of <genexpr>, suspended at line \d+", live(squares)
    )


def test_futures_and_locks_of_asyncio():
    """A pending task and future, a taken lock and a pool that is shut down."""

    async def main():
        task = asyncio.create_task(asyncio.sleep(0), name="t")
        future = asyncio.get_running_loop().create_future()
        lock = asyncio.Lock()
        await lock.acquire()
        shown = [live(task), live(future), live(lock)]
        await task
        return [*shown, live(task)]

    assert asyncio.run(main()) == [
        "x: Task of sleep, pending",
        "x: Future pending",
        "x: Lock asyncio, locked",
        "x: Task of sleep, finished with NoneType = None",
    ]
    pool = concurrent.futures.ThreadPoolExecutor(2)
    pool.shutdown()
    assert live(pool) == "x: ThreadPoolExecutor 2 workers, shut down"


def test_threads_tell_their_state():
    """A thread runs and is over; a lock is free."""
    gate = threading.Event()
    thread = threading.Thread(target=gate.wait, name="w", daemon=True)
    thread.start()
    while_running = live(thread)
    gate.set()
    thread.join()

    assert while_running == "x: Thread 'w', running, daemon"
    assert live(thread) == "x: Thread 'w', finished, daemon"
    assert live(threading.Lock()) == "x: lock free"
    assert live(threading.Event()) == "x: Event not set"


def test_buffers_and_files_that_are_closed():
    """What is closed is told so; a file over a raw object of the user is named."""
    closed = io.StringIO("abc")
    closed.close()

    class Raw(io.RawIOBase):
        def readable(self):
            return True

    assert live(closed) == "x: StringIO closed"
    assert live(io.BufferedReader(Raw())) == "x: BufferedReader"


def test_decorated_functions_show_the_function_below():
    """`functools.wraps` is seen through; types of `typing` are written."""

    def twice(function):
        @functools.wraps(function)
        def inner(*args, **kwargs):
            return function(*args, **kwargs)

        return inner

    namespace = {"typing": typing, "Optional": Optional}
    source = (
        "def find(a: Optional[int], b: typing.List[str], c: int | None = None,\n"
        "         *rest, d: typing.Any) -> None:\n"
        "    'Find it.'\n"
    )
    exec(compile(source, "cell", "exec", dont_inherit=True), namespace)

    summary = see(twice(namespace["find"]))

    assert summary.signature == (
        "def find(a: int | None, b: List[str], c: int | None = None, *rest, "
        "d: Any) -> None"
    )
    assert summary.doc == "Find it."


def test_exceptions_and_loggers_are_masked():
    """Secrets in the arguments of an exception or a partial call stay here."""
    values = {
        "error": ValueError(f"bad key {SECRET}", {"API_KEY": SECRET}),
        "part": functools.partial(print, SECRET, sep=SECRET),
        "record": {"API_KEY": {"inner": [SECRET]}},
        "names": [[SECRET]],
        "logger": logging.getLogger(SECRET),
        "future": failed(ValueError(f"bad key {SECRET}")),
        "function": lambda key=SECRET: key,
        "classes": type("Keys", (), {"API_KEY": "hunter2pw", "at": [SECRET]}),
        "thread": threading.Thread(name=SECRET),
        "members": enum.Enum("Keys", {"API_KEY": "hunter2pw"}),
    }
    for name, value in values.items():
        summary = see(value, name, Mask())
        assert SECRET[:12] not in repr(summary), name
        assert "hunter2pw" not in repr(summary), name


def test_nested_values_are_written_as_a_whole_or_not_at_all():
    """Small nested containers are literals; deep, long or odd ones are outlined."""
    assert see({"a": [1, (2, {"b": None})]}).value == "{'a': [1, (2, {'b': None})]}"
    assert see([[[[[1]]]]]).value == ""
    assert see([[["x" * 90] * 2] * 2]).value == ""
    assert see([object()]).detail == "holds object"
    assert see([[object()], {}]).detail == "holds list of 1 object|dict of 0"


def test_levels_of_rows_and_columns():
    """Named and nameless levels are counted; the first labels are shown."""
    rows = pd.MultiIndex.from_product([range(9), ["a"]], names=["n", None])
    columns = pd.MultiIndex.from_product([["x"], ["y"]], names=["up", "down"])
    frame = pd.DataFrame(0, index=rows, columns=columns)

    assert see(frame).detail == (
        "index MultiIndex n (9): 0, 1, 2, 3, 4, 5, ... 3 more; level 1 (1): a, "
        "columns MultiIndex of 2 levels up, down"
    )


def test_a_series_class_of_the_user_is_seen_past_its_overrides():
    """A subclass shows its data and its name; what it overrides does not run."""
    traps = {name: property(spy(name)) for name in ("name", "dtype", "index", "array")}
    series = type("Sub", (pd.Series,), {})([1, 2], name="n")
    for name, trap in traps.items():
        setattr(type(series), name, trap)
    HITS.clear()

    summary = see(series)

    assert (summary.type_name, summary.shape) == ("Sub", "2 rows int64")
    assert summary.detail == "name n, begins 1, 2"
    assert HITS == []


def test_dates_with_times_gaps_and_zones():
    """Times of day are shown where there are any; all-missing dates have no range."""
    times = pd.to_datetime(["2024-01-01 08:30", None, "2024-01-02 00:00"], utc=True)
    frame = pd.DataFrame({"t": times, "none": pd.Series([pd.NaT] * 3)})

    assert see(frame).detail == (
        "t 2024-01-01 08:30:00+00:00 to 2024-01-02 00:00:00+00:00"
    )


def test_many_categories_are_cut():
    """Of 1,000 categories the first are shown and the rest counted."""
    kinds = pd.Series(pd.Categorical([f"c{n:03}" for n in range(1_000)]))

    assert see(kinds).shape.endswith(
        "[c000, c001, c002, c003, c004, c005, ... 994 more]"
    )


def test_masked_arrays_and_texts():
    """Masked cells are counted, texts shown, and secrets in them masked."""
    masked = np.ma.masked_greater(np.arange(5), 2)
    secret = np.array([SECRET])

    assert see(masked).detail == "[0, 1, 2, 3, 4], 2 masked"
    assert see(np.array(["a", "b"])).detail == "['a', 'b']"
    assert SECRET not in repr(see(secret, "s", Mask()))


def test_axes_before_they_are_drawn():
    """Limits that are still to be computed are told by the data; images by size."""
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3, 2))
    left, right = figure.subplots(1, 2)
    left.plot(range(5), [1, 9, 2, 3, 4])
    right.imshow(np.zeros((4, 6)))
    stale = dict(left._stale_viewlims)

    summary = see(figure)

    assert summary.shape == "3 x 2 in, 2 axes"
    assert summary.rows[0] == "x 0.0 to 4.0, y 1.0 to 9.0"
    assert outline(summary) == (
        "x has: unlabelled line of 5 points, unlabelled image (4, 6)"
    )
    assert left._stale_viewlims == stale
    assert any(stale.values())


def test_a_search_and_its_parts():
    """Parameters that differ are shown; estimators within estimators too."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    from sklearn.ensemble import VotingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    pipe = make_pipeline(StandardScaler(with_mean=False), SVC(C=3))
    vote = VotingClassifier([("lr", LogisticRegression()), ("svc", SVC())])

    assert live(pipe) == "x: Pipeline not fitted"
    assert outline(see(pipe)) == (
        "x has: standardscaler StandardScaler(with_mean=False), svc SVC(C=3)"
    )
    assert live(GridSearchCV(SVC(C=2), {"C": [1, 2]})) == (
        "x: GridSearchCV (estimator=SVC(C=2), param_grid={'C': [1, 2]}), not fitted"
    )
    assert outline(see(vote)) == "x has: lr LogisticRegression, svc SVC"


def test_an_own_frame_of_places_and_empty_plots():
    """A series of places, an empty chart and a figure without traces."""
    pytest.importorskip("plotly", reason="plotly is not installed")
    import plotly.graph_objects as go

    assert live(go.Figure()) == "x: Figure 0 traces"
    geopandas = pytest.importorskip("geopandas", reason="geopandas is not installed")
    from shapely.geometry import Point

    series = geopandas.GeoSeries([Point(1, 2), None], crs="EPSG:3857")
    assert see(series).detail.startswith("places Point, EPSG:3857")


def test_statistics_that_were_asked_for_are_told():
    """The fit is told once the user asked for it; it is not computed for us."""
    sm = pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
    frame = pd.DataFrame({"const": 1.0, "x": [1.0, 2.0, 3.0, 4.0]})
    fit = sm.OLS(pd.Series([2.0, 4.0, 5.0, 8.0], name="y"), frame).fit()

    before = see(fit).detail
    rsquared = fit.rsquared
    after = see(fit).detail

    assert before == "of y"
    assert after == f"of y, rsquared {rsquared:.4g}"


def test_graphs_of_own_nodes_call_nothing():
    """Nodes whose comparison would run code are counted without it."""
    networkx = pytest.importorskip("networkx", reason="networkx is not installed")
    asked = []

    class Node:
        def __hash__(self):
            asked.append("hash")
            return 7

        def __eq__(self, other):
            asked.append("eq")
            return self is other

    graph = networkx.Graph()
    one, two = Node(), Node()
    graph.add_edges_from([(one, two), (one, one)])
    asked.clear()

    assert live(graph) == "x: Graph 2 nodes, 2 edges"
    assert asked == []


def test_a_card_of_values_is_one_line():
    """Stored values are on the card, those of an object that says them already not."""
    assert card(see({"a": 1, "b": list(range(50))})) == "x values: a=1"
    assert card(see({"a": 1})) == ""
