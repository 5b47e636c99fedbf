import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import {
  type ISplice,
  merged,
  patched,
  splices
} from '../../src/notebook/patch';

const KEY = '<masked name=API_KEY rule=assignment>';
const BASE = `import os\nAPI_KEY = "${KEY}"\ndf["regoin"]`;
const REAL = BASE.replace(KEY, 'hunter2-hunter2');

/** Apply splices in the order they are given. */
function apply(text: string, made: readonly ISplice[]): string {
  return made.reduce(
    (now, { start, end, text: put }) =>
      now.slice(0, start) + put + now.slice(end),
    text
  );
}

describe('patched', () => {
  it('gives the replacement where the cell is as it was read', () => {
    strictEqual(patched('a\nb', 'a\nb', 'a\nc'), 'a\nc');
  });

  it('gives nothing where the user has typed since', () => {
    strictEqual(patched('a\nb # mine', 'a\nb', 'a\nc'), null);
    strictEqual(patched('a\nb\n', 'a\nb', 'a\nc'), null);
  });

  it('counts a cell that holds the replacement already as fitting', () => {
    strictEqual(patched('a\nc', 'a\nb', 'a\nc'), 'a\nc');
  });

  it('puts masked secrets back, on changed lines too', () => {
    strictEqual(
      patched(REAL, BASE, BASE.replace('regoin', 'region')),
      REAL.replace('regoin', 'region')
    );
    strictEqual(
      patched(REAL, BASE, `key = "${KEY}"`),
      'key = "hunter2-hunter2"'
    );
  });

  it('sees a change of the user beside a masked secret', () => {
    strictEqual(patched(`${REAL}.sum()`, BASE, 'x'), null);
    strictEqual(patched(REAL.replace('os', 're'), BASE, 'x'), null);
  });

  it('fills a mask that only the reply holds from the line it stands for', () => {
    strictEqual(
      patched(REAL, REAL, BASE.replace('regoin', 'region')),
      REAL.replace('regoin', 'region')
    );
  });

  it('never writes a mask into a cell, and no secret into the place of another', () => {
    strictEqual(patched('x = 1', 'x = 1', `x = "${KEY}"`), null);
    const two = `a = "${KEY}"\nb = "${KEY}"`;
    strictEqual(
      patched('a = "one1"\nb = "two2"', two, `f("${KEY}", "${KEY}")`),
      null
    );
    strictEqual(
      patched('a = "one1"\nb = "two2"', two, `b = "${KEY}"\na = "${KEY}"`),
      'b = "two2"\na = "one1"'
    );
  });
});

describe('merged', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven';

  it('keeps what the user added elsewhere', () => {
    strictEqual(
      merged(`${base}\nmine`, base, base.replace('one', 'ONE')),
      `${base.replace('one', 'ONE')}\nmine`
    );
    strictEqual(
      merged(`mine\n${base}`, base, base.replace('seven', 'SEVEN')),
      `mine\n${base.replace('seven', 'SEVEN')}`
    );
  });

  it('gives nothing where the user changed the same lines', () => {
    strictEqual(
      merged(base.replace('two', '2'), base, base.replace('two', 'TWO')),
      null
    );
  });

  it('keeps the secret on a line that the reply did not change', () => {
    strictEqual(
      merged(`${REAL}\n\n\n\nmine`, REAL, REAL.replace('regoin', 'region')),
      `${REAL.replace('regoin', 'region')}\n\n\n\nmine`
    );
  });
});

describe('splices', () => {
  it('touches only what differs, the last change first', () => {
    const old = 'a = 1\nb = 2\nc = 3\n';
    deepStrictEqual(splices(old, 'a = 10\nb = 2\nc = 4\n'), [
      { start: 16, end: 17, text: '4' },
      { start: 5, end: 5, text: '0' }
    ]);
  });

  it('makes the new source out of the old one, whatever they are', () => {
    const texts = [
      '',
      'a',
      'a\n',
      'a\nb',
      'b\na',
      'x\n\ny',
      'aa\naa',
      '😀\n😁'
    ];
    for (const old of texts) {
      for (const fresh of texts) {
        strictEqual(apply(old, splices(old, fresh)), fresh);
      }
    }
  });

  it('never cuts a character in half', () => {
    // Both share the first half, and the second half with others.
    deepStrictEqual(splices('😀', '😁'), [{ start: 0, end: 2, text: '😁' }]);
    deepStrictEqual(splices('\u{1F600}', '\u{1FA00}'), [
      { start: 0, end: 2, text: '\u{1FA00}' }
    ]);
  });
});
