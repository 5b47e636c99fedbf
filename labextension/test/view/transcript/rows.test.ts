import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { guess, Heights, segments } from '../../../src/view/transcript/rows';

describe('the heights of rows', () => {
  const at = (list: readonly number[], n: number): number => list[n] ?? 0;
  const sizes = Array.from({ length: 1000 }, (_, n) => 20 + ((n * 37) % 90));
  const heights = new Heights(sizes);
  const tops = sizes.map((_, n) =>
    sizes.slice(0, n).reduce((a, b) => a + b, 0)
  );

  test('tell where each row begins', () => {
    assert.deepEqual(
      sizes.map((_, n) => heights.top(n)),
      tops
    );
    assert.equal(heights.total, at(tops, 999) + at(sizes, 999));
  });

  test('find the row at a place, also beyond both ends', () => {
    assert.deepEqual(
      tops.flatMap((top, n) => [
        heights.at(top),
        heights.at(top + at(sizes, n) - 1)
      ]),
      sizes.flatMap((_, n) => [n, n])
    );
    assert.equal(heights.at(-5), 0);
    assert.equal(heights.at(1e9), 999);
  });

  test('take in what a row measures', () => {
    const other = new Heights([10, 10, 10]);
    other.set(1, 35);
    assert.deepEqual(
      [0, 1, 2, 3].map(n => other.top(n)),
      [0, 10, 45, 55]
    );
    assert.equal(other.at(44), 1);
  });

  test('of no rows are nothing', () => {
    const none = new Heights([]);
    assert.deepEqual([none.total, none.at(10), none.count], [0, 0, 0]);
  });
});

test('rows out of view are gaps, but for those that are kept', () => {
  assert.deepEqual(segments({ first: 5, last: 6 }, [2, 5, -1, 99], 10), [
    { from: 0, to: 2 },
    { row: 2 },
    { from: 3, to: 5 },
    { row: 5 },
    { row: 6 },
    { from: 7, to: 10 }
  ]);
  assert.deepEqual(segments({ first: 0, last: -1 }, [], 0), []);
  assert.deepEqual(segments({ first: 0, last: 1 }, [], 2), [
    { row: 0 },
    { row: 1 }
  ]);
});

test('a longer message is guessed to be higher, its prompt only to a limit', () => {
  assert.ok(guess('q', 'word '.repeat(100)) > guess('q', 'word'));
  assert.equal(guess('q\n'.repeat(50), ''), guess('q\n'.repeat(500), ''));
});
