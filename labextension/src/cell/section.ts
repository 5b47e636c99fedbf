/** What a bar below a cell may hold: sections, each for one purpose. */

import type { Cell } from '@jupyterlab/cells';
import { Token } from '@lumino/coreutils';
import type { IDisposable } from '@lumino/disposable';
import type { ISignal } from '@lumino/signaling';
import type * as React from 'react';

import type { IAssistant } from '../tokens';

/** The cell that a bar belongs to. */
export interface IPlace {
  readonly assistant: IAssistant;
  readonly cell: Cell;
}

/** Below the source of a cell, or below its output. */
export type Where = 'source' | 'output';

export interface ISection {
  readonly name: string;
  readonly where: Where;
  /** Something to show has changed, in the cell with this id, or in '' any. */
  readonly changed: ISignal<unknown, string>;
  /** What to show in a cell; null for nothing. Called often: it must be cheap. */
  render(place: IPlace): React.ReactElement | null;
}

/** Gives each cell that needs one a bar; never two in one place. */
export interface ICellBars {
  /** Show *section* in all bars, below those that were added before. */
  add(section: ISection): IDisposable;
}

export const ICellBars = new Token<ICellBars>(
  'jupyter-ctx:ICellBars',
  'The bars of the assistant below cells.'
);
