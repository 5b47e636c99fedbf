"""What a wheel of jupyter_ctx holds."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("jupyter_ctx", "labextension", "scripts", "pyproject.toml", "README.md")
LEFT = shutil.ignore_patterns("node_modules", "lib", "__pycache__", ".yarn")

pytestmark = pytest.mark.build


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build a wheel from a copy, with the labextension that is there."""
    source = tmp_path_factory.mktemp("source")
    for name in (*PARTS, "LICENSE"):
        part = ROOT / name
        if part.is_dir():
            shutil.copytree(part, source / name, ignore=LEFT)
        elif part.exists():
            shutil.copy(part, source / name)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out"],
        cwd=source,
        env={**os.environ, "SKIP_JUPYTER_BUILDER": "1"},
        check=True,
        capture_output=True,
    )
    (built,) = (source / "out").glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        yield archive


def test_the_wheel_holds_every_module_and_data_file(wheel):
    """Each Python file, table of rules and the type marker are packed."""
    kept = (".py", ".toml", ".typed")
    ours = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "jupyter_ctx").rglob("*")
        if path.suffix in kept or path.name == "py.typed"
    }

    assert ours - set(wheel.namelist()) == set()


def test_the_wheel_holds_nothing_else(wheel):
    """No test, no note of a build and no source map reaches a user."""
    roots = {name.split("/")[0] for name in wheel.namelist()}

    assert roots <= {
        "jupyter_ctx",
        "jupyter_ctx-0.1.0.dist-info",
        "jupyter_ctx-0.1.0.data",
    }
    assert [n for n in wheel.namelist() if n.endswith((".map", "build_log.json"))] == []


def test_the_labextension_is_packed_once(wheel):
    """The bundle goes to share/jupyter, and only there."""
    if not (ROOT / "jupyter_ctx" / "labextension" / "package.json").exists():
        pytest.skip("the labextension is not built; it needs node")
    shared = "jupyter_ctx-0.1.0.data/data/share/jupyter/labextensions/jupyter-ctx"
    names = wheel.namelist()

    assert f"{shared}/package.json" in names
    assert f"{shared}/install.json" in names
    assert [n for n in names if n.startswith("jupyter_ctx/labextension")] == []


def test_the_base_install_is_enough_for_a_model_by_key(wheel):
    """A gateway and the widgets come without an extra; JupyterLab does not."""
    metadata = wheel.read("jupyter_ctx-0.1.0.dist-info/METADATA").decode()
    required = [x for x in metadata.splitlines() if x.startswith("Requires-Dist")]
    base = " ".join(line for line in required if "extra ==" not in line)

    assert all(name in base for name in ("litellm", "ipywidgets", "tiktoken"))
    assert not any(name in base for name in ("jupyterlab", "pandas", "xllamacpp"))
