"""The comm target is one name, known to the page, the wire and the extension."""

from pathlib import Path

from jupyter_ctx import extension
from jupyter_ctx.protocol import messages

CLIENT = Path(__file__).parents[2] / "labextension" / "src" / "kernel" / "client.ts"


def test_page_and_kernel_use_one_name():
    """The extension names it without loading the wire."""
    assert extension.TARGET == messages.TARGET
    assert f"TARGET = '{messages.TARGET}'" in CLIENT.read_text("utf-8")
