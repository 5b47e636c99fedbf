/** Stop works while the cell runs: the kernel could not hear the click. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import type { ICodeCellModel } from '@jupyterlab/cells';
import { INotebookTracker } from '@jupyterlab/notebook';

import { stopped } from '../widgets/stopping';
import { type IAssistant, IAssistants } from '../tokens';

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
          void halt(assistants.of(panel), turn, node);
        }
      },
      { capture: true }
    );
  }
};

/** Stop *turn*; where the kernel hears nothing while it runs, interrupt it. */
async function halt(
  assistant: IAssistant,
  turn: string,
  button: Node
): Promise<void> {
  const { content, sessionContext } = assistant.panel;
  const cell = content.widgets.find(one => one.node.contains(button));
  const isDeaf = assistant.state.kernel?.hasSubshells === false;
  // Only the cell that asks: another one must not lose its work.
  if (isDeaf && (cell?.model as ICodeCellModel).executionState === 'running') {
    await sessionContext.session?.kernel?.interrupt().catch(() => undefined);
  } else {
    await assistant.stop(turn === '' ? undefined : turn);
  }
}
