"""What the labextension makes every page of JupyterLab load."""

from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "jupyter_ctx" / "labextension" / "static"
MOST = 400_000  # bytes of script, beyond what JupyterLab shares

pytestmark = pytest.mark.skipif(
    not list(STATIC.glob("remoteEntry*.js")), reason="the labextension is not built"
)


def test_the_scripts_are_no_more_than_400_kb():
    """JupyterLab's own packages and React are shared, not packed once more."""
    sizes = {file.name: file.stat().st_size for file in STATIC.glob("*.js")}

    assert sum(sizes.values()) <= MOST, sizes


def test_no_package_of_jupyterlab_is_packed():
    """Not one file has the code of a package that the page has already."""
    texts = "".join(file.read_text("utf-8") for file in STATIC.glob("*.js"))

    assert "react.production.min.js" not in texts
    assert "facebook" not in texts
    assert "CodeMirror" not in texts
