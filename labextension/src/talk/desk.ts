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
  lost,
  moved,
  type Pause,
  pauseAfter,
  type Queue,
  refilled,
  refilledQueue,
  stripped
} from './queue';
import { Shelf } from './shelf';
import type { IState } from './state';
import type { IAskOptions, IDesk, IOutcome } from '../tokens';

/** Texts that are remembered. */
const REMEMBERED = 100;

/** Pictures and files beside one message. */
export const MOST_ENCLOSED = 6;

/** Texts being changed that are remembered. */
const EDITS = 20;

type Edits = Readonly<Record<string, string>>;

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
    this.editShelf = new Shelf<Edits>(storage, 'edits', key);
    this.written = this.editShelf.read(isEdits) ?? {};
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

  get edits(): Edits {
    return this.written;
  }

  write(key: string, text: string | null): void {
    const others = Object.entries(this.written).filter(([id]) => id !== key);
    const all = text === null ? others : [...others, [key, text] as const];
    this.written = Object.fromEntries(all.slice(-EDITS));
    this.editShelf.write(this.written);
    this.didChange.emit();
    this.step();
  }

  remember(text: string): void {
    const past = this.kept.past.filter(one => one !== text);
    this.change({ past: [...past, text].slice(-REMEMBERED) });
  }

  enclose(one: IEnclosure): boolean {
    const again = this.again(one);
    if (again !== null) {
      this.amend(again);
      return true;
    }
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
    this.amend({ queue: [...this.queue, message] });
  }

  edit(id: string, text: string): void {
    this.change({ queue: edited(this.queue, id, text) });
    this.write(id, null);
  }

  drop(id: string): void {
    this.change({ queue: dropped(this.queue, id) });
    this.write(id, null);
  }

  shift(id: string, by: number): void {
    this.amend({ queue: moved(this.queue, id, by) });
  }

  strip(id: string): void {
    this.amend({ queue: stripped(this.queue, id) });
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
    if (now === '' && !this.isSending && state.phase === 'ready') {
      this.next();
    }
  }

  /** The notebook has another name now. */
  move(key: string): void {
    this.shelf.move(key, this.kept);
    this.editShelf.move(key, this.written);
  }

  dispose(): void {
    this.isDisposed = true;
    Signal.clearData(this);
  }

  private next(): void {
    const [next] = this.queue;
    // What is being changed is not sent in its old words.
    if (next === undefined || next.id in this.written || this.why !== '') {
      return;
    }
    if (lost(next.enclosed).length > 0) {
      this.hold('lost');
    } else {
      void this.send(next);
    }
  }

  private async send(message: IQueued): Promise<void> {
    this.isSending = true;
    const { text, kind, focus, enclosed } = message;
    this.drop(message.id);
    const outcome = await this.asker.ask(text, { kind, focus, enclosed });
    this.isSending = false;
    if (this.isDisposed) {
      // The page goes: the kernel side has it, and would be asked twice.
      return;
    }
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

  /** Where *one* was, before a reload took its content; null where nowhere. */
  private again(one: IEnclosure): Partial<IKept> | null {
    const isIt = ({ name }: IEnclosure): boolean => name === one.name;
    const enclosed = refilled(this.enclosed, one, isIt);
    const queue = refilledQueue(this.queue, one);
    return enclosed !== null ? { enclosed } : queue !== null ? { queue } : null;
  }

  /** Change it; perhaps a message is due then. */
  private amend(part: Partial<IKept>): void {
    this.change(part);
    this.step();
  }

  private change(part: Partial<IKept>): void {
    this.kept = { ...this.kept, ...part };
    const [next] = this.kept.queue;
    const isWhole = lost(next?.enclosed ?? []).length === 0;
    if (next === undefined || (this.why === 'lost' && isWhole)) {
      this.why = '';
    }
    this.shelf.write(this.kept);
    this.didChange.emit();
  }

  private kept: IKept;
  private why: Pause;
  private before = '';
  private isSending = false;
  private isDisposed = false;
  private written: Edits;
  private readonly shelf: Shelf<IKept>;
  private readonly editShelf: Shelf<Edits>;
  private readonly didChange = new Signal<this, void>(this);
}

/** Without the largest content: a full storage keeps the words, and what fits. */
function less(kept: IKept): IKept | null {
  const all = [...kept.enclosed, ...kept.queue.flatMap(one => one.enclosed)];
  const most = Math.max(0, ...all.map(one => one.data.length));
  const without = (enclosed: readonly IEnclosure[]): readonly IEnclosure[] =>
    enclosed.map(one => (one.data.length < most ? one : { ...one, data: '' }));
  const queue = kept.queue.map(one => ({
    ...one,
    enclosed: without(one.enclosed)
  }));
  return most === 0
    ? null
    : { ...kept, queue, enclosed: without(kept.enclosed) };
}

function isEdits(value: unknown): value is Edits {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(text => typeof text === 'string')
  );
}

function isKept(value: unknown): value is IKept {
  const lists: (keyof IKept)[] = ['past', 'queue', 'enclosed'];
  return (
    typeof value === 'object' &&
    value !== null &&
    lists.every(name => Array.isArray((value as Partial<IKept>)[name]))
  );
}
