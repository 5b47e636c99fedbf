/** What to tell the user of how a request or an action ended; pure. */

import type { IState } from '../state';
import type { IOutcome } from '../tokens';

/** The sentence that an outcome leaves to be shown; empty where it shows itself. */
export function remark(outcome: IOutcome, state: IState): string {
  const isShown = state.turns.some(
    turn => turn.reply?.failure === outcome.message
  );
  return isShown ? '' : outcome.message;
}

/** Whether a reply is being made in view. */
export function isAnswering(state: IState): boolean {
  return state.turns.some(turn => turn.live !== null);
}

/** The newest turn whose prompt the user wrote and may change; empty without one. */
export function lastEditable(state: IState): string {
  const turns = state.turns.filter(turn => !turn.live && !turn.forUser);
  return turns[turns.length - 1]?.id ?? '';
}

/** What of the conversation goes along: where it changes, so do the tokens. */
export function carried(state: IState): string {
  const { compaction, instructions } = state.history;
  return JSON.stringify([
    state.turns.map(({ id, sent, isPinned, reply }) => [
      ...[id, sent, isPinned],
      ...[reply?.id, reply?.sent]
    ]),
    compaction?.id,
    instructions.map(one => one.id)
  ]);
}

/** Whether tokens may be counted now: nobody waits for the answer. */
export function isPreviewable(state: IState): boolean {
  const { kernel } = state;
  const isBlocked = kernel !== null && kernel.isBusy && !kernel.hasSubshells;
  return state.phase === 'ready' && !isBlocked && !isAnswering(state);
}
