/** Ask about an output: in its menu, and in the palette for the active cell. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import type { Cell } from '@jupyterlab/cells';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { CELL_CATEGORY, OUTPUTS, shownTypes } from '../cell/places';
import { lead } from '../talk/lead';
import { type IAssistant, IAssistants, ISidebar } from '../tokens';
import { ctxIcon } from '../view/icon';

const COMMAND = 'jupyter-ctx:ask-output';

export const outputs: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:outputs',
  description: 'Asks about the output of a cell.',
  autoStart: true,
  requires: [IAssistants, ISidebar],
  optional: [ICommandPalette, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    assistants: IAssistants,
    sidebar: ISidebar,
    palette: ICommandPalette | null,
    translator: ITranslator | null
  ): void => {
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    const active = (): Cell | null =>
      assistants.current?.panel.content.activeCell ?? null;
    const isEnabled = (): boolean => shownTypes(active()).length > 0;
    app.commands.addCommand(COMMAND, {
      label: trans.__('Ask About This Output'),
      caption: trans.__(
        'Ask the assistant with what this cell printed or shows'
      ),
      icon: ctxIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled,
      execute: () => {
        const [assistant, cell] = [assistants.current, active()];
        if (assistant !== null && cell !== null && isEnabled()) {
          sidebar.compose(begun(assistant, cell));
        }
      }
    });
    palette?.addItem({ command: COMMAND, category: CELL_CATEGORY });
    app.contextMenu.addItem({ command: COMMAND, selector: OUTPUTS, rank: 0 });
  }
};

/** A question that is begun, before what stands in the composer already. */
function begun({ actions, draft }: IAssistant, cell: Cell): string {
  const { id } = cell.model;
  return lead(actions.label(id), shownTypes(cell), draft);
}
