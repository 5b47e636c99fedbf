"""What most tests of the gateway talk to: a worker, and a model to be scripted."""

import pytest

from jupyter_ctx.gateway.process import WorkerGateway
from tests.stub import StubModel


@pytest.fixture(scope="module")
def gateway():
    """One worker for all tests: litellm takes seconds to import."""
    gateway = WorkerGateway()
    yield gateway
    gateway.close()


@pytest.fixture
def stub():
    """Give each test a stub of its own."""
    with StubModel() as stub:
        yield stub
