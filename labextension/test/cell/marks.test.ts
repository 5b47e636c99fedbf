import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { type IMark, markLine, marksOf, spoken } from '../../src/cell/marks';
import { staleCell } from '../values';
import { trans } from '../view/values';

describe('the marks of cells', () => {
  it('are those of cells that the notebook holds, with all their reasons', () => {
    const made = marksOf([
      staleCell('a', { cell: 'a', reasons: ['`x` has changed'] }),
      staleCell('b', { cell: '', reasons: ['gone'] }),
      staleCell('c', { cell: 'a', reasons: ['it was edited'], isOlder: true }),
      staleCell('d', { cell: 'd', reasons: ['another kernel'], isLost: true }),
      staleCell('e', { cell: 'e', reasons: ['it was edited'], isOlder: true })
    ]);

    deepStrictEqual(
      [...made],
      [
        [
          'a',
          { standing: 'due', reasons: ['`x` has changed', 'it was edited'] }
        ],
        ['d', { standing: 'lost', reasons: ['another kernel'] }],
        ['e', { standing: 'older', reasons: ['it was edited'] }]
      ]
    );
  });

  it('say their reasons without marks of code', () => {
    const reasons = ['`x` has changed', 'it was edited'];
    strictEqual(
      spoken({ standing: 'due', reasons }),
      'x has changed. it was edited.'
    );
  });

  it('call a cell out of date only where the list does', () => {
    const line = (standing: IMark['standing'], reason: string): string =>
      markLine({ standing, reasons: [reason] }, trans);

    deepStrictEqual(
      [
        line('due', '`x` has changed'),
        line('older', '`x` was bound anew'),
        line('lost', 'It ran in the previous kernel only')
      ],
      [
        'Out of date: x has changed.',
        'Older than what stands further down: x was bound anew.',
        'It ran in the previous kernel only.'
      ]
    );
  });
});
