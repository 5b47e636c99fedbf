import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  bare,
  madeBy,
  summaryLine
} from '../../../src/view/transcript/condensing';
import { costLine, money, totalLine } from '../../../src/view/transcript/costs';
import type { Compaction } from '../../../src/protocol.generated';
import { reply, trans } from '../values';

const COMPACTION: Compaction = {
  id: 'k',
  turn: 't6',
  count: 6,
  text: 'You asked for a join.',
  form: 'nine',
  by: 'limit',
  before: 12345,
  after: 1200,
  model: 'gpt-x',
  notices: []
};

test('money keeps two figures that count, and cents above one', () => {
  assert.deepEqual([0, 0.000213, 0.0021, 0.02, 1.239].map(money), [
    '$0',
    '$0.00021',
    '$0.0021',
    '$0.02',
    '$1.24'
  ]);
});

test('a reply tells what came back and what it cost, as far as that is known', () => {
  const told = [
    { answered: 1210, cost: 0.0021 },
    { answered: 1210, cost: 0.0021, unpriced: 1 },
    { answered: 1210, cost: null },
    { answered: 0, cost: null }
  ].map(more => costLine({ ...reply('r'), ...more }, trans));

  assert.deepEqual(told, [
    '1,210 received · $0.0021',
    '1,210 received · $0.0021 and 1 call of unknown price',
    '1,210 received',
    ''
  ]);
});

test('a kernel side that tells no costs has none shown', () => {
  const old = { ...reply('r') } as Record<string, unknown>;
  delete old['answered'];
  delete old['cost'];

  assert.equal(costLine(old as never, trans), '');
});

test('the total says nothing before anything was sent', () => {
  const none = { tokens: 0, cached: 0, answered: 0, cost: null };
  const spent = { ...none, unpriced: 0, unreported: 0 };
  const some = { ...spent, tokens: 48210, answered: 340, cost: 0.12 };

  assert.equal(totalLine(spent, trans), '');
  assert.equal(
    totalLine(some, trans),
    'in all 48,210 tokens sent, 340 received · $0.12'
  );
  assert.equal(
    totalLine({ ...some, unreported: 1 }, trans),
    'in all 48,210 tokens sent, 340 received, and 1 call of unknown size · $0.12'
  );
  assert.equal(
    totalLine({ ...some, unpriced: 2 }, trans),
    'in all 48,210 tokens sent, 340 received · $0.12 and 2 calls of unknown price'
  );
});

test('the line of a compaction says how many messages it stands for', () => {
  assert.equal(
    summaryLine(COMPACTION, trans),
    '6 earlier messages are summarised · 12,345 → 1,200'
  );
  assert.equal(
    summaryLine({ ...COMPACTION, count: 1, text: '' }, trans),
    '1 earlier message is left out · 12,345 → 1,200'
  );
});

test('it is said who wrote the text and who wanted it', () => {
  const told = [
    madeBy(COMPACTION, trans),
    madeBy({ ...COMPACTION, form: 'lines', by: 'user' }, trans),
    madeBy({ ...COMPACTION, text: '', by: 'overflow' }, trans)
  ];

  assert.deepEqual(told, [
    'Written by gpt-x. The conversation had reached its share of the window.',
    'Condensed without a model. You asked for it.',
    'Nothing is sent in their place. The provider said that the request was too long.'
  ]);
});

test('the text of a compaction is shown without the tags around it', () => {
  const shown = ['<history turns=1-5>\n- a\n</history>\n', '- a <b>', ''];

  assert.deepEqual(shown.map(bare), ['- a\n', '- a <b>', '']);
});
