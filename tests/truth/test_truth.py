"""What is said of notebooks in a real kernel, against a trace of what happened."""

from __future__ import annotations

import pytest

from tests.kernel.test_error_shapes import SHAPES
from tests.truth.campaign import Campaign, Figures
from tests.truth.errors import Told
from tests.truth.errors import run as run_errors
from tests.truth.notebooks import CORPUS, Source, corpus
from tests.truth.ours import NOTEBOOKS

BOUND = 0.99  # share of names whose binding run must be right
FOUND = 0.95  # share of planted changes that must be marked
ALARMS = 0.02  # share of new marks that may be false
PLANTS = 12  # changes planted in each notebook of ours

pytestmark = pytest.mark.live


def hold(figures: Figures) -> None:
    """Check the figures against what is promised; print them where they fail."""
    print("\n".join(figures.lines()))
    planted, found = sum(figures.planted.values()), sum(figures.found.values())
    assert figures.undescribed == []
    assert len(figures.unbound) <= (1 - BOUND) * figures.names, figures.unbound
    assert figures.marks_now == []
    assert figures.untrue == []
    assert planted > figures.notebooks
    assert found >= FOUND * planted, figures.missed
    assert len(figures.alarms) <= ALARMS * figures.new_marks, figures.alarms


def test_what_is_said_of_our_notebooks_is_true():
    """Every name, its binding run and every mark agree with what really happened."""
    campaign = Campaign(seed=4, plants=PLANTS)

    for notebook in NOTEBOOKS:
        campaign.run(notebook)

    hold(campaign.figures)
    assert campaign.figures.unbound == []


def test_errors_of_every_shape_are_told_in_500_tokens():
    """Type, message, failing line and cell of real errors are in a tight context."""
    cells = tuple(cell for shape in SHAPES for cell in shape.cells)
    told = Told()

    run_errors(Source("shapes", cells), told, most=len(cells))

    assert told.errors == len(SHAPES)
    assert told.wrong == []


real = pytest.mark.skipif(
    not (CORPUS / "exec.tsv").is_file(),
    reason="no real notebooks: JUPYTER_CTX_CORPUS names no folder that has them",
)


@real
@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_what_is_said_of_real_notebooks_is_true():
    """The same holds over the notebooks of the corpus that run offline."""
    campaign = Campaign(seed=0)

    for notebook in corpus():
        campaign.run(notebook)

    hold(campaign.figures)


@real
@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_real_errors_are_told_in_500_tokens():
    """The same holds for every error that the notebooks of the corpus raise."""
    told = Told()

    for notebook in corpus():
        run_errors(notebook, told)

    print("\n".join(told.lines()))
    assert told.errors > 0
    assert told.wrong == []
