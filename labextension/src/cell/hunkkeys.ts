/** What a key means in a change that waits for the user's word; pure. */

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
