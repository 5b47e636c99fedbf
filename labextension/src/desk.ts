/** What the composer has beside its draft: sent texts, a queue, enclosures. No DOM. */

import type { ISignal } from '@lumino/signaling';
import { Signal } from '@lumino/signaling';

import type { IStorage } from './draft';
import {
  answering,
  dropped,
  edited,
  type IEnclosure,
  type IQueued,
  moved,
  type Pause,
  pauseAfter,
  type Queue
} from './queue';
import { Shelf } from './shelf';
import type { IState } from './state';
import type { IAskOptions, IDesk, IOutcome } from './tokens';

/** Texts that are remembered. */
const REMEMBERED = 100;

/** Pictures and files beside one message. */
export const MOST_ENCLOSED = 6;

/** Who sends what waits. */
export interface IAsker {
  readonly state: IState;
  ask(prompt: string, options: IAskOptions): Promise<IOutcome>;
}

interface IKept {
  readonly past: readonly string[];
  readonly queue: Queue;
  readonly enclosed: readonly IEnclosure[];
}

const EMPTY: IKept = { past: [], queue: [], enclosed: [] };

export class Desk implements IDesk {
  constructor(
    private readonly asker: IAsker,
    storage: IStorage,
    key: string
  ) {
    this.shelf = new Shelf<IKept>(storage, 'desk', key, less);
    this.kept = this.shelf.read(isKept) ?? EMPTY;
    this.why = this.kept.queue.length > 0 ? 'reload' : '';
  }

  get changed(): ISignal<IDesk, void> {
    return this.didChange;
  }

  get past(): readonly string[] {
    return this.kept.past;
  }

  get queue(): Queue {
    return this.kept.queue;
  }

  get enclosed(): readonly IEnclosure[] {
    return this.kept.enclosed;
  }

  get pause(): Pause {
    return this.why;
  }

  remember(text: string): void {
    const past = this.kept.past.filter(one => one !== text);
    this.change({ past: [...past, text].slice(-REMEMBERED) });
  }

  enclose(one: IEnclosure): boolean {
    const others = this.enclosed.filter(other => other.key !== one.key);
    if (others.length >= MOST_ENCLOSED) {
      return false;
    }
    this.change({ enclosed: [...others, one] });
    return true;
  }

  discard(key: string): void {
    this.change({ enclosed: this.enclosed.filter(one => one.key !== key) });
  }

  put(message: IQueued): void {
    this.change({ queue: [...this.queue, message] });
    this.step();
  }

  edit(id: string, text: string): void {
    this.change({ queue: edited(this.queue, id, text) });
  }

  drop(id: string): void {
    this.change({ queue: dropped(this.queue, id) });
  }

  shift(id: string, by: number): void {
    this.change({ queue: moved(this.queue, id, by) });
  }

  resume(): void {
    this.why = '';
    this.didChange.emit();
    this.step();
  }

  /** The state has changed: perhaps the next message is due. */
  step(): void {
    const { state } = this.asker;
    const now = answering(state);
    if (this.before !== '' && now !== this.before) {
      this.hold(pauseAfter(state, this.before));
    }
    this.before = now;
    const next = this.queue[0];
    const isFree = now === '' && !this.isSending && state.phase === 'ready';
    if (next !== undefined && isFree && this.why === '') {
      void this.send(next);
    }
  }

  /** The notebook has another name now. */
  move(key: string): void {
    this.shelf.move(key, this.kept);
  }

  dispose(): void {
    Signal.clearData(this);
  }

  private async send(message: IQueued): Promise<void> {
    this.isSending = true;
    const { text, kind, focus, enclosed } = message;
    this.drop(message.id);
    const outcome = await this.asker.ask(text, { kind, focus, enclosed });
    this.isSending = false;
    if (outcome.kind !== 'done' && outcome.turn === '') {
      // Nothing came of it: it is the next one again.
      this.change({ queue: [message, ...this.queue] });
    }
    if (outcome.kind !== 'done') {
      this.hold(outcome.kind === 'cancelled' ? 'stopped' : 'failed');
    }
    this.step();
  }

  private hold(why: Pause): void {
    if (why !== '' && this.queue.length > 0) {
      this.why = why;
      this.didChange.emit();
    }
  }

  private change(part: Partial<IKept>): void {
    this.kept = { ...this.kept, ...part };
    if (this.kept.queue.length === 0) {
      this.why = '';
    }
    this.shelf.write(this.kept);
    this.didChange.emit();
  }

  private kept: IKept;
  private why: Pause;
  private before = '';
  private isSending = false;
  private readonly shelf: Shelf<IKept>;
  private readonly didChange = new Signal<this, void>(this);
}

/** Without what is large: a full storage shall keep the words at least. */
function less(kept: IKept): IKept {
  const queue = kept.queue.map(one => ({ ...one, enclosed: [] }));
  return { ...kept, queue, enclosed: [] };
}

function isKept(value: unknown): value is IKept {
  const lists: (keyof IKept)[] = ['past', 'queue', 'enclosed'];
  return (
    typeof value === 'object' &&
    value !== null &&
    lists.every(name => Array.isArray((value as Partial<IKept>)[name]))
  );
}
