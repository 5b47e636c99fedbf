import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { marksOf, spoken } from '../src/marks';
import { staleCell } from './values';

describe('the marks of cells', () => {
  it('are those of cells that the notebook holds, with all their reasons', () => {
    const made = marksOf([
      staleCell('a', { cell: 'a', reasons: ['`x` has changed'] }),
      staleCell('b', { cell: '', reasons: ['gone'] }),
      staleCell('c', { cell: 'a', reasons: ['it was edited'], isOlder: true }),
      staleCell('d', { cell: 'd', reasons: ['another kernel'], isLost: true })
    ]);

    deepStrictEqual(
      [...made],
      [
        ['a', { isDue: true, reasons: ['`x` has changed', 'it was edited'] }],
        ['d', { isDue: false, reasons: ['another kernel'] }]
      ]
    );
  });

  it('say their reasons without marks of code', () => {
    const mark = { isDue: true, reasons: ['`x` has changed', 'it was edited'] };
    strictEqual(spoken(mark), 'x has changed. it was edited.');
  });
});
