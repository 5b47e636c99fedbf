/** Keys pressed in our widgets stay there. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';

import { keepKey } from '../keys';

export const keys: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:keys',
  description: 'Keeps the keys pressed in a widget of jupyter_ctx there.',
  autoStart: true,
  activate: (app: JupyterFrontEnd) => {
    app.shell.node.addEventListener('keydown', keepKey);
  }
};
