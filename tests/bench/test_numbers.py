"""Numbers of no use as options of a benchmark are refused before it runs."""

from __future__ import annotations

import pytest

from jupyter_ctx.bench import context
from jupyter_ctx.bench.nll import command as nll
from jupyter_ctx.bench.numbers import budgets_of, positive
from jupyter_ctx.bench.tasks import command as tasks


@pytest.mark.parametrize(
    ("main", "option", "given", "refused", "least"),
    [
        (context.main, "--budgets", "0", "0", 20),
        (context.main, "--budgets", "500,5", "5", 20),
        (context.main, "--budgets", "-5", "-5", 20),
        (context.main, "--budgets", "", "", 20),
        (context.main, "--budgets", "many", "many", 20),
        (context.main, "--jobs", "0", "0", 1),
        (context.main, "--cases", "0", "0", 1),
        (nll.main, "--budgets", "0", "0", 20),
        (tasks.main, "--budget", "0", "0", 20),
    ],
)
def test_an_option_that_measures_nothing_is_refused(  # noqa: PLR0913, PLR0917 - a row
    main, option, given, refused, least, capsys
):
    """The option is named with what it may be, and nothing is measured."""
    with pytest.raises(SystemExit) as ended:
        main([f"{option}={given}", *(["--nll=m"] if main is nll.main else [])])

    out, err = capsys.readouterr()
    told = f"argument {option}: {refused!r} is not a whole number of {least} or more\n"
    assert (ended.value.code, out) == (2, "")
    assert err.endswith(told)


def test_numbers_are_read_as_python_writes_them():
    """Underscores group digits; a comma at the end is no further budget."""
    assert budgets_of("500,1_000,") == (500, 1_000)
    assert positive("12") == 12
