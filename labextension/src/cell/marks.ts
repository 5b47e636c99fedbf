/** Which cells have a mark that they are out of date, and what it says; pure. */

import type { StaleCell } from '../protocol.generated';
import type { Trans } from '../view/sentences';

/** Where the list has a cell: something may be done about *due* ones only. */
export type Standing = 'due' | 'lost' | 'older';

const ORDER: readonly Standing[] = ['due', 'lost', 'older'];

/** The mark of one cell. */
export interface IMark {
  /** Of several, the one that asks most of the user. */
  readonly standing: Standing;
  /** One sentence each. */
  readonly reasons: readonly string[];
}

/** Give the marks by the ids of cells; what no cell holds has none. */
export function marksOf(
  cells: readonly StaleCell[]
): ReadonlyMap<string, IMark> {
  const found = new Map<string, IMark>();
  for (const one of cells) {
    const before = found.get(one.cell);
    const all = [standingOf(one), before?.standing];
    if (one.cell !== '') {
      found.set(one.cell, {
        standing: ORDER.find(standing => all.includes(standing)) ?? 'due',
        reasons: [...new Set([...(before?.reasons ?? []), ...one.reasons])]
      });
    }
  }
  return found;
}

function standingOf({ isOlder, isLost }: StaleCell): Standing {
  if (isLost) {
    return 'lost';
  }
  return isOlder ? 'older' : 'due';
}

/** What a mark says, in the words of the list that it leads to. */
export function markLine(mark: IMark, trans: Trans): string {
  const why = spoken(mark);
  switch (mark.standing) {
    case 'due':
      return trans.__('Out of date: %1', why);
    case 'lost':
      return why; // the reason says it
    case 'older':
      return trans.__('Older than what stands further down: %1', why);
  }
}

/** The reasons as one text without marks of code, for tooltips and readers. */
export function spoken({ reasons }: IMark): string {
  return reasons.map(reason => `${reason.replace(/`/g, '')}.`).join(' ');
}
