/** Values for the tests of the views, with defaults for what a test is not about. */

import type { Reply, Turn } from '../../src/protocol.generated';
import type { Trans } from '../../src/view/sentences';

/** English, as JupyterLab gives it where no other language is chosen. */
export const trans: Trans = {
  __: (text: string, ...values: unknown[]) => fill(text, values),
  _n: (one: string, many: string, count: number, ...values: unknown[]) =>
    fill(count === 1 ? one : many, [count, ...values])
};

function fill(text: string, values: readonly unknown[]): string {
  return text.replace(/%(\d)/g, (_, place: string) =>
    String(values[Number(place) - 1])
  );
}

export function reply(id: string, part: Partial<Reply> = {}): Reply {
  return {
    id,
    text: 'text',
    status: 'complete',
    sent: 'sent',
    question: '',
    choices: [],
    selected: '',
    failure: '',
    model: 'my-llm',
    tokens: 0,
    budget: 0,
    notices: [],
    alternatives: [id],
    form: 'buttons',
    cached: 0,
    answered: 0,
    unpriced: 0,
    cost: null,
    ...part
  };
}

export function turn(id: string, part: Partial<Turn> = {}): Turn {
  return {
    id,
    prompt: 'prompt',
    sent: 'sent',
    forUser: false,
    door: 'sidebar',
    cell: '',
    reply: null,
    live: null,
    siblings: [id],
    later: 0,
    isPinned: false,
    isHidden: false,
    enclosed: [],
    ...part
  };
}
