/** How the notebook's kernel stands, read from Lab's signals; pure. */

import type { IKernel } from './wire';

/** What can be done with a kernel now. */
export type Standing =
  /** It can be talked to, even if a cell runs. */
  | 'up'
  /** It is about to start or to restart. */
  | 'coming'
  /** The page is cut off from it. */
  | 'offline'
  /** There is none, and none is about to come. */
  | 'none';

const COMING = ['starting', 'restarting', 'autorestarting', 'terminating'];

/** Tell how *kernel* stands; *isStarting* is what the session says. */
export function standingOf(
  kernel: Pick<IKernel, 'status' | 'connectionStatus' | 'isDisposed'> | null,
  isStarting: boolean
): Standing {
  if (kernel === null || kernel.isDisposed || kernel.status === 'dead') {
    return isStarting ? 'coming' : 'none';
  }
  if (isStarting || COMING.includes(kernel.status)) {
    return 'coming';
  }
  return kernel.connectionStatus === 'connected' ? 'up' : 'offline';
}

/** Milliseconds to wait before attempt *n*, counted from 0: 1, 2, 4, … 30 s. */
export function backOff(n: number): number {
  return Math.min(30, 2 ** n) * 1000;
}
