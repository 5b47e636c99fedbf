import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { describe, it } from 'node:test';

import {
  asJson,
  asText,
  estimate,
  groupOf,
  inOrder,
  keyed,
  masked,
  matching,
  parts,
  squares
} from '../../src/talk/inspection';
import { keep, steps, takeBack } from '../../src/talk/keeping';
import type { Context, Item } from '../../src/protocol.generated';
import type { IAssistant, IOutcome } from '../../src/tokens';

function item(id: string, more: Partial<Item> = {}): Item {
  const kind = id.split(':')[0] ?? '';
  return {
    id,
    kind,
    source: '',
    fidelity: 'FULL',
    tokens: 10,
    why: '',
    label: '',
    news: '',
    kept: '',
    canKeep: true,
    masked: [],
    turn: '',
    ...more
  };
}

function context(more: Partial<Context> = {}): Context {
  return {
    type: 'context',
    seq: 3,
    requestId: 'r',
    tokens: 1_000_000,
    budget: 2_000_000,
    model: 'my-llm',
    isExact: true,
    items: [],
    leftOut: [],
    messages: [],
    masked: [],
    between: 4,
    tools: 0,
    price: null,
    cachedPrice: null,
    outputPrice: null,
    last: null,
    timings: [],
    notices: [],
    met: [],
    ...more
  };
}

const name = ({ id }: Item): string => id;
const ids = (rows: readonly { item: Item }[]): string[] =>
  rows.map(row => row.item.id);

describe('the rows of what is sent', () => {
  const items = [
    item('rules', { tokens: 300 }),
    item('var:df', { tokens: 20, news: 'changed', kept: 'pinned' }),
    item('cell:1', { tokens: 60, masked: ['KEY (openai-key)'] }),
    item('var:df', { tokens: 21, why: 'named in the prompt' })
  ];

  it('have keys of their own, though an id stands twice', () => {
    deepStrictEqual(
      keyed(items).map(row => row.key),
      ['rules', 'var:df', 'cell:1', 'var:df 1']
    );
  });

  it('can be sorted by tokens and kind, and stand as sent else', () => {
    const rows = keyed(items);

    deepStrictEqual(
      (['sent', 'tokens', 'kind'] as const).map(order =>
        inOrder(rows, order).map(row => row.key)
      ),
      [
        ['rules', 'var:df', 'cell:1', 'var:df 1'],
        ['rules', 'cell:1', 'var:df 1', 'var:df'],
        ['rules', 'cell:1', 'var:df', 'var:df 1']
      ]
    );
  });

  it('are found by words, news, pins and secrets', () => {
    const rows = keyed(items);

    deepStrictEqual(
      [
        matching(rows, 'DF prompt', 'all', name),
        matching(rows, '', 'news', name),
        matching(rows, '', 'kept', name),
        matching(rows, '', 'masked', name),
        matching(rows, 'nothing', 'all', name)
      ].map(ids),
      [['var:df'], ['var:df'], ['var:df'], ['cell:1'], []]
    );
  });

  it('make parts whose tokens are all of them', () => {
    const found = parts(keyed(items));

    deepStrictEqual(
      found.map(part => [part.group, part.tokens]),
      [
        ['rules', 300],
        ['cells', 60],
        ['variables', 41]
      ]
    );
    strictEqual(groupOf('dvc'), 'project');
  });
});

describe('the picture', () => {
  it('has areas in the ratio of the tokens, inside of it and side by side', () => {
    const sizes = [300, 60, 41, 30, 9, 1];
    const boxes = squares(sizes, { x: 0, y: 0, width: 2, height: 1 });

    strictEqual(boxes.length, sizes.length);
    boxes.forEach(({ x, y, width, height }, index) => {
      const share = (sizes[index] ?? 0) / 441;
      ok(Math.abs((width * height) / 2 - share) < 1e-9);
      ok(x >= 0 && y >= 0 && x + width <= 2 + 1e-9 && y + height <= 1 + 1e-9);
      for (const other of boxes.slice(index + 1)) {
        const across = Math.min(x + width, other.x + other.width);
        const down = Math.min(y + height, other.y + other.height);
        ok(
          across - Math.max(x, other.x) < 1e-9 ||
            down - Math.max(y, other.y) < 1e-9
        );
      }
    });
    deepStrictEqual(squares([], { x: 0, y: 0, width: 1, height: 1 }), []);
  });
});

describe('what sending costs', () => {
  const last = {
    model: 'm',
    tokens: 9,
    covered: 400_000,
    size: 9,
    age: 1,
    isWarm: true,
    gone: []
  };

  it('is by the price list, less what a cache holds', () => {
    deepStrictEqual(
      [
        estimate(context()),
        estimate(context({ price: 0 })),
        estimate(context({ price: 2, tools: 500_000 })),
        estimate(context({ price: 2, cachedPrice: 0.5, last })),
        estimate(context({ price: 2, last })),
        estimate(
          context({
            price: 2,
            cachedPrice: 0,
            last: { ...last, isWarm: false }
          })
        )
      ],
      [null, 0, 3, 1.4, 2, 2]
    );
  });
});

describe('what is masked', () => {
  it('is told by name and rule, with the items in which it stands', () => {
    const secret = 'KEY (openai-key)';
    const made = context({
      masked: [secret, 'OTHER (x)'],
      items: [item('cell:1', { masked: [secret] }), item('var:a')]
    });

    deepStrictEqual(
      masked(made).map(({ secret: told, rows }) => [told, ids(rows)]),
      [
        [secret, ['cell:1']],
        ['OTHER (x)', []]
      ]
    );
  });
});

describe('a copy of the list', () => {
  it('tells all items and the rest, as text and as JSON', () => {
    const made = context({
      items: [item('var:df', { why: 'named' })],
      leftOut: [item('cell:9', { fidelity: 'NONE', tokens: 0, why: 'no room' })]
    });

    strictEqual(
      asText(made, name),
      [
        '1000000 of 2000000 tokens, my-llm',
        '10\tFULL\tvar:df\tnamed',
        '4\tbetween the items',
        '',
        'left out',
        '0\tNONE\tcell:9\tno room'
      ].join('\n')
    );
    const read = JSON.parse(asJson(made)) as Record<string, unknown>;
    deepStrictEqual(
      [read.tokens, (read.items as Item[])[0]?.id, 'seq' in read],
      [1_000_000, 'var:df', false]
    );
  });
});

describe('pinning and dropping', () => {
  const done: IOutcome = { kind: 'done', turn: '', message: '' };

  function noting(): { assistant: IAssistant; asked: string[] } {
    const asked: string[] = [];
    const note = (text: string): Promise<IOutcome> => {
      asked.push(text);
      return Promise.resolve(done);
    };
    const assistant = {
      state: { conversation: 'c' },
      looks: { keep: (id: string, way: string) => note(`${way} ${id}`) },
      past: {
        pin: (turn: string, isPinned: boolean) =>
          note(`pin ${turn} ${isPinned}`),
        hide: (turn: string, isHidden: boolean) =>
          note(`hide ${turn} ${isHidden}`)
      }
    } as unknown as IAssistant;
    return { assistant, asked };
  }

  it('can be taken back, step by step, to what was before', async () => {
    const { assistant, asked } = noting();
    await keep(assistant, item('var:a'), 'drop', 'a');
    await keep(assistant, item('var:a', { kept: 'dropped' }), 'pin', 'a');
    await takeBack(assistant);
    await takeBack(assistant);

    deepStrictEqual(asked, [
      'drop var:a',
      'pin var:a',
      'drop var:a',
      'free var:a'
    ]);
    deepStrictEqual(steps(assistant), []);
    strictEqual(await takeBack(assistant), null);
  });

  it('can be taken back in their own conversation alone', async () => {
    const { assistant } = noting();
    await keep(assistant, item('var:a'), 'drop', 'a');
    Object.assign(assistant.state, { conversation: 'another' });

    deepStrictEqual(steps(assistant), []);
    strictEqual(await takeBack(assistant), null);
  });

  it('of a message is done as in the conversation', async () => {
    const { assistant, asked } = noting();
    const message = item('turn:1:user', { turn: 't1' });
    await keep(assistant, message, 'drop', 'Message 1');
    await takeBack(assistant);
    await keep(assistant, { ...message, kept: 'dropped' }, 'pin', 'Message 1');

    deepStrictEqual(asked, [
      'hide t1 true',
      'hide t1 false',
      'hide t1 false',
      'pin t1 true'
    ]);
  });
});
