/** Acts on choices and runs repair loops, for sidebar and cells alike. */

import type { JupyterFrontEndPlugin } from '@jupyterlab/application';
import { NotebookActions } from '@jupyterlab/notebook';

import { Repair } from '../edits/repair';
import { IAssistants, IRepair } from '../tokens';

export const repair: JupyterFrontEndPlugin<IRepair> = {
  id: 'jupyter-ctx:repair',
  description: 'Acts on choices and runs the repair loop.',
  autoStart: true,
  provides: IRepair,
  requires: [IAssistants],
  activate: (_, assistants: IAssistants): IRepair => {
    const made = new Repair();
    assistants.added.connect((_, assistant) => {
      assistant.panel.disposed.connect(() => {
        made.dismiss(assistant);
      });
      NotebookActions.executionScheduled.connect((_, { notebook, cell }) => {
        const loop = made.loop(assistant);
        const isHere = notebook === assistant.panel.content;
        // How the last repair ended is no news once the cell runs again.
        if (
          isHere &&
          loop?.isRunning === false &&
          loop.cell === cell.model.id
        ) {
          made.dismiss(assistant);
        }
      }, assistant.panel);
    });
    return made;
  }
};
