"""Distributed and lazy objects start no job when they are looked at (B2)."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from tests.kernel.hostile import HITS
from tests.kernel.looks import see

# The libraries leave sockets and pools to the collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning",
    "ignore::DeprecationWarning",
    "ignore::FutureWarning",
    "ignore::UserWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
)


GATE = threading.Event()


def wait_at_gate():
    """Wait in the worker, which is a thread of this process."""
    return GATE.wait(20)


def names(value):
    """Give the columns that the description of *value* lists."""
    return [field.name for field in see(value).fields]


@pytest.fixture(scope="module")
def scheduler():
    """Start a real Dask scheduler with one worker; give its client and its tasks."""
    pytest.importorskip("distributed", reason="dask is not installed")
    from distributed import Client, LocalCluster, SchedulerPlugin

    class Counter(SchedulerPlugin):
        def __init__(self):
            self.seen = []

        def update_graph(self, _, **graph):
            self.seen.append(graph["keys"])

        def transition(self, key, start, finish, *_, **__):
            self.seen.append((key, start, finish))

    counter = Counter()
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with (
        LocalCluster(processes=False, **options) as cluster,
        Client(cluster) as client,
    ):
        cluster.scheduler.add_plugin(counter)
        yield client, counter.seen


def test_dask_collections_send_no_task(scheduler):
    """Frames, arrays, bags and delayed calls leave a real scheduler without work."""
    import dask
    import dask.array as da
    import dask.bag as db
    import dask.dataframe as dd
    import pandas as pd

    client, seen = scheduler

    def spy(part):
        if len(part):
            HITS.append("spy")
        return part

    frame = pd.DataFrame({"a": range(10), "b": list("abcdefghij")})
    lazy = dd.from_pandas(frame, npartitions=2).map_partitions(spy, meta=frame[:0])
    objects = {
        "frame": lazy,
        "filtered": lazy[lazy.a > 3],
        "grouped": lazy.groupby("b").a.sum(),
        "column": lazy.a,
        "array": da.ones((1000, 1000), chunks=100) + 1,
        "bag": db.from_sequence(range(9), npartitions=3).map(spy),
        "delayed": dask.delayed(spy)([1]),
        "client": client,
    }
    HITS.clear()
    seen.clear()

    summaries = {name: see(value, name) for name, value in objects.items()}

    assert (seen, HITS) == ([], [])
    assert summaries["frame"].shape == "2 partitions"
    assert names(objects["filtered"]) == ["a", "b"]
    assert summaries["column"].shape == "int64, 2 partitions"
    assert summaries["array"].shape == "(1000, 1000) float64, 100 chunks of (100, 100)"
    assert summaries["bag"].shape == "3 partitions"
    assert summaries["delayed"].shape == "of spy"
    assert summaries["client"].shape.startswith("running, ")
    # The counter does count: a computation is seen.
    assert objects["delayed"].compute() == [1]
    assert seen != []


def test_a_dask_future_is_neither_waited_for_nor_fetched(scheduler):
    """A future that is not done yet is told by the state the client heard of."""
    client, seen = scheduler
    future = client.submit(wait_at_gate, pure=False)

    waiting = see(future).shape
    GATE.set()
    future.result()
    seen.clear()
    done = see(future).shape

    assert waiting.endswith("pending")
    assert done.endswith("finished")
    assert seen == []


def test_a_polars_plan_is_not_resolved():
    """A lazy frame whose plan calls Python is named; its schema is not asked for."""
    polars = pytest.importorskip("polars", reason="polars is not installed")

    def spy(frame):
        HITS.append("spy")
        return frame

    lazy = polars.LazyFrame({"a": [1]}).map_batches(spy)
    HITS.clear()

    summary = see(lazy)

    assert (HITS, summary.kind, summary.fields) == ([], "lazy", ())
    assert lazy.collect().shape == (1, 1)
    assert HITS != []


def test_a_duckdb_relation_is_not_executed():
    """A relation over a Python function shows its columns and calls nothing."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    connection = duckdb.connect()

    def spy(number):
        HITS.append("spy")
        return number

    connection.create_function("spy", spy, ["BIGINT"], "BIGINT")
    relation = connection.sql("select spy(range) as n, 'a' as s from range(3)")
    HITS.clear()

    assert names(relation) == ["n", "s"]
    assert HITS == []
    assert relation.fetchall() == [(0, "a"), (1, "a"), (2, "a")]
    assert HITS == ["spy"] * 3


def test_an_ibis_query_is_not_sent():
    """A query of Ibis on DuckDB shows its columns; the database hears nothing."""
    ibis = pytest.importorskip("ibis", reason="ibis is not installed")
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    backend = ibis.duckdb.connect()
    table = backend.create_table("t", schema=ibis.schema({"a": "int64", "b": "string"}))
    query = table.filter(table.a > 1).select("b", n=table.a + 1)
    sent = []
    for name in ("execute", "raw_sql", "_get_schema_using_query", "to_pyarrow"):
        setattr(backend, name, lambda *_, name=name, **__: sent.append(name))

    assert names(table) == ["a", "b"]
    assert names(query) == ["b", "n"]
    assert see(table.a.sum()).kind == "lazy"
    assert sent == []


@pytest.fixture(scope="module")
def spark():
    """Start a real Spark in this process' JVM."""
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    from pyspark.sql import SparkSession

    try:
        session = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate()
        )
    except Exception as error:  # noqa: BLE001 - no Java, no address: many kinds
        pytest.skip(f"Spark does not start: {type(error).__name__}")
    yield session
    session.stop()


def jobs(session):
    """Count the jobs that Spark has started."""
    context = session.sparkContext
    return len(context.statusTracker().getJobIdsForGroup(None))


def test_a_spark_frame_starts_no_job(spark):
    """A frame of real Spark shows its schema; no job is started, nothing is kept."""
    rows = [(1, "a", {"k": 1.5}), (2, "b", None)]
    frame = spark.createDataFrame(rows, "id int, name string, more map<string,double>")
    joined = frame.join(frame.withColumnRenamed("name", "other, one"), "id")
    before, kept = jobs(spark), set(vars(joined))

    summary = see(joined)

    assert [(field.name, field.dtype) for field in summary.fields] == [
        ("id", "int"),
        ("name", "string"),
        ("more", "map<string, double>"),
        ("other, one", "string"),
        ("more", "map<string, double>"),
    ]
    assert (summary.shape, summary.kind) == ("5 columns", "lazy")
    assert jobs(spark) == before
    assert set(vars(joined)) == kept
    assert frame.groupBy("id").count().count() == 2
    assert jobs(spark) > before


def test_a_spark_session_is_named(spark):
    """A session and a context are named without a question to the JVM."""
    before = jobs(spark)

    assert see(spark).type_name == "SparkSession"
    assert "local[1]" in see(spark.sparkContext).shape
    assert jobs(spark) == before


def test_a_connect_frame_asks_no_server():
    """A frame of Spark Connect is told by its plan, or the schema it has."""
    pytest.importorskip("pyspark", reason="pyspark is not installed")
    try:
        from pyspark.sql.connect import plan
        from pyspark.sql.connect.dataframe import DataFrame
    except ImportError as error:
        pytest.skip(f"Spark Connect does not load: {error}")
    from pyspark.sql.types import LongType, StructField, StructType

    class Session:
        def __getattr__(self, name):
            HITS.append(name)
            raise RuntimeError(name)

    frame = DataFrame(plan.Range(0, 10, 1), Session())
    HITS.clear()

    unknown = see(frame)
    frame._cached_schema = StructType([StructField("id", LongType())])

    assert (unknown.kind, unknown.shape, HITS) == ("lazy", "plan Range", [])
    assert names(frame) == ["id"]
    assert HITS == []


def test_a_ray_data_set_starts_no_task(tmp_path):
    """A data set of Ray is told by its plan; no cluster is started for it."""
    pytest.importorskip("ray", reason="ray is not installed")
    import ray

    try:
        from ray.data import range as rows
    except ImportError as error:
        pytest.skip(f"ray.data does not load: {error}")
    fault, mark = "", tmp_path / "ran"
    try:
        ray.init(num_cpus=1, include_dashboard=False, logging_level="ERROR")
        data = rows(10).map(lambda row: mark.touch() or row)
    except Exception as error:  # noqa: BLE001 - it raises bare ones
        fault = f"{type(error).__name__}: {error}"
    if fault:
        ray.shutdown()
        gc.collect()  # what it started warns here, not in a later test
        pytest.skip(f"ray does not start: {fault}")
    try:
        reference = ray.put(3)
        summary = see(data)
        time.sleep(1)  # a task would run in another process

        assert summary.kind == "lazy"
        assert "Map" in summary.shape
        assert see(reference).type_name == "ObjectRef"
        assert not mark.exists()
        data.materialize()
        assert mark.exists()
    finally:
        ray.shutdown()


def test_a_ray_plan_without_a_cluster_is_told():
    """The last step and a schema that is kept are told; Ray is not started for it."""
    ray = pytest.importorskip("ray", reason="ray is not installed")
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    dataset = pytest.importorskip("ray.data.dataset", reason="ray.data does not load")
    plans = pytest.importorskip("ray.data._internal.logical.interfaces")
    steps = pytest.importorskip("ray.data._internal.logical.operators")
    if not hasattr(dataset, "_ExecutionCache"):
        pytest.skip("this release of Ray keeps its schemas elsewhere")
    data = object.__new__(dataset.Dataset)
    plan = object.__new__(plans.LogicalPlan)
    plan._dag, data._logical_plan = steps.InputData([]), plan
    data._cache = dataset._ExecutionCache()

    unknown = see(data)
    data._cache._schema = pyarrow.schema([("id", pyarrow.int64())])

    assert (unknown.kind, unknown.shape) == ("lazy", "plan ends with InputData")
    assert names(data) == ["id"]
    assert not ray.is_initialized()


def test_a_torch_module_is_told_without_a_value():
    """Parameters on a device without data are counted: no value is looked at."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    shared = torch.nn.Linear(10, 10, device="meta")
    network = torch.nn.Sequential(shared, torch.nn.ReLU(), shared).eval()
    network[0].bias.requires_grad_(False)

    summary = see(network)

    assert summary.shape == "110 parameters, 100 trainable, float32 meta, eval mode"
    assert names(network) == ["0", "1", "2"]
    assert see(torch.zeros(2, device="meta")).shape == "(2,) float32 meta"


def test_database_credentials_are_masked():
    """No description of a database holds the password, in any of its parts."""
    sqlalchemy = pytest.importorskip("sqlalchemy", reason="sqlalchemy is missing")
    from sqlalchemy.orm import Session

    url = sqlalchemy.engine.make_url("sqlite://u:hunter2pw@/:memory:?key=hunter2pw")
    engine = sqlalchemy.create_engine("sqlite://")
    engine.url = url
    for value in (url, engine, Session(engine), sqlalchemy.MetaData()):
        assert "hunter2pw" not in repr(see(value))
    assert see(Session(engine)).shape == "to sqlite://u:***@/:memory:"
    assert see(engine).shape.startswith("sqlite://u:***@/:memory:")


def test_an_expired_object_of_a_session_stays_expired():
    """An object that the database would have to fill again is told by what is left."""
    sqlalchemy = pytest.importorskip("sqlalchemy", reason="sqlalchemy is missing")
    from sqlalchemy.orm import Session, declarative_base

    columns = {"id": sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)}
    kind = type("Thing", (declarative_base(),), columns | {"__tablename__": "things"})
    engine = sqlalchemy.create_engine("sqlite://")
    kind.metadata.create_all(engine)
    sent = []
    with Session(engine) as session:
        thing = kind(id=1)
        session.add(thing)
        session.commit()
        hear = sqlalchemy.event.listens_for(engine, "before_cursor_execute")
        hear(lambda *given: sent.append(given[2]))

        assert names(thing) == []
        assert sent == []
        assert thing.id == 1
        assert len(sent) == 1
