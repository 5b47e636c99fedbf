/** What a key means in a change that waits for the user's word, and doing it. */

import { type IHunk, neighbour, type Verdict } from '../hunks';
import type { IActed, IDocumentActions, IProposal } from '../tokens';

export type HunkAct =
  'next' | 'previous' | 'accept' | 'reject' | 'anew' | 'accept-all' | 'leave';

/** What is read of a keyboard event. */
export interface IHunkKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const ACTS: Readonly<Record<string, HunkAct>> = {
  n: 'next',
  j: 'next',
  p: 'previous',
  k: 'previous',
  a: 'accept',
  r: 'reject',
  u: 'anew',
  A: 'accept-all',
  Escape: 'leave'
};

/** Give the act of a key; null where it has none, or is a shortcut of others. */
export function hunkAct(event: IHunkKey): HunkAct | null {
  const isOthers = event.ctrlKey || event.metaKey || event.altKey;
  return isOthers ? null : (ACTS[event.key] ?? null);
}

/** A change that waits, and who does what is decided. */
export interface IDeciding {
  readonly proposal: IProposal;
  readonly hunks: readonly IHunk[];
  readonly actions: IDocumentActions;
  readonly onAct: (acted: IActed) => void;
}

/** The key of the hunk that the keys act on: the first one until one is picked. */
export function currentHunk(
  { at }: IProposal,
  hunks: readonly IHunk[]
): string {
  const found = hunks.find(({ key }) => key === at) ?? hunks[0];
  return found?.key ?? '';
}

const VERDICTS: Readonly<Partial<Record<HunkAct, Verdict | null>>> = {
  accept: 'accepted',
  reject: 'rejected',
  anew: null
};

/** Do *act*; tells whether there was something to do it on. */
export function perform(act: HunkAct, deciding: IDeciding): boolean {
  const { proposal, hunks, actions, onAct } = deciding;
  const { cell } = proposal;
  const current = currentHunk(proposal, hunks);
  if (act === 'leave') {
    onAct(actions.reject(cell));
    return true;
  }
  if (current === '') {
    return false;
  }
  if (act === 'accept-all') {
    onAct(actions.accept(cell));
  } else if (act === 'next' || act === 'previous') {
    const next = neighbour(hunks, current, act === 'next' ? 1 : -1);
    actions.look(cell, next?.key ?? current);
  } else {
    onAct(actions.decide(cell, current, VERDICTS[act] ?? null));
  }
  return true;
}
