/** Which edits of a turn can be taken back without harm to what came after; pure. */

import type { IEdit } from './journal';

/** The source of a cell as it is now; null where it is not there. */
type Text = (cell: string) => string | null;

/** Give those of *edits*, oldest first, that can be taken back, newest first. */
export function backable(edits: readonly IEdit[], text: Text): IEdit[] {
  // As the cells would be once the newer edits are taken back.
  const now = new Map<string, string | null>();
  const found: IEdit[] = [];
  for (const edit of [...edits].reverse()) {
    const { cell, kind, before, after } = edit;
    const current = now.has(cell) ? now.get(cell) : text(cell);
    if (current === after) {
      found.push(edit);
      now.set(cell, kind === 'insert' ? null : before);
    }
  }
  return found;
}

/**
 * Give those of *edits*, which can't be taken back, that still show in a cell.
 *
 * Of a cell with several the oldest: its *before* is what the cell held at first.
 * Whose cell is gone, or is as it was before, has been taken back by hand.
 */
export function lost(edits: readonly IEdit[], text: Text): IEdit[] {
  const found = new Map<string, IEdit>();
  for (const edit of edits) {
    const current = text(edit.cell);
    const isBack = edit.kind === 'replace' && current === edit.before;
    if (current !== null && !isBack && !found.has(edit.cell)) {
      found.set(edit.cell, edit);
    }
  }
  return [...found.values()];
}

/** Say of each edit whether its cell is as it left it; equal where nothing is new. */
export function asLeft(edits: readonly IEdit[], text: Text): string {
  return edits
    .map(({ cell, after }) => (text(cell) === after ? '=' : '-'))
    .join('');
}
