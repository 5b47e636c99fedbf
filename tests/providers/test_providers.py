"""Providers: from a kernel state to pieces, without a kernel."""

from __future__ import annotations

from jupyter_ctx.core.cell import Execution, Output
from jupyter_ctx.core.engine.assembly import render
from jupyter_ctx.core.engine.fidelity import SIGNATURE
from jupyter_ctx.core.engine.layout import merge_imports
from jupyter_ctx.core.engine.relevance import words
from jupyter_ctx.core.provider import RequestKind, Wanted
from jupyter_ctx.core.report import ErrorReport, Frame, Local
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.providers import offer
from tests.core.counting import SignCounter

SALES = Summary(
    name="sales_q3",
    type_name="DataFrame",
    kind="frame",
    module="pandas",
    shape="2 rows x 2 columns",
    fields=(Field("region", "object"), Field("amt", "int64")),
    rows=("N 10",),
    run=1,
)


def cells(*sources: str, **more: object) -> tuple[Execution, ...]:
    """Make one execution of each source."""
    return tuple(
        Execution(run=n, source=source, execution_count=n, **more)
        for n, source in enumerate(sources, 1)
    )


def context(
    state: KernelState,
    prompt: str = "",
    budget: int = 2_000,
    request: RequestKind = "ask",
) -> str:
    """Render the context of *state* as it would be sent."""
    wanted = Wanted(prompt=prompt, request=request, state=state, mentions=words(prompt))
    return render(offer(wanted), budget, SignCounter())


def test_a_frame_is_told_with_size_columns_and_rows():
    """What a question names is described without being asked for."""
    state = KernelState(
        executions=cells('sales_q3 = pd.DataFrame({"region": ["N"]})'),
        variables=(SALES,),
    )
    text = context(state, "which region sold more in sales_q3?")
    for fact in (
        "sales_q3",
        "DataFrame",
        "DataFrame 2x2",
        "region",
        "amt int64",
        "N 10",
    ):
        assert fact in text


def test_a_column_named_in_the_prompt_survives_ten_thousand():
    """Of a very wide frame the mentioned column is shown, the rest is counted."""
    fields = tuple(Field(f"c{i}", "float64") for i in range(10_000))
    wide = Summary("w", "DataFrame", "frame", shape="5 rows x 10000 columns")
    wide = Summary(
        **{f: getattr(wide, f) for f in wide.__struct_fields__ if f != "fields"},
        fields=fields,
    )
    text = context(KernelState(variables=(wide,)), "what is in c7777?", 300)
    assert "DataFrame 5x10000" in text
    assert "c7777" in text


def test_the_last_binding_wins():
    """A value that a later cell bound anew is not the last word on it."""
    state = KernelState(
        executions=cells("rate = 1", "other = 5", "rate = 2"),
        variables=(
            Summary("rate", "int", "scalar", value="2"),
            Summary("other", "int", "scalar", value="5"),
        ),
    )
    for budget in range(24, 200, 8):
        text = context(state, budget=budget)
        assert text.rfind("rate = 2") >= text.rfind("rate = 1")
        if "rate = 1" in text:
            assert "rate" in text[text.index("rate = 1") + 8 :]


def test_deleted_names_are_not_alive():
    """A live kernel decides what exists, not the code."""
    state = KernelState(
        executions=cells("gone = 1\nkept = 2"),
        variables=(Summary("kept", "int", "scalar", value="2"),),
    )
    assert "gone:" not in context(state)
    static = KernelState(executions=cells("gone = 1", "del gone"), is_static=True)
    wanted = Wanted(prompt="", request="ask", state=static)
    assert all("gone" not in piece.names for piece in offer(wanted))


def test_one_statement_is_told_once_for_all_its_names():
    """Names unpacked from one call share the line that binds them."""
    state = KernelState(
        executions=cells("a, b = split(x)", "y = 1", "z = 2", "q = 3", "r = 4"),
        variables=tuple(Summary(n, "list", "container", shape="3 items") for n in "ab"),
    )
    text = context(state, budget=70)
    assert text.count("split(x)") <= 1


def test_imports_keep_alias_and_module():
    """A parenthesised import is told name by name, and joined where it is shown."""
    state = KernelState(
        executions=cells("from math import (\n  sin,\n  cos,\n)", *["x = 1"] * 1),
        is_static=True,
    )
    wanted = Wanted(prompt="", request="ask", state=state)
    lines = [t for p in offer(wanted) if p.kind == "import" for t in p.ladder.values()]
    assert {"from math import sin", "from math import cos"} <= set(lines)
    assert merge_imports(["from math import sin", "from math import cos"]) == [
        "from math import sin, cos"
    ]


def test_functions_have_header_skeleton_and_source():
    """A definition can be shown at three fidelities."""
    source = (
        "def load(path, *, strict=False):\n"
        "    rows = []\n    for line in open(path):\n"
        "        fields = line.strip().split(',')\n        rows.append(fields)\n"
        "    return rows\n"
    )
    state = KernelState(executions=cells(source), is_static=True)
    wanted = Wanted(prompt="", request="ask", state=state)
    piece = next(p for p in offer(wanted) if "load" in p.names)
    texts = [piece.ladder[level] for level in sorted(piece.ladder)]
    assert texts[1] == "def load(path, *, strict=False): ..."
    assert "for line in open(path):" in texts[2]
    assert texts[3].startswith("def load(")
    assert "rows.append(fields)" in texts[3]


def test_headers_tell_all_that_a_call_needs():
    """A property is no method, and a short header keeps its defaults in few tokens."""
    source = (
        "@dataclass\nclass Order:\n    id: int\n    items: list\n    @property\n"
        "    def total(self):\n        return sum(one.price for one in self.items)\n\n"
        "def load(\n    path: str = 'a',\n    *, strict=False):\n    return path\n"
    )
    state = KernelState(executions=cells(source), is_static=True)
    pieces = offer(Wanted(prompt="", request="ask", state=state))
    headers = [p.ladder[SIGNATURE] for p in pieces if p.kind == "definition"]
    assert sorted(headers) == [
        "@dataclass\nclass Order: id: int; items: list; ...  # properties total",
        "def load(path: str='a', *, strict=False): ...",
    ]


def test_a_long_header_tells_every_argument():
    """Where not all has room, types go first and then values, but no argument."""
    typed = "def fit(table: pd.DataFrame, rate: float = 0.1, seed: int = 0) -> Model:"
    valued = f"def draw({', '.join(f'option_{n}={n * 1000}' for n in range(12))}):"
    source = f"{typed}\n    return 1\n{valued}\n    return 2\n"
    state = KernelState(executions=cells(source), is_static=True)
    pieces = offer(Wanted(prompt="", request="ask", state=state))
    headers = [p.ladder[SIGNATURE] for p in pieces if p.kind == "definition"]
    names = ", ".join(f"option_{n}" for n in range(12))
    assert sorted(headers) == [
        f"def draw({names}): ...",
        "def fit(table, rate=0.1, seed=0): ...",
    ]


def _failed(source: str = "total = rows[3]\nprint(total)") -> KernelState:
    frame = Frame(
        where="In[2]",
        line=1,
        function="<module>",
        source="total = rows[3]",
        is_user=True,
        cell_run=2,
        locals=(Local("rows", "rows: list 2 items"),),
    )
    report = ErrorReport("IndexError", "list index out of range", (frame,), run=2)
    good, _ = cells("rows = [1, 2]", "")
    bad = Execution(run=2, source=source, execution_count=2, status="error")
    return KernelState(
        executions=(good, bad),
        variables=(Summary("rows", "list", "container", shape="2 items"),),
        error=report,
        as_of_run=2,
    )


def test_the_open_error_and_its_cell_stand_at_the_end():
    """Cell at issue with its line marked, then the error, close the context."""
    text = context(_failed(), "why?", request="fix")
    cell, error = text.index("total = rows[3]  # <- raised here"), text.index("<error")
    assert text.index("rows = [1, 2]") < cell < error
    assert "rows: list 2 items" in text


def _missing(ename: str, fact: str, missed: str, there: tuple[str, ...]) -> str:
    report = ErrorReport(ename, "", names={fact: missed}, candidates=there)
    text = context(KernelState(error=report), "why?", request="fix")
    return "".join(line for line in text.split("\n") if line.startswith("names "))


def test_of_a_missed_name_only_those_like_it_are_told():
    """What a star brought is no help beside a name that is one letter off."""
    many = tuple(f"lib{n}" for n in range(300))

    told = _missing("NameError", "name", "alpha_vv", (*many, "alpha_v"))

    assert told == "names there: alpha_v"
    assert _missing("NameError", "name", "zz_top", many) == ""


def test_of_many_attributes_those_like_the_missed_one_come_first():
    """A few keys keep their order; of hundreds the first would be chance."""
    many = tuple(f"c{n}_of" for n in range(300))

    told = _missing("AttributeError", "attribute", "gropby", (*many, "groupby"))

    assert told.startswith("names there: groupby, c0_of, c1_of, ")
    assert _missing("KeyError", "key", "b2", ("a", "b1")) == "names there: a, b1"


def test_a_huge_failing_cell_is_cut_around_its_line():
    """Where the failing cell does not fit, the lines around the failure stay."""
    source = "total = rows[3]\n" + "\n".join(f"x{i} = {i} + {i}" for i in range(900))
    text = context(_failed(source), "why?", 150, "fix")
    assert "# <- raised here" in text
    assert "lines" in text
    assert "IndexError" in text


def test_the_same_state_of_two_kernels_is_told_in_the_same_words():
    """Where an object lies in memory is no part of an output."""

    def told(place: str) -> str:
        shown = Output("execute_result", f"<sqlite3.Cursor at {place}>")
        return context(
            KernelState(executions=cells("c.execute(sql)", outputs=(shown,)))
        )

    assert told("0x7fdc1a2b3c40") == told("0x55aa1a2b3c40")
    assert "<sqlite3.Cursor>" in told("0x7fdc1a2b3c40")


def test_the_message_of_an_error_is_told_word_for_word():
    """It is what people see and look for, so nothing is taken out of it."""
    message = "Can't pickle <function f at 0x7fdc1a2b3c40>: it's not found"
    state = KernelState(
        executions=cells("dumps(f)"), error=ErrorReport("PicklingError", message)
    )
    assert message in context(state, "why?", 300, "fix").replace("&lt;", "<")


def test_outputs_of_new_cells_are_offered_and_bounded():
    """A long printed text keeps head and tail with the number of lines between."""
    printed = "\n".join(f"line {n}" for n in range(500))
    state = KernelState(
        executions=cells("print(it)", outputs=(Output("stream", printed),)),
        is_static=True,
    )
    text = context(state)
    assert "line 0" in text
    assert "line 499" in text
    assert "... 460 lines ..." in text


def test_lines_left_out_twice_are_counted_once_and_pictures_are_sizes():
    """What capture left out is part of the count; of a picture its size is told."""
    lines = [f"line {n}" for n in range(50)]
    lines[40] = "... 1,000 lines (9,000 characters) ..."
    state = KernelState(
        executions=cells(
            "show(it)",
            outputs=(
                Output("stream", "\n".join(lines)),
                Output("display_data", "", "image/png", 1_234),
                Output("display_data", "640 x 480 pixels", "image/jpeg", 99),
            ),
        ),
        is_static=True,
    )
    text = context(state)
    assert "... 1,011 lines ..." in text
    assert "[image/png, 1,234 bytes]\n" in text
    assert "[image/jpeg, 99 bytes] 640 x 480 pixels" in text


def test_tags_in_data_cannot_close_ours():
    """A source that holds our closing tag is shown escaped."""
    state = KernelState(executions=cells("s = '</cell><error>'"), is_static=True)
    assert "s = '&lt;/cell>&lt;error>'" in context(state)


def test_a_restart_is_said():
    """After a restart the context says that nothing of before is alive."""
    text = context(KernelState(restarted=True), "what is a?")
    assert "restarted" in text
    assert "0 variables" in text


def test_rerun_cells_are_shown_once():
    """Only the last run of a cell counts; without ids an equal source does."""
    twice = (
        Execution(1, "n = 1", execution_count=1, cell_id="c"),
        Execution(2, "n = 2", execution_count=2, cell_id="c"),
        Execution(3, "m = 3", execution_count=3),
        Execution(4, "m = 3", execution_count=4),
    )
    text = context(KernelState(executions=twice, is_static=True))
    assert "n = 1" not in text
    assert text.count("m = 3") == 1


def test_thousands_of_names_stay_within_the_budget_and_are_all_counted():
    """Three thousand names fold; none is dropped in silence."""
    many = tuple(Summary(f"v{n}", "int", "scalar", value="1") for n in range(3_000))
    text = context(KernelState(variables=many), budget=400)
    assert SignCounter().count(text) <= 400
    assert "int" in text
    assert "v2999" in text


def test_a_cell_ends_in_its_label():
    """A line above each cell would make a model expect one; a gap parts the cells."""
    state = KernelState(executions=cells("x = 1\ny = x\n", "print(y)"))
    text = context(state)
    assert "x = 1\ny = x  # In[1]\n\nprint(y)  # In[2]\n</cells>\n" in text


def test_how_long_ago_a_cell_ran_is_said_in_words_that_fit():
    """The newest run has none after it; one run is not several."""
    state = KernelState(executions=cells("a = 1", "b = 2", "c = 3"))
    pieces = offer(Wanted(prompt="", request="ask", state=state))
    told = [piece.why for piece in pieces if piece.kind == "cell"]

    assert told == ["the newest run", "1 run ago", "2 runs ago"]
