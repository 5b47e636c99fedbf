/** Watches a notebook and tells what changed, soon after a pause in typing. */

import type { Change, IKnown, INotebookOutput } from './document';
import { diff, NOTHING_KNOWN, readOutputs } from './document';
import type { DocumentCell } from '../protocol.generated';

/** A Lumino signal, as far as it is used here. */
export interface ISource<A> {
  connect(slot: (sender: unknown, args: A) => void, thisArg?: unknown): boolean;
  disconnect(
    slot: (sender: unknown, args: A) => void,
    thisArg?: unknown
  ): boolean;
}

/** What changed in a cell; other keys are of no interest. */
export interface ICellChange {
  readonly sourceChange?: unknown;
  readonly outputsChange?: unknown;
  readonly streamOutputChange?: unknown;
  readonly executionCountChange?: unknown;
  readonly executionStateChange?: unknown;
}

/** A cell's model. */
export interface ICell {
  readonly id: string;
  readonly type: string;
  readonly sharedModel: {
    getSource(): string;
    readonly changed: ISource<ICellChange>;
  };
  readonly executionCount?: number | null;
  readonly executionState?: string;
  readonly outputs?: { toJSON(): readonly INotebookOutput[] };
}

/** A notebook's model. */
export interface ICells {
  readonly changed: ISource<unknown>;
  [Symbol.iterator](): Iterator<ICell>;
}

/** Milliseconds without a change after which it is told. */
const PAUSE = 300;

/**
 * Keeps the ids of cells that may have changed; only these are read.
 *
 * Outputs of a running cell are read when it has ended, or when somebody asks:
 * a cell that prints all the time would else be sent all the time.
 */
export class Watcher {
  constructor(
    private readonly cells: ICells,
    private readonly isDue: () => void
  ) {
    cells.changed.connect(this.onCells, this);
    this.onCells();
  }

  /** Forget what was told; the next change holds the whole document. */
  reset(): void {
    this.known = NOTHING_KNOWN;
    this.isOrderDirty = true;
    for (const id of this.watched.keys()) {
      this.dirty.add(id);
    }
  }

  /** Give what changed since the last call, null if nothing did. */
  take(): Change | null {
    clearTimeout(this.timer);
    const cells = [...this.dirty]
      .map(id => this.watched.get(id))
      .filter(cell => cell !== undefined);
    const order = this.isOrderDirty ? [...this.watched.keys()] : null;
    const { change, known } = diff(this.known, cells.map(read), order);
    this.known = known;
    this.dirty.clear();
    this.isOrderDirty = false;
    return change;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.cells.changed.disconnect(this.onCells, this);
    for (const cell of this.watched.values()) {
      cell.sharedModel.changed.disconnect(this.slot(cell.id), this);
    }
    this.watched.clear();
  }

  /** Cells came, went or moved. */
  private onCells(): void {
    const now = new Map<string, ICell>();
    for (const cell of this.cells) {
      now.set(cell.id, cell);
      const before = this.watched.get(cell.id);
      // A cell that changed its type is another model of the same id.
      if (before !== cell) {
        this.forget(before);
        cell.sharedModel.changed.connect(this.slot(cell.id), this);
        this.dirty.add(cell.id);
      }
    }
    for (const [id, cell] of this.watched) {
      if (!now.has(id)) {
        this.forget(cell);
        this.slots.delete(id);
        this.dirty.delete(id);
      }
    }
    this.watched = now;
    this.isOrderDirty = true;
    this.schedule();
  }

  private forget(cell: ICell | undefined): void {
    cell?.sharedModel.changed.disconnect(this.slot(cell.id), this);
  }

  private slot(id: string): (sender: unknown, change: ICellChange) => void {
    let slot = this.slots.get(id);
    if (slot === undefined) {
      slot = (_, change) => {
        this.onCell(id, change);
      };
      this.slots.set(id, slot);
    }
    return slot;
  }

  private onCell(id: string, change: ICellChange): void {
    if (!isRelevant(change)) {
      return;
    }
    this.dirty.add(id);
    const isRunning = this.watched.get(id)?.executionState === 'running';
    if (!isRunning || change.sourceChange !== undefined) {
      this.schedule();
    }
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.isDue, PAUSE);
  }

  private known: IKnown = NOTHING_KNOWN;
  private watched = new Map<string, ICell>();
  private readonly slots = new Map<
    string,
    (sender: unknown, change: ICellChange) => void
  >();
  private readonly dirty = new Set<string>();
  private isOrderDirty = true;
  private timer: ReturnType<typeof setTimeout> | undefined;
}

function isRelevant(change: ICellChange): boolean {
  return [
    change.sourceChange,
    change.outputsChange,
    change.streamOutputChange,
    change.executionCountChange,
    change.executionStateChange
  ].some(one => one !== undefined);
}

function read(cell: ICell): DocumentCell {
  const { id, type } = cell;
  const kind = type === 'markdown' || type === 'raw' ? type : 'code';
  const source = cell.sharedModel.getSource();
  if (kind !== 'code') {
    return { id, kind, source, executionCount: null, outputs: [] };
  }
  const outputs = readOutputs(cell.outputs?.toJSON() ?? []);
  return {
    id,
    kind,
    source,
    executionCount: cell.executionCount ?? null,
    outputs
  };
}
