/** Edit a cell by an instruction: the command, and the field in the cell. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import type { Cell } from '@jupyterlab/cells';
import { PageConfig } from '@jupyterlab/coreutils';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { editIcon } from '@jupyterlab/ui-components';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { homing } from '../cell/homing';
import { InstructField } from '../cell/instruct';
import { CELL_CATEGORY, CODE_CELLS, canEdit } from '../cell/places';
import { ICellBars, type IPlace, type ISection } from '../cell/section';
import type { IDrafts } from '../edits/drafts';
import { PageStorage } from '../environment';
import { Instruct } from '../edits/instruct';
import { Shelf } from '../talk/shelf';
import { type IAssistant, IAssistants } from '../tokens';

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
        const [assistant, cell] = [assistants.current, active()];
        if (assistant !== null && canEdit(cell)) {
          fields.open({ assistant, cell });
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
  readonly name = 'instruct';
  readonly where = 'source';
  readonly changed = new Signal<this, string>(this);

  /** Open the field of *cell*, or go to it where it is open. */
  open({ assistant, cell }: IPlace): void {
    const field = cell.node.querySelector<HTMLElement>(FIELD);
    if (field === null) {
      homing.leave(cell);
      this._of(assistant).open(cell.model.id);
    } else {
      field.focus();
    }
  }

  render(place: IPlace): React.ReactElement | null {
    const { assistant, cell } = place;
    const { id } = cell.model;
    const fields = this._of(assistant);
    const field = fields.get(id);
    if (field === null) {
      return null;
    }
    return React.createElement(InstructField, {
      cell: id,
      field,
      onWrite: text => {
        fields.write(id, text);
      },
      onSend: () => {
        void this._send(place);
      },
      onStop: () => {
        fields.stop(id);
      },
      onEscape: () => {
        if (fields.leave(id)) {
          homing.comeBack(cell);
        }
      },
      onClose: () => {
        fields.close(id);
        homing.comeBack(cell);
      }
    });
  }

  /** The diff takes the focus from the field that goes. */
  private async _send({ assistant, cell }: IPlace): Promise<void> {
    const { id } = cell.model;
    const fields = this._of(assistant);
    await fields.send(id);
    const field = cell.node.querySelector('.jupyter-ctx-instruct');
    const active = document.activeElement;
    if (fields.get(id) === null && field?.contains(active) === true) {
      // What comes in its place is free to take the focus then.
      (active as HTMLElement).blur();
    }
  }

  /** A copy of a notebook has cells of the same ids: each has its own fields. */
  private _of(assistant: IAssistant): Instruct {
    let fields = this._fields.get(assistant);
    if (fields === undefined) {
      fields = this._make(assistant);
      this._fields.set(assistant, fields);
    }
    return fields;
  }

  private _make(assistant: IAssistant): Instruct {
    const { context } = assistant.panel;
    const key = (): string => `${PageConfig.getBaseUrl()}:${context.path}`;
    const shelf = new Shelf<IDrafts>(new PageStorage(), 'instruct', key());
    const fields = new Instruct(assistant, shelf);
    fields.changed.connect((_, cell) => {
      this.changed.emit(cell);
    });
    context.pathChanged.connect(() => {
      fields.move(key());
    });
    return fields;
  }

  private readonly _fields = new WeakMap<IAssistant, Instruct>();
}

const FIELD = '.jupyter-ctx-instruct textarea';
