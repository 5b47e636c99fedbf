import { strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { asCellText } from '../../src/notebook/celltext';

describe('a reply as the text of a cell', () => {
  it('is what it was where it is plain markdown', () => {
    const text =
      '# Totals\n\n- a < b and **c**\n\n```python\nx = "<b>"\n```\nEnd.';
    strictEqual(asCellText(`${text}\n`), text);
  });

  it('holds no HTML and no picture of another host', () => {
    strictEqual(
      asCellText('<img src=//evil/x> ![a](http://evil/b) `<script>`'),
      '&lt;img src=//evil/x> !\\[a](http://evil/b) `&lt;script>`'
    );
    strictEqual(
      asCellText('a `\nb ` <img src=x> `'),
      'a `\nb ` &lt;img src=x> `'
    );
    strictEqual(asCellText('\\![a](http://evil/b)'), '\\!\\[a](http://evil/b)');
  });

  it('takes for code only what is code for every reader', () => {
    strictEqual(
      asCellText('- x\n  ```\nout\n<img src=x>\n  ```'),
      '- x\n  ```\nout\n&lt;img src=x>\n  ```'
    );
    strictEqual(
      asCellText('```\ncode\n   ```\n<img src=x>'),
      '```\ncode\n   ```\n&lt;img src=x>'
    );
    strictEqual(
      asCellText('~~~\n```\n<b>\n~~~\n<b>'),
      '~~~\n```\n<b>\n~~~\n&lt;b>'
    );
  });

  it('ends its last block of code', () => {
    strictEqual(asCellText('````\nx = 1'), '````\nx = 1\n````');
  });
});
