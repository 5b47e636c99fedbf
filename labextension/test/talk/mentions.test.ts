import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  inserted,
  mentionsIn,
  ofCell,
  ofFile,
  tokenAt,
  without,
  written
} from '../../src/talk/mentions';

/** What is being written where `|` stands. */
function token(text: string): string | null {
  const caret = text.indexOf('|');
  return tokenAt(text.replace('|', ''), caret)?.text ?? null;
}

test('a mention is written after an @ that begins a word', () => {
  const texts: [string, string | null][] = [
    ['@|', ''],
    ['see @d|', 'd'],
    ['see @df.pr|ice', 'df.pr'],
    ['(@df["two w|', 'df["two w'],
    ['@data/x.c|', 'data/x.c'],
    ['@"my fi|', '"my fi'],
    ['@In [3|', 'In [3'],
    ['@größe|', 'größe'],
    ['me@df|', null],
    ['@df |', null],
    ['@df["a"] |', null],
    ['```\n@cl|', null],
    ['```\nx\n``` @cl|', 'cl'],
    ['|@df', null]
  ];
  for (const [text, found] of texts) {
    assert.equal(token(text), found, text);
  }
});

test('what is taken stands apart from what follows, with the caret behind', () => {
  const take = (text: string, mention: string): string => {
    const caret = text.indexOf('|');
    const bare = text.replace('|', '');
    const found = tokenAt(bare, caret);
    assert.ok(found);
    const made = written(bare, found, mention);
    return `${made.text.slice(0, made.caret)}|${made.text.slice(made.caret)}`;
  };
  assert.equal(take('plot @d|', '@df'), 'plot @df |');
  assert.equal(take('plot @d| now', '@df'), 'plot @df |now');
  assert.equal(take('is @d|?', '@df'), 'is @df|?');
  assert.deepEqual(inserted('why', 3, '@In[3]'), {
    text: 'why @In[3] ',
    caret: 11
  });
  assert.deepEqual(inserted('', 0, '@a.py'), { text: '@a.py ', caret: 6 });
});

test('all mentions are found as the kernel side finds them, and taken out', () => {
  const text =
    'see @df.price, @df["two words"] and @In [4]? @"my file.csv" @data/x.csv. ' +
    "@cell['load it'] a@b.c @df.price\n```\n@no\n```";
  assert.deepEqual(mentionsIn(text), [
    '@df.price',
    '@df["two words"]',
    '@In [4]',
    '@"my file.csv"',
    '@data/x.csv',
    "@cell['load it']"
  ]);
  assert.equal(without('plot @df and @dfs, @df', '@df'), 'plot and @dfs,');
  assert.equal(without('@df["a b"] now', '@df["a b"]'), 'now');
});

test('a cell is mentioned by its run, else by its first words', () => {
  assert.equal(ofCell('x = 1', 3), '@In[3]');
  assert.equal(ofCell('x =  "a"\ny', null), `@cell["x = 'a' y"]`);
  assert.equal(
    ofCell('one two three four five six seven eight nine', null),
    '@cell["one two three four five six seven eight"]'
  );
  assert.equal(ofCell(' \n', null), '');
});

test('a file is mentioned by its path from the notebook', () => {
  assert.equal(ofFile('a/data/x.csv', 'a/b.ipynb'), '@data/x.csv');
  assert.equal(ofFile('x.csv', 'a/b.ipynb'), '@../x.csv');
  assert.equal(ofFile('my file.csv', 'b.ipynb'), '@"my file.csv"');
  assert.equal(ofFile('c/x.py', 'a/d/b.ipynb'), '@../../c/x.py');
});
