"""Every string of the labextension in Chinese, with the same places for values."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
LOCALE = "zh_CN"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Load the script that collects the strings."""
    spec = importlib.util.spec_from_file_location(
        "strings_of_ours", ROOT / "scripts" / "strings.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_string_is_translated_and_none_in_vain(tool: ModuleType):
    """`python scripts/strings.py zh_CN` lists what is lacking."""
    known, there = tool.strings(), tool.catalogue(LOCALE)

    assert {text for text in known if text not in there} == set()
    assert {text for text in there if text not in known} == set()


def test_translations_have_the_places_of_their_strings(tool: ModuleType):
    """A number or a name that is told in English is told in Chinese, too."""
    known = tool.strings()
    for text, forms in tool.catalogue(LOCALE).items():
        plural = known[text]
        assert forms[0].strip(), text
        assert tool.places(forms[0]) == tool.places(plural or text), text
        # Lab takes a string for a plural by the number of its forms.
        assert len(forms) == (2 if plural else 1), text


def test_the_collector_reads_every_way_to_write_a_string(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Quotes, lines, joined parts, plurals; what is put together at run time fails."""
    source = "trans.__('a'); trans.__(\n  \"b's\" +\n 'c'); t._n('%1 d', '%1 ds', n);"
    (tmp_path / "one.ts").write_text(source, "utf-8")
    monkeypatch.setattr(tool, "SOURCES", tmp_path)
    monkeypatch.setattr(tool, "SCHEMAS", tmp_path)
    assert tool.strings() == {"a": "", "b'sc": "", "%1 d": "%1 ds"}

    (tmp_path / "two.tsx").write_text("trans.__(name)", "utf-8")
    with pytest.raises(ValueError, match=r"two\.tsx:1"):
        tool.strings()


def test_jupyterlab_finds_the_catalogue(monkeypatch: pytest.MonkeyPatch):
    """By our entry point, and under the domain that the labextension loads."""
    utils = pytest.importorskip("jupyterlab_server.translation_utils")
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    entries = declared["project"]["entry-points"]["jupyterlab.locale"]
    assert entries == {"jupyter_ctx": "jupyter_ctx"}
    folder = str(ROOT / "jupyter_ctx")
    monkeypatch.setattr(
        utils, "_get_installed_package_locales", lambda: ({"jupyter_ctx": folder}, "")
    )

    found, problems = utils.get_installed_packages_locale(LOCALE)

    path = ROOT / "jupyter_ctx" / "locale" / LOCALE / "LC_MESSAGES" / "jupyter_ctx.json"
    assert problems == ""
    assert found == {"jupyter_ctx": json.loads(path.read_text("utf-8"))}


def test_no_shortcut_is_one_of_jupyterlab():
    """Lab's own keys do what they did."""
    pytest.importorskip("jupyterlab")
    folder = Path(sys.prefix) / "share" / "jupyter" / "lab" / "schemas" / "@jupyterlab"
    lab = {
        tuple(one["keys"])
        for path in folder.rglob("*.json")
        for one in json.loads(path.read_text("utf-8")).get("jupyter.lab.shortcuts", [])
    }
    schema = ROOT / "labextension" / "schema" / "plugin.json"
    ours = json.loads(schema.read_text("utf-8"))["jupyter.lab.shortcuts"]

    assert len(lab) > 50
    assert [one for one in ours if tuple(one["keys"]) in lab] == []
