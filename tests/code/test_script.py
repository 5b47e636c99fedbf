"""TypeScript and JavaScript at lower fidelity."""

from __future__ import annotations

import sys

import pytest

from jupyter_ctx.code import languages
from jupyter_ctx.code.skeleton import elided, outline, signatures, skeleton

has_grammar = pytest.mark.skipif(
    languages.tree("x", "typescript") is None or languages.tree("x", "tsx") is None,
    reason="no grammar of TypeScript in this environment",
)

TYPESCRIPT = """\
import type { A } from './a';
import {
  one,
  two
} from "./b";
export * from './c';
const fs = require('fs');
const URL = process.env.API_URL || "http://localhost:3000";
/**
 * Load it.
 * @param path where it is
 */
export async function load<T>(
  path: string,
): Promise<T> {
  const text = await fs.promises.readFile(path, { encoding: 'utf-8', flag: 'r' });
  const cleaned = prepare(text, { first: true, second: false, third: 'a word' });
  show(cleaned, 'with an argument that is rather long', 'and another');
  if (!cleaned) {
    throw new Error('empty');
  }
  return JSON.parse(cleaned);
}
export interface  State {
  a:   string;   // aligned

  b?:  number;
}
type Status = 'on'
            | 'off';
export default class Board extends Base<State> {
  private count = 0;
  constructor(private readonly name: string) {
    super();
    this.prepare(name, 'with an argument that is rather long, yes');
  }
  /** Show it, as long as it is not hidden by others. */
  show = (a: number): void => {
    this.prepare(a, 'with an argument that is rather long, yes indeed');
  };
}
"""


@has_grammar
def test_the_flow_of_typescript_is_kept():
    """Headers, exports, waits, returns and ends stay; the rest is counted."""
    text = skeleton(TYPESCRIPT, "typescript")

    assert text == TYPESCRIPT.rstrip("\n").replace(
        TYPESCRIPT[TYPESCRIPT.index("  const cleaned") : TYPESCRIPT.index("  if (!")],
        "  // ... 2 lines @17: binds cleaned; calls prepare, show\n",
    ).replace(
        TYPESCRIPT[
            TYPESCRIPT.index("    super") : TYPESCRIPT.index("\n  }\n  /** Show")
        ],
        "    // ... 2 lines @34: calls prepare",
    ).replace(
        "    this.prepare(a, 'with an argument that is rather long, yes indeed');",
        "    // ... 1 line @39: calls prepare",
    ).replace("// aligned\n\n", "// aligned\n\n")


@has_grammar
def test_the_signatures_of_typescript_are_kept():
    """Of a body its number of lines stays; JSDoc with types stays, prose goes."""
    text = signatures(TYPESCRIPT, "typescript")
    kept = TYPESCRIPT[: TYPESCRIPT.index("  const text")]

    assert text.startswith(kept.rstrip("\n") + " /* ... 7 lines @16 */ }\n")
    assert (
        "constructor(private readonly name: string) { /* ... 2 lines @34 */ }" in text
    )
    assert "show = (a: number): void => { /* ... 1 line @39 */ };" in text
    assert "Show it" not in text


@pytest.mark.parametrize("render", [skeleton, signatures])
@pytest.mark.parametrize(
    "kept",
    [
        TYPESCRIPT[
            TYPESCRIPT.index("export interface") : TYPESCRIPT.index("export def")
        ],
        TYPESCRIPT[: TYPESCRIPT.index("export async")],
        "export default class Board extends Base<State> {\n  private count = 0;\n",
    ],
)
def test_types_and_imports_keep_every_character(render, kept):
    """Interfaces, imports, re-exports, `require` and settings are untouched."""
    assert kept in render(TYPESCRIPT, "typescript")


@has_grammar
def test_what_is_left_out_of_typescript_is_read_again():
    """An id leads to exactly the lines that the outline counted."""
    lines = TYPESCRIPT.split("\n")

    assert elided(TYPESCRIPT, "@17", written_in="typescript") == "\n".join(lines[16:18])
    assert elided(TYPESCRIPT, "@34", written_in="typescript") == "\n".join(lines[33:35])


@pytest.mark.parametrize("render", [skeleton, signatures])
def test_an_import_inside_of_a_body_stays(render):
    """`require()` and `import()` are kept wherever they stand."""
    filler = "  call('an argument that is rather long', 'and another one', 3);\n"
    source = (
        f"function f() {{\n{filler}  const a = require('a');\n{filler}"
        f"  return import('./b').then(b => {{\n{filler * 2}  }});\n}}\n"
    )
    text = render(source, "javascript")

    assert "const a = require('a');" in text
    assert "import('./b')" in text


@has_grammar
def test_a_cell_of_javascript_has_an_outline():
    """`%%javascript` says the language; the magic itself is a line like others."""
    filler = "  call('an argument that is rather long', 'and another one', 3);\n"
    text = skeleton(f"%%javascript\nfunction f(a) {{\n{filler * 3}}}")

    assert "function f(a) {\n  // ... 3 lines @3: calls call\n}" in text


@pytest.mark.parametrize("cut", range(0, len(TYPESCRIPT), 23))
def test_broken_typescript_has_an_outline(cut):
    """Cut anywhere, nothing raises and no import that is whole is lost."""
    part = TYPESCRIPT[:cut]
    text = skeleton(part, "typescript")

    assert len(text) <= len(part)
    if cut > len(TYPESCRIPT) // 2:
        assert 'from "./b";' in text


@pytest.mark.parametrize("render", [skeleton, signatures])
def test_without_a_grammar_the_look_of_lines_decides(render, monkeypatch):
    """Case D14: types, imports and headers are kept without any grammar."""
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    languages.forget()
    outline.cache_clear()
    try:
        text = render(TYPESCRIPT, "typescript")
    finally:
        monkeypatch.undo()
        languages.forget()
        outline.cache_clear()

    assert TYPESCRIPT[: TYPESCRIPT.index("/**")] in text
    assert "export interface  State {\n  a:   string;   // aligned\n\n  b?:" in text
    assert "type Status = 'on'\n            | 'off';\n" in text
    assert "export default class Board extends Base<State> {" in text
    assert "this.prepare" not in text
