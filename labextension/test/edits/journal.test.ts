import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { type IEdit, Journal } from '../../src/edits/journal';
import { FakeKeep } from '../page';

const edit = (turn: string, after = 'b'): IEdit => ({
  turn,
  cell: 'c1',
  kind: 'replace',
  before: 'a',
  after
});

describe('Journal', () => {
  it('remembers edits over a reload, each notebook its own', () => {
    const keep = new FakeKeep();
    new Journal(keep, 'a.ipynb').add(edit('t1'));
    deepStrictEqual(new Journal(keep, 'a.ipynb').edits, [edit('t1')]);
    deepStrictEqual(new Journal(keep, 'b.ipynb').edits, []);
  });

  it('follows a notebook to its new name', () => {
    const keep = new FakeKeep();
    const journal = new Journal(keep, 'a.ipynb');
    journal.add(edit('t1'));
    journal.move('b.ipynb');
    deepStrictEqual(new Journal(keep, 'b.ipynb').edits, [edit('t1')]);
    deepStrictEqual(new Journal(keep, 'a.ipynb').edits, []);
  });

  it('forgets what was taken back', () => {
    const journal = new Journal(new FakeKeep(), 'a.ipynb');
    journal.add(edit('t1'));
    journal.add(edit('t2'));
    journal.drop(journal.edits.slice(0, 1));
    deepStrictEqual(journal.edits, [edit('t2')]);
  });
});

describe('the store of a Journal', () => {
  it('stays small: the oldest edits go first', () => {
    const journal = new Journal(new FakeKeep(), 'a.ipynb');
    for (let n = 0; n < 120; n++) {
      journal.add(edit(`t${n}`));
    }
    strictEqual(journal.edits.length, 100);
    journal.add(edit('long', 'x'.repeat(499_900)));
    deepStrictEqual(
      [journal.edits.length < 100, journal.edits.some(e => e.turn === 'long')],
      [true, true]
    );
  });

  it('reads nothing from what it did not write', () => {
    const keep = new FakeKeep();
    for (const text of ['{', '{}', '[1, null, {"kind": "replace"}]']) {
      keep.setItem('jupyter-ctx:edits:a.ipynb', text);
      deepStrictEqual(new Journal(keep, 'a.ipynb').edits, []);
    }
  });

  it('goes on in memory where nothing can be kept', () => {
    const keep = new FakeKeep();
    keep.setItem = () => {
      throw new Error('full');
    };
    const journal = new Journal(keep, 'a.ipynb');
    journal.add(edit('t1'));
    deepStrictEqual(journal.edits, [edit('t1')]);
  });
});
