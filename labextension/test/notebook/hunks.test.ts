import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import {
  fitted,
  hunksOf,
  neighbour,
  nextOpen,
  partsOf,
  picked,
  tally,
  type Verdicts,
  withEnds
} from '../../src/notebook/hunks';

const OLD = 'import os\n\na = 1\nb = 2\nc = 3\n\nd = 4';
const FRESH = 'import re\n\na = 1\nb = 20\nc = 3\n\nd = 40\ne = 5';

function brief(old: string, fresh: string): unknown[] {
  return hunksOf(old, fresh).map(one => [one.start, one.old, one.fresh]);
}

describe('hunks', () => {
  it('are the stretches of lines that differ, from the top', () => {
    deepStrictEqual(brief(OLD, FRESH), [
      [0, ['import os'], ['import re']],
      [3, ['b = 2'], ['b = 20']],
      [6, ['d = 4'], ['d = 40', 'e = 5']]
    ]);
  });

  it('have no line that only lacks a line break at the end of the cell', () => {
    deepStrictEqual(brief('a\nb', 'a\nb\nc'), [[2, [], ['c']]]);
    deepStrictEqual(brief('a\nb\n', 'a\nb'), [[2, [''], []]]);
    deepStrictEqual(brief('', 'a'), [[0, [''], ['a']]]);
    deepStrictEqual(brief('a', 'a'), []);
  });

  it('are one where only a closing bracket is between them', () => {
    deepStrictEqual(brief('f(\n  1\n)\nx', 'f(\n  2\n)\ny'), [
      [1, ['  1', ')', 'x'], ['  2', ')', 'y']]
    ]);
    strictEqual(brief('a\n\nb', 'A\n\nB').length, 2);
  });

  it('have keys that tell equal ones apart', () => {
    const keys = hunksOf('x\na\nx', 'y\na\ny').map(one => one.key);
    strictEqual(new Set(keys).size, 2);
  });

  it('keep their keys when the source changes elsewhere', () => {
    const keys = hunksOf(OLD, FRESH).map(one => one.key);
    const later = hunksOf(`# mine\n${OLD}`, `# mine\n${FRESH}`);
    deepStrictEqual(
      later.map(one => one.key),
      keys
    );
  });
});

describe('picking', () => {
  it('makes either text, or what is between them, whatever they are', () => {
    const texts = ['', '\n', 'a', 'a\n', 'a\nb', 'b\na', '日本\n語', 'a\r\nb'];
    for (const old of texts) {
      for (const fresh of texts) {
        const hunks = hunksOf(old, fresh);
        strictEqual(
          picked(old, hunks, () => true),
          fresh
        );
        strictEqual(
          picked(old, hunks, () => false),
          old
        );
      }
    }
  });

  it('takes each hunk on its own', () => {
    const hunks = hunksOf(OLD, FRESH);
    const made = [0, 1, 2].map(n =>
      picked(OLD, hunks, one => one === hunks[n])
    );
    deepStrictEqual(made, [
      OLD.replace('os', 're'),
      OLD.replace('b = 2', 'b = 20'),
      OLD.replace('d = 4', 'd = 40\ne = 5')
    ]);
  });

  it('counts what is accepted, rejected and open', () => {
    const hunks = hunksOf(OLD, FRESH);
    const verdicts: Verdicts = {
      [hunks[0]?.key ?? '']: 'accepted',
      [hunks[2]?.key ?? '']: 'rejected',
      'of a hunk that is gone': 'accepted'
    };
    deepStrictEqual(tally(hunks, verdicts), {
      all: 3,
      accepted: 1,
      rejected: 1,
      open: 1
    });
    strictEqual(nextOpen(hunks, verdicts, hunks[2]?.key ?? ''), hunks[1]);
  });
});

describe('going through hunks', () => {
  it('goes round both ends, and begins at the one that it goes away from', () => {
    const hunks = hunksOf(OLD, FRESH);
    const [first, second, third] = hunks.map(one => one.key);
    const go = (from: string | undefined, by: 1 | -1) =>
      neighbour(hunks, from ?? '', by)?.key;
    deepStrictEqual(
      [go('', 1), go(first, 1), go(third, 1), go(first, -1), go('', -1)],
      [first, second, first, third, third]
    );
    strictEqual(neighbour([], '', 1), null);
    strictEqual(nextOpen([], {}, ''), null);
  });
});

describe('what is shown', () => {
  it('folds long equal stretches and says how long they are', () => {
    const long = Array.from({ length: 20 }, (_, n) => `line ${n}`);
    const old = ['first', ...long, 'last'].join('\n');
    const fresh = ['FIRST', ...long, 'LAST'].join('\n');
    const shown = partsOf(old, hunksOf(old, fresh)).map(part =>
      part.kind === 'hunk'
        ? part.hunk.fresh
        : part.kind === 'gap'
          ? part.count
          : part.lines
    );
    deepStrictEqual(shown, [
      ['FIRST'],
      ['line 0', 'line 1', 'line 2'],
      14,
      ['line 17', 'line 18', 'line 19'],
      ['LAST']
    ]);
  });

  it('is all of the source where nothing differs, folded', () => {
    deepStrictEqual(partsOf('a\nb\nc', []), [{ kind: 'gap', count: 3 }]);
  });
});

describe('the code of a reply', () => {
  it('ends its lines as the cell does', () => {
    strictEqual(withEnds('a\r\nb', 'x\ny'), 'x\r\ny');
    strictEqual(withEnds('a\nb', 'x\r\ny'), 'x\ny');
    strictEqual(withEnds('a\r\nb\nc', 'x\r\ny'), 'x\ny');
    strictEqual(withEnds('a', 'x\ry'), 'x\ny');
  });

  it('keeps the empty lines that end the cell', () => {
    strictEqual(fitted('a\n', 'b'), 'b\n');
    strictEqual(fitted('a', 'b\n'), 'b');
    strictEqual(fitted('a\r\n\r\n', 'b\nc'), 'b\r\nc\r\n\r\n');
    strictEqual(fitted('\n\n', 'b'), 'b');
  });
});
