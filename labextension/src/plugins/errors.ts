/** Fix and Explain for every cell whose output holds an error. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { Errors } from '../cell/errors';
import { Progress } from '../cell/progress';
import { ICellBars, type IPlace, type ISection } from '../cell/section';
import { isOurs } from '../outputs';
import { type IAssistant, IAssistants, IRepair, ISidebar } from '../tokens';
import { ctxIcon } from '../view/icon';
import type { Trans } from '../view/sentences';

const CATEGORY = 'Notebook Cell Operations';
const CELLS = '.jp-Notebook .jp-CodeCell';

export const errors: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:errors',
  description: 'Fix and Explain for cells that failed.',
  autoStart: true,
  requires: [IAssistants, IRepair, ICellBars],
  optional: [ISidebar, ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    assistants: IAssistants,
    repair: IRepair,
    bars: ICellBars,
    sidebar: ISidebar | null,
    palette: ICommandPalette | null,
    translator: ITranslator | null
  ): void => {
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    const acts = new Acts(repair, sidebar);
    bars.add(new Loops(repair));
    bars.add(new Failures(repair, acts));
    addCommands(app, assistants, acts, sidebar, trans);
    for (const command of ['fix', 'fix-by-model', 'explain']) {
      const item = { command: `jupyter-ctx:${command}` };
      palette?.addItem({ ...item, category: CATEGORY });
      app.contextMenu.addItem({ ...item, selector: CELLS, rank: 0 });
    }
  }
};

/** What the buttons and the commands do. */
class Acts {
  constructor(
    private readonly _repair: IRepair,
    private readonly _sidebar: ISidebar | null
  ) {}

  fix(assistant: IAssistant, cell: string, wantsModel = false): void {
    this._sidebar?.reveal();
    void this._repair.fix(assistant, cell, wantsModel);
  }

  explain(assistant: IAssistant, cell: string): void {
    this._sidebar?.reveal();
    void this._repair.explain(assistant, cell);
  }
}

/** The repair that goes on in a cell, or how it ended. */
class Loops implements ISection {
  constructor(private readonly _repair: IRepair) {
    _repair.changed.connect(() => {
      this.changed.emit('');
    });
  }

  readonly name = 'repair';
  readonly where = 'source';
  readonly changed = new Signal<this, string>(this);

  render({ assistant, cell }: IPlace): React.ReactElement | null {
    const loop = this._repair.loop(assistant);
    return loop?.cell === cell.model.id
      ? React.createElement(Progress, { loop })
      : null;
  }
}

/** The buttons under an error, where nothing mends it already. */
class Failures implements ISection {
  constructor(
    private readonly _repair: IRepair,
    private readonly _acts: Acts
  ) {}

  readonly name = 'error';
  readonly where = 'output';
  readonly changed = new Signal<this, string>(this);

  render({ assistant, cell }: IPlace): React.ReactElement | null {
    const { id } = cell.model;
    const loop = this._repair.loop(assistant);
    const isMended = loop?.isRunning === true && loop.cell === id;
    const { proposals } = assistant.actions;
    if (!hasFailed(cell) || isMended || proposals.some(p => p.cell === id)) {
      return null;
    }
    return React.createElement(Errors, {
      onFix: () => {
        this._acts.fix(assistant, id);
      },
      onExplain: () => {
        this._acts.explain(assistant, id);
      }
    });
  }
}

/** Whether the user's code in *cell* failed; read without copying outputs. */
function hasFailed(cell: Cell | null): boolean {
  if (cell?.model.type !== 'code') {
    return false;
  }
  const { outputs, sharedModel } = cell.model as ICodeCellModel;
  for (let index = 0; index < outputs.length; index++) {
    if (outputs.get(index).type === 'error') {
      return !isOurs(sharedModel.getSource());
    }
  }
  return false;
}

function addCommands(
  { commands }: JupyterFrontEnd,
  assistants: IAssistants,
  acts: Acts,
  sidebar: ISidebar | null,
  trans: Trans
): void {
  const active = (): Cell | null =>
    assistants.current?.panel.content.activeCell ?? null;
  const add = (
    id: string,
    label: string,
    act: (assistant: IAssistant, cell: string) => void
  ): void => {
    commands.addCommand(`jupyter-ctx:${id}`, {
      label,
      icon: ctxIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: () => hasFailed(active()),
      isVisible: () => hasFailed(active()),
      execute: () => {
        const cell = active();
        if (assistants.current && cell) {
          act(assistants.current, cell.model.id);
        }
      }
    });
  };
  add('fix', trans.__('Fix Error with the Assistant'), (one, cell) => {
    acts.fix(one, cell);
  });
  add('fix-by-model', trans.__('Let the Model Fix the Error'), (one, cell) => {
    acts.fix(one, cell, true);
  });
  add('explain', trans.__('Explain Error'), (one, cell) => {
    acts.explain(one, cell);
  });
  commands.addCommand('jupyter-ctx:at-cell', {
    label: trans.__('Ask about this cell'),
    caption: trans.__('Ask the assistant with this cell and the cursor in it'),
    icon: ctxIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => active() !== null,
    isVisible: () => sidebar !== null,
    execute: () => sidebar?.compose()
  });
}
