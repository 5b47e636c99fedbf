/** A subshell of our own, on which the kernel answers while a cell runs. */

import type { IKernel, IKernelInfo } from './wire';
import { buildMessage, within } from './wire';

const FEATURE = 'kernel subshells';

/** Milliseconds to wait for the connection's own knowledge of its kernel. */
const INFO_LIMIT = 1000;

/** How often to wait that long for a connection that is being made. */
const PATIENCE = 10;

/** Milliseconds to wait for a subshell; without one, answers wait for the cell. */
const SUBSHELL_LIMIT = 3000;

/**
 * Learn the kernel's language and features, also while a cell runs.
 *
 * After a reload Lab's own question waits behind the running cell; the control
 * channel answers at once. Kernels that answer there not either are waited for.
 */
export async function readInfo(
  kernel: IKernel,
  limit = INFO_LIMIT
): Promise<IKernelInfo | null> {
  let known = await within(kernel.info, limit);
  for (let n = 0; n < PATIENCE && known === null && isOnItsWay(kernel); n++) {
    known = await within(kernel.info, limit);
  }
  if (known !== null || kernel.isDisposed) {
    return known;
  }
  const request = buildMessage(kernel, 'control', 'kernel_info_request', {});
  const asked = kernel.sendControlMessage(request, true);
  const answer = asked.done.then(reply => reply?.content as IKernelInfo);
  try {
    return await Promise.race([answer, kernel.info]);
  } catch {
    return null;
  } finally {
    asked.dispose();
  }
}

/** Whether the page has no socket to *kernel* yet, and nothing can be asked. */
function isOnItsWay(kernel: IKernel): boolean {
  return !kernel.isDisposed && kernel.connectionStatus === 'connecting';
}

/** Start a subshell; null where there are none or the user wants none. */
export async function createSubshell(
  kernel: IKernel,
  info: IKernelInfo,
  limit = SUBSHELL_LIMIT
): Promise<string | null> {
  const isAble = info.supported_features?.includes(FEATURE) ?? false;
  if (!isAble || kernel.commsOverSubshells === 'disabled') {
    return null;
  }
  const request = buildMessage(
    kernel,
    'control',
    'create_subshell_request',
    {}
  );
  const future = kernel.sendControlMessage(request, true);
  const id = future.done.then(
    reply => (reply?.content as { subshell_id?: string }).subshell_id ?? null
  );
  const found = await within(id, limit);
  if (found === null) {
    // It may still come; nobody would use it then.
    id.then(
      late => {
        deleteSubshell(kernel, late);
      },
      () => undefined
    );
  }
  return found;
}

/** Ask the kernel to end a subshell; does nothing where that cannot be. */
export function deleteSubshell(kernel: IKernel, id: string | null): void {
  if (id === null || kernel.isDisposed || kernel.status === 'dead') {
    return;
  }
  const content = { subshell_id: id };
  const request = buildMessage(
    kernel,
    'control',
    'delete_subshell_request',
    content
  );
  try {
    kernel.sendControlMessage(request, true);
  } catch {
    // The kernel died in this moment, and its subshells with it.
  }
}
