import { deepStrictEqual, strictEqual } from 'node:assert';
import { afterEach, describe, it } from 'node:test';

import { DocumentActions } from '../../src/edits/edits';
import { FakeKeep, FakePage } from '../page';

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
    const { page, actions } = await open('a\nb', 'two');
    actions.propose(change('c0', 'a\nb', 'A\nb'));
    page.cell('c0').updateSource(1, 1, ' mine');

    const refused = actions.accept('c0');

    strictEqual(
      refused.message,
      'cell 1 has changed since this was written, so nothing was replaced.'
    );
    deepStrictEqual(page.sources, ['a mine\nb', 'two']);
    strictEqual(actions.proposals[0]?.conflict, refused.message);
  });

  it('goes into a cell that has changed elsewhere, which stays', async () => {
    const { page, actions } = await open('a\nb\nc\nd\ne\nf');
    actions.propose(change('c0', 'a\nb\nc\nd\ne\nf', 'A\nb\nc\nd\ne\nf'));
    page.type('c0', '\nmine');
    deepStrictEqual(
      actions.proposals.map(({ note, conflict }) => [note, conflict]),
      [
        [
          'This is the same change in your newer text; what you wrote stays.',
          ''
        ]
      ]
    );

    strictEqual(actions.accept('c0').ok, true);

    deepStrictEqual(page.sources, ['A\nb\nc\nd\ne\nf\nmine']);
    page.cell('c0').undo();
    deepStrictEqual(page.sources, ['a\nb\nc\nd\ne\nf\nmine']);
  });

  it('ends its lines as the cell does', async () => {
    const { page, actions } = await open('a\r\nb');
    actions.propose(change('c0', 'a\r\nb', 'a\nB'));
    deepStrictEqual(
      actions.hunks('c0').map(hunk => hunk.fresh),
      [['B']]
    );
    actions.accept('c0');
    deepStrictEqual(page.sources, ['a\r\nB']);
  });
});

const LONG = 'a\n1\n2\n3\nb\n4\n5\n6\nc';
const LONGER = LONG.replace('a', 'A').replace('b', 'B').replace('c', 'C');

describe('the hunks of a replacement', () => {
  it('are picked one by one and made as one undo step', async () => {
    const { page, actions } = await open(LONG);
    const decided: unknown[] = [];
    actions.decided.connect((_, { verdict, proposal }) =>
      decided.push([verdict, proposal.source])
    );
    actions.propose(change('c0', LONG, LONGER));
    const [first, second, third] = actions.hunks('c0').map(one => one.key);
    actions.decide('c0', first ?? '', 'accepted');
    actions.decide('c0', second ?? '', 'rejected');
    deepStrictEqual(page.sources, [LONG]);
    strictEqual(actions.proposals[0]?.at, third);

    const acted = actions.decide('c0', third ?? '', 'accepted');

    const made = LONGER.replace('B', 'b');
    deepStrictEqual(page.sources, [made]);
    deepStrictEqual(decided, [['accepted', made]]);
    strictEqual(
      acted.message,
      '2 of 3 changes are made in cell 1. Ctrl-Z in it takes them back.'
    );
    page.cell('c0').undo();
    deepStrictEqual(page.sources, [LONG]);
    strictEqual(actions.edits('t1'), 0);
  });

  it('leave the cell as it is where all are rejected', async () => {
    const { page, actions } = await open(LONG);
    actions.propose(change('c0', LONG, LONGER));
    const said = actions
      .hunks('c0')
      .map(({ key }) => actions.decide('c0', key, 'rejected').message);
    deepStrictEqual(said, ['', '', 'Rejected; the cell is as it was.']);
    deepStrictEqual([actions.proposals, page.sources], [[], [LONG]]);
  });

  it('count as accepted with Accept where they are open, and not with Apply', async () => {
    const { page, actions } = await open(LONG, LONG);
    for (const cell of ['c0', 'c1']) {
      actions.propose(change(cell, LONG, LONGER));
      const [first, second] = actions.hunks(cell).map(one => one.key);
      actions.decide(cell, first ?? '', 'rejected');
      actions.decide(cell, second ?? '', 'accepted');
    }
    actions.accept('c0');
    actions.apply('c1');
    deepStrictEqual(page.sources, [
      LONGER.replace('A', 'a'),
      LONG.replace('b', 'B')
    ]);
  });

  it('keep the word of the user while they type elsewhere', async () => {
    const { page, actions } = await open(LONG);
    actions.propose(change('c0', LONG, LONGER));
    const [first, second] = actions.hunks('c0').map(one => one.key);
    actions.decide('c0', second ?? '', 'rejected');
    actions.decide('c0', first ?? '', 'rejected');
    actions.decide('c0', first ?? '', null);
    page.type('c0', '\n7\n8\n9\nmine');

    actions.accept('c0');

    deepStrictEqual(page.sources, [
      `${LONGER.replace('B', 'b')}\n7\n8\n9\nmine`
    ]);
  });

  it('put masked secrets back, one by one too', async () => {
    const mask = '<masked name=KEY rule=assignment>';
    const base = `key = "${mask}"\n1\n2\nb`;
    const real = base.replace(mask, 'hunter2-hunter2');
    const { page, actions } = await open(real);
    const source = base.replace('key', 'API').replace('b', 'B');
    actions.propose(change('c0', base, source));
    const [first] = actions.hunks('c0');
    actions.decide('c0', first?.key ?? '', 'accepted');
    actions.apply('c0');
    deepStrictEqual(page.sources, [real.replace('key', 'API')]);
  });

  it('are not there where the change does not fit', async () => {
    const { actions } = await open('now');
    actions.propose(change('c0', 'then', 'later'));
    deepStrictEqual(actions.hunks('c0'), []);
    strictEqual(actions.decide('c0', 'any', 'accepted').ok, false);
  });
});

describe('a replacement in conflict', () => {
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
    page.textChanged.emit();
    page.cell('c0').updateSource(1, 6, '');
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

describe('a key in a cell', () => {
  it('is no news where no change waits, or where it waits in another cell', async () => {
    const { page, actions } = await open('a', 'b');
    actions.propose(change('c1', 'b', 'B'));
    let news = 0;
    actions.changed.connect(() => (news += 1));
    page.type('c0', ' mine');
    strictEqual(news, 0);
    page.type('c1', ' mine');
    strictEqual(news, 1);
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

  it('may be a text, with line breaks as a notebook has them', async () => {
    const { page, actions } = await open('a');
    const { cell } = actions.insert('x\r\ny', 'below', 'c0', 't1', 'markdown');
    const made = page.cell(cell);
    deepStrictEqual([made.cell_type, made.getSource()], ['markdown', 'x\ny']);
    strictEqual(actions.edits('t1'), 1);
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

  it('tells of what stays what it was before, and nothing of what is back', async () => {
    const { page, actions } = await open('a', 'b', 'c');
    for (const cell of ['c0', 'c1', 'c2']) {
      actions.propose(change(cell, page.cell(cell).getSource(), 'X'));
      actions.accept(cell);
    }
    page.cell('c1').updateSource(1, 1, ' mine');
    page.cell('c2').undo();

    strictEqual(actions.edits('t1'), 1);
    deepStrictEqual(actions.lost('t1'), [
      { cell: 'c1', label: 'cell 2', before: 'b' }
    ]);
    actions.undoTurn('t1');
    deepStrictEqual(page.sources, ['a', 'X mine', 'c']);
  });

  it('is news a moment after the user wrote on what it left', async () => {
    const { page, actions } = await open('a');
    actions.propose(change('c0', 'a', 'A'));
    actions.accept('c0');
    const counts: number[] = [];
    const told = new Promise<void>(resolve => {
      actions.changed.connect(() => {
        counts.push(actions.edits('t1'));
        resolve();
      });
    });
    page.type('c0', ' mine');
    page.type('c0', ' too');
    deepStrictEqual(counts, []);
    await told;
    deepStrictEqual(counts, [0]);
  });

  it('counts and takes back several edits of one cell', async () => {
    const { page, actions } = await open('a');
    for (const [base, source] of [
      ['a', 'A'],
      ['A', 'AA']
    ] as const) {
      actions.propose(change('c0', base, source));
      actions.accept('c0');
    }
    strictEqual(actions.edits('t1'), 2);
    actions.undoTurn('t1');
    deepStrictEqual([page.sources, actions.edits('t1')], [['a'], 0]);
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
