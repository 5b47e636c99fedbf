import assert from 'node:assert/strict';
import { test } from 'node:test';

import { plain } from '../../../src/view/text/plain';

const SHOWN: readonly (readonly [string, string])[] = [
  [
    'Sum **by region** and *then* __sort__ _it_.',
    'Sum by region and then sort it.'
  ],
  ['**bold *and* more**', 'bold and more'],
  [
    'a * b * c and snake_case_name and 2*3*4',
    'a * b * c and snake_case_name and 234'
  ],
  ['see [the guide](https://a.example/x_(y) "t") now', 'see the guide now'],
  ['[one][ref] <https://a.example>', 'one https://a.example'],
  ['use `df["a_b"]` or ``a`b``', 'use df["a_b"] or a`b'],
  ['**use `x**y`**', 'use x**y'],
  ['\\*not\\* &lt;b&gt; ~~gone~~', '*not* <b> gone'],
  ['# Head\n- one\n  2. two\n> said\n- [x] done', 'Head\none\ntwo\nsaid\ndone'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', '\na\nb\n\n\n\n1\n2\n'],
  ['T\n===\n\n---\n[r]: https://b.example', 'T\n\n\n\n'],
  [
    'Do:\n\n```python\n# no head\nx = a**b**c\n```\n**so**',
    'Do:\n\n# no head\nx = a**b**c\nso'
  ],
  ['- ```\n  __all__\n  ```\n__b__', '  __all__\nb'],
  ['```\nnever *closed*', 'never *closed*'],
  ['```a``` *b*', 'a b']
];

test('marks of Markdown are not read, and code stays as it is', () => {
  assert.deepEqual(
    SHOWN.map(([source]) => plain(source)),
    SHOWN.map(([, shown]) => shown)
  );
});
