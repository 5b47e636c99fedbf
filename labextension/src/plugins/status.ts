/** The assistant in the status bar, while a notebook is the current document. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { IStatusBar } from '@jupyterlab/statusbar';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';
import { Signal } from '@lumino/signaling';

import { preferences } from '../settings/preferences';
import { IAssistants, ISidebar } from '../tokens';
import { StatusItem } from '../view/panel/statusitem';

export const status: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:status',
  description: 'Shows in the status bar who answers and what would be sent.',
  autoStart: true,
  requires: [IAssistants],
  optional: [IStatusBar, ISidebar, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    assistants: IAssistants,
    bar: IStatusBar | null,
    sidebar: ISidebar | null,
    translator: ITranslator | null
  ): void => {
    // Notebook 7 has no status bar.
    if (bar === null || sidebar === null) {
      return;
    }
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    const item = new StatusItem({
      assistants,
      trans,
      onClick: () => {
        sidebar.compose();
      }
    });
    const { shell } = app;
    const changed = new Signal<object, void>({});
    const onChange = (): void => {
      changed.emit();
    };
    assistants.currentChanged.connect(onChange);
    shell.currentChanged?.connect(onChange);
    preferences.changed.connect(onChange);
    bar.registerStatusItem('jupyter-ctx:status', {
      item,
      align: 'middle',
      rank: 10,
      isActive: () =>
        preferences.value.showStatus &&
        assistants.current !== null &&
        assistants.current.panel === shell.currentWidget,
      activeStateChanged: changed
    });
  }
};
