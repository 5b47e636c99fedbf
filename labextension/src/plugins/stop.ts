/** Stop works while the cell runs: the kernel could not hear the click. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { INotebookTracker } from '@jupyterlab/notebook';

import { stopped } from '../stopping';
import { IAssistants } from '../tokens';

export const stop: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:stop-button',
  description: 'Stops a reply from the button in its cell.',
  autoStart: true,
  requires: [INotebookTracker, IAssistants],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    assistants: IAssistants
  ): void => {
    // Enter and Space come as clicks too. In the capture phase it is heard
    // before the widget, whose message would wait for the cell to end.
    app.shell.node.addEventListener(
      'click',
      event => {
        const turn = stopped(event.target);
        const node = event.target as Node;
        const panel = tracker.find(one => one.node.contains(node));
        if (turn !== null && panel !== undefined) {
          event.preventDefault();
          event.stopImmediatePropagation();
          void assistants.of(panel).stop(turn === '' ? undefined : turn);
        }
      },
      { capture: true }
    );
  }
};
