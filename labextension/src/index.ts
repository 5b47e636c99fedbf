/** The plugins of jupyter_ctx; nothing else. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';

import { keepKey } from './keys';
import { assistants } from './plugins/assistants';
import { commands } from './plugins/commands';
import { sidebar } from './plugins/sidebar';

const keys: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:keys',
  description: 'Keeps the keys pressed in a widget of jupyter_ctx there.',
  autoStart: true,
  activate: (app: JupyterFrontEnd) => {
    app.shell.node.addEventListener('keydown', keepKey);
  }
};

export default [assistants, commands, keys, sidebar];
