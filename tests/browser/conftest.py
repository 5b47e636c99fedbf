"""One server, one browser and one page a session; one notebook and kernel a test.

A page of JupyterLab costs four seconds to load, a notebook in a page that is there
costs one. So `open_notebook(...)` opens the notebook of each test in the same page,
as a person does who works all day. When the test ends, its notebook and its kernel
are gone and both side areas are as at first; a page that is not clean then (a failed
test, an error in the page, a dialog or a notice left) is thrown away, and so is what
the browser stored. Tests that reload, compare two pages, or are about how a page
starts say `open_notebook(..., has_own_page=True)`.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.lab import Lab
from tests.stub import StubModel

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


expect.set_options(timeout=30_000)  # two busy cores are slow


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Start JupyterLab once; it takes five seconds."""
    folder = tmp_path_factory.mktemp("lab")
    with StubModel() as stub, Lab(folder, stub) as server:
        yield server


@pytest.fixture(scope="session")
def browser(chromium):
    """Start the browser that is installed; none is downloaded."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        started = play.chromium.launch(executable_path=chromium, args=list(SWITCHES))
        yield started
        started.close()


@pytest.fixture
def stub(lab):
    """Give the model with an empty record and an empty script."""
    lab.stub.requests.clear()
    lab.stub._script, lab.stub._is_repeating = lab.stub._script[-1:], True
    return lab.stub


@pytest.fixture(scope="session")
def desk(lab, browser):
    """Give the one page that most tests open their notebook in."""
    desk = Desk(lab, browser)
    yield desk
    desk.clear()


@pytest.fixture
def open_notebook(lab, browser, desk, request):
    """Open notebooks that are closed with the test; a failure leaves a picture.

    The first is opened in the page of the desk, which costs a second; a page of its
    own costs five. Tests that load a page anew, or open it twice, ask for one.
    """
    opened = []

    def open_(*cells, kernel="python3", name="", has_own_page=False):
        title = name or f"{request.node.name[:40]}-{len(opened)}"
        name = re.sub(r"\W+", "-", title)
        if has_own_page or opened:
            opened.append(lab.open(browser, name, cells, kernel))
        else:
            opened.append(desk.open(name, cells, kernel))
        return opened[-1]

    yield open_
    failed = getattr(request.node, "failed", False)
    for notebook in opened:
        if failed:
            notebook.photograph(f"failed-{request.node.name}")
        notebook.lighten()
        desk.close(notebook, failed)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Note a failure on the test, for the fixture that takes the picture."""
    report = yield
    if call.when == "call" and report.failed:
        item.failed = True
    return report
