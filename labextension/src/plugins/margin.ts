/** Marks in the margin of cells that are out of date; a click leads to the reason. */

import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { staleIcon } from '../cell/icons';
import { Margin } from '../cell/margin';
import { CELL_CATEGORY, CODE_CELLS } from '../cell/places';
import { preferences } from '../settings/preferences';
import { sought } from '../notebook/sought';
import { IAssistants, ISidebar } from '../tokens';

const COMMAND = 'jupyter-ctx:why-stale';
const LIST = 'jupyter-ctx:show-stale';

export const margin: JupyterFrontEndPlugin<void> = {
  id: 'jupyter-ctx:margin',
  description: 'Marks cells that are out of date.',
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
    const show = (cell: string): void => {
      sidebar.reveal();
      sought.seek(cell);
      void app.commands.execute(LIST);
    };
    const isWanted = (): boolean => preferences.value.staleMarks;
    assistants.added.connect((_, assistant) => {
      const made = new Margin(assistant, isWanted, show, trans);
      preferences.changed.connect(made.draw, made);
      assistant.panel.disposed.connect(() => {
        made.dispose();
      });
    });
    const active = (): string =>
      assistants.current?.panel.content.activeCell?.model.id ?? '';
    const isStale = (): boolean =>
      assistants.current?.state.stale.some(({ cell }) => cell === active()) ??
      false;
    app.commands.addCommand(COMMAND, {
      label: trans.__('Show Why This Cell Is Out of Date'),
      icon: staleIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: isStale,
      isVisible: isStale,
      execute: () => {
        show(active());
      }
    });
    palette?.addItem({ command: COMMAND, category: CELL_CATEGORY });
    app.contextMenu.addItem({
      command: COMMAND,
      selector: CODE_CELLS,
      rank: 0
    });
  }
};
