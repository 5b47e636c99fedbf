/** Answers from before a reload or a restart have live buttons again. */

import type { JupyterFrontEndPlugin } from '@jupyterlab/application';
import type { ICodeCellModel } from '@jupyterlab/cells';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { Live } from '../cell/live';
import { ICellBars, type IPlace, type ISection } from '../cell/section';
import { Redraw } from '../widgets/redraw';
import { type IAssistant, IAssistants } from '../tokens';

export const redraw: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:redraw',
  description: 'Keeps earlier answers in cells alive.',
  autoStart: true,
  requires: [IAssistants, ICellBars],
  activate: (_, assistants: IAssistants, bars: ICellBars): void => {
    bars.add(new Answers(assistants));
  }
};

/** The buttons of answers that this page draws. */
class Answers implements ISection {
  constructor(assistants: IAssistants) {
    assistants.added.connect((_, assistant) => {
      const made = new Redraw(assistant);
      this._redraws.set(assistant, made);
      made.changed.connect((_, cell) => {
        this.changed.emit(cell);
      });
      assistant.panel.disposed.connect(() => {
        made.dispose();
      });
    });
  }

  readonly name = 'answer';
  readonly where = 'output';
  readonly changed = new Signal<this, string>(this);

  render({ assistant, cell }: IPlace): React.ReactElement | null {
    const made = this._redraws.get(assistant);
    if (made === undefined || cell.model.type !== 'code') {
      return null;
    }
    const turn = made.turn(cell.model as ICodeCellModel);
    return turn && React.createElement(Live, { key: turn.id, turn });
  }

  private readonly _redraws = new WeakMap<IAssistant, Redraw>();
}
