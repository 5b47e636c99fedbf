"""What axe-core finds in what we draw, and where the focus is."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.notebook import ROOT

AXE = ROOT / "labextension" / "node_modules" / "axe-core" / "axe.min.js"

OURS = (
    "#jupyter-ctx-sidebar",
    ".jupyter-ctx-bar",
    ".jupyter-ctx-modal",
    ".jupyter-ctx-status",
    ".jupyter-ctx-keys",
    ".jupyter-ctx-stale-mark",
)
"""Everything of ours in a page; the rest is JupyterLab's."""

RUN = """async places => {
  const there = places.filter(place => document.querySelector(place));
  const found = await window.axe.run({ include: there.map(one => [one]) }, {
    resultTypes: ['violations'] });
  return found.violations
    .filter(one => one.impact !== 'minor')
    .map(one => `${one.id}: ` + one.nodes.map(node =>
      node.target.join(' ') + ' | ' + (node.any[0]?.message ?? '')).join('; '));
}"""

FOCUS = """() => {
  const node = document.activeElement;
  return node.getAttribute('aria-label') ?? node.textContent.trim();
}"""

SPILL = """() => {
  const root = document.querySelector('#jupyter-ctx-sidebar');
  const edge = root.getBoundingClientRect().right + 1;
  const scrolls = node => {
    for (let one = node.parentElement; one && one !== root; one = one.parentElement) {
      if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(one).overflowX)
          && one.clientWidth > 0 && one.getBoundingClientRect().right <= edge) {
        return true;
      }
    }
    return false;
  };
  const out = [...root.querySelectorAll('*')].filter(node =>
    node.getBoundingClientRect().right > edge && !scrolls(node));
  return out.map(node => node.tagName + '.' + node.className);
}"""


def problems(page: Page) -> list[str]:
    """Give the problems, but for minor ones, of what is ours on *page* now."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(RUN, list(OURS))
    return found


def focused(page: Page) -> str:
    """Give the name of what has the focus."""
    name: str = page.evaluate(FOCUS)
    return name


def spilling(page: Page) -> list[Any]:
    """Give what of the sidebar stands out of it to the right."""
    found: list[Any] = page.evaluate(SPILL)
    return found


CRUSHED = """least => {
  const root = document.querySelector('#jupyter-ctx-sidebar');
  const named = ['scroll', 'inspector', 'models', 'stale'].map(one =>
    `.jupyter-ctx-${one}`).join(', ');
  const parts = [...root.querySelectorAll(named)];
  const low = parts.filter(node => node.clientHeight > 0 && node.clientHeight <
    Math.min(least * parseFloat(getComputedStyle(root).fontSize), node.scrollHeight));
  const lost = [...root.querySelectorAll(
    `${named}, textarea, .jupyter-ctx-privacy-line, .jupyter-ctx-header`)]
    .filter(node => {
      node.scrollIntoView({ block: 'nearest' });
      const [box, edge] = [node, root].map(one => one.getBoundingClientRect());
      return box.bottom > edge.bottom + 1 && box.top > edge.top + 1;
    });
  return [...low.map(node => `${node.clientHeight} px: ${node.className}`),
    ...lost.map(node => `out of reach: ${node.className}`)];
}"""


def crushed(page: Page, least: float = 7.5) -> list[str]:
    """Give parts of the sidebar that show less than *least* lines' height, or nothing.

    What is shorter by itself is all right; so is what scrolling brings into view.
    """
    found: list[str] = page.evaluate(CRUSHED, least)
    return found
