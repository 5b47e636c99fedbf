/** The status bar in words. */

import { strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import { EMPTY } from '../../../src/talk/state';
import { statusText, statusTitle } from '../../../src/view/panel/statusline';
import { staleCell, status } from '../../values';
import { trans, turn } from '../values';

const READY = {
  ...EMPTY,
  phase: 'ready' as const,
  model: status(0).model
};
const CONTEXT = { tokens: 1234, budget: 32000 } as NonNullable<
  (typeof EMPTY)['context']
>;
const STALE = [staleCell('a'), staleCell('b', { isOlder: true })];

describe('statusText', () => {
  it('is the name alone before there is a connection', () => {
    strictEqual(statusText(EMPTY, trans), 'Assistant');
  });

  it('tells who answers, what is sent, and what is out of date', () => {
    const state = { ...READY, context: CONTEXT, stale: STALE };
    strictEqual(statusText(state, trans), 'my-llm · 1,234 / 32,000 · 1 stale');
  });

  it('gives no older count where what would be sent cannot be counted', () => {
    const uncounted = 'The budget is too small.';
    const state = { ...READY, context: CONTEXT, uncounted };
    strictEqual(statusText(state, trans), 'my-llm · not counted');
    strictEqual(
      statusTitle(state, trans),
      'Who answers: my-llm. The budget is too small. Click to open the assistant.'
    );
  });

  it('tells that a reply is being made', () => {
    const live = { reply: 'r', text: '', reasoning: '', activity: '' };
    const turns = [turn('t', { live })];
    strictEqual(statusText({ ...READY, turns }, trans), 'my-llm · replying…');
  });
});

describe('statusTitle', () => {
  it('says the same in sentences', () => {
    strictEqual(
      statusTitle({ ...READY, context: CONTEXT, stale: STALE }, trans),
      'Who answers: my-llm. The next message sends 1,234 of 32,000 tokens. ' +
        '1 cell is out of date. Click to open the assistant.'
    );
  });
});
