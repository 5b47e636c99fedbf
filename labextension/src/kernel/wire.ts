/**
 * What is used of a kernel connection, and messages written by hand.
 *
 * Lab's connection fits these interfaces; tests use a small fake. Messages to a
 * subshell are built here since Lab sends a comm's messages to the main shell
 * until its own subshell has started, and does not tell when that is.
 */

import { UUID } from '@lumino/coreutils';

export interface IMessage {
  readonly header: { readonly msg_type: string; readonly msg_id: string };
  readonly content: unknown;
}

export interface IFuture {
  readonly done: Promise<IMessage | undefined>;
  dispose(): void;
}

/** A comm, used to receive only. */
export interface IComm {
  readonly commId: string;
  readonly isDisposed: boolean;
  commsOverSubshells?: string;
  onMsg(message: { readonly content: { readonly data: unknown } }): void;
  onClose(message: unknown): void;
  dispose(): void;
}

export interface IKernelInfo {
  readonly language_info: { readonly name: string };
  readonly supported_features?: readonly string[];
}

/** A second connection to the same kernel, so that Lab counts no execution. */
export interface ISide {
  subshellId: string | null;
  requestExecute(
    content: {
      code: string;
      silent: boolean;
      store_history: boolean;
      allow_stdin: boolean;
      stop_on_error: boolean;
      user_expressions: Record<string, string>;
    },
    disposeOnDone?: boolean
  ): IFuture;
  dispose(): void;
}

export interface IKernel {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly username: string;
  readonly status: string;
  readonly connectionStatus: string;
  readonly isDisposed: boolean;
  readonly commsOverSubshells?: string;
  readonly info: Promise<IKernelInfo>;
  clone(): ISide;
  createComm(target: string): IComm;
  sendShellMessage(message: IMessage): IFuture;
  sendControlMessage(message: IMessage, expectReply?: boolean): IFuture;
}

export type Channel = 'shell' | 'control';

/** Build a message of *kernel*'s session, for its main shell or a subshell. */
export function buildMessage(
  kernel: IKernel,
  channel: Channel,
  type: string,
  content: unknown,
  subshell: string | null = null
): IMessage {
  const header = {
    date: new Date().toISOString(),
    msg_id: UUID.uuid4(),
    msg_type: type,
    session: kernel.clientId,
    username: kernel.username,
    version: '5.3',
    ...(subshell === null ? {} : { subshell_id: subshell })
  };
  const rest = { parent_header: {}, metadata: {}, buffers: [] };
  return { header, channel, content, ...rest } as IMessage;
}

/** Give *promise*'s value, or null after *limit* milliseconds or a rejection. */
export async function within<T>(
  promise: PromiseLike<T>,
  limit: number
): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => {
      resolve(null);
    }, limit);
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
