import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  isCommand,
  isForCell,
  isInlineImage,
  isWebLink,
  languageOf,
  prepare,
  segments
} from '../../../src/view/text/markdown';

test('tags are shown, not obeyed, and code keeps them as they are', () => {
  assert.equal(
    prepare('a <b>tag</b> <!-- no --> in `<i>` and 1 < 2, <https://a.example>'),
    'a &lt;b>tag&lt;/b> &lt;!-- no --> in `<i>` and 1 < 2, <https://a.example>'
  );
});

test('blocks of code stay byte for byte, an unclosed one too', () => {
  const closed = 'x\n```html\n<b>$1 and $2</b>\n``` not the end\n```\n';
  const open = '~~~\n<b>$1\n';

  assert.deepEqual([prepare(closed), prepare(open)], [closed, open]);
});

test('after a block of code text is text again', () => {
  assert.equal(prepare('```\n<b>\n```\n<b>'), '```\n<b>\n```\n&lt;b>');
});

test('maths as models write it becomes maths as JupyterLab reads it', () => {
  assert.equal(
    prepare('\\( a < b \\) and $x<y$ and \\[ \\sum_i\n i \\]'),
    '$a < b$ and $x<y$ and $$ \\sum_i\n i $$'
  );
});

test('money is not maths', () => {
  assert.equal(
    prepare('between $5 and $6, or \\$7'),
    'between \\\\$5 and \\\\$6, or \\\\$7'
  );
});

test('long text full of beginnings without ends is prepared in no time', () => {
  const text = '` $ \\( \\[ < ``` '.repeat(2000);
  const began = process.cpuUsage().user;

  assert.ok(prepare(text).length >= text.length);
  assert.ok((process.cpuUsage().user - began) / 1e6 < 2);
});

test('only pictures inside the text itself are shown', () => {
  assert.deepEqual(
    [
      'data:image/png;base64,iVBO',
      'https://a.example/x.png',
      '//a.example/x.png',
      'files/x.png',
      'data:text/html,x',
      ''
    ].map(isInlineImage),
    [true, false, false, false, false, false]
  );
});

test('only links to the web are links', () => {
  assert.deepEqual(
    [
      'https://a.example',
      'mailto:a@a.example',
      'javascript:alert(1)',
      ' JavaScript:x',
      '/hub/logout',
      '#part',
      'data:text/html,x'
    ].map(isWebLink),
    [true, true, false, false, false, false, false]
  );
});

test('code for a shell or for reading is not offered for a cell', () => {
  assert.deepEqual(
    ['', 'python', 'sql', 'bash', 'JSON', 'text'].map(isForCell),
    [true, true, true, false, false, false]
  );
});

test('the language is read from the classes that Lab gives', () => {
  assert.deepEqual(
    ['language-python', 'a language-c++ b', 'cm', ''].map(languageOf),
    ['python', 'c++', '', '']
  );
});

test('a sentence is cut into words and code', () => {
  assert.deepEqual(segments('Run `pip install x` there.'), [
    { text: 'Run ', isCode: false },
    { text: 'pip install x', isCode: true },
    { text: ' there.', isCode: false }
  ]);
});

test('only commands are offered for copying', () => {
  assert.deepEqual(
    [
      'pip install x',
      '%pip install x',
      '"/my env/python" -m pip install x',
      'jupyter ctx doctor',
      'region',
      'a b'
    ].map(isCommand),
    [true, true, true, true, false, false]
  );
});

test('a diagram is shown as its source, since drawing it could load from any host', () => {
  const shown = (fence: string, info: string): string =>
    prepare(`- x\n  ${fence}${info}\n  graph TD\n  ${fence}`);

  for (const fence of ['```', '~~~~']) {
    for (const info of ['mermaid', ' Mermaid {init}', 'x mermaid']) {
      assert.equal(
        shown(fence, info),
        `- x\n  ${fence}text\n  graph TD\n  ${fence}`
      );
    }
  }
  assert.equal(prepare('like ```mermaid``` here'), 'like ```mermaid``` here');
});
