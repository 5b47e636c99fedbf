import { deepStrictEqual, strictEqual } from 'node:assert';
import { afterEach, describe, it } from 'node:test';

import { DocumentActions } from '../../src/edits/edits';
import { runAll, runOrder, runsAlone, sorted } from '../../src/notebook/stale';
import { FakeKeep, FakePage } from '../page';
import { staleCell } from '../values';

const keys = (cells: readonly { key: string }[]): string[] =>
  cells.map(({ key }) => key);

describe('the list of what is out of date', () => {
  it('stands as the notebook does, apart by what may be done', () => {
    const order = ['a', 'b', 'c', 'd', 'e'];
    const cells = [
      staleCell('e'),
      staleCell('gone', { cell: '' }),
      staleCell('d', { isOlder: true }),
      staleCell('b', { isLost: true }),
      staleCell('a')
    ];
    const { due, older, lost } = sorted(cells, cell => order.indexOf(cell));

    deepStrictEqual(
      [keys(due), keys(older), keys(lost)],
      [['a', 'e', 'gone'], ['d'], ['b']]
    );
  });
});

describe('the order of a run', () => {
  it('puts a cell behind those it waits for, and leaves out what cannot run', () => {
    const cells = [
      staleCell('a', { after: ['c'] }),
      staleCell('b'),
      staleCell('c', { after: ['elsewhere'] }),
      staleCell('d', { canRun: false })
    ];

    deepStrictEqual(keys(runOrder(cells)), ['b', 'c', 'a']);
    deepStrictEqual(
      cells.map(cell => runsAlone(cell, cells)),
      [false, true, true, false]
    );
  });

  it('goes through a circle as it stands, once', () => {
    const cells = [
      staleCell('a', { after: ['b'] }),
      staleCell('b', { after: ['a'] })
    ];

    deepStrictEqual(keys(runOrder(cells)), ['a', 'b']);
  });
});

describe('a run', () => {
  const opened: DocumentActions[] = [];
  afterEach(() => opened.splice(0).forEach(actions => actions.dispose()));

  async function open(): Promise<[FakePage, DocumentActions, string[]]> {
    const page = await FakePage.with('x = 1', 'y = x', 'z = y');
    const actions = new DocumentActions(page, new FakeKeep());
    const ran: string[] = [];
    opened.push(actions);
    page.run = cell => {
      ran.push(cell);
      return Promise.resolve('');
    };
    return [page, actions, ran];
  }

  const CELLS = ['c0', 'c1', 'c2'].map(cell => staleCell(cell));

  it('goes from cell to cell and has nothing to say when all is well', async () => {
    const [, actions, ran] = await open();

    strictEqual(await runAll(actions, CELLS), '');
    deepStrictEqual(ran, ['c0', 'c1', 'c2']);
  });

  it('ends at the first failure and says how many were not begun', async () => {
    const [page, actions, ran] = await open();
    page.fail('c1', 'NameError');

    strictEqual(
      await runAll(actions, CELLS),
      'cell 2 failed: NameError (1 more cell was not run)'
    );
    deepStrictEqual(ran, ['c0', 'c1']);
  });

  it('begins no further cell once it is stopped', async () => {
    const [, actions, ran] = await open();

    strictEqual(await runAll(actions, CELLS, () => ran.length < 2), '');
    deepStrictEqual(ran, ['c0', 'c1']);
  });
});
