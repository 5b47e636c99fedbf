/** From a kernel to a client: features, subshell, loading, comm. */

import { attach } from './attach';
import type { IListener } from './client';
import { Client } from './client';
import type { Unsuitable } from './problems';
import { createSubshell, deleteSubshell, readInfo } from './subshell';
import type { IKernel } from './wire';

/** A client, or why there is none. */
export type Reached = Client | Unsuitable;

/**
 * Load the kernel side and open a comm to it.
 *
 * Rejects where the kernel goes away meanwhile, or *signal* is given.
 */
export async function reach(
  kernel: IKernel,
  listener: IListener,
  signal: AbortSignal
): Promise<Reached> {
  const info = await readInfo(kernel);
  if (info === null) {
    throw new Error('The kernel went away before it was known.');
  }
  const language = info.language_info.name;
  if (!/^i?python$/i.test(language)) {
    return { kind: 'foreign', language };
  }
  const subshell = await createSubshell(kernel, info);
  try {
    const attached = await attach(kernel, subshell, signal);
    if (attached.kind === 'ready') {
      return new Client(kernel, subshell, listener);
    }
    deleteSubshell(kernel, subshell);
    return attached;
  } catch (error) {
    deleteSubshell(kernel, subshell);
    throw error;
  }
}
