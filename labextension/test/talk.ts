/** An assistant whose replies are written in advance, on a real document. */

import { DocumentActions } from '../src/edits/edits';
import type { Choice, Reply, Turn } from '../src/protocol.generated';
import { EMPTY, type IState } from '../src/talk/state';
import type { IAskOptions, IAssistant, IOutcome } from '../src/tokens';

import { FakeKeep, FakePage } from './page';

/** Give a reply; its parts as wanted. */
export function reply(change: Partial<Reply>): Reply {
  return {
    id: 'r',
    text: '',
    status: 'complete',
    sent: 'sent',
    question: '',
    choices: [],
    selected: '',
    failure: '',
    model: 'm',
    tokens: 0,
    budget: 0,
    notices: [],
    alternatives: [],
    form: 'buttons',
    cached: 0,
    answered: 0,
    unpriced: 0,
    cost: null,
    ...change
  };
}

export function turn(change: Partial<Turn>): Turn {
  return {
    id: 't1',
    prompt: '',
    sent: 'sent',
    forUser: false,
    door: 'sidebar',
    cell: 'c0',
    reply: null,
    live: null,
    siblings: [],
    later: 0,
    isPinned: false,
    isHidden: false,
    enclosed: [],
    ...change
  };
}

/** A choice that replaces *base* by *source* in *cell*. */
export function replaces(
  id: string,
  base: string,
  source: string,
  cell = 'c0'
): Choice {
  const action = { replace: source, base, cell, insert: source };
  return {
    id,
    label: `Write ${source}`,
    value: id,
    variant: 'default',
    detail: '',
    action
  };
}

/** Code in a reply, as a model writes it. */
export function code(source: string): Reply {
  return reply({ text: `So:\n\`\`\`python\n${source}\n\`\`\`` });
}

type Said = Reply | IOutcome | Promise<IOutcome>;

export class Talk {
  static async on(...sources: string[]): Promise<Talk> {
    return new Talk(await FakePage.with(...sources));
  }

  constructor(readonly page: FakePage) {
    this.actions = new DocumentActions(page, new FakeKeep());
  }

  readonly actions: DocumentActions;
  state: IState = EMPTY;
  /** What the model will say, first to last. */
  script: Said[] = [];
  readonly asked: [string, IAskOptions][] = [];
  readonly chosen: string[][] = [];
  readonly stopped: (string | undefined)[] = [];

  get assistant(): IAssistant {
    return this as unknown as IAssistant;
  }

  async ask(prompt: string, options: IAskOptions = {}): Promise<IOutcome> {
    this.asked.push([prompt, options]);
    const id = `t${this.asked.length}`;
    const said = await this.script.shift();
    if (said === undefined || 'kind' in said) {
      return said ?? { kind: 'failed', turn: id, message: 'Nothing to say.' };
    }
    this.show(turn({ id, reply: said }));
    return { kind: 'done', turn: id, message: '' };
  }

  show(...turns: Turn[]): void {
    this.state = { ...this.state, turns: [...this.state.turns, ...turns] };
  }

  choose(...ids: string[]): Promise<IOutcome> {
    this.chosen.push(ids);
    return Promise.resolve({ kind: 'done', turn: 'chosen', message: '' });
  }

  stop(id?: string): Promise<IOutcome> {
    this.stopped.push(id);
    return Promise.resolve({ kind: 'done', turn: '', message: '' });
  }
}

/** Let everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
}
