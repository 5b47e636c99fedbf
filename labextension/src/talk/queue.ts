/** Messages that wait for the reply that is being made; pure. */

import type { Focus, Enclosed } from '../protocol.generated';
import type { IState } from './state';
import type { RequestKind } from '../tokens';

/** A picture or a file that goes along with a message. */
export interface IEnclosure extends Enclosed {
  /** Its content in base64. */
  readonly data: string;
}

/** One message that waits. */
export interface IQueued {
  readonly id: string;
  readonly text: string;
  readonly kind: RequestKind;
  /** Where the user was when it was written. */
  readonly focus: Focus | null;
  readonly enclosed: readonly IEnclosure[];
}

/** Why nothing of the queue is sent; '' where it is. */
export type Pause = '' | 'stopped' | 'failed' | 'reload' | 'lost';

export type Queue = readonly IQueued[];

export function edited(queue: Queue, id: string, text: string): Queue {
  return queue.map(one => (one.id === id ? { ...one, text } : one));
}

export function dropped(queue: Queue, id: string): Queue {
  return queue.filter(one => one.id !== id);
}

/** Move a message by *by* places; at an end it stays. */
export function moved(queue: Queue, id: string, by: number): Queue {
  const at = queue.findIndex(one => one.id === id);
  const to = at + by;
  const one = queue[at];
  if (one === undefined || to < 0 || to >= queue.length) {
    return queue;
  }
  const rest = dropped(queue, id);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** The turn whose reply is being made; '' without one. */
export function answering(state: IState): string {
  return state.turns.find(turn => turn.live !== null)?.id ?? '';
}

/** Why the queue stops after the reply to *turn*; '' where it goes on. */
export function pauseAfter(state: IState, turn: string): Pause {
  const reply = state.turns.find(one => one.id === turn)?.reply;
  switch (reply?.status) {
    case 'cancelled':
      return 'stopped';
    case 'failed':
      return 'failed';
    default:
      return '';
  }
}

type Enclosures = readonly IEnclosure[];

/** Those of *enclosed* whose content is gone: it was too large for a reload. */
export function lost(enclosed: Enclosures): Enclosures {
  return enclosed.filter(one => one.data === '' && (one.size ?? 0) > 0);
}

/** Put *found* in the place of the one that *isIt*; null where there is none. */
export function refilled(
  enclosed: Enclosures,
  found: IEnclosure,
  isIt: (one: IEnclosure) => boolean
): Enclosures | null {
  const gone = lost(enclosed).find(isIt);
  return gone === undefined
    ? null
    : enclosed.map(one => (one === gone ? found : one));
}

/** Put *found* where a message that waits has lost this very file; else null. */
export function refilledQueue(queue: Queue, found: IEnclosure): Queue | null {
  const { name, size } = found;
  for (const message of queue) {
    const enclosed = refilled(
      message.enclosed,
      found,
      one => one.name === name && one.size === size
    );
    if (enclosed !== null) {
      return queue.map(one => (one === message ? { ...one, enclosed } : one));
    }
  }
  return null;
}

/** Let a message go without what it has lost. */
export function stripped(queue: Queue, id: string): Queue {
  return queue.map(one => {
    const gone = lost(one.enclosed);
    const enclosed = one.enclosed.filter(other => !gone.includes(other));
    return one.id === id ? { ...one, enclosed } : one;
  });
}
