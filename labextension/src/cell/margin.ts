/** The marks in the margin of one notebook: which cells are out of date, and why. */

import type { Cell } from '@jupyterlab/cells';
import type { IDisposable } from '@lumino/disposable';
import { Signal } from '@lumino/signaling';

import { type IMark, markLine, marksOf } from './marks';
import type { StaleCell } from '../protocol.generated';
import type { IAssistant } from '../tokens';
import type { Trans } from '../view/sentences';

import { staleIcon } from './icons';

const CLASS = 'jupyter-ctx-mod-stale';

/**
 * Looks at cells only when the list of what is out of date or the list of cells
 * has changed; a key that is typed costs nothing.
 */
export class Margin implements IDisposable {
  constructor(
    private readonly _assistant: IAssistant,
    private readonly _isWanted: () => boolean,
    private readonly _onClick: (cell: string) => void,
    private readonly _trans: Trans
  ) {
    const { content } = _assistant.panel;
    _assistant.changed.connect(this._hear, this);
    _assistant.actions.changed.connect(this._move, this);
    content.modelChanged.connect(this._move, this);
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
  }

  /** Draw what is to be drawn now; cells that have their mark keep it. */
  draw(): void {
    const { panel, state } = this._assistant;
    if (this._isDisposed || panel.isDisposed) {
      return;
    }
    const marks = this._isWanted() ? marksOf(state.stale) : NONE;
    for (const cell of panel.content.widgets) {
      this._mark(cell, marks.get(cell.model.id) ?? null);
    }
  }

  private _hear(): void {
    const { stale } = this._assistant.state;
    if (stale !== this._drawn) {
      this._drawn = stale;
      this.draw();
    }
  }

  /** A cell that was moved is another widget. */
  private _move(): void {
    const ids = this._assistant.panel.content.widgets;
    const isSame =
      ids.length === this._cells.length &&
      ids.every((cell, index) => cell === this._cells[index]);
    if (!isSame) {
      this._cells = [...ids];
      this.draw();
    }
  }

  private _mark(cell: Cell, mark: IMark | null): void {
    const shown = this._shown.get(cell);
    const text = mark === null ? '' : markLine(mark, this._trans);
    if (shown?.text === text) {
      return;
    }
    shown?.node.remove();
    this._shown.delete(cell);
    cell.node.classList.toggle(CLASS, mark !== null);
    cell.node.removeAttribute('aria-description');
    if (mark !== null) {
      const node = this._button(cell.model.id, mark, text);
      cell.node.append(node);
      cell.node.setAttribute('aria-description', text);
      this._shown.set(cell, { node, text });
    }
  }

  private _button(
    cell: string,
    { standing }: IMark,
    text: string
  ): HTMLElement {
    const node = document.createElement('button');
    node.type = 'button';
    node.className = `jupyter-ctx-stale-mark jupyter-ctx-mod-${
      standing === 'due' ? 'due' : 'quiet'
    }`;
    node.title = text;
    node.setAttribute('aria-label', this._trans.__('%1 Show the list.', text));
    // Lab takes Enter for the cell where the focus is within it.
    node.setAttribute('data-lm-suppress-shortcuts', 'true');
    node.append(staleIcon.element({ tag: 'span', className: ICON }));
    node.addEventListener('click', event => {
      event.stopPropagation();
      this._onClick(cell);
    });
    return node;
  }

  private readonly _shown = new WeakMap<Cell, IShown>();
  private _cells: readonly Cell[] = [];
  private _drawn: readonly StaleCell[] | null = null;
  private _isDisposed = false;
}

const ICON = 'jupyter-ctx-icon';
const NONE: ReadonlyMap<string, IMark> = new Map();

interface IShown {
  readonly node: HTMLElement;
  readonly text: string;
}
