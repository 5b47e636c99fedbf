"""Cases D14, D15 and D18 from the field, seen in what is sent."""

from __future__ import annotations

import random
import re
import sys

import pytest

from jupyter_ctx.code import languages
from jupyter_ctx.code.defuse import names
from jupyter_ctx.code.skeleton import outline
from jupyter_ctx.core.engine.assembly import render as render_pieces
from jupyter_ctx.core.provider import Wanted
from jupyter_ctx.core.state import KernelState
from jupyter_ctx.kernel.providers.files import FileProvider
from jupyter_ctx.testing import render
from tests.core.counting import SignCounter

BROKEN = (
    "import os\n@cached\ndef area(width, height=2):\n"
    + "".join(f"    print({n}, width, 'a word', height)\n" for n in range(12))
    + "    return width * height\nlimit = (1,\ntotal = area(\n"
)
TYPED = (
    "import { a } from './a';\nexport interface  State {\n  one:   string;\n}\n"
    "export function start(state: State): void {\n"
    + "".join(f"  a({n}, state, 'a word', state.one);\n" for n in range(12))
    + "}\n"
)


class Unfit:
    """Stands for a module whose every use fails, as one of another ABI does."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def __getattr__(self, name: str) -> object:
        msg = f"Incompatible Language version 15 ({name}). Must be between 13 and 14"
        raise self.error(msg)


@pytest.fixture
def fresh():
    """Look for grammars anew, before and after."""
    caches = (languages.forget, names.cache_clear, outline.cache_clear)
    for clear in caches:
        clear()
    yield
    for clear in caches:
        clear()


def context(*sources: str, budget: int = 400) -> str:
    """Give the context of a notebook of *sources*."""
    cells = [{"cell_type": "code", "source": source} for source in sources]
    return render({"cells": cells, "budget": budget, "encoding": "o200k_base"})


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("broken", ["tree_sitter", "tree_sitter_python", "grammars"])
@pytest.mark.parametrize("error", [None, TypeError, ValueError, ImportError, OSError])
def test_d14_an_unfit_grammar_costs_detail_alone(monkeypatch, tmp_path, broken, error):
    """D14: with no or an unfit binding or grammar, code is still compressed."""
    packages = {place for place, _ in languages._GRAMMARS.values()}
    for name in packages if broken == "grammars" else {broken}:
        monkeypatch.setitem(sys.modules, name, error and Unfit(error))

    for budget in (60, 90, 130, 400):
        text = context(BROKEN, "print(total)", budget=budget)
        assert "import os" in text
        assert budget < 90 or "def area(width, height=2)" in text

    (tmp_path / "app.ts").write_text(TYPED)
    wanted = Wanted("explain app.ts", "ask", KernelState())
    (piece,) = FileProvider(lambda: tmp_path, str).pieces(wanted)
    short = piece.ladder[min(piece.ladder)]
    assert len(short) < len(TYPED) / 2
    assert "export interface  State {\n  one:   string;\n}" in short
    assert "export function start(state: State): void" in short
    assert render_pieces([piece], 2_000, SignCounter())


FORMS = {
    "%time {} = 1": True,
    "{} = !ls": True,
    "{} = %sql select 1": True,
    "{} = [\n    1,\n]": True,
    "!pip install {}": False,
    "%matplotlib {}": False,
    "{}?": False,
    "??{}": False,
    "!!echo {}": False,
    "%%html\n<b>{} = 1</b>": None,
    "%%bash\n{}=1": None,
    "%%time\n{} = 1": True,
    "%%capture {}\nprint(1)": True,
}


@pytest.mark.parametrize("seed", range(40))
def test_d15_lines_of_ipython_hide_no_name_and_are_shown_as_typed(seed):
    """D15: what a magic binds is known, its line stays as the user wrote it."""
    dice = random.Random(seed)
    lines, bound, unbound = [], set(), set()
    for number in range(6):
        form, binds = dice.choice([one for one in FORMS.items() if "%%" not in one[0]])
        name = f"name_{number}"
        lines.append(form.format(name))
        (bound if binds else unbound).add(name)
    lines.append("last = 1")
    source = "\n".join(lines)

    found = names(source)

    assert {one.name for one in found.binds} == bound | {"last"}
    assert found.binds[-1].line == source.count("\n") + 1
    assert f"{source}  # run 1\n" in context(source)


@pytest.mark.parametrize(
    ("form", "binds"), [one for one in FORMS.items() if "%%" in one[0]]
)
def test_d15_the_body_of_a_cell_magic_is_in_its_own_language(form, binds):
    """D15: `%%html` and `%%bash` bind nothing, `%%time` what its body binds."""
    source = form.format("held")

    assert {one.name for one in names(source).binds} == ({"held"} if binds else set())
    assert source in context(source)


CELL = '''\
@decorate(1)
def area(width, height=2):
    """Größe ⇒ 数据 🦀."""
    TEXT = """
    first 数据
    second 🦀
    """
''' + "".join(f"    print({n}, width, 'größer', height)\n" for n in range(30))


@pytest.mark.parametrize("cut", range(60, len(CELL), 41))
def test_d18_a_cell_that_ends_anywhere_is_compressed_whole(cut):
    """D18: cut in a string, a decorator or a word, it is marked and keeps its head."""
    source = CELL.encode()[:cut].decode("utf-8", "ignore")
    whole = context(source, "y = 1", budget=2_000)
    assert source.rstrip("\n") in whole

    for budget in (60, 100, 160):
        text = context(source, "y = 1", budget=budget)
        assert text.encode().decode() == text
        is_whole = source.rstrip("\n") in text
        is_marked = re.search(r"outline\n|\.\.\.|names>", text)
        assert is_whole or is_marked
        assert budget < 100 or "def area(width, height=2)" in text


@pytest.mark.parametrize("cut", range(60, len(CELL), 97))
def test_d18_the_failing_cell_is_marked_as_an_excerpt(cut):
    """D18: where the cell at issue does not fit, what is missing has a name."""
    source = CELL.encode()[:cut].decode("utf-8", "ignore")
    error = {
        "output_type": "error",
        "ename": "SyntaxError",
        "evalue": "incomplete input",
        "traceback": [],
    }
    cells = [{"cell_type": "code", "source": source, "outputs": [error]}]
    request = {"cells": cells, "mode": "fix", "encoding": "o200k_base"}
    for budget in (120, 200, 2_000):
        text = render(request | {"budget": budget})
        assert "SyntaxError: incomplete input" in text
        shown = source.rstrip("\n") in text
        assert shown or re.search(r"shown=excerpt>[^<]*# \.\.\. \d+ lines? @\d+", text)
