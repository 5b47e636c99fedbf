/** What a key means in a change that waits for the user's word, and doing it. */

import { type IHunk, neighbour, type Verdict } from '../notebook/hunks';
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

/** Do *act*; tells whether there was something to do it on. */
export function perform(act: HunkAct, deciding: IDeciding): boolean {
  const { proposal, hunks } = deciding;
  const current = currentHunk(proposal, hunks);
  const isPossible = act === 'leave' || current !== '';
  if (isPossible) {
    PERFORM[act](deciding, current);
  }
  return isPossible;
}

type Perform = (deciding: IDeciding, current: string) => void;

const PERFORM: Readonly<Record<HunkAct, Perform>> = {
  next: (deciding, current) => {
    go(deciding, current, 1);
  },
  previous: (deciding, current) => {
    go(deciding, current, -1);
  },
  accept: (deciding, current) => {
    decide(deciding, current, 'accepted');
  },
  reject: (deciding, current) => {
    decide(deciding, current, 'rejected');
  },
  anew: (deciding, current) => {
    decide(deciding, current, null);
  },
  'accept-all': ({ proposal, actions, onAct }) => {
    onAct(actions.accept(proposal.cell));
  },
  leave: ({ proposal, actions, onAct }) => {
    onAct(actions.reject(proposal.cell));
  }
};

function go(deciding: IDeciding, current: string, by: 1 | -1): void {
  const { proposal, hunks, actions } = deciding;
  const next = neighbour(hunks, current, by);
  actions.look(proposal.cell, next?.key ?? current);
}

function decide(
  { proposal, actions, onAct }: IDeciding,
  current: string,
  verdict: Verdict | null
): void {
  onAct(actions.decide(proposal.cell, current, verdict));
}
