/** What a screen reader is told when the state changes: events, never single words. */

import type { Reply, Turn } from '../protocol.generated';
import type { IState } from '../talk/state';

import type { Trans } from './sentences';

/** The sentences for the way from *before* to *after*; empty where none is due. */
export function announce(before: IState, after: IState, trans: Trans): string {
  const said = changed(before.turns, after.turns).map(([old, turn]) =>
    ofTurn(old, turn, trans)
  );
  for (const name of ['problem', 'failure', 'note'] as const) {
    said.push(after[name] === before[name] ? '' : after[name]);
  }
  return [...new Set(said)].filter(sentence => sentence !== '').join(' ');
}

type Pair = readonly [before: Turn | undefined, after: Turn];

/** The turns that are other than before; of thousands most are the same objects. */
function changed(before: readonly Turn[], after: readonly Turn[]): Pair[] {
  const others = after.filter((turn, place) => turn !== before[place]);
  if (others.length === 0) {
    return [];
  }
  const old = new Map(before.map(turn => [turn.id, turn]));
  return others.map(turn => [old.get(turn.id), turn]);
}

function ofTurn(before: Turn | undefined, after: Turn, trans: Trans): string {
  const wasLive = Boolean(before?.live);
  if (after.live) {
    return wasLive ? '' : trans.__('Reply started.');
  }
  return wasLive && after.reply ? ended(after.reply, trans) : '';
}

function ended(reply: Reply, trans: Trans): string {
  switch (reply.status) {
    case 'cancelled':
      return trans.__('Reply stopped.');
    case 'failed':
      return trans.__('No reply: %1', reply.failure);
    case 'length':
      return trans.__('Reply cut at the output limit.');
    default:
      if (reply.choices.length > 0 && reply.form === 'modal') {
        return trans.__('Reply finished. It waits for your answer.');
      }
      return reply.choices.length === 0
        ? trans.__('Reply finished.')
        : trans._n(
            'Reply finished, with %1 choice.',
            'Reply finished, with %1 choices.',
            reply.choices.length
          );
  }
}
