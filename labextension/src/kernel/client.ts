/** One comm to one kernel: requests go out, events come in. No DOM, no state. */

import { UUID } from '@lumino/coreutils';

import type { Wire } from '../protocol.generated';
import { deleteSubshell } from './subshell';
import type { IOutcome } from '../tokens';
import type { IComm, IKernel } from './wire';
import { buildMessage } from './wire';

export const TARGET = 'jupyter_ctx';

export type AnyRequest = Wire['request'];
export type AnyEvent = Wire['event'];

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A request before it has an id. */
export type Body = WithoutId<AnyRequest>;

/** What a client tells its owner. */
export interface IListener {
  event(event: AnyEvent): void;
  /** The kernel side closed the comm. */
  closed(): void;
}

export class Client {
  /**
   * Make a comm on *subshell*, which the client then owns.
   *
   * The first request opens it. Make it only where the kernel side is loaded: a
   * kernel writes an unknown target into its log.
   */
  constructor(
    private readonly kernel: IKernel,
    private readonly subshell: string | null,
    private readonly listener: IListener
  ) {
    this.comm = kernel.createComm(TARGET);
    // Ours has started already; Lab would start another one.
    this.comm.commsOverSubshells = 'disabled';
    this.comm.onMsg = message => {
      this.receive(message.content.data as AnyEvent);
    };
    this.comm.onClose = () => {
      this.end();
    };
  }

  /** Whether requests can be sent; a restart takes the comm away in silence. */
  get isOpen(): boolean {
    return !this.isClosed && !this.comm.isDisposed && !this.kernel.isDisposed;
  }

  /** Whether the kernel side answers while a cell runs. */
  get hasSubshell(): boolean {
    return this.subshell !== null;
  }

  /** Send *body*; resolves when the request has ended, and never rejects. */
  send(body: Body, id: string = UUID.uuid4()): Promise<IOutcome> {
    if (!this.isOpen) {
      return Promise.resolve(lost());
    }
    return new Promise(resolve => {
      this.open.set(id, resolve);
      if (!this.postRequest({ ...body, id })) {
        this.drop();
      }
    });
  }

  /** Ids of the requests that have not ended. */
  get waiting(): readonly string[] {
    return [...this.open.keys()];
  }

  /** End *id* as failed, because its end was missed. */
  give(id: string, outcome: IOutcome): void {
    this.open.get(id)?.(outcome);
    this.open.delete(id);
  }

  /**
   * Close the comm and give the subshell back.
   *
   * The message goes to the main shell: the subshell is deleted on another
   * channel, so what is sent to it now might find it gone.
   */
  close(outcome: IOutcome = lost()): void {
    if (this.isClosed) {
      return;
    }
    this.isClosed = true;
    if (!this.comm.isDisposed && !this.kernel.isDisposed) {
      if (this.isOpened) {
        this.post('comm_close', { comm_id: this.comm.commId, data: {} }, null);
      }
      deleteSubshell(this.kernel, this.subshell);
      this.comm.dispose();
    }
    this.endAll(outcome);
  }

  /** Let go of a comm whose other side is gone, e.g. with a restart. */
  drop(): void {
    if (!this.isClosed) {
      this.isClosed = true;
      this.comm.dispose();
      this.endAll(lost());
    }
  }

  private receive(event: AnyEvent): void {
    if (this.isClosed) {
      return;
    }
    this.listener.event(event);
    const outcome = outcomeOf(event);
    if (outcome !== null) {
      this.give(event.requestId, outcome);
    }
  }

  /** The kernel side has closed the comm. */
  private end(): void {
    if (this.isClosed) {
      return;
    }
    this.isClosed = true;
    deleteSubshell(this.kernel, this.subshell);
    this.endAll(lost());
    this.listener.closed();
  }

  private endAll(outcome: IOutcome): void {
    for (const id of this.waiting) {
      this.give(id, outcome);
    }
  }

  /**
   * The first request comes with the opening: ipykernel 7.4 looks a comm up when
   * a message arrives, and logs it if the subshell has not opened the comm yet.
   */
  private postRequest(data: unknown): boolean {
    const comm_id = this.comm.commId;
    if (this.isOpened) {
      return this.post('comm_msg', { comm_id, data }, this.subshell);
    }
    this.isOpened = true;
    const content = { comm_id, target_name: TARGET, data };
    return this.post('comm_open', content, this.subshell);
  }

  private post(
    type: string,
    content: unknown,
    subshell: string | null
  ): boolean {
    try {
      this.kernel.sendShellMessage(
        buildMessage(this.kernel, 'shell', type, content, subshell)
      );
      return true;
    } catch {
      // Lab throws where the kernel is dead or its connection disposed.
      return false;
    }
  }

  private readonly comm: IComm;
  private readonly open = new Map<string, (outcome: IOutcome) => void>();
  private isClosed = false;
  private isOpened = false;
}

/** Tell the end of a request from an event; null for news. */
function outcomeOf(event: AnyEvent): IOutcome | null {
  switch (event.type) {
    case 'done':
      return { kind: 'done', turn: event.turn, message: event.note };
    case 'failed':
      return { kind: 'failed', turn: event.turn, message: event.message };
    case 'cancelled':
      return { kind: 'cancelled', turn: event.turn, message: '' };
    default:
      return null;
  }
}

export const LOST =
  'The connection to the kernel ended before the answer was complete. ' +
  'It is made anew by itself; ask again then.';

export function lost(message = LOST): IOutcome {
  return { kind: 'failed', turn: '', message };
}
