import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  blocks,
  complete,
  named,
  openCode
} from '../../../src/view/text/blocks';

const TEXT = [
  '# Title\n\n',
  'A paragraph\nof two lines.\n\n',
  '- one\n\n- two\n\n  more of two\n\n\n',
  'Text again.\n\n',
  '```python\nx = 1\n\ny = 2\n\n- no list\n```\n\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '~~~~\n```\n\n~~~\n~~~~\n\n',
  '1. first\n   ```\n\n   code\n   ```\n\n2. second\n\n',
  '> quoted\n\n',
  'The end'
];

describe('blocks', () => {
  test('end at blank lines, but not in code and not in a list', () => {
    assert.deepEqual(blocks(TEXT.join('')), TEXT);
  });

  test('are the text together, and of nothing none', () => {
    assert.deepEqual(blocks(''), []);
    for (const text of [
      '\n\n',
      'a',
      'a\n\n\n',
      '\n\na\n\nb\n',
      '    a\n\n    b'
    ]) {
      assert.equal(blocks(text).join(''), text);
    }
  });

  test('that are finished stay as they are, whatever comes', () => {
    const text = TEXT.join('');
    let before: string[] = [];
    for (let end = 0; end <= text.length; end++) {
      const now = blocks(text.slice(0, end));
      const done = before.slice(0, -1);
      assert.deepEqual(now.slice(0, done.length), done);
      before = now;
    }
  });

  test('of a long reply are rendered with work that grows like its text', () => {
    const text = 'Twenty words of text in one short paragraph.\n\n'.repeat(400);
    let rendered = 0;
    let before: string[] = [];
    for (let end = 0; end <= text.length; end += 9) {
      const now = blocks(text.slice(0, end));
      now.forEach((block, n) => {
        rendered += block === before[n] ? 0 : block.length;
      });
      before = now;
    }
    assert.ok(rendered < 6 * text.length, `${rendered} of ${text.length}`);
  });
});

test('a link that is named elsewhere is known to the block that uses it', () => {
  const text = 'See [the docs][d].\n\nNo link.\n\n[d]: https://example.org\n';
  const names = named(text);
  assert.equal(names, '[d]: https://example.org');
  assert.equal(complete('No link.', names), 'No link.');
  assert.equal(
    complete('See [the docs][d].', names),
    'See [the docs][d].\n\n[d]: https://example.org'
  );
});

test('code is open until its fence comes again', () => {
  assert.equal(openCode('```py\nx = 1\n\ny'), 'x = 1\n\ny');
  assert.equal(openCode('```py\nx = 1\n```\n'), null);
  assert.equal(openCode('````\n```\n'), '```\n');
  assert.equal(openCode('text\n```\nx'), null);
  assert.equal(openCode('```py'), null);
});
