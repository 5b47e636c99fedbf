/** How an action on the document ended, as a value. */

import * as say from '../sayings';
import type { IActed } from '../tokens';

export function done(cell: string, message = ''): IActed {
  return { ok: true, message, cell };
}

export function refused(message: string, cell = ''): IActed {
  return { ok: false, message, cell };
}

/** The cell, called *name*, ran into *error*. */
export function failed(cell: string, name: string, error: string): IActed {
  return refused(say.failed(name, error), cell);
}
