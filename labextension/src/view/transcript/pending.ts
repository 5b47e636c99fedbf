/** A message that was sent and is not a turn yet; pure. */

import type { Turn } from '../../protocol.generated';

export interface IPending {
  readonly text: string;
  /** The turns that were in view when it was sent. */
  readonly known: readonly string[];
}

/** Whether it has become a turn: the last in view was not there before. */
export function isDelivered(
  pending: IPending,
  turns: readonly Turn[]
): boolean {
  // Older ones may come into the page meanwhile, before those that were there.
  const last = turns[turns.length - 1];
  return last !== undefined && !pending.known.includes(last.id);
}

/** What is lost if nothing comes of *pending*: its words and those written since. */
export function merged(pending: IPending | null, text: string): string {
  const parts = pending === null ? [text] : [pending.text, text];
  return parts.filter(part => part.trim() !== '').join('\n\n');
}
