import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { IEnclosure } from '../../../src/talk/queue';
import { EMPTY, type IState } from '../../../src/talk/state';
import type {
  IAskOptions,
  IAssistant,
  IOutcome,
  IRepair
} from '../../../src/tokens';
import { type IStage, runCommand } from '../../../src/view/composer/slashrun';
import { trans } from '../values';

const PICTURE: IEnclosure = {
  key: 'k',
  name: 'a.png',
  mime: 'image/png',
  size: 1,
  data: 'AA=='
};

/** A composer with a picture beside the text; notes what a command does. */
class Stage {
  readonly done: unknown[] = [];
  readonly said: string[] = [];
  enclosed: readonly IEnclosure[] = [PICTURE];
  outcome: IOutcome = { kind: 'done', turn: 't', message: '' };

  run(text: string, failing = ''): Promise<string> | null {
    const note = (...what: unknown[]): Promise<IOutcome> => {
      this.done.push(what);
      return Promise.resolve(this.outcome);
    };
    const held = (): readonly IEnclosure[] => this.enclosed;
    const assistant = {
      state: { ...EMPTY, options: [{ name: 'gpt-5' }] } as unknown as IState,
      desk: {
        get enclosed() {
          return held();
        },
        discard: () => (this.enclosed = [])
      },
      enclose: (one: IEnclosure) => (this.enclosed = [one]),
      past: { clear: () => note('clear') },
      setModel: (name: string) => note('model', name),
      actions: {
        focus: () => ({ cell: 'c' }),
        label: () => 'In[1]',
        failure: (cell: string) => (cell === failing ? 'KeyError' : '')
      },
      panel: { content: { widgets: [] } },
      ask: (prompt: string, { kind, enclosed }: IAskOptions) =>
        note(
          prompt,
          kind,
          enclosed?.map(one => one.name)
        )
    } as unknown as IAssistant;
    const repair = {
      fix: (
        _: IAssistant,
        cell: string,
        wantsModel: boolean,
        all: readonly IEnclosure[]
      ) =>
        note(
          'fix',
          cell,
          wantsModel,
          all.map(one => one.name)
        )
    } as unknown as IRepair;
    const stage: IStage = {
      assistant,
      repair: failing === '' ? null : repair,
      trans,
      say: message => this.said.push(message),
      open: part => this.done.push(['open', part])
    };
    return runCommand(text, stage);
  }
}

test('a question that begins like a command does nothing and is refused', async () => {
  for (const text of [
    '/clear all outputs of the notebook please',
    '/model is overfitting, what can I do?',
    '/memory is full, why?',
    '/help me'
  ]) {
    const stage = new Stage();
    assert.equal(await stage.run(text), 'refused', text);
    assert.deepEqual(stage.done, [], text);
    assert.match(stage.said[0] ?? '', /nothing was done.*\/\/[a-z]+/, text);
  }
  const stage = new Stage();
  await stage.run('/clear');
  await stage.run('/model other');
  await stage.run('/help');
  assert.deepEqual(stage.done, [
    ['clear'],
    ['model', 'other'],
    ['open', 'help']
  ]);
});

test('a command that asks takes along what was added to the message', async () => {
  for (const [text, prompt, kind] of [
    ['/explain the picture', 'the picture', 'explain'],
    ['/fix the plot', 'the plot', 'fix'],
    ['/plan a table of it', 'a table of it', 'plan']
  ]) {
    const stage = new Stage();
    assert.equal(await stage.run(text ?? ''), 'done');
    assert.deepEqual(stage.done, [[prompt, kind, ['a.png']]]);
    assert.deepEqual(stage.enclosed, []);
  }
});

test('a bare /fix takes along what was added, and then asks the model', async () => {
  const stage = new Stage();
  assert.equal(await stage.run('/fix', 'c'), 'done');
  assert.equal(await stage.run('/fix', 'c'), 'done');
  assert.deepEqual(stage.done, [
    ['fix', 'c', true, ['a.png']],
    ['fix', 'c', false, []]
  ]);
  assert.deepEqual(stage.enclosed, []);
});

test('where nothing came of a command, what was added is there again', async () => {
  const stage = new Stage();
  stage.outcome = { kind: 'failed', turn: '', message: 'No kernel.' };
  assert.equal(await stage.run('/explain the picture'), 'refused');
  assert.deepEqual(stage.enclosed, [PICTURE]);
  assert.deepEqual(stage.said, ['No kernel.']);
});
