/** Fix for every cell whose output holds an error, Explain for every cell of code. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import type { Cell } from '@jupyterlab/cells';
import { NotebookActions } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import type { LabIcon } from '@jupyterlab/ui-components';
import { Signal } from '@lumino/signaling';
import * as React from 'react';

import { Errors } from '../cell/errors';
import { explainIcon, fixIcon } from '../cell/icons';
import {
  CELL_CATEGORY,
  CELLS,
  CODE_CELLS,
  hasFailed,
  isCode
} from '../cell/places';
import { Progress } from '../cell/progress';
import { ICellBars, type IPlace, type ISection } from '../cell/section';
import { type IAssistant, IAssistants, IRepair, ISidebar } from '../tokens';
import { ctxIcon } from '../view/icon';
import type { Trans } from '../view/sentences';

export const errors: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:errors',
  description: 'Fix and Explain for cells.',
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
    for (const command of ['at-cell', 'fix', 'fix-by-model', 'explain']) {
      const item = { command: `jupyter-ctx:${command}` };
      const selector = command === 'at-cell' ? CELLS : CODE_CELLS;
      palette?.addItem({ ...item, category: CELL_CATEGORY });
      app.contextMenu.addItem({ ...item, selector, rank: 0 });
    }
    // The toolbar of a cell is drawn before its run has ended.
    NotebookActions.executed.connect((_, { notebook, cell }) => {
      if (notebook.activeCell === cell) {
        for (const command of ['fix', 'fix-by-model', 'explain']) {
          app.commands.notifyCommandChanged(`jupyter-ctx:${command}`);
        }
      }
    });
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

interface ICellAct {
  readonly id: string;
  readonly label: string | (() => string);
  readonly icon: LabIcon;
  /** On which cells it can be done; on others it is not shown. */
  readonly isFor: (cell: Cell | null) => boolean;
  readonly act: (assistant: IAssistant, cell: string) => void;
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
  for (const one of cellActs(acts, active, trans)) {
    const isEnabled = (): boolean => one.isFor(active());
    commands.addCommand(`jupyter-ctx:${one.id}`, {
      label: one.label,
      icon: one.icon,
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled,
      isVisible: isEnabled,
      execute: () => {
        const cell = active();
        if (assistants.current && cell) {
          one.act(assistants.current, cell.model.id);
        }
      }
    });
  }
  commands.addCommand('jupyter-ctx:at-cell', {
    label: trans.__('Ask About This Cell'),
    icon: ctxIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    isEnabled: () => active() !== null,
    isVisible: () => sidebar !== null,
    execute: () => sidebar?.compose()
  });
}

function cellActs(
  acts: Acts,
  active: () => Cell | null,
  trans: Trans
): ICellAct[] {
  return [
    {
      id: 'fix',
      label: trans.__('Fix Error with the Assistant'),
      icon: fixIcon,
      isFor: hasFailed,
      act: (one, cell) => {
        acts.fix(one, cell);
      }
    },
    {
      id: 'fix-by-model',
      label: trans.__('Let the Model Fix the Error'),
      icon: fixIcon,
      isFor: hasFailed,
      act: (one, cell) => {
        acts.fix(one, cell, true);
      }
    },
    {
      id: 'explain',
      label: () =>
        hasFailed(active())
          ? trans.__('Explain Error')
          : trans.__('Explain This Cell'),
      icon: explainIcon,
      isFor: isCode,
      act: (one, cell) => {
        acts.explain(one, cell);
      }
    }
  ];
}
