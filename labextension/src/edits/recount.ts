/** Tells, a moment after the last key, whether edited cells are still as they were left. */

import { Timer } from '../timer';

const PAUSE = 400; // milliseconds without a key

export class Recount {
  /** *read* gives what is told of, as one text; *tell* is called where it is new. */
  constructor(
    private readonly _read: () => string,
    private readonly _tell: () => void
  ) {}

  /** A key was typed; all it costs is a timer. */
  type(): void {
    this._timer.wait(PAUSE, () => {
      const now = this._read();
      if (now !== this._told) {
        this._told = now;
        this._tell();
      }
    });
  }

  dispose(): void {
    this._timer.cancel();
  }

  private readonly _timer = new Timer();
  private _told = '';
}
