/** Which cells have a mark that they are out of date, and what it says; pure. */

import type { StaleCell } from './protocol.generated';

/** The mark of one cell. */
export interface IMark {
  /** Whether something may be done about it; the others are quiet. */
  readonly isDue: boolean;
  /** One sentence each. */
  readonly reasons: readonly string[];
}

/** Give the marks by the ids of cells; what no cell holds has none. */
export function marksOf(
  cells: readonly StaleCell[]
): ReadonlyMap<string, IMark> {
  const found = new Map<string, IMark>();
  for (const { cell, reasons, isOlder, isLost } of cells) {
    const before = found.get(cell);
    const isDue = !isOlder && !isLost;
    if (cell !== '') {
      found.set(cell, {
        isDue: isDue || before?.isDue === true,
        reasons: [...new Set([...(before?.reasons ?? []), ...reasons])]
      });
    }
  }
  return found;
}

/** The reasons as one text without marks of code, for tooltips and readers. */
export function spoken({ reasons }: IMark): string {
  return reasons.map(reason => `${reason.replace(/`/g, '')}.`).join(' ');
}
