/** What to tell the user of how a request or an action ended; pure. */

import type { IState } from '../talk/state';
import type { IOutcome } from '../tokens';

/** The sentence that an outcome leaves to be shown; empty where it shows itself. */
export function remark(outcome: IOutcome, state: IState): string {
  const isShown = state.turns.some(
    turn => turn.reply?.failure === outcome.message
  );
  return isShown ? '' : outcome.message;
}

/** Whether *sentence*, of the kernel side, says what undo would bring back. */
export function isUndoable(sentence: string): boolean {
  return /\bUndo brings\b/.test(sentence);
}

/** Whether a reply is being made in view. */
export function isAnswering(state: IState): boolean {
  return state.turns.some(turn => turn.live !== null);
}

/** The newest turn whose prompt the user wrote and may change; empty without one. */
export function lastEditable({ turns }: IState): string {
  let place = turns.length - 1;
  while (place >= 0 && (turns[place]?.live || turns[place]?.forUser)) {
    place -= 1;
  }
  return turns[place]?.id ?? '';
}

/** What of the conversation goes along: where it changes, so do the tokens. */
export function carried(state: IState): string {
  const { compaction, instructions } = state.history;
  return JSON.stringify([
    carriedOf(state.turns),
    compaction?.id,
    instructions.map(one => one.id)
  ]);
}

const known = new WeakMap<IState['turns'], number>();
let newest = { told: '', number: 0 };

/**
 * A number for what of *turns* goes along, the same as long as that is the same.
 *
 * Of thousands of turns the text is long, and each key that is pressed asks.
 */
function carriedOf(turns: IState['turns']): number {
  const found = known.get(turns);
  if (found !== undefined) {
    return found;
  }
  const told = JSON.stringify(
    turns.map(({ id, sent, isPinned, reply }) => [
      ...[id, sent, isPinned],
      ...[reply?.id, reply?.sent]
    ])
  );
  if (told !== newest.told) {
    newest = { told, number: newest.number + 1 };
  }
  known.set(turns, newest.number);
  return newest.number;
}

/** Whether tokens may be counted now: nobody waits for the answer. */
export function isPreviewable(state: IState): boolean {
  const { kernel } = state;
  const isBlocked = kernel !== null && kernel.isBusy && !kernel.hasSubshells;
  return state.phase === 'ready' && !isBlocked && !isAnswering(state);
}
