/** What a proposed change would make of its cell as it is now; pure. */

import {
  hunksOf,
  type IHunk,
  nextOpen,
  picked,
  tally,
  type Verdict
} from '../notebook/hunks';
import { uncover } from '../notebook/masks';
import { merged, patched } from '../notebook/patch';
import * as say from '../sayings';
import type { IProposal } from '../tokens';

/** What the cell would become; null where the change fits it no more. */
export interface IOutlook {
  readonly result: string | null;
  /** What to look out for. */
  readonly note: string;
}

/**
 * Make the change of *proposal* in *current*.
 *
 * A cell that has changed elsewhere keeps what is new in it; where the lines of
 * the change are not as they were read, there is no result.
 */
export function outlook(current: string, proposal: IProposal): IOutlook {
  const { base, source, note = '' } = proposal;
  const exact = patched(current, base, source);
  if (exact !== null) {
    return { result: exact, note: note === say.MINE_STAYS ? '' : note };
  }
  const isMasked = uncover(base, current) !== null;
  const result = isMasked ? null : merged(current, base, source);
  // What the change does may be done already, by hand.
  return { result, note: result === null ? '' : say.MINE_STAYS };
}

/** Note on *proposal* whether it fits its cell, which is called *name*. */
export function checked(
  proposal: IProposal,
  current: string,
  name: string
): IProposal {
  const { result, note } = outlook(current, proposal);
  if (result !== null) {
    return { ...proposal, note, conflict: '' };
  }
  const hasChanged = uncover(proposal.base, current) === null;
  const conflict = hasChanged ? say.conflict(name) : say.MASKED;
  return { ...proposal, note, conflict };
}

/** The hunks of *proposal* in *current*; none where it does not fit. */
export function hunksIn(
  current: string,
  proposal: IProposal | undefined
): readonly IHunk[] {
  const result = proposal && outlook(current, proposal).result;
  return typeof result === 'string' ? hunksOf(current, result) : [];
}

/** Note what the user says of one hunk; null takes the word back. */
export function said(
  proposal: IProposal,
  hunks: readonly IHunk[],
  hunk: string,
  verdict: Verdict | null
): IProposal {
  const others = Object.entries(proposal.verdicts ?? {}).filter(
    ([key]) => key !== hunk
  );
  const own = verdict === null ? [] : [[hunk, verdict] as const];
  const verdicts = Object.fromEntries([...others, ...own]);
  const next = verdict === null ? hunk : nextOpen(hunks, verdicts, hunk)?.key;
  return { ...proposal, verdicts, at: next ?? '' };
}

/** Which hunks count: all but the rejected ones, or the accepted ones alone. */
export type Taking = 'rest' | 'accepted';

/** What is to be written into a cell. */
export interface IMade {
  readonly after: string;
  readonly taken: number;
  readonly all: number;
}

/** Give what becomes of *current*; null where the change does not fit it. */
export function made(
  current: string,
  proposal: IProposal,
  taking: Taking
): IMade | null {
  const { result } = outlook(current, proposal);
  if (result === null) {
    return null;
  }
  const hunks = hunksOf(current, result);
  const { verdicts = {} } = proposal;
  const isTaken = ({ key }: IHunk): boolean =>
    taking === 'rest'
      ? verdicts[key] !== 'rejected'
      : verdicts[key] === 'accepted';
  const taken = hunks.filter(isTaken).length;
  const after =
    taken === hunks.length ? result : picked(current, hunks, isTaken);
  return { after, taken, all: hunks.length };
}

/** Whether every hunk of it was rejected. */
export function isNothing({ taken, all }: IMade): boolean {
  return taken === 0 && all > 0;
}

/** Whether no hunk waits for a word any more. */
export function isDecided(
  hunks: readonly IHunk[],
  { verdicts = {} }: IProposal
): boolean {
  return hunks.length > 0 && tally(hunks, verdicts).open === 0;
}
