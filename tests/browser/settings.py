"""JupyterLab's settings, changed as its editor changes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

OURS = "jupyter-ctx:plugin"
LANGUAGE = "@jupyterlab/translation-extension:plugin"

REGISTRY = """const app = window.jupyterapp;
  const token = [...app.pluginRegistry._services.keys()]
    .find(one => one.name === '@jupyterlab/coreutils:ISettingRegistry');
  const registry = await app.resolveRequiredService(token);"""

SET = f"""async ([plugin, name, value]) => {{
  {REGISTRY}
  await registry.set(plugin, name, value);
}}"""

REMOVE = f"""async ([plugin, names]) => {{
  {REGISTRY}
  for (const name of names) await registry.remove(plugin, name);
}}"""

SCHEMA = f"""async plugin => {{
  {REGISTRY}
  return (await registry.load(plugin)).schema;
}}"""


@contextmanager
def settings(page: Page, plugin: str = OURS, **values: Any) -> Iterator[None]:
    """Have *values* set; the server remembers them, so they are taken back."""
    for name, value in values.items():
        page.evaluate(SET, [plugin, name, value])
    try:
        yield
    finally:
        page.evaluate(REMOVE, [plugin, list(values)])


def schema(page: Page, plugin: str = OURS) -> dict[str, Any]:
    """Give the schema that the editor of settings shows."""
    found: dict[str, Any] = page.evaluate(SCHEMA, plugin)
    return found
