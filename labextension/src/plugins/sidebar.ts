/** The sidebar in the right area, and the commands that lead to it. */

import {
  ILayoutRestorer,
  type JupyterFrontEnd,
  type JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { translateSchema } from '../settings/schema';
import { IAssistants, IRepair, ISidebar } from '../tokens';
import { addCommands, createMenu } from '../view/panel/commands';
import { SidebarPanel } from '../view/panel/panel';
import { StrictSanitizer } from '../view/text/sanitize';
import { shortcuts } from '../view/panel/ways';

const ID = 'jupyter-ctx:plugin';
const RANK = 850; // after Lab's own, before most others

export const sidebar: JupyterFrontEndPlugin<ISidebar> = {
  id: ID,
  description: 'The sidebar with the conversation of the current notebook.',
  autoStart: true,
  requires: [IAssistants, IRenderMimeRegistry],
  optional: [
    IRepair,
    ITranslator,
    ICommandPalette,
    ILayoutRestorer,
    ISettingRegistry
  ],
  provides: ISidebar,
  activate: (
    app: JupyterFrontEnd,
    assistants: IAssistants,
    rendermime: IRenderMimeRegistry,
    repair: IRepair | null,
    translator: ITranslator | null,
    palette: ICommandPalette | null,
    restorer: ILayoutRestorer | null,
    settings: ISettingRegistry | null
  ): ISidebar => {
    const trans = (translator ?? nullTranslator).load('jupyter_ctx');
    const sanitizer = new StrictSanitizer(rendermime.sanitizer, alt =>
      alt === ''
        ? trans.__('(picture not loaded)')
        : trans.__('(picture not loaded: %1)', alt)
    );
    const { __: translate } = trans;
    const menu = createMenu(app.commands);
    const panel = new SidebarPanel({
      assistants,
      trans,
      repair,
      rendermime: rendermime.clone({ sanitizer }),
      shortcuts: () => shortcuts(app.commands),
      onMenu: below => {
        const { left, bottom } = below.getBoundingClientRect();
        menu.aboutToClose.connect(function closed() {
          menu.aboutToClose.disconnect(closed);
          below.focus();
        });
        menu.open(left, bottom);
      }
    });
    app.shell.add(panel, 'right', { rank: RANK });
    restorer?.add(panel, panel.id);
    const door = createDoor(app, panel);
    addCommands({
      commands: app.commands,
      assistants,
      door,
      panel,
      palette,
      trans
    });
    void openIfWanted(app, door, settings, text => translate.call(trans, text));
    return door;
  }
};

function createDoor(app: JupyterFrontEnd, panel: SidebarPanel): ISidebar {
  const { shell } = app;
  return {
    reveal: () => {
      if (!panel.isVisible) {
        panel.keepFocus();
        shell.activateById(panel.id);
      }
    },
    compose: text => {
      shell.activateById(panel.id);
      panel.compose(text);
    }
  };
}

async function openIfWanted(
  app: JupyterFrontEnd,
  door: ISidebar,
  registry: ISettingRegistry | null,
  translate: (text: string) => string
): Promise<void> {
  const settings = await registry?.load(ID).catch(() => null);
  translateSchema(settings?.schema, translate);
  await app.restored;
  if (settings?.get('autoOpen').composite === true) {
    door.reveal();
  }
}
