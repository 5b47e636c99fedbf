/** What is written for the cells of one notebook and not sent yet; pure. */

/** Drafts by the ids of their cells, the newest last; none is empty. */
export type IDrafts = Readonly<Record<string, IDraft>>;

export interface IDraft {
  readonly text: string;
  /** Whether its field is shown. */
  readonly isOpen: boolean;
}

export const EMPTY_DRAFTS: IDrafts = {};

/** Cells may be deleted, and come back: the oldest drafts beyond these go. */
const MOST = 100;

/** Give *drafts* with *draft* for *cell*; an empty one is none. */
export function kept(drafts: IDrafts, cell: string, draft: IDraft): IDrafts {
  const others = Object.entries(drafts).filter(([id]) => id !== cell);
  return draft.text.trim() === ''
    ? Object.fromEntries(others)
    : Object.fromEntries([...others, [cell, draft] as const].slice(-MOST));
}

/** Whether *value*, read from a storage, is what was written there. */
export function isDrafts(value: unknown): value is IDrafts {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isDraft)
  );
}

function isDraft(value: unknown): value is IDraft {
  const draft = value as Partial<IDraft> | null;
  return typeof draft?.text === 'string' && typeof draft.isOpen === 'boolean';
}
