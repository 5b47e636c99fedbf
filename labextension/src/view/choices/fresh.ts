/** Which reply has come while this page was looking: only that may ask by itself. */

import type { IState } from '../../talk/state';
import type { IAssistant } from '../../tokens';

import { watchKeys } from '../inuse';

/** Follows the states of one conversation. */
export class Fresh {
  constructor(state: IState) {
    this.see(state);
  }

  /** Take in a state; the first one after connecting holds nothing that is new. */
  see(state: IState): void {
    const last = newest(state);
    const isReady = state.phase === 'ready';
    const conversation = isReady ? state.conversation : '';
    const isKnown = conversation !== '' && conversation === this._conversation;
    if (!isKnown || last !== this._last) {
      // Where the last turn is deleted, an older reply is the last one again.
      this._fresh = isKnown && !this._seen.has(last) ? last : '';
      note(state, this._seen);
    }
    this._conversation = conversation;
    this._last = last;
  }

  /** Tell, once, whether *reply* has just come. */
  take(reply: string): boolean {
    const isFresh = reply === this._fresh;
    this._fresh = isFresh ? '' : this._fresh;
    return isFresh && reply !== '';
  }

  private _conversation = '';
  private _last = '';
  private readonly _seen = new Set<string>();
  private _fresh = '';
}

function note({ turns }: IState, seen: Set<string>): void {
  for (const { reply } of turns) {
    for (const id of reply ? [reply.id, ...reply.alternatives] : []) {
      seen.add(id);
    }
  }
}

function newest({ turns }: IState): string {
  return turns[turns.length - 1]?.reply?.id ?? '';
}

const known = new WeakMap<IAssistant, Fresh>();

/** Follow *assistant* from now on; gives what ends that. */
export function follow(assistant: IAssistant): () => void {
  const fresh = known.get(assistant) ?? new Fresh(assistant.state);
  known.set(assistant, fresh);
  const see = (): void => {
    fresh.see(assistant.state);
  };
  assistant.changed.connect(see);
  see();
  const forget = watchKeys();
  return () => {
    forget();
    assistant.changed.disconnect(see);
  };
}

/** Tell, once, whether *reply* of *assistant* has come while it was followed. */
export function takeFresh(assistant: IAssistant, reply: string): boolean {
  return known.get(assistant)?.take(reply) ?? false;
}
