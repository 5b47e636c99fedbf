/** Walking through what was asked before, as with the arrows in a shell; pure. */

import type { Turn } from '../../protocol.generated';

/** Where the user is among the earlier texts; *at* counts back from the newest, 1. */
export interface IRecall {
  readonly at: number;
  /** What was written before the walk began. */
  readonly draft: string;
}

export const AT_DRAFT: IRecall = { at: 0, draft: '' };

/** Earlier texts, the oldest first: those of the branch, then those sent here. */
export function earlier(
  turns: readonly Turn[],
  sent: readonly string[]
): readonly string[] {
  const asked = turns.filter(turn => !turn.forUser).map(turn => turn.prompt);
  const all = [...asked.filter(text => !sent.includes(text)), ...sent];
  return all.filter((text, index) => all.lastIndexOf(text) === index);
}

/** Walk *by* places (1 is older) from *now*, where *text* is written; null at an end. */
export function walk(
  now: IRecall,
  by: 1 | -1,
  text: string,
  all: readonly string[]
): { readonly recall: IRecall; readonly text: string } | null {
  const draft = now.at === 0 ? text : now.draft;
  const at = now.at + by;
  if (at === 0) {
    return { recall: AT_DRAFT, text: draft };
  }
  const found = all[all.length - at];
  return at < 0 || found === undefined
    ? null
    : { recall: { at, draft }, text: found };
}

/** Whether the caret stands where an arrow leaves *text*: in its first or last line. */
export function isAtEdge(text: string, caret: number, by: 1 | -1): boolean {
  const rest = by === 1 ? text.slice(0, caret) : text.slice(caret);
  return !rest.includes('\n');
}
