import { deepStrictEqual, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { Instruct } from '../src/instruct';
import type { IActed, IAssistant, IOutcome, IProposal } from '../src/tokens';
import { reply, turn } from './talk';

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

describe('an edit by instruction', () => {
  it('sends the instruction for its cell and shows the change', async () => {
    const { assistant, asked, proposed, answer } = fake('a = 1\n');
    const instruct = new Instruct(assistant);
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
      const instruct = new Instruct(assistant);
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
    const instruct = new Instruct(assistant);
    instruct.open('c1');
    instruct.write('c1', 'x');
    const sending = instruct.send('c1');
    instruct.close('c1');
    instruct.open('c1');
    answer('', { kind: 'cancelled' });
    await sending;
    deepStrictEqual([stopped.length, proposed], [1, []]);
    deepStrictEqual(instruct.get('c1'), {
      text: '',
      isAsking: false,
      problem: ''
    });
  });

  it('sends nothing that is empty, and nothing twice', async () => {
    const { assistant, asked, answer } = fake('a = 1');
    const instruct = new Instruct(assistant);
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
