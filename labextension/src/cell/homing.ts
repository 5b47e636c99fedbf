/** Where the focus goes back to when something of ours in a cell goes. */

import type { Cell } from '@jupyterlab/cells';

/** Remembers what had the focus, for each cell. */
class Homing {
  /** Remember what has the focus now, if it is not in something of ours. */
  leave(cell: Cell): void {
    const active = document.activeElement;
    const isOurs = active?.closest('.jupyter-ctx-bar') ?? null;
    // Not a palette or menu, which is gone by then.
    const isHere = active?.closest('.jp-Notebook') ?? null;
    if (active instanceof HTMLElement && isOurs === null && isHere !== null) {
      this._homes.set(cell, active);
    }
  }

  /** Give the focus back; to the cell where what had it is gone. */
  comeBack(cell: Cell): void {
    const home = this._homes.get(cell);
    this._homes.delete(cell);
    if (home?.isConnected === true) {
      home.focus({ preventScroll: true });
    } else {
      backTo(cell);
    }
  }

  private readonly _homes = new WeakMap<Cell, HTMLElement>();
}

/** The one of all sections: a field may be followed by a diff. */
export const homing = new Homing();

/** Focus the cell itself, as Lab does in command mode. */
function backTo(cell: Cell): void {
  cell.node.focus({ preventScroll: true });
}
