import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Live } from '../../src/protocol.generated';
import { EMPTY, type IState } from '../../src/talk/state';
import { announce } from '../../src/view/announce';
import { reply, trans, turn } from './values';

const CHOICE = {
  id: 'a',
  label: 'a',
  value: 'a',
  variant: 'default',
  detail: '',
  action: {}
} as const;

function live(text: string): IState {
  const growing: Live = { reply: 'r', text, reasoning: '', activity: '' };
  return { ...EMPTY, turns: [turn('t', { live: growing })] };
}

function ended(part: Parameters<typeof reply>[1]): IState {
  return { ...EMPTY, turns: [turn('t', { reply: reply('r', part) })] };
}

test('a reply is announced when it starts and when it ends, not while it grows', () => {
  const states = [
    EMPTY,
    live(''),
    live('a'),
    live('a b'),
    ended({}),
    ended({})
  ];

  assert.deepEqual(
    states
      .slice(1)
      .map((after, index) => announce(states[index] ?? EMPTY, after, trans)),
    ['Reply started.', '', '', 'Reply finished.', '']
  );
});

test('how a reply ended is said, and whether it asks something', () => {
  assert.deepEqual(
    [
      ended({ status: 'cancelled' }),
      ended({ status: 'failed', failure: 'No key.' }),
      ended({ status: 'length' }),
      ended({ choices: [CHOICE, CHOICE] }),
      ended({ choices: [CHOICE, CHOICE], form: 'modal' })
    ].map(after => announce(live('a'), after, trans)),
    [
      'Reply stopped.',
      'No reply: No key.',
      'Reply cut at the output limit.',
      'Reply finished, with 2 choices.',
      'Reply finished. It waits for your answer.'
    ]
  );
});

test('a transcript that was there before is not read out', () => {
  assert.equal(announce(EMPTY, ended({}), trans), '');
});

test('a new problem, failure or note is said once, the same words once only', () => {
  const after = { ...EMPTY, problem: 'No kernel.', failure: 'No kernel.' };

  assert.deepEqual(
    [
      announce(EMPTY, after, trans),
      announce(after, after, trans),
      announce(after, { ...after, note: 'Saved.' }, trans)
    ],
    ['No kernel.', '', 'Saved.']
  );
});
