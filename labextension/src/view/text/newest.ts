/** One job at a time, and of those that wait only the newest. */

import type { IDisposable } from '@lumino/disposable';

/**
 * Runs *work* for the newest value pushed.
 *
 * Rendering is asynchronous: without this, an older text that takes longer would
 * be shown last.
 */
export class Newest<T> implements IDisposable {
  private _waiting: { readonly value: T } | null = null;
  private _isBusy = false;
  private _isDisposed = false;

  constructor(private readonly _work: (value: T) => Promise<void>) {}

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  push(value: T): void {
    if (this._isDisposed) {
      return;
    }
    this._waiting = { value };
    void this._run();
  }

  dispose(): void {
    this._isDisposed = true;
    this._waiting = null;
  }

  private async _run(): Promise<void> {
    if (this._isBusy) {
      return;
    }
    this._isBusy = true;
    while (this._waiting !== null) {
      const { value } = this._waiting;
      this._waiting = null;
      await this._work(value);
    }
    this._isBusy = false;
  }
}
