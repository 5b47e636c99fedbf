import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { spans } from '../../src/notebook/linetext';

const brief = (text: string, other: string | null): unknown[] =>
  spans(text, other).map(({ text: shown, isMarked, cut }) =>
    cut > 0 ? cut : isMarked ? [shown] : shown
  );

describe('a line of a diff', () => {
  it('has set off what the other line has not', () => {
    deepStrictEqual(brief('value = total(1)', 'value = total(2)'), [
      'value = total(',
      ['1'],
      ')'
    ]);
    deepStrictEqual(brief('東京 = 1', '東京 = 2'), ['東京 = ', ['1']]);
  });

  it('has nothing set off where it stands alone or almost all differs', () => {
    deepStrictEqual(brief('a = 1', null), ['a = 1']);
    deepStrictEqual(brief('abcdef', 'uvwxyz'), ['abcdef']);
  });

  it('is cut around its change where it is very long, and says by how much', () => {
    const long = 'x'.repeat(1_000_000);
    const made = brief(`${long}1${long}`, `${long}2${long}`);
    deepStrictEqual(
      made.map(one => (typeof one === 'string' ? one.length : one)),
      [240, 999_680, 80, ['1'], 240, 999_680, 80]
    );
  });

  it('is never cut within a character', () => {
    const shown = spans('😀'.repeat(1000), null);
    // It throws where half of a pair stands alone.
    shown.forEach(({ text }) => encodeURIComponent(text));
    const all = shown.reduce((sum, one) => sum + one.text.length + one.cut, 0);
    strictEqual(all, 2000);
  });

  it('shows a line break that alone is another one, and no other', () => {
    deepStrictEqual(brief('a\r', 'a'), ['a', ['␍']]);
    deepStrictEqual(brief('a\r', 'a\r'), ['a']);
    deepStrictEqual(brief('a\r', null), ['a']);
  });
});
