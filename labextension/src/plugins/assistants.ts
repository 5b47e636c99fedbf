/** One assistant a notebook, connected when it is needed, and let go with the page. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import type { ICodeCellModel } from '@jupyterlab/cells';
import type { Notebook } from '@jupyterlab/notebook';
import { INotebookTracker, NotebookActions } from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { Assistant } from '../talk/assistant';
import { Assistants } from '../talk/assistants';
import { createEnvironment, loadSettings } from '../environment';
import { IAssistants } from '../tokens';
import { asks, hasOurs, loads } from '../talk/triggers';
import { createActions } from '../edits/actions';

export const assistants: JupyterFrontEndPlugin<IAssistants> = {
  id: 'jupyter-ctx:assistants',
  description: 'Holds the conversation of every open notebook.',
  autoStart: true,
  provides: IAssistants,
  requires: [INotebookTracker],
  optional: [ISettingRegistry],
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    registry: ISettingRegistry | null
  ): IAssistants => {
    const { serviceManager } = app;
    const environment = createEnvironment(
      serviceManager,
      loadSettings(registry),
      createActions
    );
    const all = new Assistants(tracker, environment);
    window.addEventListener('pagehide', () => {
      all.leave();
    });
    window.addEventListener('pageshow', event => {
      if (event.persisted) {
        all.comeBack();
      }
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') {
        all.look();
      }
    });
    connectWithCells(tracker, all);
    connectWithNotebooks(tracker, all);
    return all;
  }
};

/** Cells that ask need Stop while they run; cells that load us bring us here. */
function connectWithCells(tracker: INotebookTracker, all: Assistants): void {
  const find = (notebook: Notebook): Assistant | null => {
    const panel = tracker.find(one => one.content === notebook);
    return panel === undefined ? null : all.of(panel);
  };
  NotebookActions.executionScheduled.connect((_, { notebook, cell }) => {
    if (asks(cell.model.sharedModel.getSource())) {
      void find(notebook)?.join();
    }
  });
  NotebookActions.executed.connect((_, { notebook, cell }) => {
    if (loads(cell.model.sharedModel.getSource())) {
      const assistant = find(notebook);
      assistant?.retry();
      void assistant?.join();
    }
  });
}

/** Notebooks that hold outputs of ours have them redrawn. */
function connectWithNotebooks(
  tracker: INotebookTracker,
  all: Assistants
): void {
  tracker.widgetAdded.connect((_, panel) => {
    void panel.context.ready.then(() => {
      if (!panel.isDisposed && holdsOurs(panel.content)) {
        void all.of(panel).join();
      }
    });
  });
}

function holdsOurs(notebook: Notebook): boolean {
  const { model } = notebook;
  if (!model?.getMetadata('jupyter_ctx')) {
    return false;
  }
  for (const cell of model.cells) {
    if (cell.type === 'code') {
      const outputs = (cell as ICodeCellModel).outputs.toJSON();
      if (hasOurs(outputs)) {
        return true;
      }
    }
  }
  return false;
}
