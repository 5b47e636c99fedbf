import { deepStrictEqual, strictEqual } from 'node:assert';
import { afterEach, describe, it } from 'node:test';

import { DocumentActions } from '../src/edits';
import { FakeKeep, FakePage } from './page';

const opened: DocumentActions[] = [];
afterEach(() => opened.splice(0).forEach(actions => actions.dispose()));

async function open(
  ...sources: string[]
): Promise<{ page: FakePage; actions: DocumentActions }> {
  const page = await FakePage.with(...sources);
  const actions = new DocumentActions(page, new FakeKeep());
  opened.push(actions);
  return { page, actions };
}

const change = (cell: string, base: string, source: string) => ({
  cell,
  base,
  source,
  turn: 't1'
});

describe('a replacement', () => {
  it('changes nothing before it is accepted, and one cell in one undo step', async () => {
    const { page, actions } = await open('one', 'df["regoin"]', 'three');
    const cell = page.cell('c1');
    // What the user typed before must not be undone with it.
    cell.updateSource(12, 12, ' # mine');
    actions.propose(change('c1', 'df["regoin"] # mine', 'df["region"] # mine'));
    deepStrictEqual(page.sources, ['one', 'df["regoin"] # mine', 'three']);

    strictEqual(actions.accept('c1').ok, true);

    deepStrictEqual(page.sources, ['one', 'df["region"] # mine', 'three']);
    cell.undo();
    deepStrictEqual(page.sources, ['one', 'df["regoin"] # mine', 'three']);
    cell.undo();
    deepStrictEqual(page.sources, ['one', 'df["regoin"]', 'three']);
  });

  it('never overwrites what the user typed meanwhile', async () => {
    const { page, actions } = await open('a\nb\nc\nd\ne\nf', 'two');
    actions.propose(change('c0', 'a\nb\nc\nd\ne\nf', 'A\nb\nc\nd\ne\nf'));
    page.cell('c0').updateSource(11, 11, '\nmine');

    const refused = actions.accept('c0');

    strictEqual(
      refused.message,
      'cell 1 has changed since this was written, so nothing was replaced.'
    );
    deepStrictEqual(page.sources, ['a\nb\nc\nd\ne\nf\nmine', 'two']);
    strictEqual(actions.proposals[0]?.conflict, refused.message);
  });
});

describe('a replacement in conflict', () => {
  it('is offered anew on what the user typed, which stays', async () => {
    const { page, actions } = await open('a\nb\nc\nd\ne\nf');
    actions.propose(change('c0', 'a\nb\nc\nd\ne\nf', 'A\nb\nc\nd\ne\nf'));
    page.cell('c0').updateSource(11, 11, '\nmine');
    actions.accept('c0');

    actions.rebase('c0');
    strictEqual(actions.accept('c0').ok, true);

    deepStrictEqual(page.sources, ['A\nb\nc\nd\ne\nf\nmine']);
  });

  it('says so where it would take out what the user typed', async () => {
    const { page, actions } = await open('a');
    actions.propose(change('c0', 'a', 'b'));
    page.cell('c0').updateSource(1, 1, ' mine');

    actions.rebase('c0');

    deepStrictEqual(
      actions.proposals.map(({ base, source, note, conflict }) => [
        base,
        source,
        note?.slice(0, 26),
        conflict
      ]),
      [['a mine', 'b', 'You changed the same lines', '']]
    );
  });

  it('shows its conflict as soon as the user types, and no more when that is undone', async () => {
    const { page, actions } = await open('a');
    actions.propose(change('c0', 'a', 'b'));
    const said: (string | undefined)[] = [];
    actions.changed.connect(() => said.push(actions.proposals[0]?.conflict));
    page.type('c0', ' mine');
    page.type('c0', ' too');
    page.cell('c0').updateSource(1, 10, '');
    page.textChanged.emit();
    deepStrictEqual(
      said.map(one => one?.slice(0, 18)),
      ['cell 1 has changed', '']
    );
  });

  it('shows its conflict at once where the cell has changed already', async () => {
    const { actions } = await open('now');
    actions.propose(change('c0', 'then', 'later'));
    strictEqual(actions.proposals[0]?.conflict?.startsWith('cell 1 has'), true);
  });
});

describe('a proposal', () => {
  it('can be rejected, replaced by another, or go with its cell', async () => {
    const { page, actions } = await open('a', 'b');
    const verdicts: string[] = [];
    actions.decided.connect((_, decision) => verdicts.push(decision.verdict));
    actions.propose(change('c0', 'a', '1'));
    actions.propose(change('c0', 'a', '2'));
    actions.reject('c0');
    actions.propose(change('c1', 'b', '3'));
    page.remove('c1');
    await Promise.resolve();

    deepStrictEqual(verdicts, ['replaced', 'rejected', 'gone']);
    deepStrictEqual([actions.proposals, page.sources], [[], ['a']]);
  });

  it('respects locked cells, read-only notebooks and deleted cells', async () => {
    const { page, actions } = await open('a', 'b');
    page.cell('c1').setMetadata({ editable: false });
    const said = [actions.propose(change('c1', 'b', 'x')).message];
    said.push(actions.propose(change('gone', 'b', 'x')).message);
    actions.propose(change('c0', 'a', 'x'));
    page.isReadOnly = true;
    said.push(actions.accept('c0').message);
    said.push(actions.insert('x', 'below', 'c0', 't1').message);

    deepStrictEqual(
      said.map(message => message.split(' ').slice(0, 4).join(' ')),
      [
        'This cell is locked',
        'That cell is not',
        'This notebook is read-only.',
        'This notebook is read-only.'
      ]
    );
    deepStrictEqual(page.sources, ['a', 'b']);
  });

  it('leads the user to its cell, but not away from writing', async () => {
    const { page, actions } = await open('a', 'b');
    actions.propose(change('c0', 'a', 'x'));
    page.isWriting = true;
    actions.propose(change('c1', 'b', 'x'));
    deepStrictEqual(page.revealed, ['c0']);
  });
});

describe('an insertion', () => {
  it('lands beside the bound cell, wherever the user is', async () => {
    const { page, actions } = await open('a', 'b', 'c');
    page.focus = { cell: 'c2' };
    actions.insert('below', 'below', 'c0', 't1');
    actions.insert('above', 'above', 'c0', 't1');
    deepStrictEqual(page.sources, ['above', 'a', 'below', 'b', 'c']);
  });

  it('goes beside the active cell where the bound one is gone, and says so', async () => {
    const { page, actions } = await open('a', 'b');
    page.focus = { cell: 'c0' };
    const acted = actions.insert('x', 'below', 'gone', 't1');
    deepStrictEqual(
      [page.sources, acted.ok, acted.message.split(';')[0]],
      [['a', 'x', 'b'], true, 'The cell this belongs to is not there any more']
    );
  });

  it('is one undo step and leaves its cell untrusted until it runs', async () => {
    const { page, actions } = await open('a');
    const { cell } = actions.insert('x', 'below', 'c0', 't1');
    strictEqual(page.cell(cell).getMetadata('trusted'), false);
    page.shared.undo();
    deepStrictEqual(page.sources, ['a']);
  });
});

describe('taking back a turn', () => {
  it('takes back its edits, newest first, and those of no other turn', async () => {
    const { page, actions } = await open('a', 'b');
    actions.propose(change('c0', 'a', 'A'));
    actions.accept('c0');
    actions.insert('new', 'below', 'c0', 't1');
    actions.insert('other', 'below', 'c1', 't2');
    strictEqual(actions.edits('t1'), 2);

    const acted = actions.undoTurn('t1');

    deepStrictEqual(page.sources, ['a', 'b', 'other']);
    strictEqual(acted.message, '2 changes taken back.');
    deepStrictEqual([actions.edits('t1'), actions.edits('t2')], [0, 1]);
  });

  it('leaves cells alone that have changed since, and says how many', async () => {
    const { page, actions } = await open('a', 'b');
    for (const cell of ['c0', 'c1']) {
      actions.propose(change(cell, page.cell(cell).getSource(), 'X'));
      actions.accept(cell);
    }
    page.cell('c1').updateSource(1, 1, ' mine');

    strictEqual(
      actions.undoTurn('t1').message,
      '1 change taken back; 1 change left alone: the cell has changed since, or is gone.'
    );
    deepStrictEqual(page.sources, ['a', 'X mine']);
  });

  it('is still possible after a reload', async () => {
    const page = await FakePage.with('a');
    const keep = new FakeKeep();
    const before = new DocumentActions(page, keep);
    before.propose(change('c0', 'a', 'A'));
    before.accept('c0');

    const after = new DocumentActions(page, keep);
    opened.push(after);
    after.undoTurn('t1');

    deepStrictEqual(page.sources, ['a']);
  });
});

describe('a run', () => {
  it('tells whether the cell ran without an error', async () => {
    const { page, actions } = await open('a');
    const acted = [await actions.run('c0')];
    page.run = () => {
      page.fail('c0', 'KeyError');
      return Promise.resolve('');
    };
    acted.push(await actions.run('c0'), await actions.run('gone'));
    deepStrictEqual(
      acted.map(({ ok, message }) => [ok, message.split('.')[0]]),
      [
        [true, ''],
        [false, 'cell 1 failed: KeyError'],
        [false, 'That cell is not in the notebook any more, so it was not run']
      ]
    );
  });
});
