/** What a reply to a fix offers to do, read from its choices or its code. */

import { pythonBlocks } from './blocks';
import { fitted } from '../notebook/hunks';
import type { Choice, Reply, Turn } from '../protocol.generated';
import * as say from '../sayings';
import type { IProposal } from '../tokens';

/** One way to fix a cell; *choice* is empty where the reply's code is meant. */
export interface IFix {
  readonly label: string;
  readonly choice: string;
  /** The change of a cell; null where a new cell is offered. */
  readonly proposal: IProposal | null;
}

/** The fixes of a reply; without one, *reason* says why. */
export interface IOffer {
  readonly fixes: readonly IFix[];
  readonly reason: string;
}

/** Read the fixes that the reply to *turn* offers for *cell*, now *source*. */
export function offer(turn: Turn, cell: string, source: string): IOffer {
  const { reply } = turn;
  if (reply === null) {
    return { fixes: [], reason: say.NO_FIX };
  }
  const chosen = reply.choices.flatMap(choice => fromChoice(turn, choice));
  // What changes a cell comes first: it is shown at once.
  const changing = chosen.filter(fix => fix.proposal !== null);
  const placing = chosen.filter(fix => fix.proposal === null);
  const fixes = [...changing, ...placing];
  return fixes.length > 0
    ? { fixes, reason: '' }
    : fromCode(reply, { cell, base: source, turn: turn.id });
}

/** Give the change that *choice* stands for; null if it changes no cell. */
export function replacement(turn: Turn, choice: Choice): IProposal | null {
  const { replace, base, cell } = choice.action;
  if (replace === undefined || base === undefined) {
    return null;
  }
  const bound = cell === undefined || cell === '' ? turn.cell : cell;
  const { label } = choice;
  return { cell: bound, base, source: replace, turn: turn.id, label };
}

function fromChoice(turn: Turn, choice: Choice): IFix[] {
  const proposal = replacement(turn, choice);
  const isNew = choice.action.insert !== undefined;
  return proposal !== null || isNew
    ? [{ label: choice.label, choice: choice.id, proposal }]
    : [];
}

function fromCode(
  reply: Reply,
  target: Pick<IProposal, 'cell' | 'base' | 'turn'>
): IOffer {
  const [source, ...more] = pythonBlocks(reply.text);
  if (reply.status !== 'complete') {
    return { fixes: [], reason: say.CUT_REPLY };
  }
  if (source === undefined || more.length > 0) {
    return { fixes: [], reason: say.NO_FIX };
  }
  if (source.trim() === target.base.trim()) {
    return { fixes: [], reason: say.SAME_AGAIN };
  }
  const proposal = { ...target, source: fitted(target.base, source) };
  return { fixes: [{ label: '', choice: '', proposal }], reason: '' };
}
