"""A real kernel with the extension, whose model is the stub."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.live.kernel import LiveKernel
from tests.stub import StubModel


@contextmanager
def asking(
    *, load: bool = True, is_worker_cold: bool = False, **environment: str
) -> Iterator[tuple[LiveKernel, StubModel]]:
    """Start a stub and a kernel that asks it; with *load* the extension is loaded."""
    with StubModel() as stub:
        env = {
            "JUPYTER_CTX_MODEL": "my-llm",
            "JUPYTER_CTX_API_BASE": stub.url,
            **environment,
        }
        with LiveKernel(env, load, is_worker_cold=is_worker_cold) as kernel:
            yield kernel, stub


def contents(messages: list[dict[str, Any]]) -> str:
    """Join everything that was sent."""
    return "\n".join(str(message["content"]) for message in messages)


def buttons(kernel: LiveKernel) -> dict[str, str]:
    """Give the ids of the live buttons by their label."""
    return {
        str(comm.state["description"]): identity
        for identity, comm in kernel.comms.items()
        if comm.state.get("description") and not comm.closed
    }


CHOICES = (
    "Pick one.\n```choices\n"
    '{"question": "Which?", "choices": '
    '[{"label": "Plot", "variant": "primary"}, {"label": "Stop"}]}\n```'
)
