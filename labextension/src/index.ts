/** The plugins of jupyter_ctx; nothing else. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';

import { keepKey } from './keys';

const keys: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:keys',
  description: 'Keeps the keys pressed in a widget of jupyter_ctx there.',
  autoStart: true,
  activate: (app: JupyterFrontEnd) => {
    app.shell.node.addEventListener('keydown', keepKey);
  }
};

export default [keys];
