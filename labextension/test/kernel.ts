/** A kernel of paper: records what is sent to it, and answers as a test says. */

import type {
  IComm,
  IFuture,
  IKernel,
  IKernelInfo,
  IMessage,
  ISide
} from '../src/kernel/wire';

export interface ISent {
  readonly channel: string;
  readonly type: string;
  readonly content: Record<string, unknown>;
  readonly subshell: string | null;
}

type Answer = (sent: ISent) => unknown;

const PYTHON: IKernelInfo = {
  language_info: { name: 'python' },
  supported_features: ['kernel subshells']
};

export class FakeComm implements IComm {
  readonly commId = 'comm-1';
  isDisposed = false;
  commsOverSubshells = 'perCommTarget';
  onMsg: IComm['onMsg'] = () => undefined;
  onClose: IComm['onClose'] = () => undefined;

  dispose(): void {
    this.isDisposed = true;
  }

  /** Say something as the kernel side. */
  say(data: unknown): void {
    this.onMsg({ content: { data } });
  }
}

export class FakeKernel implements IKernel {
  readonly id = 'kernel-1';
  readonly name = 'python3';
  readonly clientId = 'client-1';
  readonly username = 'user';
  status = 'idle';
  connectionStatus = 'connected';
  isDisposed = false;
  commsOverSubshells?: string;
  info: Promise<IKernelInfo> = Promise.resolve(PYTHON);

  readonly sent: ISent[] = [];
  readonly comms: FakeComm[] = [];
  /** What runs on the connection that loads the kernel side. */
  readonly executed: { content: unknown; subshell: string | null }[] = [];
  /** Replies by message type; without one a message has no reply. */
  readonly answers = new Map<string, Answer>([
    ['create_subshell_request', () => ({ subshell_id: 'sub-1' })],
    ['delete_subshell_request', () => ({ status: 'ok' })]
  ]);
  /** What the silent request comes to; null waits for ever. */
  attached: object | null = { kind: 'ready', version: '0.1.0' };
  isUnreachable = false;
  /** Second connections that are open. */
  sides = 0;

  clone(): ISide {
    this.sides += 1;
    const side: ISide = {
      subshellId: null,
      requestExecute: content => {
        this.executed.push({ content, subshell: side.subshellId });
        return this.future(
          this.attached === null ? null : { content: said(this.attached) }
        );
      },
      dispose: () => {
        this.sides -= 1;
      }
    };
    return side;
  }

  createComm(): FakeComm {
    const comm = new FakeComm();
    this.comms.push(comm);
    return comm;
  }

  sendShellMessage(message: IMessage): IFuture {
    return this.take(message);
  }

  sendControlMessage(message: IMessage): IFuture {
    return this.take(message);
  }

  /** The comm that is open now. */
  get comm(): FakeComm {
    const comm = this.comms[this.comms.length - 1];
    if (comm === undefined) {
      throw new Error('No comm was opened.');
    }
    return comm;
  }

  /** The types of the messages so far, with the data of comm messages. */
  get types(): string[] {
    return this.sent.map(({ type }) => type);
  }

  /** The requests that a page sent over its comm. */
  get requests(): Record<string, unknown>[] {
    return this.sent
      .filter(({ type }) => type === 'comm_open' || type === 'comm_msg')
      .map(({ content }) => content['data'] as Record<string, unknown>);
  }

  private take(message: IMessage): IFuture {
    if (this.isUnreachable) {
      throw new Error('Kernel is dead');
    }
    const { header, content, channel } = message as unknown as {
      header: { msg_type: string; subshell_id?: string };
      content: Record<string, unknown>;
      channel: string;
    };
    const sent = {
      channel,
      type: header.msg_type,
      content,
      subshell: header.subshell_id ?? null
    };
    this.sent.push(sent);
    const answer = this.answers.get(sent.type);
    return this.future(answer ? { content: answer(sent) } : null);
  }

  private future(reply: { content: unknown } | null): IFuture {
    const never = new Promise<undefined>(() => undefined);
    const header = { msg_type: 'reply', msg_id: 'reply-1' };
    return {
      done: reply === null ? never : Promise.resolve({ header, ...reply }),
      dispose: () => undefined
    };
  }
}

/** Write *attached* as the kernel does. */
export function said(attached: object): object {
  const hex = Buffer.from(JSON.stringify(attached)).toString('hex');
  const data = { 'text/plain': `'${hex}'` };
  return { user_expressions: { jupyter_ctx: { status: 'ok', data } } };
}

/** Let everything happen that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 50; i++) {
    await Promise.resolve();
  }
}
