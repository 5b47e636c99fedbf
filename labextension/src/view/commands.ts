/** The commands of the sidebar, in the palette and in its menu. */

import type { ICommandPalette } from '@jupyterlab/apputils';
import type { CommandRegistry } from '@lumino/commands';
import { Menu } from '@lumino/widgets';

import type { IAssistant, IAssistants, ISidebar } from '../tokens';

import { toMarkdown } from './copy';
import { copyText } from './copytext';
import { ctxIcon } from './icon';
import type { Trans } from './sentences';

const OPEN = 'jupyter-ctx:open';
const COMPOSE = 'jupyter-ctx:compose';
const NEW = 'jupyter-ctx:new-conversation';
const UNDO = 'jupyter-ctx:undo';
const COPY = 'jupyter-ctx:copy-conversation';
const CONTEXT = 'jupyter-ctx:show-context';

interface IWired {
  readonly commands: CommandRegistry;
  readonly assistants: IAssistants;
  readonly door: ISidebar;
  readonly panel: { showContext(): void };
  readonly palette: ICommandPalette | null;
  readonly trans: Trans;
}

/** Add the commands; those on a conversation need a current notebook. */
export function addCommands(wired: IWired): void {
  addDoors(wired);
  addActs(wired);
  const category = wired.trans.__('Assistant');
  for (const command of [OPEN, NEW, UNDO, COPY, CONTEXT]) {
    wired.palette?.addItem({ command, category });
  }
}

/** The menu of the head; its commands act on the current notebook. */
export function createMenu(commands: CommandRegistry): Menu {
  const menu = new Menu({ commands });
  for (const command of [NEW, UNDO, COPY, CONTEXT]) {
    menu.addItem({ command });
  }
  return menu;
}

function addDoors({ commands, door, trans }: IWired): void {
  commands.addCommand(OPEN, {
    label: trans.__('Open Assistant'),
    icon: ctxIcon,
    describedBy: { args: { type: 'object', properties: {} } },
    execute: () => {
      door.compose();
    }
  });
  commands.addCommand(COMPOSE, {
    label: trans.__('Ask Assistant…'),
    icon: ctxIcon,
    describedBy: {
      args: { type: 'object', properties: { text: { type: 'string' } } }
    },
    execute: args => {
      const { text } = args;
      door.compose(typeof text === 'string' ? text : undefined);
    }
  });
}

function addActs({ commands, assistants, door, panel, trans }: IWired): void {
  const add = (
    id: string,
    label: (assistant: IAssistant | null) => string,
    act: (assistant: IAssistant) => void,
    isEnabled: (assistant: IAssistant) => boolean = () => true
  ): void => {
    commands.addCommand(id, {
      label: () => label(assistants.current),
      describedBy: { args: { type: 'object', properties: {} } },
      isEnabled: () =>
        assistants.current !== null && isEnabled(assistants.current),
      execute: () => {
        if (assistants.current !== null) {
          act(assistants.current);
        }
      }
    });
  };
  const hasTurns = ({ state }: IAssistant): boolean => state.turns.length > 0;
  add(
    NEW,
    () => trans.__('New Conversation'),
    assistant => void assistant.reset(),
    hasTurns
  );
  add(
    UNDO,
    assistant => undoLabel(assistant, trans),
    assistant => void assistant.undo(),
    assistant => assistant.state.canUndo !== ''
  );
  add(
    COPY,
    () => trans.__('Copy Conversation as Markdown'),
    assistant => {
      copyConversation(assistant, trans);
    },
    hasTurns
  );
  add(
    CONTEXT,
    () => trans.__('Show What Is Sent'),
    () => {
      door.reveal();
      panel.showContext();
    }
  );
}

function undoLabel(assistant: IAssistant | null, trans: Trans): string {
  const verb = assistant?.state.canUndo ?? '';
  return verb === ''
    ? trans.__('Undo in Conversation')
    : trans.__('Undo in Conversation: %1', verb);
}

function copyConversation(assistant: IAssistant, trans: Trans): void {
  const name = assistant.panel.context.localPath.split('/').pop() ?? '';
  copyText(toMarkdown(name, assistant.state.turns, trans), () => undefined);
}
