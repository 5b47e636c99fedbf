/** What is out of date: which of it counts, in which order it runs, and running it. */

import type { StaleCell } from '../protocol.generated';
import * as say from '../sayings';
import type { IDocumentActions } from '../tokens';

/** The cells of a list, apart by what may be done about them. */
export interface IStale {
  /** Running cells again would change these, or the user has to act. */
  readonly due: readonly StaleCell[];
  /** A run of the notebook from the top leaves these as they are. */
  readonly older: readonly StaleCell[];
  /** These ran in another kernel only. */
  readonly lost: readonly StaleCell[];
}

type Position = (cell: string) => number;

/** Sort *cells* as they stand in the notebook; those that it has not come last. */
export function sorted(
  cells: readonly StaleCell[],
  position: Position
): IStale {
  const place = ({ cell }: StaleCell): number => {
    const index = cell === '' ? -1 : position(cell);
    return index < 0 ? Number.MAX_SAFE_INTEGER : index;
  };
  const all = [...cells].sort((one, other) => place(one) - place(other));
  return {
    due: all.filter(cell => !cell.isOlder && !cell.isLost),
    older: all.filter(cell => cell.isOlder),
    lost: all.filter(cell => cell.isLost)
  };
}

/** Give those of *cells* that can run, each behind those that it waits for. */
export function runOrder(cells: readonly StaleCell[]): readonly StaleCell[] {
  const waiting = cells.filter(cell => cell.canRun);
  const done: StaleCell[] = [];
  while (waiting.length > 0) {
    const keys = new Set(waiting.map(cell => cell.key));
    const ready = waiting.findIndex(
      cell => !cell.after.some(key => key !== cell.key && keys.has(key))
    );
    // A circle is run as it stands in the notebook.
    done.push(...waiting.splice(Math.max(ready, 0), 1));
  }
  return done;
}

/** Whether running *cell* alone brings it up to date. */
export function runsAlone(
  cell: StaleCell,
  among: readonly StaleCell[]
): boolean {
  return cell.canRun && !among.some(other => cell.after.includes(other.key));
}

/**
 * Run *cells* one after the other; a failure ends it.
 *
 * Gives a sentence for the user, empty where all ran or *isDue* stopped it.
 */
export async function runAll(
  actions: IDocumentActions,
  cells: readonly StaleCell[],
  isDue: () => boolean = () => true
): Promise<string> {
  for (const [index, { cell }] of cells.entries()) {
    if (!isDue()) {
      return '';
    }
    const acted = await actions.run(cell);
    if (!acted.ok) {
      return say.notAllRun(acted.message, cells.length - index - 1);
    }
  }
  return '';
}
