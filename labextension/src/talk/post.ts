/** Gives what is enclosed to the kernel side before a message names it. No DOM. */

import type { Body } from '../kernel/client';
import type { Enclosed } from '../protocol.generated';
import type { IEnclosure } from './queue';
import type { IOutcome } from '../tokens';

export const TOO_MANY =
  'A message takes along six pictures and files at most; remove one first.';

/** Who sends, and to which connection: another one knows nothing yet. */
interface ITalk {
  readonly link: { readonly client: object | null };
  request(body: Body): Promise<IOutcome>;
  send(body: Body, id?: string, wantsAny?: boolean): Promise<IOutcome>;
}

export class Post {
  constructor(private readonly talk: ITalk) {}

  /** Request *body*, which names *enclosed*; at once where there is nothing. */
  before(enclosed: readonly IEnclosure[], body: Body): Promise<IOutcome> {
    return enclosed.length === 0
      ? this.talk.request(body)
      : this.give(enclosed).then(refused => refused ?? this.talk.request(body));
  }

  /** Give all of *enclosed*; null if they are there, else what went wrong. */
  async give(enclosed: readonly IEnclosure[]): Promise<IOutcome | null> {
    const due = enclosed.filter(one => !this.known.has(one.key));
    const outcomes = await Promise.all(due.map(one => this.send(one)));
    return outcomes.find(outcome => outcome.kind !== 'done') ?? null;
  }

  private async send(one: IEnclosure): Promise<IOutcome> {
    const { key, name, mime, data } = one;
    const body: Body = { type: 'enclose', key, name, mime, data };
    const outcome = await this.talk.send(body, undefined, true);
    if (outcome.kind === 'done') {
      this.known.add(key);
    }
    return outcome;
  }

  /** The keys that the present connection knows. */
  private get known(): Set<string> {
    const { client } = this.talk.link;
    const keys = (client && this.given.get(client)) ?? new Set();
    if (client !== null) {
      this.given.set(client, keys);
    }
    return keys;
  }

  private readonly given = new WeakMap<object, Set<string>>();
}

/** What a message says of an enclosure. */
export function named({ key, name, mime, size }: IEnclosure): Enclosed {
  return { key, name, mime, size };
}
