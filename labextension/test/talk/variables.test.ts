import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type { Variable, Variables } from '../../src/protocol.generated';
import {
  columnMention,
  found,
  mentioned,
  ordered,
  renew
} from '../../src/talk/variables';

function variable(name: string, more: Partial<Variable> = {}): Variable {
  return {
    name,
    type: 'int',
    kind: 'scalar',
    size: '',
    value: '1',
    run: 1,
    changed: 1,
    cell: '',
    label: 'In[1]',
    stale: '',
    kept: '',
    columns: 0,
    ...more
  };
}

function told(changed: Variable[], more: Partial<Variables> = {}): Variables {
  return {
    type: 'variables',
    seq: 0,
    requestId: '',
    changed,
    gone: [],
    isAll: false,
    run: 2,
    total: 0,
    ...more
  };
}

const names = (rows: readonly Variable[]): string[] =>
  rows.map(row => row.name);

describe('the list of live names', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(name => variable(name)) as [
    Variable,
    Variable,
    Variable
  ];
  const all = renew(null, told([a, b, c], { isAll: true, run: 1, total: 3 }));

  it('takes in what changed in its place, and what is new at the end', () => {
    const b2 = variable('b', { value: '2' });
    const now = renew(
      all,
      told([variable('d'), b2], { gone: ['a'], total: 3 })
    );

    deepStrictEqual(names(now.rows), ['b', 'c', 'd']);
    deepStrictEqual([now.rows[0], now.run, now.total], [b2, 2, 3]);
    strictEqual(now.rows[1], c);
  });

  it('keeps its rows as they are where only the run is another', () => {
    strictEqual(renew(all, told([], { total: 3 })).rows, all.rows);
  });

  it('begins anew with all', () => {
    deepStrictEqual(names(renew(all, told([c], { isAll: true })).rows), ['c']);
  });

  it('is found by each word, and sorted', () => {
    const frame = variable('sales', {
      type: 'DataFrame',
      size: '2 rows x 3 columns',
      changed: 9
    });
    const rows = [variable('z'), frame, variable('b', { changed: null })];

    deepStrictEqual(names(found(rows, 'dataframe 2')), ['sales']);
    strictEqual(found(rows, ' '), rows);
    deepStrictEqual(names(ordered(rows, 'name')), ['b', 'sales', 'z']);
    deepStrictEqual(names(ordered(rows, 'type')), ['sales', 'b', 'z']);
    deepStrictEqual(names(ordered(rows, 'changed')), ['sales', 'z', 'b']);
  });
});

describe('a mention', () => {
  it('stands behind what is written, with one space around it', () => {
    deepStrictEqual(
      [mentioned('', 'df'), mentioned('Why is', 'df'), mentioned('So ', 'df')],
      ['@df ', 'Why is @df ', 'So @df ']
    );
  });

  it('of a column is in quotes where it is no name', () => {
    deepStrictEqual(
      ['amount', 'größe', 'two words', '2x', 'say "so"'].map(column =>
        columnMention('df', column)
      ),
      [
        'df.amount',
        'df.größe',
        'df["two words"]',
        'df["2x"]',
        'df["say \\"so\\""]'
      ]
    );
  });
});
