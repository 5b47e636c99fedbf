/** The cell whose line in the list of what is out of date was asked for. */

import { Signal, type ISignal } from '@lumino/signaling';

class Sought {
  /** Its id; empty before anything was asked for, and once it was found. */
  get cell(): string {
    return this._cell;
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  seek(cell: string): void {
    this._cell = cell;
    this._changed.emit();
  }

  /** Give the cell and forget it: it is asked for once. */
  take(): string {
    const cell = this._cell;
    this._cell = '';
    return cell;
  }

  private _cell = '';
  private readonly _changed = new Signal<this, void>(this);
}

/** One for the page, as there is one sidebar. */
export const sought = new Sought();
