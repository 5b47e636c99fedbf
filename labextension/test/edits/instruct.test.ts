import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import type { IDrafts } from '../../src/edits/drafts';
import { Instruct } from '../../src/edits/instruct';
import { Shelf } from '../../src/talk/shelf';
import type { IActed, IAssistant, IOutcome, IProposal } from '../../src/tokens';
import { reply, turn } from '../talk';

interface IFake {
  readonly assistant: IAssistant;
  readonly asked: unknown[];
  readonly proposed: IProposal[];
  readonly stopped: unknown[];
  /** End the request with a reply, or with an outcome of its own. */
  answer(text: string, outcome?: Partial<IOutcome>): void;
}

function fake(source: string): IFake {
  const asked: unknown[] = [];
  const proposed: IProposal[] = [];
  const stopped: unknown[] = [];
  let finish: (outcome: IOutcome) => void = () => undefined;
  const state = { turns: [turn({ id: 't1', cell: 'c1' })] };
  const assistant = {
    state,
    actions: {
      focus: () => ({ cell: 'c2' }),
      source: () => source,
      propose: (one: IProposal): IActed => {
        proposed.push(one);
        return { ok: true, message: '', cell: one.cell };
      }
    },
    ask: (prompt: string, options: unknown) => {
      asked.push([prompt, options]);
      return new Promise<IOutcome>(resolve => (finish = resolve));
    },
    stop: (id: unknown) => {
      stopped.push(id);
      return Promise.resolve();
    }
  } as unknown as IAssistant;
  const answer = (text: string, outcome: Partial<IOutcome> = {}): void => {
    const made = reply({ text, status: 'complete' });
    state.turns = [turn({ id: 't1', cell: 'c1', reply: made })];
    finish({ kind: 'done', turn: 't1', message: '', ...outcome });
  };
  return { assistant, asked, proposed, stopped, answer };
}

function shelf(items = new Map<string, string>()): Shelf<IDrafts> {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key)
  };
  return new Shelf<IDrafts>(storage, 'instruct', 'a.ipynb');
}

describe('an edit by instruction', () => {
  it('sends the instruction for its cell and shows the change', async () => {
    const { assistant, asked, proposed, answer } = fake('a = 1\n');
    const instruct = new Instruct(assistant, shelf());
    instruct.open('c1');
    instruct.write('c1', ' make it two ');
    const sending = instruct.send('c1');
    strictEqual(instruct.get('c1')?.isAsking, true);
    answer('```python\na = 2\n```\nIt is two.');
    await sending;

    deepStrictEqual(asked, [
      ['make it two', { kind: 'edit', focus: { cell: 'c1' } }]
    ]);
    deepStrictEqual(proposed, [
      {
        cell: 'c1',
        base: 'a = 1\n',
        source: 'a = 2\n',
        turn: 't1',
        label: 'make it two'
      }
    ]);
    strictEqual(instruct.get('c1'), null);
  });

  it('keeps what was typed where there is no change, and says why', async () => {
    const said: (string | undefined)[] = [];
    for (const [text, outcome] of [
      ['I do not know.', {}],
      ['', { kind: 'failed', message: 'The model is away.' }],
      ['', { kind: 'cancelled' }]
    ] as const) {
      const { assistant, answer } = fake('a = 1');
      const instruct = new Instruct(assistant, shelf());
      instruct.open('c1');
      instruct.write('c1', 'make it two');
      const sending = instruct.send('c1');
      answer(text, outcome);
      await sending;
      said.push(instruct.get('c1')?.problem.split('.')[0]);
      strictEqual(instruct.get('c1')?.text, 'make it two');
    }
    deepStrictEqual(said, [
      'The reply does not hold one change for this cell',
      'The model is away',
      'Stopped; the cell is as it was'
    ]);
  });

  it('is stopped when it is closed, and changes nothing afterwards', async () => {
    const { assistant, proposed, stopped, answer } = fake('a = 1');
    const instruct = new Instruct(assistant, shelf());
    instruct.open('c1');
    instruct.write('c1', 'x');
    const sending = instruct.send('c1');
    instruct.close('c1');
    instruct.open('c1');
    answer('', { kind: 'cancelled' });
    await sending;
    deepStrictEqual([stopped.length, proposed], [1, []]);
    deepStrictEqual(instruct.get('c1'), {
      text: 'x',
      isAsking: false,
      problem: '',
      isRestored: false
    });
  });

  it('is left in two steps while the model writes, and keeps its text', async () => {
    const { assistant, stopped, answer } = fake('a = 1');
    const instruct = new Instruct(assistant, shelf());
    instruct.open('c1');
    instruct.write('c1', 'make it two');
    const sending = instruct.send('c1');
    const left = [instruct.leave('c1')];
    answer('', { kind: 'cancelled' });
    await sending;
    const { text, isAsking } = instruct.get('c1') ?? {};
    left.push(instruct.leave('c1'));
    deepStrictEqual(
      [left, stopped.length, text, isAsking, instruct.get('c1')],
      [[false, true], 1, 'make it two', false, null]
    );

    instruct.open('c1');
    const again = instruct.send('c1');
    deepStrictEqual(
      [instruct.leave('c1'), instruct.leave('c1'), instruct.get('c1')],
      [false, true, null],
      'a reply that does not stop holds nobody'
    );
    answer('', { kind: 'cancelled' });
    await again;
  });

  it('has its text again after it was closed, and after a reload', () => {
    const items = new Map<string, string>();
    const { assistant } = fake('a = 1');
    const instruct = new Instruct(assistant, shelf(items));
    for (const cell of ['c1', 'c2', 'c3']) {
      instruct.open(cell);
    }
    instruct.write('c1', 'half a wi');
    instruct.write('c2', 'closed');
    instruct.close('c2');
    instruct.open('c2');
    strictEqual(instruct.get('c2')?.text, 'closed');
    instruct.close('c2');

    const after = new Instruct(assistant, shelf(items));
    const found = (cell: string): unknown => {
      const field = after.get(cell);
      return field && [field.text, field.isRestored];
    };
    deepStrictEqual(['c1', 'c2', 'c3'].map(found), [
      ['half a wi', true],
      null,
      null
    ]);
    after.open('c2');
    deepStrictEqual(found('c2'), ['closed', false]);
  });

  it('leaves nothing behind once its change is shown', async () => {
    const items = new Map<string, string>();
    const { assistant, answer } = fake('a = 1');
    const instruct = new Instruct(assistant, shelf(items));
    instruct.open('c1');
    instruct.write('c1', 'make it two');
    const sending = instruct.send('c1');
    answer('```python\na = 2\n```');
    await sending;
    instruct.move('b.ipynb');

    deepStrictEqual([...items], [['jupyter-ctx:instruct:b.ipynb', '{}']]);
  });

  it('begins anew where the storage holds something else', () => {
    for (const held of ['7', '[1]', '{"c1":{"text":1}}', '{"c1":null}', '{']) {
      const items = new Map([['jupyter-ctx:instruct:a.ipynb', held]]);
      const instruct = new Instruct(fake('').assistant, shelf(items));
      strictEqual(instruct.get('c1'), null, held);
    }
  });

  it('sends nothing that is empty, and nothing twice', async () => {
    const { assistant, asked, answer } = fake('a = 1');
    const instruct = new Instruct(assistant, shelf());
    await instruct.send('c1');
    instruct.open('c1');
    await instruct.send('c1');
    instruct.write('c1', 'x');
    const sending = instruct.send('c1');
    await instruct.send('c1');
    instruct.write('c1', 'y');
    answer('```python\na = 2\n```');
    await sending;
    strictEqual(asked.length, 1);
  });
});
