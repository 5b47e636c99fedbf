/** The bars below cells; other plugins put their sections into them. */

import type { JupyterFrontEndPlugin } from '@jupyterlab/application';
import { INotebookTracker } from '@jupyterlab/notebook';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { CellBars } from '../cell/bars';
import { ICellBars } from '../cell/section';
import { IAssistants, IRepair } from '../tokens';

export const bars: JupyterFrontEndPlugin<ICellBars> = {
  id: 'jupyter-ctx:bars',
  description: 'The bars of the assistant below cells.',
  autoStart: true,
  provides: ICellBars,
  requires: [INotebookTracker, IAssistants],
  optional: [IRepair, ITranslator],
  activate: (
    _,
    tracker: INotebookTracker,
    assistants: IAssistants,
    repair: IRepair | null,
    translator: ITranslator | null
  ): ICellBars => {
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    return new CellBars(tracker, assistants, repair, trans);
  }
};
