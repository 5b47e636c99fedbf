import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Live } from '../../../src/protocol.generated';
import { EMPTY, type IState } from '../../../src/talk/state';
import { toMarkdown } from '../../../src/view/transcript/copy';
import { isPreviewable, lastEditable, remark } from '../../../src/view/outcome';
import { isDelivered, merged } from '../../../src/view/transcript/pending';
import { reply, trans, turn } from '../values';

const LIVE: Live = { reply: 'r', text: 'so far', reasoning: '', activity: '' };
const PENDING = { text: 'sent', known: ['a'] };

test('a message is delivered when a turn stands in view that was not there', () => {
  assert.deepEqual(
    [
      isDelivered(PENDING, []),
      isDelivered(PENDING, [turn('a')]),
      isDelivered(PENDING, [turn('a'), turn('b')])
    ],
    [false, false, true]
  );
});

test('what was sent in vain comes back before what was written since', () => {
  assert.deepEqual(
    [merged(PENDING, ''), merged(PENDING, 'more'), merged(null, 'more')],
    ['sent', 'sent\n\nmore', 'more']
  );
});

test('the arrow up edits the last question of the user, not one sent for them', () => {
  const state: IState = {
    ...EMPTY,
    turns: [turn('a'), turn('b', { forUser: true }), turn('c', { live: LIVE })]
  };

  assert.deepEqual([lastEditable(state), lastEditable(EMPTY)], ['a', '']);
});

test('a failure that its turn shows is not said twice', () => {
  const failed = reply('r', { status: 'failed', failure: 'No key.' });
  const state = { ...EMPTY, turns: [turn('a', { reply: failed })] };
  const outcome = { kind: 'failed', turn: 'a', message: 'No key.' } as const;

  assert.deepEqual(
    [remark(outcome, state), remark(outcome, EMPTY)],
    ['', 'No key.']
  );
});

test('tokens are counted only where an answer is to be had now', () => {
  const ready: IState = { ...EMPTY, phase: 'ready' };
  const kernel = {
    python: '',
    run: 1,
    variables: 0,
    error: '',
    isBusy: true,
    isRestarted: false,
    hasSubshells: true,
    isDocumentOnly: false,
    stale: 0,
    last: 'In[2]'
  };

  assert.deepEqual(
    [
      EMPTY,
      ready,
      { ...ready, kernel },
      { ...ready, kernel: { ...kernel, hasSubshells: false } },
      { ...ready, turns: [turn('a', { live: LIVE })] }
    ].map(isPreviewable),
    [false, true, true, false, false]
  );
});

test('a copied conversation reads like a document, with what was not sent', () => {
  const choices = ['One', 'Two'].map(label => ({
    id: label,
    label,
    value: label,
    variant: 'default' as const,
    detail: '',
    action: {}
  }));
  const turns = [
    turn('a', {
      prompt: 'Which?',
      reply: reply('r', {
        text: 'Two ways.',
        question: 'Take?',
        choices,
        selected: 'Two'
      })
    }),
    turn('b', { prompt: 'Two', forUser: true, sent: 'cancelled', live: LIVE })
  ];

  assert.equal(
    toMarkdown('sales.ipynb', turns, trans),
    [
      '# sales.ipynb',
      '## Question',
      'Which?',
      '*quick answer without a model*',
      'Two ways.',
      'Take?',
      '1. One\n2. **Two**',
      '## Selected (cancelled: not sent again)',
      'Two',
      'so far\n'
    ].join('\n\n')
  );
});
