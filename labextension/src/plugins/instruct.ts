/** Edit a cell by an instruction: the command, and the field in the cell. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import type { Cell } from '@jupyterlab/cells';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { editIcon } from '@jupyterlab/ui-components';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { homing } from '../cell/homing';
import { InstructField } from '../cell/instruct';
import { CELL_CATEGORY, CODE_CELLS, canEdit } from '../cell/places';
import { ICellBars, type IPlace, type ISection } from '../cell/section';
import { Instruct } from '../instruct';
import { IAssistants } from '../tokens';

const COMMAND = 'jupyter-ctx:edit-cell';

export const instruct: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:instruct',
  description: 'Edits a cell by an instruction that is written into it.',
  autoStart: true,
  requires: [IAssistants, ICellBars],
  optional: [ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    assistants: IAssistants,
    bars: ICellBars,
    palette: ICommandPalette | null,
    translator: ITranslator | null
  ): void => {
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    const fields = new Fields();
    bars.add(fields);
    const active = (): Cell | null =>
      assistants.current?.panel.content.activeCell ?? null;
    app.commands.addCommand(COMMAND, {
      label: trans.__('Edit Cell with the Assistant…'),
      icon: editIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: () => canEdit(active()),
      execute: () => {
        const cell = active();
        if (canEdit(cell)) {
          fields.open(cell);
        }
      }
    });
    palette?.addItem({ command: COMMAND, category: CELL_CATEGORY });
    app.contextMenu.addItem({
      command: COMMAND,
      selector: CODE_CELLS,
      rank: 0
    });
  }
};

/** The open fields, each in its cell. */
class Fields implements ISection {
  constructor() {
    this._instruct.changed.connect((_, cell) => {
      this.changed.emit(cell);
    });
  }

  readonly name = 'instruct';
  readonly where = 'source';
  readonly changed = new Signal<this, string>(this);

  /** Open the field of *cell*, or go to it where it is open. */
  open(cell: Cell): void {
    const { id } = cell.model;
    const field = cell.node.querySelector<HTMLElement>(FIELD);
    if (field !== null) {
      field.focus();
      return;
    }
    homing.leave(cell);
    this._instruct.open(id);
  }

  render({ assistant, cell }: IPlace): React.ReactElement | null {
    const { id } = cell.model;
    const field = this._instruct.get(id);
    if (field === null) {
      return null;
    }
    const instruct = this._instruct;
    return React.createElement(InstructField, {
      cell: id,
      field,
      onWrite: text => {
        instruct.write(id, text);
      },
      onSend: () => {
        void this._send({ assistant, cell });
      },
      onStop: () => {
        instruct.stop(assistant, id);
      },
      onClose: () => {
        instruct.close(assistant, id);
        homing.comeBack(cell);
      }
    });
  }

  /** The diff takes the focus from the field that goes. */
  private async _send({ assistant, cell }: IPlace): Promise<void> {
    const isHere = (): boolean =>
      cell.node
        .querySelector('.jupyter-ctx-instruct')
        ?.contains(document.activeElement) ?? false;
    const { id } = cell.model;
    await this._instruct.send(assistant, id);
    if (this._instruct.get(id) === null && isHere()) {
      backToNothing();
    }
  }

  private readonly _instruct = new Instruct();
}

const FIELD = '.jupyter-ctx-instruct textarea';

/** Leave the field, which goes in a moment: what comes in its place is free to take the focus. */
function backToNothing(): void {
  (document.activeElement as HTMLElement | null)?.blur();
}
