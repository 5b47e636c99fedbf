import { deepStrictEqual, strictEqual } from 'node:assert';
import { afterEach, describe, it } from 'node:test';

import type { IEnclosure } from '../../src/talk/queue';
import { Repair } from '../../src/edits/repair';
import type { IAssistant } from '../../src/tokens';
import { code, replaces, reply, settle, Talk, turn } from '../talk';

const opened: Talk[] = [];
afterEach(() => opened.splice(0).forEach(talk => talk.actions.dispose()));

/** Open a notebook whose first cell fails, and write what will be said. */
async function open(script: Talk['script'], ...sources: string[]) {
  const talk = await Talk.on(...(sources.length > 0 ? sources : ['regoin']));
  talk.page.fail('c0', 'KeyError');
  talk.script = script;
  opened.push(talk);
  const repair = new Repair();
  const { assistant, actions, page } = talk;
  const line = () => repair.progress(assistant);
  /** Start a fix and let it come to the diff. */
  const fix = async (wantsModel = false) => {
    const ended = repair.fix(assistant, 'c0', wantsModel);
    await settle();
    return { ended };
  };
  /** What the runs of cells leave behind, first to last. */
  const runs = (...enames: string[]) => {
    const run: string[] = [];
    page.run = cell => {
      run.push(cell);
      page.fail(cell, enames.shift() ?? '');
      return Promise.resolve('');
    };
    return run;
  };
  return { talk, repair, assistant, actions, page, line, fix, runs };
}

describe('a repair', () => {
  it('shows a fix, and runs the cell once the user accepts it', async () => {
    const it = await open([
      reply({ choices: [replaces('a', 'regoin', 'region')] })
    ]);
    const run = it.runs('');
    const { ended } = await it.fix();
    strictEqual(
      it.line(),
      'Round 1 of 3: accept the change and cell 1 runs, or reject it.'
    );
    deepStrictEqual([it.page.sources, run], [['regoin'], []]);

    it.actions.accept('c0');
    await ended;

    strictEqual(it.line(), 'Fixed: cell 1 runs without an error.');
    deepStrictEqual([it.page.sources, run], [['region'], ['c0']]);
    deepStrictEqual(it.talk.chosen, [['t1', 'r', 'a']]);
    deepStrictEqual(it.talk.asked, [
      [
        'Fix the error in cell 1.',
        { kind: 'fix', focus: { cell: 'c0' }, attempt: 1, wantsModel: false }
      ]
    ]);
  });
});

const LOG: IEnclosure = {
  key: 'k',
  name: 'run.log',
  mime: 'text/plain',
  size: 3,
  data: 'b25l'
};

describe('what was added to a repair', () => {
  it('goes with its first question alone', async () => {
    const it = await open([code('one'), code('two')]);
    it.runs('KeyError', '');
    const ended = it.repair.fix(it.assistant, 'c0', true, [LOG]);
    await settle();
    it.actions.accept('c0');
    await settle();
    it.actions.accept('c0');
    await ended;

    deepStrictEqual(
      it.talk.asked.map(([, { enclosed }]) => enclosed),
      [[LOG], undefined]
    );
  });

  it('is there for the next message where nothing came of it', async () => {
    const it = await open([]);
    const back: IEnclosure[] = [];
    const assistant = Object.assign(Object.create(it.assistant), {
      ask: () => Promise.resolve({ kind: 'failed', turn: '', message: 'No.' }),
      enclose: (one: IEnclosure) => back.push(one)
    }) as IAssistant;
    await it.repair.fix(assistant, 'c0', true, [LOG]);

    deepStrictEqual(back, [LOG]);
    strictEqual(it.repair.progress(assistant), 'No.');
  });
});

describe('the rounds of a repair', () => {
  it('tries again while the cell fails, and gives up after three rounds', async () => {
    const it = await open([
      code('one'),
      code('two'),
      code('three'),
      code('four')
    ]);
    const run = it.runs('KeyError', 'TypeError', 'ValueError');
    const { ended } = await it.fix();
    for (let round = 1; round <= 3; round++) {
      strictEqual(it.line().slice(0, 12), `Round ${round} of 3`);
      strictEqual(it.actions.accept('c0').ok, true);
      await settle();
    }
    await ended;

    strictEqual(
      it.line().split('.')[0],
      'Given up after three rounds: cell 1 still fails with ValueError'
    );
    deepStrictEqual([it.page.sources, run.length], [['three'], 3]);
    deepStrictEqual(
      it.talk.asked.map(([, options]) => options.attempt),
      [1, 2, 3]
    );
  });

  it('runs nothing after a rejection', async () => {
    const it = await open([code('one')]);
    const run = it.runs('');
    const { ended } = await it.fix();
    it.actions.reject('c0');
    await ended;
    deepStrictEqual(
      [it.line(), it.page.sources, run],
      ['Rejected; the cell is as it was.', ['regoin'], []]
    );
  });
});

describe('a repair beside the user', () => {
  it('goes on waiting while the user typed into the cell', async () => {
    const it = await open([code('one')]);
    const run = it.runs('');
    const { ended } = await it.fix();
    it.page.cell('c0').updateSource(0, 0, 'my ');
    it.actions.accept('c0');
    await settle();
    deepStrictEqual([run, it.page.sources], [[], ['my regoin']]);

    it.actions.rebase('c0');
    it.actions.accept('c0');
    await ended;
    deepStrictEqual([run, it.page.sources], [['c0'], ['one']]);
  });

  it('runs a cell above first where the fault is there', async () => {
    const above = replaces('a', 'def f(): 1/0', 'def f(): 1', 'c1');
    const it = await open([reply({ choices: [above] })], 'f()', 'def f(): 1/0');
    const run = it.runs('', '');
    const { ended } = await it.fix();
    it.actions.accept('c1');
    await ended;
    deepStrictEqual(
      [run, it.page.sources],
      [
        ['c1', 'c0'],
        ['f()', 'def f(): 1']
      ]
    );
  });
});

describe('what a repair offers', () => {
  it('lets the user look at the other fixes, and records the accepted one', async () => {
    const choices = ['one', 'two'].map(to => replaces(to, 'regoin', to));
    const it = await open([reply({ choices })]);
    it.runs('');
    const { ended } = await it.fix();
    deepStrictEqual(it.repair.loop(it.assistant)?.fixes, [
      'Write one',
      'Write two'
    ]);

    await it.repair.take(it.assistant, 1);
    it.actions.accept('c0');
    await ended;

    deepStrictEqual(
      [it.page.sources, it.talk.chosen],
      [['two'], [['t1', 'r', 'two']]]
    );
  });

  it('asks the model instead where the user wants it, in the same round', async () => {
    const choices = [replaces('a', 'regoin', 'region')];
    const it = await open([reply({ choices }), code('model')]);
    it.runs('');
    const { ended } = await it.fix();
    strictEqual(it.repair.loop(it.assistant)?.canAskModel, true);
    it.repair.askModel(it.assistant);
    await settle();
    strictEqual(it.repair.loop(it.assistant)?.canAskModel, false);
    it.actions.accept('c0');
    await ended;

    deepStrictEqual(
      it.talk.asked.map(([, options]) => [options.attempt, options.wantsModel]),
      [
        [1, false],
        [1, true]
      ]
    );
    deepStrictEqual([it.page.sources, it.talk.chosen], [['model'], []]);
  });
});

describe('a run in a repair', () => {
  it('that is not possible ends it, whatever error is still shown', async () => {
    const it = await open([code('one'), code('two')]);
    it.page.run = () => Promise.resolve('There is no kernel.');
    const { ended } = await it.fix();
    it.actions.accept('c0');
    await ended;
    deepStrictEqual(
      [it.line(), it.talk.asked.length],
      ['There is no kernel.', 1]
    );
  });

  it('that the user interrupts ends it', async () => {
    const it = await open([code('one'), code('two')]);
    it.runs('KeyboardInterrupt');
    const { ended } = await it.fix();
    it.actions.accept('c0');
    await ended;
    deepStrictEqual(
      [it.line().split(',')[0], it.talk.asked.length],
      ['You interrupted cell 1', 1]
    );
  });

  it('of a cell above that fails itself ends it', async () => {
    const above = replaces('a', 'def f(): 1/0', 'def f(:', 'c1');
    const it = await open([reply({ choices: [above] })], 'f()', 'def f(): 1/0');
    const run = it.runs('SyntaxError');
    const { ended } = await it.fix();
    it.actions.accept('c1');
    await ended;
    deepStrictEqual([it.line(), run], ['cell 2 failed: SyntaxError', ['c1']]);
  });
});

describe('a repair without a diff', () => {
  it('offers a new cell where that is the fix, and inserts it on a click', async () => {
    const insert = {
      ...replaces('a', '', ''),
      action: { insert: '%pip install x' }
    };
    const it = await open([reply({ choices: [insert] })]);
    const { ended } = await it.fix();
    await ended;
    strictEqual(it.line().split(':')[0], 'The fix is a cell of its own');

    await it.repair.take(it.assistant, 0);

    deepStrictEqual(it.page.sources, ['regoin', '%pip install x']);
  });

  it('says so where the reply is no change of the cell', async () => {
    const two = reply({ text: '```python\na\n```\n```python\nb\n```' });
    const cut = { ...code('one'), status: 'length' as const };
    const lines = [];
    for (const said of [
      two,
      reply({ text: 'No idea.' }),
      cut,
      code('regoin')
    ]) {
      const it = await open([said]);
      await (
        await it.fix()
      ).ended;
      lines.push(it.line().split(/[.,]/)[0]);
    }
    deepStrictEqual(lines, [
      'The reply does not hold one change for this cell',
      'The reply does not hold one change for this cell',
      'The reply was cut before its end',
      'The reply leaves the cell as it is'
    ]);
  });

  it('ends with the reason where nobody answers', async () => {
    const it = await open([{ kind: 'failed', turn: '', message: 'No model.' }]);
    await (
      await it.fix()
    ).ended;
    strictEqual(it.line(), 'No model.');
  });
});

describe('Stop', () => {
  it('ends a repair that waits for the model, and stops that reply', async () => {
    let answer: (outcome: {
      kind: 'cancelled';
      turn: string;
      message: string;
    }) => void = () => undefined;
    const it = await open([new Promise(resolve => (answer = resolve))]);
    const live = { reply: 'r', text: '', reasoning: '', activity: '' };
    it.talk.show(
      turn({ id: 'other', cell: 'c9', live }),
      turn({ id: 't1', live })
    );
    it.talk.show(turn({ id: 'later', cell: 'c9', live }));
    const { ended } = await it.fix();

    it.repair.stop(it.assistant);
    answer({ kind: 'cancelled', turn: 't1', message: '' });
    await ended;

    deepStrictEqual(it.talk.stopped, ['t1']);
    strictEqual(it.line(), 'Stopped. Nothing more is changed or run.');
    deepStrictEqual(it.actions.proposals, []);
  });
});

describe('Stop while a diff is shown', () => {
  it('takes the diff away', async () => {
    const it = await open([code('one')]);
    const { ended } = await it.fix();
    it.repair.stop(it.assistant);
    await ended;
    deepStrictEqual([it.actions.proposals, it.page.sources], [[], ['regoin']]);
  });

  it('asks nothing more after the run that is under way', async () => {
    const it = await open([code('one'), code('two')]);
    let ran: (reason: string) => void = () => undefined;
    it.page.run = () => new Promise(resolve => (ran = resolve));
    const { ended } = await it.fix();
    it.actions.accept('c0');
    await settle();
    it.repair.stop(it.assistant);
    ran('');
    await ended;

    strictEqual(it.talk.asked.length, 1);
    strictEqual(
      it.line(),
      'Stopped. cell 1 still runs; interrupt the kernel to end it.'
    );
  });
});

describe('another repair', () => {
  it('happens to an older repair when another starts', async () => {
    const it = await open([code('one'), code('two')]);
    const first = await it.fix();
    const second = await it.fix();
    await first.ended;
    deepStrictEqual(
      it.actions.proposals.map(one => one.source),
      ['two']
    );
    it.actions.reject('c0');
    await second.ended;
  });
});

describe('a choice', () => {
  it('that replaces is shown as a diff of its cell', async () => {
    const it = await open([]);
    const shown = turn({
      reply: reply({ choices: [replaces('a', 'regoin', 'x')] })
    });
    const outcome = await it.repair.choose(it.assistant, shown, 'a');
    deepStrictEqual(
      [it.talk.chosen, outcome.kind],
      [[['t1', 'r', 'a']], 'done']
    );
    deepStrictEqual(
      it.actions.proposals.map(({ cell, source }) => [cell, source]),
      [['c0', 'x']]
    );
  });

  it('that replaces a cell which is gone says so', async () => {
    const it = await open([]);
    const shown = turn({
      reply: reply({ choices: [replaces('a', 'b', 'x', 'gone')] })
    });
    const outcome = await it.repair.choose(it.assistant, shown, 'a');
    deepStrictEqual(
      [outcome.kind, outcome.message.split(',')[0]],
      ['failed', 'That cell is not in the notebook any more']
    );
  });

  it('of a plan is shown before the next step is there', async () => {
    const it = await open([]);
    const plain = replaces('a', 'regoin', 'x');
    const planned = { ...plain, action: { ...plain.action, plan: 'p' } };
    const shown = turn({ reply: reply({ choices: [planned] }) });
    void it.repair.choose(it.assistant, shown, 'a');
    await settle();
    deepStrictEqual(
      [it.talk.chosen, it.actions.proposals.map(one => one.source)],
      [[['t1', 'r', 'a']], ['x']]
    );
    await settle();
  });

  it('that checks a plan runs its cells first, up to one that fails', async () => {
    const it = await open([], 'one', 'two', 'three');
    const run = it.runs('', 'KeyError');
    const action = { plan: 'p', verb: 'check', run: 'c0 c1 c2' };
    const check = { ...replaces('a', '', ''), action };
    const shown = turn({ reply: reply({ choices: [check] }) });
    await it.repair.choose(it.assistant, shown, 'a');
    deepStrictEqual([run, it.talk.chosen], [['c0', 'c1'], [['t1', 'r', 'a']]]);
  });

  it('without an action is the model’s to answer', async () => {
    const it = await open([]);
    const plain = { ...replaces('a', '', ''), action: {} };
    const shown = turn({ reply: reply({ choices: [plain] }) });
    await it.repair.choose(it.assistant, shown, 'a');
    deepStrictEqual([it.talk.chosen.length, it.page.sources], [1, ['regoin']]);
  });

  it('of a reply that is not there any more does nothing', async () => {
    const it = await open([]);
    const outcome = await it.repair.choose(it.assistant, turn({}), 'a');
    deepStrictEqual([outcome.kind, it.talk.chosen], ['failed', []]);
  });
});
