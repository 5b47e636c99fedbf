"""What an outline must not touch: state, types, flow, the order of lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jupyter_ctx.code.skeleton import elided, signatures, skeleton

FILLER = "\nprint('a line that is far too long to be kept in any outline of it')"
BODY = FILLER.replace("\n", "\n    ")
DEEPER = FILLER.replace("\n", "\n        ")

KEPT = [
    'API_URL = os.environ.get("API_URL", "http://localhost:3000/a/very/long/path/here")',
    'RATES = {"a": 1.5, "b": -2, "c": [1, 2, 3], "d": (None, True), "e": "quite long"}',
    "from a.very.long.module.name import (\n    one_thing,\n    another_thing,\n)",
    'Point = namedtuple("Point", ["first_coordinate", "second_coordinate", "third"])',
    "@dataclass\nclass P:\n    a:  int   # aligned\n\n    bb: str = 'x'",
]


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("render", [skeleton, signatures])
def test_state_stays_as_written(render, kept):
    """Settings, constants, imports and types keep every character."""
    text = render(f"{kept}{FILLER * 4}\n")

    assert kept in text
    assert FILLER not in text


def test_a_long_expression_is_cut_where_it_still_parses():
    """Where a middle cannot be left out, the whole value is."""
    tests = " and\n        ".join(f"call({n})" for n in range(9))
    text = skeleton(f"def f():\n    return ({tests})")

    assert text == "def f():\n    return ...  # 9 lines @2: calls call"


def test_what_is_left_out_is_read_again_by_its_id():
    """Each id of an outline leads to exactly the lines that it stands for."""
    source = f"# one\nimport os{FILLER}\n# two{FILLER}\ndef f(a):{BODY * 3}\n"

    assert skeleton(source) == (
        "import os\n...  # 3 lines @3: calls print\n"
        "def f(a):\n    ...  # 3 lines @7: calls print"
    )
    assert elided(source, "@3") == f"{FILLER}\n# two{FILLER}"[1:]
    assert elided(source, "@7") == (BODY * 3)[1:]
    assert elided(source, "@4") is None


def test_a_docstring_is_quoted_by_its_first_line():
    """What a function says of itself is its gist; one line of it stays whole."""
    source = (
        'def f(a):\n    """Give the rate.\n\n    It is taken from the table.\n    """'
        f'{BODY}\ndef g(a):\n    """Give the other rate, that of the year."""\n'
    )

    assert skeleton(source) == (
        'def f(a):\n    ...  # 5 lines @2: "Give the rate."; calls print\n'
        'def g(a):\n    """Give the other rate, that of the year."""'
    )


def test_a_line_is_left_out_only_where_that_is_shorter():
    """A count with names that is as long as the line itself stands for nothing."""
    line = "    total = first_thing(second_thing(a), third_thing(b), fourth_thing(c))"

    assert skeleton(f"def f(a):\n{line}") == f"def f(a):\n{line}"


def test_imports_inside_of_functions_stay():
    """What a body imports stands under its header."""
    source = (
        f"def f(a):{BODY}\n    if a:\n        import json\n"
        '        mod = importlib.import_module("m")\n        return json.dumps(a)\n'
    )

    assert signatures(source) == (
        "def f(a):\n    import json\n"
        '    mod = importlib.import_module("m")\n    ...  # 5 lines @2'
    )


@pytest.mark.parametrize("render", [skeleton, signatures])
def test_headers_of_several_lines_keep_a_stub(render):
    """A stub on the last line of its header is neither lost nor doubled."""
    source = f"@overload\ndef f(\n    a: int,\n) -> str: ...\n{FILLER * 3}"

    assert render(source).startswith(source[: source.index("print") - 2])


@pytest.mark.parametrize("render", [skeleton, signatures])
def test_white_space_between_fields_stays(render):
    """The fields of a class that has methods keep every character."""
    fields = "    a:  int   # aligned\n\n    # why\n    bb: str = 'x'\n"
    source = f"@dataclass\nclass P:\n{fields}\n    def m(self):{DEEPER * 3}\n"

    assert fields in render(source)


def test_a_long_return_is_counted():
    """The head of a long statement is kept, its lines are counted."""
    inner = "\n".join(f"        {n}: call({n})," for n in range(30))
    text = skeleton(f"def f():\n    return {{\n{inner}\n    }}")

    assert text == (
        "def f():\n    return {\n        ...  # 30 lines @3: calls call\n    }"
    )


def test_elided_lines_tell_names_and_calls():
    """A run that is left out says what it binds and calls, in order."""
    long = "total = compute([i for i in a], 'with a long argument', 2); show(total)"
    source = f"def f(a):{BODY}\n    {long}{BODY}"

    assert skeleton(source) == (
        "def f(a):\n    ...  # 3 lines @2: binds total; calls print, compute, show"
    )


def test_flow_is_kept():
    """Branches, handlers and cases keep their headers and their nesting."""
    source = (
        f"def f(x):{BODY}\n    if x: return 1\n    try:\n        yield x\n"
        "    except (A,\n            B) as e:\n        raise\n"
        "    else:\n        y = 1\n"
        "    finally:\n        z = 2\n    match x:\n        case 1:\n            pass\n"
        "        case _:\n            return 2\n"
    )
    lines = skeleton(source).split("\n")

    assert lines == [
        line if "print" not in line else "    ...  # 1 line @2: calls print"
        for line in source.rstrip("\n").split("\n")
    ]


def test_statements_of_one_line_are_shown_once():
    """`a = 1; b = 2` is one line of the outline."""
    source = f"a = 1; b = 2; c = g(){FILLER * 3}"

    assert skeleton(source).count("a = 1; b = 2; c = g()") == 1
    assert signatures(source).split("\n")[0] == "a = 1; b = 2; c = g()"


def test_signatures_show_headers_alone():
    """Bodies are `...`; branches are shown where they import or set something."""
    source = (
        f"@dec(1)\ndef f(a,\n      b):{BODY}\nasync def g(): return 1\n"
        f"class A(B):\n    n: int = 1\n    def m(self, x):{DEEPER}\n"
        f"try:\n    import q\nexcept ImportError:\n    q = None\nfor i in x:{BODY}\n"
        f"df = DataFrame({{\n    'a': f(1),{FILLER.replace('print', '    **g')}}})\n"
    )

    assert signatures(source) == (
        "@dec(1)\ndef f(a,\n      b): ...  # 1 line @4\nasync def g(): return 1\n"
        "class A(B):\n    n: int = 1\n    def m(self, x): ...  # 1 line @9\n"
        "try:\n    import q\nexcept ImportError:\n    q = None\n"
        "...  # 2 lines @14: binds i; calls print\n"
        "df = ...  # 3 lines @16: binds df; calls DataFrame, f, g"
    )


def test_other_languages_keep_head_and_tail():
    """Without a structure, what is between the ends is counted."""
    body = "\n".join(f"<p>{n}</p>" for n in range(100))
    text = skeleton(f"%%html\n{body}")

    assert text.split("\n")[4] == "... 93 lines @5"
    assert text.endswith("<p>99</p>")


@given(st.text())
def test_any_text_has_an_outline(text):
    """Whatever is typed, both renderings are UTF-8 and never longer."""
    for render in (skeleton, signatures):
        result = render(text)
        result.encode("utf-8")
        assert len(result) <= len(text)


def test_a_lone_surrogate_is_replaced():
    """What no encoding can carry does not reach the outline."""
    assert skeleton("x = '\ud800'") == "x = '?'"


def test_a_deep_expression_falls_back_to_its_ends():
    """A tree too deep to walk is shown by head and tail."""
    source = "x = " + "-" * 5_000 + "1" + FILLER * 20

    assert len(skeleton(source)) <= len(source)
