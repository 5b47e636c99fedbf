"""How likely the next cell is: spans, picking, pairing, records; and a real model."""

from __future__ import annotations

import importlib.util
import io
import math
import os
from pathlib import Path

import msgspec
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from jupyter_ctx.bench.cases import Case
from jupyter_ctx.bench.facts import Fact
from jupyter_ctx.bench.nll import command, engine, main
from jupyter_ctx.bench.nll.command import Plan, run
from jupyter_ctx.bench.nll.compare import Mean, rows
from jupyter_ctx.bench.nll.measure import JOINT, Loss
from jupyter_ctx.bench.nll.pick import Picked, pick
from jupyter_ctx.bench.nll.report import shown
from jupyter_ctx.bench.nll.spans import marked, needed_spans
from jupyter_ctx.errors import SettingError

MODELS = Path(os.environ.get("JUPYTER_CTX_TEST_MODELS") or ".build/models").resolve()
SMOL = MODELS / "jupyter_ctx" / "models" / "smol.gguf"

BEFORE = (
    "import math\nspeed = 7.5",
    "def area(width, height):\n    return width * height",
    "sizes = [area(2, 3), area(4, 5)]",
    "print(sizes)",
)
TRUTH = "total = sum(sizes) * speed\nprint(math.sqrt(total))"


class Words:
    """A scorer whose tokens are characters: one that the context holds costs less."""

    name = "words"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def tokens(self, text: str) -> list[int]:
        return [ord(sign) for sign in text]

    def pieces(self, tokens: list[int]) -> list[bytes]:
        return [chr(token).encode() for token in tokens]

    def losses(self, context: list[int], target: list[int]) -> list[float]:
        self.asked.append("".join(map(chr, context)))
        return [1.0 if token in context else 3.0 for token in target]


def _case(number: int = 4, notebook: str = "book", before: int = 1) -> Case:
    sources = [*BEFORE, *(f"x{n} = {n}" for n in range(before))]
    cells = tuple({"cell_type": "code", "source": s, "id": s} for s in sources)
    facts = tuple(Fact("name", name) for name in ("sizes", "speed", "math"))
    return Case(notebook, number, cells, "", TRUTH, facts)


def _loss(policy: str, cell: int, nats: float, **more: object) -> Loss:
    made = {
        "policy": policy,
        "notebook": "book",
        "cell": cell,
        "budget": 500,
        "model": "words",
        "sha": "",
        "nats": nats,
        "first": 0.0,
        "tokens": 10,
        "needed_nats": 2 * nats,
        "needed": 5,
        "outside": cell % 2,
        "before": 1_000 * cell,
        "recall": 1.0,
        "all": True,
        "verbatim": 0.5,
    }
    return msgspec.convert(made | more, Loss)


@pytest.mark.parametrize(
    ("truth", "facts", "told"),
    [
        ("df.a + df.b", ["df"], ["df"]),
        ("f(x=x)", ["x"], ["x"]),
        ("é = 'ü'; df['städte'] = rate", ["df", "städte", "rate"], None),
        ("%time out = fit(rows)", ["fit", "rows"], None),
        ("print(f'{rate:.1f}')", ["rate"], ["rate"]),
        ("def (broken", ["broken"], []),
        ("'a\\tb'", ["a\tb"], []),
    ],
)
def test_needed_names_are_found_where_they_are_used_first(truth, facts, told):
    """Attributes, keywords and quotes are no part; columns may follow any letter."""
    kinds = [Fact("string" if f"'{f}'" in truth else "name", f) for f in facts]
    kinds += [Fact("string", f) for f in facts if "\t" in f]
    spans = needed_spans(truth, kinds)
    assert [truth[start:end] for start, end in spans] == (
        facts if told is None else told
    )
    if truth == "f(x=x)":
        assert spans == ((4, 5),)


def test_a_token_is_marked_by_the_bytes_that_it_shares_with_a_span():
    """A token that only touches a span is not part of it."""
    text = "ö = df.x"
    start = text.index("df")
    pieces = ["ö".encode(), b" =", b" d", b"f", b".x"]
    assert marked(pieces, text, [(start, start + 2)]) == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_half_of_the_picked_cells_are_far_into_their_notebook():
    """Long and short alternate, notebooks take turns, fewer are the first of more."""
    found = [
        _case(number, f"book-{book}", before=90 * number)
        for book in range(4)
        for number in range(6)
    ]
    ten = pick(found, 10, len)
    assert [one.is_long for one in ten] == [True, False] * 5
    assert ten[:4] == pick(found, 4, len)
    assert len({one.case.notebook for one in ten[:8:2]}) == 4
    assert len({one.case.notebook for one in ten[1:8:2]}) == 4


def test_where_one_half_is_short_the_other_fills_up():
    """All cases that there are, not half of what was asked for."""
    found = [_case(number) for number in range(5)]
    picked = pick(found, 4, len)
    assert len(picked) == 4
    assert not any(one.is_long for one in picked)


def test_a_distance_is_taken_on_the_same_cells_only():
    """A cell that one policy lacks is in neither mean of the distance."""
    losses = [_loss("jupyter_ctx", cell, 10.0 + cell) for cell in (1, 2, 3)]
    losses += [_loss("newest", cell, 20.0) for cell in (1, 2)]
    ours = rows(losses)[0]
    assert ours.loss["all"] == Mean(3, pytest.approx(1.2), *_bounds(ours.loss["all"]))
    assert ours.against["all"].cells == 2
    assert ours.against["all"].value == pytest.approx((1.1 + 1.2) / 2 - 2.0)
    assert ours.against["all"].high < 0
    assert ours.needed_against["outside"].cells == 1
    assert ours.loss["long"].cells == 2


def _bounds(mean: Mean) -> tuple[float, float]:
    assert mean.low <= mean.value <= mean.high
    return mean.low, mean.high


def test_retained_is_the_share_of_what_the_reference_tells():
    """Nothing retains 0, the reference all of it."""
    losses = [_loss("none", 1, 30.0), _loss("reference", 1, 10.0)]
    losses += [_loss("jupyter_ctx", 1, 15.0), _loss("newest", 1, 10.0)]
    told = {row.policy: row.retained for row in rows(losses)}
    assert told == {"none": 0.0, "reference": 1.0, "jupyter_ctx": 0.75, "newest": 1.0}


def test_a_policy_without_the_ends_has_no_retained_share():
    """What was not measured is not told as a number."""
    row = rows([_loss("jupyter_ctx", 1, 15.0)])[0]
    assert (row.retained, row.needed_retained, row.against) == (None, None, {})
    assert "-" in shown([_loss("jupyter_ctx", 1, 15.0)], "table").splitlines()[-1]


def test_every_policy_is_scored_on_the_same_tokens(tmp_path):
    """The context stands before the same joint; nothing and the reference are added."""
    scorer = Words()
    plan = Plan(("jupyter_ctx", "newest"), (500,), 4, str(tmp_path / "r.jsonl"))
    losses = run([_case()], scorer, plan, io.StringIO())
    assert [one.policy for one in losses] == [
        "jupyter_ctx",
        "newest",
        "none",
        "reference",
    ]
    assert {one.tokens for one in losses} == {len(TRUTH)}
    assert {one.needed for one in losses} == {len("sizes") + len("speed") + len("math")}
    assert all(text.endswith(JOINT) for text in scorer.asked)
    assert "<cells>" in scorer.asked[0]
    assert scorer.asked[1].startswith("import math\nspeed = 7.5\n\ndef area(")
    assert scorer.asked[2] == JOINT
    assert [one.budget for one in losses] == [500, 500, 0, 1_500]


def test_a_stopped_run_goes_on_from_its_records(tmp_path):
    """What is on disk is not scored again, and a line that was cut is scored anew."""
    file = tmp_path / "r.jsonl"
    plan = Plan(("newest",), (500,), 4, str(file))
    whole = run([_case()], Words(), plan, io.StringIO())
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    again = Words()
    assert run([_case()], again, plan, io.StringIO()) == whole
    assert len(again.asked) == 1
    last = Words()
    assert run([_case()], last, plan, io.StringIO()) == whole
    assert last.asked == []


def test_a_binding_that_the_window_cuts_off_makes_a_cell_outside():
    """At 500 tokens 400 lines hide the first cells; at 100,000 nothing is hidden."""
    filler = {
        "cell_type": "code",
        "source": "\n".join(f"y{n} = {n}" for n in range(400)),
    }
    case = msgspec.structs.replace(
        _case(),
        cells=(*_case().cells, filler),
        facts=(Fact("name", "speed"), Fact("constant", "speed", "7.5")),
    )
    for budget, outside in ((500, 1), (100_000, 0)):
        plan = Plan(("newest",), (budget,), 1)
        assert run([case], Words(), plan, io.StringIO())[0].outside == outside


@pytest.mark.parametrize("how", ["table", "json", "html"])
def test_results_are_shown_with_distances_and_intervals(how):
    """A page needs nothing else; a record a line is read back as it was."""
    losses = [
        _loss(policy, cell, value)
        for policy, value in (("jupyter_ctx", 8.0), ("newest", 10.0))
        for cell in (1, 2)
    ]
    text = shown(losses, how)
    if how == "json":
        told = [msgspec.json.decode(line, type=Loss) for line in text.splitlines()]
        assert told == losses
    else:
        assert "-0.200 [-0.200, -0.200]" in text
        assert "-0.800 [-0.800, -0.800] n=1" in text
        assert "<script" not in text


def test_a_missing_engine_is_told_with_what_to_install(tmp_path, monkeypatch):
    """The model is there and nothing can read it."""
    monkeypatch.setattr(engine, "_ENGINES", ("no_such_engine",))
    model = tmp_path / "m.gguf"
    model.write_bytes(b"GGUF")
    with pytest.raises(SettingError, match=r"pip install 'jupyter_ctx\[bench\]'"):
        main(["--nll", str(model), "--notebooks", str(_book(tmp_path))])


def test_a_missing_model_or_notebook_is_told_with_what_to_do(tmp_path):
    """Each sentence names an option."""
    with pytest.raises(SettingError, match=r"--nll MODEL\.gguf"):
        main(["--nll", str(tmp_path / "no.gguf"), "--notebooks", str(_book(tmp_path))])
    with pytest.raises(SettingError, match="--notebooks DIR"):
        command.main(["--nll", "m.gguf", "--notebooks", str(tmp_path / "empty")])
    with pytest.raises(SettingError, match="There is no policy mine"):
        command.main(["--nll", "m.gguf", "--policies", "mine"])


def _book(folder: Path) -> Path:
    (folder / "nb").mkdir(exist_ok=True)
    cells = [new_code_cell(source) for source in (*BEFORE, TRUTH)]
    nbformat.write(new_notebook(cells=cells), folder / "nb" / "one.ipynb")
    return folder / "nb"


@pytest.mark.model
@pytest.mark.timeout(600)
def test_a_real_model_finds_a_cell_likelier_that_it_was_shown():
    """The same numbers twice, the tokens are the text, and a copy costs little."""
    names = ("llama_cpp", "ik_llama_cpp")
    if not any(importlib.util.find_spec(name) for name in names):
        pytest.skip("no engine that tells likelihoods is installed")
    if not SMOL.is_file():
        pytest.skip("the small model is not installed; tests of gateway install it")
    model = engine.LlamaScorer(str(SMOL), window=512)
    target = model.tokens(TRUTH)
    assert b"".join(model.pieces(target)).decode() == TRUTH
    bare = model.losses(model.tokens(JOINT), target)
    shown_before = model.losses(model.tokens(TRUTH + JOINT), target)
    assert len(bare) == len(target)
    assert all(math.isfinite(value) and value >= 0 for value in bare)
    assert sum(shown_before) < 0.7 * sum(bare)
    assert model.losses(model.tokens(JOINT), target) == bare
    with pytest.raises(SettingError, match="exceed the window"):
        model.losses(target * 40, target)


def test_picked_tells_how_much_came_before():
    """2,000 tokens make a long one."""
    assert Picked(_case(), 2_000).is_long
    assert not Picked(_case(), 1_999).is_long
