import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { KernelFacts, Model, Reply } from '../../src/protocol.generated';
import { badge } from '../../src/view/transcript/badges';
import {
  activity,
  answeredBy,
  cutSentence,
  ending,
  kernelLine,
  maskedLine,
  meter,
  modelLabel,
  place,
  staleLine,
  waitsFor
} from '../../src/view/sentences';
import { staleCell } from '../values';
import { reply, trans } from './values';

const KERNEL: KernelFacts = {
  python: '3.11',
  run: 12,
  variables: 34,
  error: '',
  isBusy: false,
  isRestarted: false,
  hasSubshells: true,
  isDocumentOnly: false,
  stale: 0,
  last: 'In[14]'
};

test('the kernel line says as of which run the facts are, or why there are none', () => {
  const line = (part: Partial<KernelFacts>): string =>
    kernelLine({ ...KERNEL, ...part }, 'ready', trans);

  assert.deepEqual(
    [
      line({}),
      line({ variables: 1, last: '' }),
      line({ isRestarted: true, run: 0, variables: 0 }),
      line({ isBusy: true }),
      line({ isBusy: true, hasSubshells: false }),
      line({ isDocumentOnly: true }),
      line({ run: 0, variables: 0 })
    ],
    [
      'as of In[14] · 34 variables',
      'as of run 12 · 1 variable',
      'restarted: 0 variables',
      'cell running: facts as of In[14]',
      'cell running: answers come when it ends',
      'document only',
      'nothing has run · 0 variables'
    ]
  );
});

test('without a connection the kernel line says how that stands, not old facts', () => {
  const phases = ['idle', 'connecting', 'lost', 'failed', 'ready'] as const;

  assert.deepEqual(
    phases.map(phase =>
      kernelLine(phase === 'ready' ? null : KERNEL, phase, trans)
    ),
    ['', 'connecting…', 'reconnecting…', 'not connected', '']
  );
});

test('only what is not simply sent carries a badge', () => {
  const states = [
    'sent',
    'open',
    'cancelled',
    'failed',
    'empty',
    'withheld',
    'cut'
  ] as const;

  assert.deepEqual(
    states.map(sent => badge(sent, trans)?.label ?? ''),
    [
      '',
      '',
      'cancelled: not sent again',
      'failed: not sent again',
      'empty: not sent again',
      'stays here: not sent',
      'cut: not sent'
    ]
  );
});

test('what an act will cut is said with its number, and nothing where nothing follows', () => {
  const acts = ['regenerate', 'edit', 'delete'] as const;

  assert.deepEqual(
    acts.map(act => [0, 1, 6].map(later => cutSentence(act, later, trans))),
    [
      [
        '',
        'This cuts the message after it. Undo brings it back.',
        'This cuts the 6 messages after it. Undo brings them back.'
      ],
      [
        '',
        'Sending cuts this message and 1 later one; both stay on their own branch.',
        'Sending cuts this message and 6 later ones; all stay on their own branch.'
      ],
      [
        '',
        'This cuts this message and 1 later one. Undo brings them back.',
        'This cuts this message and 6 later ones. Undo brings them back.'
      ]
    ]
  );
});

test('the line under a reply says who answered and what was sent', () => {
  const line = (part: Partial<Reply>): string =>
    answeredBy(reply('r', part), trans);

  assert.deepEqual(
    [
      line({ model: 'gpt-4o', tokens: 1234, budget: 7168 }),
      line({ model: 'gpt-4o', tokens: 1234, budget: 7168, cached: 1024 }),
      line({ model: 'embedded:0.5b', tokens: 1, budget: 2 }),
      line({ model: '' }),
      line({ model: 'gpt-4o', tokens: 0 }),
      line({ model: 'gpt-4o', tokens: 0, status: 'failed' })
    ],
    [
      'gpt-4o · sent 1,234 of 7,168 tokens',
      'gpt-4o · sent 1,234 of 7,168 tokens, 1,024 of them cached',
      '0.5b: small offline model, may be wrong · sent 1 of 2 tokens',
      'quick answer without a model',
      'quick answer without a model',
      'gpt-4o'
    ]
  );
});

test('a reply that did not end well says how', () => {
  const end = (part: Partial<Reply>): string => ending(reply('r', part), trans);

  assert.deepEqual(
    [
      end({}),
      end({ text: ' ' }),
      end({ status: 'length' }),
      end({ status: 'cancelled' }),
      end({ status: 'failed', failure: 'The key is wrong.' })
    ],
    [
      '',
      'The model returned nothing; try again or reword it.',
      'Cut at the output limit.',
      '',
      'No reply: The key is wrong.'
    ]
  );
});

test('the meter says whether the count is exact', () => {
  const count = (isExact: boolean): string =>
    meter(
      {
        type: 'context',
        seq: 0,
        requestId: '',
        tokens: 1234,
        budget: 7168,
        model: '',
        isExact,
        items: [],
        leftOut: [],
        messages: [],
        masked: [],
        between: 0,
        tools: 0,
        price: null,
        cachedPrice: null,
        outputPrice: null,
        last: null,
        timings: [],
        notices: [],
        met: []
      },
      trans
    );

  assert.deepEqual(
    [count(true), count(false)],
    ['1,234 of 7,168 tokens · exact', '1,234 of 7,168 tokens · estimate']
  );
});

test('the arrows know their place, and are not there for one alone', () => {
  assert.deepEqual(
    [place(['a'], 'a'), place(['a', 'b', 'c'], 'b'), place(['a', 'b'], 'x')],
    [null, { label: '2/3', before: 'a', after: 'c' }, null]
  );
});

test('the model button says what keeps a model from answering', () => {
  const model = (part: Partial<Model>): string =>
    modelLabel(
      {
        name: 'gpt-4o',
        origin: '',
        apiBase: '',
        window: 0,
        budget: 0,
        isEmbedded: false,
        isModelFree: false,
        leaves: '',
        where: '',
        privacy: 'everything',
        levels: [],
        provider: '',
        hasKey: false,
        profile: '',
        problem: '',
        ...part
      },
      trans
    );

  assert.deepEqual(
    [
      model({}),
      model({ provider: 'openai' }),
      model({ provider: 'openai', hasKey: true }),
      model({ name: '', isModelFree: true }),
      modelLabel(null, trans)
    ],
    ['gpt-4o', 'gpt-4o: key is missing', 'gpt-4o', 'No model: set one', 'Model']
  );
});

test('an activity that is not known yet is shown as it is', () => {
  assert.deepEqual(
    ['', 'thinking', 'preparing', 'reading files'].map(name =>
      activity(name, trans)
    ),
    [
      'is being asked…',
      'is thinking…',
      'waits while what is sent is put together…',
      'reading files…'
    ]
  );
});

test('a wait says how long and why, and a compaction that it comes first', () => {
  assert.deepEqual(
    ['waiting 3 s: rate limit', 'compacting'].map(name =>
      activity(name, trans)
    ),
    [
      'is asked again soon (waiting 3 s: rate limit)…',
      'condenses older messages first…'
    ]
  );
});

test('one line counts what is out of date, and is silent about what is only older', () => {
  const lost = staleCell('a', { isLost: true });
  const older = staleCell('b', { isOlder: true });

  assert.deepEqual(
    [
      [staleCell('c'), lost, older],
      [staleCell('c'), staleCell('d')],
      [lost, older],
      [older],
      []
    ].map(cells => staleLine(cells, trans)),
    [
      '1 cell is out of date',
      '2 cells are out of date',
      '1 cell ran in the previous kernel only',
      '',
      ''
    ]
  );
});

test('a cell that waits says for which, as far as they have a name', () => {
  assert.deepEqual(
    [[], ['In[2]', 'In[3]'], ['']].map(labels => waitsFor(labels, trans)),
    ['', 'Runs after In[2], In[3].', 'Runs after the cells that it reads from.']
  );
});

test('what is masked is counted before it is sent', () => {
  assert.deepEqual(
    [[], ['A (rule)'], ['A (rule)', 'rule']].map(masked =>
      maskedLine(masked, trans)
    ),
    ['', '1 secret is masked.', '2 secrets are masked.']
  );
});
