"""SQL, shell, R and Julia at lower fidelity, row P7."""

from __future__ import annotations

import pytest

from jupyter_ctx.code.skeleton import elided, signatures, skeleton

LONG = "a_rather_long_expression(of_one, and_another, third)"
QUERY = (
    "%%sql\nCREATE TABLE t (\n  a int,\n  b text\n);\nWITH one AS (\n"
    f"  SELECT {LONG},\n"
)
CASES = {
    "sql": (
        f"{QUERY}    {LONG},\n    {LONG}\n  FROM t\n)\nSELECT * FROM one;\n",
        (
            f"{QUERY}    -- ... 2 lines @8: calls a_rather_long_expression\n"
            "  FROM t\n)\nSELECT * FROM one;"
        ),
    ),
    "bash": (
        f"%%bash\nURL=x\nload() {{\n  curl {LONG}\n  wget {LONG}\n  return 1\n}}\n",
        (
            "%%bash\nURL=x\nload() {\n"
            "  # ... 2 lines @4: calls a_rather_long_expression\n"
            "  return 1\n}"
        ),
    ),
    "r": (
        (
            f"library(dplyr)\nf <- function(x) {{\n  y <- {LONG}\n  z <- {LONG}\n"
            "  return(y)\n}\n"
        ),
        (
            "library(dplyr)\nf <- function(x) {\n"
            "  # ... 2 lines @3: calls a_rather_long_expression\n  return(y)\n}"
        ),
    ),
    "julia": (
        (
            f"using Plots\nstruct P\n  a::Int\nend\nfunction f(x)\n  y = {LONG}\n"
            f"  z = {LONG}\n  return y\nend\n"
        ),
        (
            "using Plots\nstruct P\n  a::Int\nend\nfunction f(x)\n"
            "  # ... 2 lines @6: calls a_rather_long_expression\n  return y\nend"
        ),
    ),
}


@pytest.mark.parametrize("language", CASES)
def test_what_a_line_begins_with_decides(language):
    """Clauses, definitions, types and control flow stay; the rest is counted."""
    source, expected = CASES[language]

    assert skeleton(source, language) == expected


@pytest.mark.parametrize("language", CASES)
def test_ids_lead_to_lines_in_each_language(language):
    """What is left out is read again byte for byte."""
    source, expected = CASES[language]
    span = next(word for word in expected.replace(":", " ").split() if word[0] == "@")
    first = int(span[1:])

    assert elided(source, span, written_in=language) == "\n".join(
        source.split("\n")[first - 1 : first + 1]
    )


def test_magics_say_the_language():
    """`%%sql` and `%%bash` cells have outlines without being told."""
    for language in ("sql", "bash"):
        source, expected = CASES[language]
        assert skeleton(source) == expected
        assert len(signatures(source)) < len(expected)


def test_places_count_from_where_the_part_stands():
    """The outline of a definition names lines of its cell."""
    body = f"    x = {LONG} + {LONG}\n" * 3

    assert skeleton(f"def f(a):\n{body}", before=10) == (
        "def f(a):\n    ...  # 3 lines @12: binds x; calls a_rather_long_expression"
    )
