/** One attempt to find a client: the notebook's kernel first, else a companion. */

import type { Client } from './client';
import type { Unsuitable } from './problems';
import { explain, explainCompanion, NO_COMPANION } from './problems';
import type { IKernel } from './wire';

/** A hidden kernel with Lab's own Python. */
export interface ICompanion {
  /** Start it, or give the one that runs; null where there is no Python. */
  start(): Promise<IKernel | null>;
  /** Shut it down if there is one; *isLeaving* where the page is about to end. */
  stop(isLeaving?: boolean): void;
}

/** A client and the kernel it talks to. */
export interface IFound {
  readonly client: Client;
  readonly kernel: IKernel;
  readonly isCompanion: boolean;
  /** What the user should know of the notebook's kernel; empty if it does. */
  readonly problem: string;
}

/** Open a client, or say why not; null if the attempt was given up meanwhile. */
export type Open = (kernel: IKernel) => Promise<Client | Unsuitable | null>;

/**
 * Find a client, or the sentence that says why there is none.
 *
 * *companion* is null where none shall be started, *spare* is its client if one is
 * open already. Gives null where the attempt was given up meanwhile.
 */
export async function attempt(
  kernel: IKernel | null,
  name: string,
  open: Open,
  companion: ICompanion | null,
  spare: IFound | null
): Promise<IFound | string | null> {
  let reason: Unsuitable | null = null;
  if (kernel !== null) {
    const reached = await open(kernel);
    if (reached === null) {
      return null;
    }
    if (isClient(reached)) {
      return { client: reached, kernel, isCompanion: false, problem: '' };
    }
    reason = reached;
  }
  const problem = explain(name, reason);
  if (spare !== null) {
    return { ...spare, problem };
  }
  return companion === null
    ? problem
    : await attemptCompanion(problem, open, companion);
}

async function attemptCompanion(
  problem: string,
  open: Open,
  companion: ICompanion
): Promise<IFound | string | null> {
  const kernel = await companion.start();
  if (kernel === null) {
    return `${problem} ${NO_COMPANION}`;
  }
  const reached = await open(kernel);
  if (reached === null) {
    return null;
  }
  if (isClient(reached)) {
    return { client: reached, kernel, isCompanion: true, problem };
  }
  companion.stop();
  return `${problem} ${explainCompanion(reached)}`;
}

export function isClient(
  reached: Client | Unsuitable | null
): reached is Client {
  return reached !== null && 'send' in reached;
}
