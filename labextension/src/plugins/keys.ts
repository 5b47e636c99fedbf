/** Keys pressed in our widgets stay there. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';

import { confirms, fieldKeystroke, holdClicks, keepKey } from '../keys';
import { followFocus } from '../widgets/panelfocus';

export const keys: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:keys',
  description: 'Keeps the keys pressed in a widget of jupyter_ctx there.',
  autoStart: true,
  activate: (app: JupyterFrontEnd) => {
    const { commands, shell } = app;
    followFocus(shell.node);
    // Before the widget hears it: a text field of ipywidgets keeps its keys.
    shell.node.addEventListener('keydown', confirms, { capture: true });
    shell.node.addEventListener('keydown', keepKey);
    shell.node.addEventListener('dblclick', confirms);
    // Before the widget hears it, whose message would wait for the kernel.
    shell.node.addEventListener('click', holdClicks, { capture: true });
    shell.node.addEventListener('keydown', event => {
      const pressed = fieldKeystroke(event);
      const bound = commands.keyBindings.find(
        ({ command, keys }) =>
          command.startsWith('jupyter-ctx:') && keys.join(',') === pressed
      );
      if (bound !== undefined && commands.isEnabled(bound.command)) {
        event.preventDefault();
        event.stopPropagation();
        void commands.execute(bound.command, bound.args);
      }
    });
  }
};
